#include "cli/fields.h"

#include "base/json_quote.h"
#include "base/utf8.h"
#include "list/columns.h"
#include "wire/json_lex.h"
#include "wire/json_text.h"
#include "wire/member.h"

enum { ITEMS_SEEN_MAX = 50, LISTED_NAMES_MAX = 12 };

/* ---- parsing ---- */

/* The length of a quoted name at the start; 0 if there is none. */
static size_t
quoted_name_length(struct str path)
{
	return path.n && path.p[0] == '"' ? json_lex_step_length(path) : 0;
}

/* Converts brackets to steps: "a[].b[0]" to "a.[].b.0". Quoted names are unchanged. */
static struct str
brackets_to_steps(struct arena *a, struct str path)
{
	struct buf steps = { 0 };
	for (size_t i = 0; i < path.n; i++) {
		struct str rest = str_sub(path, i, path.n);
		size_t quoted = quoted_name_length(rest);
		size_t close = rest.p[0] == '[' ? str_find_char(rest, ']') : SIZE_MAX;
		if (quoted || close == SIZE_MAX) {
			buf_adds(&steps, str_sub(rest, 0, quoted ? quoted : 1));
			i += quoted ? quoted - 1 : 0;
			continue;
		}
		buf_addz(&steps, steps.n ? "." : "");
		buf_adds(&steps, close == 1 ? STR("[]") : str_sub(rest, 1, close - 1));
		i += close;
	}
	struct str kept = arena_str(a, buf_str(&steps));
	buf_free(&steps);
	return kept;
}

static bool
add_field(struct fields *f, struct str path, struct err *err)
{
	if (path.n == 0 || path.p[0] == '.' || path.p[path.n - 1] == '.')
		return err_set(err, ERR_USAGE,
		    "--fields takes paths such as id,customerDetails.email,orderItems[].name");
	if (f->n == COLUMNS_MAX)
		return err_set(err, ERR_USAGE, "--fields takes at most %d paths", COLUMNS_MAX);
	const struct field field = { .path = path,
		.lex_path = brackets_to_steps(&f->text_arena, path) };
	vec_push(f, field);
	return true;
}

bool
fields_read(struct fields *f, struct str list, struct err *err)
{
	size_t from = 0;
	for (size_t i = 0; i <= list.n; i++) {
		struct str rest = str_sub(list, i, list.n);
		size_t quoted = quoted_name_length(rest);
		if (quoted && (quoted == 1 || rest.p[quoted - 1] != '"'))
			return err_set(err, ERR_USAGE, "--fields: a quote is not closed");
		i += quoted ? quoted - 1 : 0;
		if (i < list.n && (quoted || list.p[i] != ','))
			continue;
		if (!add_field(f, str_sub(list, from, i - from), err))
			return false;
		from = i + 1;
	}
	return true;
}

void
fields_free(struct fields *f)
{
	vec_free(f);
	arena_free(&f->text_arena);
	index_free(f->seen_paths);
	buf_free(&f->seen_path_lines);
	*f = (struct fields){ 0 };
}

static bool
is_array_index(struct str step)
{
	int64_t number;
	return str_eqz(step, "[]") || str_to_int64(step, &number);
}

/* Appends a path with `mark` instead of each array index. */
static void
add_path_without_indexes(struct buf *out, struct str path, const char *mark)
{
	struct str step;
	bool first = true;
	while (json_lex_next_step(&path, &step)) {
		if (!first && is_array_index(step)) {
			buf_addz(out, mark);
			continue;
		}
		buf_addz(out, first ? "" : ".");
		buf_adds(out, step);
		first = false;
	}
}

void
field_append_path(struct buf *out, const struct field *field)
{
	add_path_without_indexes(out, field->lex_path, "");
}

/* ---- searching ---- */

static void
set_found_flag(void *ctx, struct str value)
{
	(void)value;
	*(bool *)ctx = true;
}

