#include "ui/rows/row_command.h"

#include "base/utf8.h"

const char *
row_command_pane_name(const struct rows_pane *r)
{
	return r->kind->command_pane ? r->kind->command_pane
	    : r->kind->add_variables ? rows_pane_shown_rows(r).view->resource->name
				     : NULL;
}

const char *
row_command_why_not(const struct rows_pane *r)
{
	const char *pane = row_command_pane_name(r);
	return pane ? user_command_why_not(r->pane.console, pane)
		    : "Your own commands do not run in this list";
}

/* ---- the kind of these rows ---- */

static struct command_row *
current_row(struct user_command_run *o)
{
	return &o->rows.v[o->current_index];
}

static enum command_row_state
check_row(struct user_command_run *o, struct str id)
{
	(void)o;
	(void)id;
	return COMMAND_ROW_READY;
}

static bool
add_row_variables(
    struct user_command_run *o, struct str id, struct command_variables *v, struct err *err)
{
	const struct command_variables *own = &current_row(o)->variables;
	(void)id;
	(void)err;
	for (size_t i = 0; i < own->names_and_values.n; i++) {
		char *text = x_strdup(own->names_and_values.v[i]);
		vec_push(&v->names_and_values, text);
	}
	return true;
}

static void
append_name(const struct user_command_run *o, struct str id, struct buf *out)
{
	const char *name = o->rows.v[o->current_index].name;
	text_clean(out, name ? str_of(name) : id, o->console->look.ascii_lines);
}

/* Leaves out the marked rows with misleading texts. Returns their number. */
static size_t
exclude_misleading_rows(struct user_command_run *o)
{
	size_t kept = 0, before = o->rows.n;
	for (size_t i = 0; i < before; i++) {
		struct command_row row = o->rows.v[i];
		if (row.is_misleading) {
			command_variables_free(&row.variables);
			x_free(row.name);
			x_free(o->ids.v[i]);
			continue;
		}
		o->ids.v[kept] = o->ids.v[i];
		o->rows.v[kept++] = row;
	}
	o->ids.n = o->rows.n = kept;
	return before - kept;
}

static void
ask_for_marked_rows(struct user_command_run *o)
{
	struct buf words = { 0 }, title = { 0 };
	size_t all = o->rows.n + o->hidden_count, odd = exclude_misleading_rows(o);
	user_command_append_confirm(o, &words);
	buf_addz(&words, words.n ? " " : "");
	buf_addf(&words, "Run %s for ", o->command->name);
	if (o->rows.n < all)
		buf_addf(&words, "%zu of ", o->rows.n);
	buf_addf(&words, "%zu marked %s%s?", all, all == 1 ? o->row_name : o->row_names,
	    o->rows.n > 1 ? ", one after the other" : "");
	if (o->hidden_count)
		buf_addf(&words, " %zu left out: not shown.", o->hidden_count);
	if (odd)
		buf_addf(&words, " %zu left out: invisible or control characters.", odd);
	buf_addf(&title, "Marked %s", o->row_names);
	if (o->rows.n)
		user_command_confirm(o, buf_z(&title), buf_z(&words));
	else
		console_show(o->console, ROLE_WARN,
		    "%s was not run: all texts have invisible or control characters",
		    o->command->name);
	buf_free(&words);
	buf_free(&title);
}

static void
ask_to_run(struct user_command_run *o)
{
	struct buf words = { 0 };
	if (o->for_marked) {
		ask_for_marked_rows(o);
	} else if (o->rows.v[0].is_misleading) {
		buf_addf(&words,
		    "A text of this %s contains invisible or control characters, and %s would get "
		    "them unchanged. Run it anyway?",
		    o->row_name, o->command->name);
		user_command_confirm(o, "Misleading characters", buf_z(&words));
	} else {
		user_command_begin(o);
	}
	buf_free(&words);
}

/* ---- collecting the rows ---- */

/* The JSON is data that a program parses, so its characters cannot mislead. */
static bool
has_misleading_text(const struct command_variables *v)
{
	struct buf clean = { 0 };
	bool found = false;
	for (size_t i = 0; i < v->names_and_values.n && !found; i++) {
		struct str text = str_of(v->names_and_values.v[i]);
		if (text_is_plain(text) || str_starts(text, STR("BACKROOM_JSON=")))
			continue;
		buf_reset(&clean);
		found = text_is_suspicious(text_clean(&clean, text, false), false);
	}
	buf_free(&clean);
	return found;
}

