#include "ui/rows/rows_view.h"

#include "app/state.h"
#include "base/utf8.h"
#include "ui/kit/menu.h"
#include "ui/rows/undo.h"
#include "wire/json_lex.h"

#include <string.h>

enum {
	SAMPLED_ROWS_MAX = 100,
	OFFERED_MEMBERS_MAX = 40,
	OWN_COLUMNS_BASE = COLUMNS_MAX /* from here on: columns that the user named */
};

static const struct view *
shown_view(const struct rows_pane *r)
{
	return rows_pane_shown_rows(r).view;
}

struct view
rows_view_copy(const struct rows_pane *r)
{
	struct buf line = { 0 };
	struct view view;
	struct err none;
	const struct view_resource *resource = shown_view(r)->term_resource;
	view_write(&line, shown_view(r));
	view_parse_terms(
	    &view, resource, str_sub(buf_str(&line), strlen(resource->name), line.n), &none);
	buf_free(&line);
	return view;
}

bool
rows_view_apply(struct rows_pane *r, struct view *view)
{
	struct err err;
	bool ok = rows_pane_show_view(r, view, false, &err);
	if (!ok)
		console_show(r->pane.console, ROLE_WARN, "%s", err.text);
	view_free(view);
	return ok;
}

/* ---- saved columns ---- */

/* True if columns may be saved: not in scripts, since the user did not choose them, and not for
 * groups, whose columns are temporary. */
static bool
saves_columns(const struct rows_pane *r)
{
	return !r->pane.console->script && !shown_view(r)->group_keys.n;
}

void
rows_view_restore(struct rows_pane *r)
{
	const struct view_resource *resource = shown_view(r)->resource;
	struct buf columns = { 0 };
	struct err ignored;
	view_free(&r->saved_view);
	if (saves_columns(r))
		saved_columns_read(
		    &columns, r->pane.console->app->environment_name, resource->name);
	/* Ignore a damaged line, and columns of another version. */
	if (!view_parse_terms(&r->saved_view, resource, buf_str(&columns), &ignored) ||
	    r->saved_view.terms.n || r->saved_view.sort_count || r->saved_view.group_keys.n)
		view_free(&r->saved_view);
	if (r->saved_view.columns.n && !shown_view(r)->columns.n) {
		struct view view = rows_view_copy(r);
		rows_view_apply(r, &view);
	}
	buf_free(&columns);
}

void
rows_pane_set_resource(struct rows_pane *r, const struct view_resource *resource)
{
	undo_clear(r);
	table_free(&r->table);
	table_init(&r->table, resource);
	r->pos = (struct list){ .visible_rows = r->pos.visible_rows };
	buf_reset(&r->selected_id);
	buf_reset(&r->detail_row_id);
	r->column_shift = 0;
	rows_pane_on_change(&r->pane);
	rows_view_restore(r);
}

void
rows_view_save_columns(struct rows_pane *r)
{
	struct buf columns = { 0 };
	struct console *c = r->pane.console;
	struct err err;
	const struct view *view = shown_view(r);
	view_write_columns(&columns, view);
	view_free(&r->saved_view);
	view_parse_terms(&r->saved_view, view->resource, buf_str(&columns), &err);
	if (saves_columns(r) &&
	    !saved_columns_write(
		c->app->environment_name, view->resource->name, str_trim(buf_str(&columns)), &err))
		console_show(c, ROLE_WARN, "These columns were not saved: %s", err.text);
	buf_free(&columns);
}

/* ---- choosing columns ---- */

/* Names of members under the resource's prefix (such as customFields), stored one after the
 * other, each ending in NUL, so that the menu frees them as one block. */
struct member_names {
	struct buf text;
	size_t n;
};

/* The nth name; empty after the last. */
static struct str
nth_name(const char *names, size_t at)
{
	while (at-- && *names)
		names += strlen(names) + 1;
	return str_of(names);
}

static void
add_name_if_new(struct member_names *names, struct str name)
{
	for (size_t i = 0; i < names->n; i++)
		if (str_eq(nth_name(names->text.p, i), name))
			return;
	if (names->n == OFFERED_MEMBERS_MAX)
		return;
	buf_adds(&names->text, name);
	buf_addc(&names->text, '\0');
	names->n++;
	buf_z(&names->text); /* an empty name ends the list */
}

static void
add_member_names(struct member_names *names, struct str prefix, struct str json)
{
	struct str fields = json.n ? json_lex_find(json, str_sub(prefix, 0, prefix.n - 1))
				   : STR_NONE;
	struct json_lex w;
	struct json_lex_token t;
	struct buf name = { 0 };
	if (!fields.n || fields.p[0] != '{')
		return;
	json_lex_start(&w, fields);
	while (json_lex_next(&w, &t) && t.kind != JSON_LEX_END) {
		if (t.depth != 1 || t.kind != JSON_LEX_VALUE)
			continue;
		buf_reset(&name);
		json_lex_unquote(&name, t.name);
		struct buf path = { 0 };
		buf_adds(&path, prefix);
		json_lex_add_step(&path, buf_str(&name));
		add_name_if_new(names, buf_str(&path));
		buf_free(&path);
	}
	buf_free(&name);
}

/* Collects the names from the view's columns, from the selected row, and from the first rows
 * shown. */