static bool
is_field_in(const struct field *field, struct str json)
{
	bool found = false;
	json_lex_for_each(json, field->lex_path, set_found_flag, &found);
	return found;
}

static void
note_name(struct fields *f, struct str leaf)
{
	struct buf name = { 0 };
	if (!f->seen_paths)
		f->seen_paths = index_new();
	add_path_without_indexes(&name, leaf, "[]");
	if (index_get(f->seen_paths, buf_str(&name)) == UINT32_MAX) {
		index_put(f->seen_paths, buf_str(&name), 1);
		buf_addf(&f->seen_path_lines, "%.*s\n", STR_ARG(buf_str(&name)));
	}
	buf_free(&name);
}

void
fields_mark_known(struct fields *f, struct str member)
{
	for (size_t i = 0; i < f->n; i++) {
		struct str rest = f->v[i].lex_path, first;
		json_lex_next_step(&rest, &first);
		f->v[i].is_known_member = f->v[i].is_known_member || str_eq(first, member);
	}
	note_name(f, member);
}

/* Records a leaf, and the members that contain it. */
static void
note_leaf(struct fields *f, struct str leaf)
{
	struct str rest = leaf, step;
	while (json_lex_next_step(&rest, &step))
		note_name(f, str_from(leaf.p, (size_t)(step.p + step.n - leaf.p)));
}

static void
note_names(struct fields *f, struct str json)
{
	struct json_leaves leaves = { 0 };
	struct arena a = { 0 };
	if (f->items_recorded++ >= ITEMS_SEEN_MAX)
		return;
	json_flatten(&leaves, &a, json);
	for (size_t i = 0; i < leaves.list.n; i++)
		note_leaf(f, leaves.list.v[i].path);
	leaves_free(&leaves);
	arena_free(&a);
}

void
fields_note_item(struct fields *f, struct str json)
{
	bool all = true;
	for (size_t i = 0; i < f->n; i++) {
		f->v[i].found = f->v[i].found || is_field_in(&f->v[i], json);
		all = all && f->v[i].found;
	}
	if (!all)
		note_names(f, json);
}

bool
fields_has_any_in(const struct fields *f, struct str json)
{
	for (size_t i = 0; i < f->n; i++)
		if (is_field_in(&f->v[i], json))
			return true;
	return f->n == 0;
}

bool
fields_has_any_known(const struct fields *f)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].found || f->v[i].is_known_member)
			return true;
	return f->n == 0;
}

/* ---- writing ---- */

/* The values of a field while they are written one after the other. */
struct field_values {
	struct buf *out;
	size_t n;
	bool has_text; /* one of the values is a text */
	unsigned flags;
};

static void
add_shown_value(void *ctx, struct str value)
{
	struct field_values *v = ctx;
	bool text = value.n && value.p[0] == '"';
	buf_addz(v->out, v->n++ ? ", " : "");
	v->has_text = v->has_text || text;
	if (text)
		json_lex_unquote(v->out, value);
	else if (!str_eqz(value, "null"))
		json_text_add(v->out, value, v->flags);
}

void
field_write(struct buf *out, const struct field *field, struct str json, bool *foreign)
{
	struct field_values v = { .out = out, .flags = JSON_ONE_LINE | JSON_REPAIR };
	json_lex_for_each(json, field->lex_path, add_shown_value, &v);
	*foreign = v.has_text;
}

static void
add_json(void *ctx, struct str value)
{
	struct field_values *v = ctx;
	buf_addz(v->out, v->n++ ? "," : "");
	json_text_add(v->out, value, v->flags | JSON_ONE_LINE);
}

void
fields_write_json(struct buf *out, const struct fields *f, struct str json, unsigned how)
{
	struct buf values = { 0 };
	bool first = true;
	buf_addc(out, '{');
	for (size_t i = 0; i < f->n; i++) {
		struct field_values v = { .out = &values, .flags = how };
		buf_reset(&values);
		bool several = json_lex_for_each(json, f->v[i].lex_path, add_json, &v);
		if (!several && v.n == 0)
			continue;
		buf_addz(out, first ? "" : ",");
		first = false;
		json_quote(out, f->v[i].path);
		buf_addf(out, several ? ":[%s]" : ":%s", buf_z(&values));
	}
	buf_addc(out, '}');
	buf_free(&values);
}