static struct command_row
make_row(const struct rows_pane *r, size_t at)
{
	struct shown_rows s = rows_pane_shown_rows(r);
	struct command_row row = { .name = NULL };
	struct row_target target = { .id = STR_NONE };
	if (r->kind->get_target)
		r->kind->get_target(r, at, &target);
	if (r->kind->add_variables)
		r->kind->add_variables(r, at, &row.variables);
	command_variables_add(
	    &row.variables, "BACKROOM_ID", target.id.n ? target.id : shown_rows_id(&s, at));
	command_variables_add(&row.variables, "BACKROOM_PATH", target.path);
	command_variables_add(&row.variables, "BACKROOM_NAME", target.name);
	command_variables_add(&row.variables, "BACKROOM_JSON", target.json);
	row.name = target.name.n ? str_dup(target.name) : NULL;
	row.is_misleading = has_misleading_text(&row.variables);
	return row;
}

/* The indexes of the rows to run on, in the order of the list. */
struct chosen_rows {
	VEC(size_t) indexes;
	VEC(const char *) ids;
	size_t hidden_count;
	bool marked;
};

static void
choose_row(struct chosen_rows *chosen, const struct shown_rows *s, size_t at)
{
	const char *id = str_dup(shown_rows_id(s, at));
	vec_push(&chosen->ids, id);
	vec_push(&chosen->indexes, at);
}

static void
choose_rows(const struct rows_pane *r, struct chosen_rows *chosen)
{
	struct shown_rows s = rows_pane_shown_rows(r);
	chosen->marked = r->marked_ids.n && !r->in_detail;
	for (size_t i = 0; i < s.n && chosen->marked && chosen->ids.n <= COMMAND_ROWS_MAX; i++)
		if (rows_pane_is_marked(r, shown_rows_id(&s, i)))
			choose_row(chosen, &s, i);
	chosen->hidden_count = chosen->marked ? r->marked_ids.n - chosen->ids.n : 0;
	if (!chosen->marked)
		choose_row(chosen, &s, r->pos.cursor);
}

static void
chosen_rows_free(struct chosen_rows *chosen)
{
	for (size_t i = 0; i < chosen->ids.n; i++)
		x_free((char *)(uintptr_t)chosen->ids.v[i]);
	vec_free(&chosen->ids);
	vec_free(&chosen->indexes);
}

static void
open_for_rows(const struct rows_pane *r, const struct chosen_rows *chosen)
{
	static const struct command_kind kind = { .ask = ask_to_run,
		.check_row = check_row,
		.add_variables = add_row_variables,
		.append_row_name = append_name };
	const struct view_resource *resource = rows_pane_shown_rows(r).view->resource;
	struct console *c = r->pane.console;
	VEC(struct command_row) rows = { 0 };
	for (size_t i = 0; i < chosen->indexes.n; i++) {
		struct command_row row = make_row(r, chosen->indexes.v[i]);
		vec_push(&rows, row);
	}
	user_command_open(c,
	    &(struct command_rows){ .kind = &kind,
		.pane = row_command_pane_name(r),
		.row_name = resource->singular,
		.row_names = resource->plural ? resource->plural : resource->name,
		.ids = chosen->ids.v,
		.n = chosen->ids.n,
		.rows = rows.v,
		.hidden_count = chosen->hidden_count,
		.marked = chosen->marked });
	vec_free(&rows);
}

void
row_command_run(struct pane *p)
{
	const struct rows_pane *r = rows_pane_of(p);
	struct chosen_rows chosen = { .marked = false };
	choose_rows(r, &chosen);
	if (!chosen.ids.n)
		console_show(p->console, ROLE_WARN, "None of the marked rows is shown");
	else if (chosen.ids.n > COMMAND_ROWS_MAX)
		console_show(
		    p->console, ROLE_WARN, "Over %d rows are marked. Mark fewer", COMMAND_ROWS_MAX);
	else
		open_for_rows(r, &chosen);
	chosen_rows_free(&chosen);
}