static struct member_names
collect_column_names(const struct rows_pane *r)
{
	struct shown_rows s = rows_pane_shown_rows(r);
	struct str prefix = str_of(s.view->resource->key_prefix);
	struct member_names names = { 0 };
	for (size_t i = 0; i < s.view->columns.n; i++)
		if (!column_find(s.view->resource->columns, s.view->columns.v[i].name))
			add_name_if_new(&names, s.view->columns.v[i].name);
	if (!str_eqz(prefix, "customFields."))
		return names;
	add_member_names(&names, prefix, shown_rows_json(&s, r->pos.cursor));
	for (size_t i = 0; i < s.n && i < SAMPLED_ROWS_MAX; i++)
		add_member_names(&names, prefix, shown_rows_json(&s, i));
	return names;
}

/* The index of a name among the view's columns; SIZE_MAX if it is not there. */
static size_t
find_view_column(const struct view *view, struct str name)
{
	const struct column *column = column_find(view->resource->columns, name);
	for (size_t i = 0; i < view->columns.n; i++) {
		struct str other = view->columns.v[i].name;
		if (str_eq(other, name) ||
		    (column && column_find(view->resource->columns, other) == column))
			return i;
	}
	return SIZE_MAX;
}

/* If the VIEW names no columns, adds those that are currently shown. */
static void
name_shown_columns(const struct rows_pane *r, struct view *view)
{
	size_t n = view->columns.n ? 0 : r->columns_n;
	for (size_t i = 0; i < n; i++) {
		const struct column *c = r->columns[i].column;
		struct view_column column = { .name = c ? str_of(c->id) : r->columns[i].path };
		vec_push(&view->columns, column);
	}
}

/* Inserts a column of the table at its usual position; appends any other column. */
static void
insert_column(struct view *view, struct str name)
{
	const struct column *table = view->resource->columns, *c = column_find(table, name);
	struct view_column column = { .name = name };
	size_t at = view->columns.n, before = 0;
	vec_push(&view->columns, column);
	for (; c && before < at; before++) {
		const struct column *other = column_find(table, view->columns.v[before].name);
		if (other && other > c)
			break;
	}
	for (; c && at > before; at--) {
		view->columns.v[at] = view->columns.v[at - 1];
		view->columns.v[at - 1] = column;
	}
}

/* Shows and saves the columns that the view names; if it names none, as many as fit. */
static void
show_columns(struct rows_pane *r, struct view *view)
{
	undo_remember_shown_view(r);
	if (!view->columns.n)
		view_free(&r->saved_view); /* or the saved columns would be applied again */
	if (rows_view_apply(r, view))
		rows_view_save_columns(r);
	rows_pane_arrange(&r->pane, &r->pane.console->layout);
}

/* Turns a column on or off. The order and widths of the others do not change. */
static void
on_column_ticked(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_top_pane(c));
	struct view view = rows_view_copy(r);
	struct str name = value < OWN_COLUMNS_BASE
	    ? str_of(view.resource->columns[value].id)
	    : nth_name(ctx, (size_t)(value - OWN_COLUMNS_BASE));
	name_shown_columns(r, &view);
	size_t at = find_view_column(&view, name);
	if (at == SIZE_MAX)
		insert_column(&view, arena_str(&view.text_arena, name));
	else
		vec_remove(&view.columns, at);
	show_columns(r, &view);
}

/* The way back from columns that were chosen for another window. */
static void
on_columns_reset(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_top_pane(c));
	struct view view = rows_view_copy(r);
	struct buf key = { 0 };
	(void)ctx;
	(void)value;
	view.columns.n = 0;
	show_columns(r, &view);
	console_append_key_of(c, &key, ACT_UNDO);
	console_show(c, ROLE_TEXT, "Automatic columns: as many as fit. %s undoes", buf_z(&key));
	buf_free(&key);
}

static bool
is_ticked(const struct rows_pane *r, struct str name)
{
	const struct column *column = column_find(shown_view(r)->resource->columns, name);
	if (shown_view(r)->columns.n)
		return find_view_column(shown_view(r), name) != SIZE_MAX;
	for (size_t i = 0; i < r->columns_n; i++)
		if (column && r->columns[i].column == column)
			return true;
	return false;
}

void
rows_run_columns(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	const struct column *columns = shown_view(r)->resource->columns;
	struct member_names names = collect_column_names(r);
	struct buf clean = { 0 };
	rows_pane_arrange(p, &p->console->layout); /* the pane may not have been drawn yet */
	char *all = buf_detach(&names.text);
	struct menu *m = menu_new(p->console, "Columns", true, on_column_ticked, all);
	menu_set_place(m, MENU_AT_HEAD);
	for (int i = 0; columns[i].id; i++)
		menu_add(m, i, is_ticked(r, str_of(columns[i].id)), "%s", columns[i].header);
	if (names.n)
		menu_add_heading(m,
		    str_eqz(str_of(shown_view(r)->resource->key_prefix), "customFields.")
			? "Custom fields"
			: "Attributes");
	for (size_t i = 0; i < names.n; i++) {
		struct str name = nth_name(all, i);
		buf_reset(&clean);
		text_clean(&clean, name, p->console->look.ascii_lines);
		menu_add(m, OWN_COLUMNS_BASE + (int)i, is_ticked(r, name), "%s", buf_z(&clean));
	}
	menu_set_tab(m, "automatic columns", on_columns_reset);
	menu_set_closing_action(m, ACT_COLUMNS);
	menu_open(m);
	buf_free(&clean);
}