/* ---- missing fields ---- */

static struct str
last_step(struct str path)
{
	struct str step = path;
	while (json_lex_next_step(&path, &step))
		continue;
	return step;
}

/* The path as typed by a user who forgets the quotes. */
static struct str
remove_quotes(struct buf *out, struct str path)
{
	for (size_t i = 0; i < path.n; i++)
		if (path.p[i] != '"')
			buf_addc(out, path.p[i]);
	return buf_str(out);
}

/* 0 if the last steps are equal; otherwise the number of edits, of the whole path or of its last
 * step. */
static size_t
field_name_distance(struct str wish, struct str name)
{
	struct buf whole = { 0 }, last = { 0 }, typed = { 0 }, typed_last = { 0 };
	struct str end = remove_quotes(&typed_last, last_step(wish));
	struct str name_end = remove_quotes(&last, last_step(name));
	size_t least = 0;
	if (!str_eq_nocase(end, name_end)) {
		size_t all = str_distance(remove_quotes(&typed, wish), remove_quotes(&whole, name));
		least = str_distance(end, name_end);
		least = all < least ? all : least;
	}
	buf_free(&whole);
	buf_free(&last);
	buf_free(&typed);
	buf_free(&typed_last);
	return least;
}

/* The most similar name found; among several, the least nested one. */
static struct str
find_nearest_field(const struct fields *f, struct str wish)
{
	struct str rest = buf_str(&f->seen_path_lines), name, best = STR_NONE;
	size_t least = wish.n < 4 ? 1 : 2;
	while (rest.n && str_next(&rest, '\n', &name)) {
		size_t d = name.n ? field_name_distance(wish, name) : least + 1;
		if (d > least || (d == least && best.p && name.n >= best.n))
			continue;
		best = name;
		least = d;
	}
	return best;
}

/* Appends the top-level members. */
static void
add_names(struct buf *out, const struct fields *f)
{
	struct str rest = buf_str(&f->seen_path_lines), name;
	size_t n = 0;
	while (rest.n && str_next(&rest, '\n', &name)) {
		if (!name.n || str_find_char(name, '.') != SIZE_MAX || str_ends(name, STR("[]")))
			continue;
		if (n++ == LISTED_NAMES_MAX) {
			buf_addz(out, " \xE2\x80\xA6");
			return;
		}
		buf_addz(out, n > 1 ? ", " : "");
		text_clean(out, str_sub(name, 0, 40), false);
	}
}

bool
field_set_unknown_error(const struct fields *f, const struct field *field,
    const struct view_resource *resource, struct err *err)
{
	struct buf words = { 0 };
	struct str near = find_nearest_field(f, field->path);
	if (str_eq(near, field->path)) /* do not suggest the typed name itself */
		near = STR_NONE;
	bool column = column_find(resource->columns, field->path) != NULL;
	buf_addf(&words, "No %s has ", resource->singular);
	text_clean(&words, str_sub(field->path, 0, 60), false);
	if (column)
		buf_addf(&words, ": that is a column%s",
		    view_find_resource(resource->name) ? "; print it with cols= in the VIEW" : "");
	buf_addz(&words, !near.n ? "" : column ? "; as a member, it is " : "; did you mean ");
	text_clean(&words, str_sub(near, 0, 80), false);
	buf_addz(&words, near.n && !column ? "?" : "");
	if (!near.n && !column && f->seen_path_lines.n) {
		buf_addz(&words, "; its members: ");
		add_names(&words, f);
	}
	err_set(err, ERR_USAGE, "%s", buf_z(&words));
	buf_free(&words);
	return false;
}
