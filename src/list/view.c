#include "list/view.h"

#include "base/utf8.h"
#include "list/columns.h"
#include "list/view_scan.h"
#include "wire/mask.h"

enum { RESOURCES_MAX = 16 };

const struct view_resource *
view_find_resource(const char *name)
{
	for (const struct view_resource *r = view_resources; r->name; r++)
		if (str_eqz(str_of(name), r->name))
			return r;
	return NULL;
}

const char *
view_plural_name(const struct view_resource *resource)
{
	return resource->plural ? resource->plural : resource->name;
}

static bool
is_in_word_list(struct str word, const char *const *list)
{
	for (; *list; list++)
		if (str_eqz(word, *list))
			return true;
	return false;
}

static const char *
find_nearest_word(struct str word, const char *const *list)
{
	const char *best = NULL;
	size_t least = word.n < 4 ? 2 : 3;
	for (; *list; list++) {
		size_t d = str_distance(word, str_of(*list));
		if (d < least) {
			least = d;
			best = *list;
		}
	}
	return best;
}

static bool
set_unknown_word_error(struct str word, const char *what, const char *const *list, struct err *err)
{
	const char *hint = find_nearest_word(word, list);
	struct buf all = { 0 }, clean = { 0 };
	text_clean(&clean, str_sub(word, 0, 60), false);
	for (const char *const *p = list; *p; p++)
		buf_addf(&all, "%s%s", p == list ? "" : " ", *p);
	if (hint)
		err_set(err, ERR_USAGE, "unknown %s \"%s\"; did you mean %s?", what, buf_z(&clean),
		    hint);
	else
		err_set(err, ERR_USAGE, "unknown %s \"%s\"; one of: %s", what, buf_z(&clean),
		    buf_z(&all));
	buf_free(&all);
	buf_free(&clean);
	return false;
}

/* Reports an unknown member of items, and a column of that name if there is one. */
static bool
set_unknown_member_error(const struct view *v, struct str path, struct err *err)
{
	struct buf clean = { 0 };
	struct str step = path;
	for (size_t dot; (dot = str_find_char(step, '.')) != SIZE_MAX;)
		step = str_sub(step, dot + 1, step.n);
	const struct column *column = column_find(v->resource->columns, step);
	text_clean(&clean, str_sub(path, 0, 60), false);
	err_set(err, ERR_USAGE,
	    "unknown column \"%s\"%s%s; to print a member by its path: get --fields", buf_z(&clean),
	    column ? ": the column is " : "", column ? column->id : "");
	buf_free(&clean);
	return false;
}

static bool
set_unknown_column_error(const struct view *v, struct str name, struct err *err)
{
	const char *names[COLUMNS_MAX + 1] = { 0 };
	for (size_t i = 0; v->resource->columns[i].id && i < COLUMNS_MAX; i++)
		names[i] = v->resource->columns[i].id;
	return str_find_char(name, '.') == SIZE_MAX
	    ? set_unknown_word_error(name, "column", names, err)
	    : set_unknown_member_error(v, name, err);
}

static bool
parse_sort(struct view *v, struct str value, struct err *err)
{
	struct str name;
	v->sort_count = 0;
	while (view_scan_name(&value, &name)) {
		if (v->sort_count == VIEW_SORTS_MAX)
			return err_set(
			    err, ERR_USAGE, "sort= can have at most %d columns", VIEW_SORTS_MAX);
		bool descending = name.n && name.p[0] == '-';
		struct view_sort sort = { str_sub(name, descending, name.n), descending };
		if (!sort.column.n && (descending || v->sort_count || value.p))
			return err_set(err, ERR_USAGE,
			    "sort= has an empty name; put a comma between two columns only");
		v->sorts[v->sort_count] = sort;
		v->sort_count += sort.column.n > 0;
	}
	return true;
}

static bool
is_column(const struct view *v, struct str name)
{
	struct str prefix = str_of(v->resource->key_prefix);
	return column_find(v->resource->columns, name) || (prefix.n && str_starts(name, prefix));
}

/* Parses a column; a number after its last colon is the width. */
static bool
parse_column(struct view_column *out, struct str text, struct err *err)
{
	struct buf clean = { 0 };
	size_t colon = view_scan_find(text, ':', true);
	int64_t width = 0;
	*out = (struct view_column){ .name = text };
	if (colon == SIZE_MAX)
		return true;
	if (!str_to_int64(str_sub(text, colon + 1, text.n), &width) || width < VIEW_WIDTH_MIN ||
	    width > VIEW_WIDTH_MAX) {
		text_clean(&clean, str_sub(text, 0, 60), false);
		err_set(err, ERR_USAGE,
		    "column \"%s\": a width must be %d to %d cells, as in cols=person:20; put "
		    "a name with a colon in quotes: customFields.\"a:b\"",
		    buf_z(&clean), VIEW_WIDTH_MIN, VIEW_WIDTH_MAX);
		buf_free(&clean);
		return false;
	}
	*out = (struct view_column){ str_sub(text, 0, colon), (int)width };
	return true;
}

static bool
parse_columns(struct view *v, struct str value, struct err *err)
{
	struct view_column column;
	struct str text;
	v->columns.n = 0;
	while (view_scan_name(&value, &text)) {
		if (!parse_column(&column, text, err))
			return false;
		vec_push(&v->columns, column);
	}
	return true;
}

/* The current name of a column that has an older one, which saved views may still have. */
static struct str
current_column_name(const struct view_resource *r, struct str name)
{
	const struct column *c = name.n ? column_find(r->columns, name) : NULL;
	return c ? str_of(c->id) : name;
}

/* The group key that has this other name, or the name itself. */
static struct str
find_group_key(const struct view_resource *r, struct str name)
{
	for (const char *const *a = r->group_aliases; a && *a; a += 2)
		if (str_eqz(name, a[0]))
			return str_of(a[1]);
	struct str current = current_column_name(r, name);
	return is_in_word_list(current, r->group_keys) ? current : name;
}

static bool
parse_groups(struct view *v, struct str value, struct err *err)
{
	const struct view_resource *r = v->resource;
	struct str name, prefix = str_of(r->key_prefix);
	v->group_keys.n = 0;
	if (!r->group_keys)
		return err_set(err, ERR_USAGE, "only baskets can be grouped, not %s", r->name);
	while (view_scan_name(&value, &name)) {
		bool below = prefix.n && name.n > prefix.n && str_starts(name, prefix);
		name = find_group_key(r, name);
		if (!below && !is_in_word_list(name, r->group_keys))
			return set_unknown_word_error(name, "group", r->group_keys, err);
		if (v->group_keys.n == VIEW_GROUPS_MAX)
			return err_set(
			    err, ERR_USAGE, "group= can have at most %d names", VIEW_GROUPS_MAX);
		if (v->group_keys.n && str_eq(v->group_keys.v[0], name))
			return err_set(err, ERR_USAGE, "group= names %.*s twice", STR_ARG(name));
		vec_push(&v->group_keys, name);
	}
	return true;
}

/* False, with err set, for a column that rows are neither sorted nor found by. */
static bool
has_values(const struct column *c, struct err *err)
{
	return !(c->flags & COLUMN_IF_NAMED) ||
	    err_set(err, ERR_USAGE, "%s is only for cols=: it neither sorts nor searches", c->id);
}

/* Checks sort= and cols= after the whole line was parsed: groups have other columns. */
static bool
check_sort_and_columns(struct view *v, struct err *err)
{
	if (v->group_keys.n)
		v->resource = v->resource->grouped_resources[v->group_keys.n - 1];
	for (size_t i = 0; i < v->sort_count; i++) {
		struct str name = v->sorts[i].column;
		const struct column *c = column_find(v->resource->columns, name);
		if (!c)
			return set_unknown_column_error(v, name, err);
		if (!has_values(c, err))
			return false;
		v->sorts[i].column = current_column_name(v->resource, name);
		for (size_t k = 0; k < i; k++)
			if (str_eq(v->sorts[k].column, v->sorts[i].column))
				return err_set(
				    err, ERR_USAGE, "sort= names %.*s twice", STR_ARG(name));
	}
	for (size_t i = 0; i < v->columns.n; i++)
		if (!is_column(v, v->columns.v[i].name))
			return set_unknown_column_error(v, v->columns.v[i].name, err);
	for (size_t i = 0; i < v->columns.n; i++)
		v->columns.v[i].name = current_column_name(v->resource, v->columns.v[i].name);
	return true;
}

/* A column is a key, too, so that its name may be the one that was meant; the message lists the
 * keys alone. */
static bool
set_unknown_key_error(const struct view *v, struct str key, struct err *err)
{
	const char *names[COLUMNS_MAX + 1] = { 0 };
	for (size_t i = 0; v->resource->columns[i].id && i < COLUMNS_MAX; i++)
		names[i] = v->resource->columns[i].id;
	return !find_nearest_word(key, v->resource->keys) && find_nearest_word(key, names)
	    ? set_unknown_word_error(key, "key", names, err)
	    : set_unknown_word_error(key, "key", v->resource->keys, err);
}

static bool
is_shape_key(struct str key)
{
	return str_eqz(key, "sort") || str_eqz(key, "cols") || str_eqz(key, "group");
}

static bool
parse_shape(struct view *v, const struct view_term *t, struct err *err)
{
	return str_eqz(t->key, "sort")  ? parse_sort(v, t->value, err)
	    : str_eqz(t->key, "cols") ? parse_columns(v, t->value, err)
				      : parse_groups(v, t->value, err);
}

static bool
parse_term(struct view *v, struct str *s, struct err *err)
{
	struct view_term t = { 0 };
	if (s->n > 1 && s->p[0] == '!' && s->p[1] != ' ') {
		t.negated = true;
		*s = str_sub(*s, 1, s->n);
	}
	struct str prefix = str_of(v->resource->key_prefix);
	if (prefix.n && str_starts(*s, prefix) && !view_scan_path_length(v->resource, *s))
		return err_set(err, ERR_USAGE, "a quote is not closed");
	size_t n = view_scan_key_length(v->resource, *s);
	if (n) {
		t.key = arena_str(&v->text_arena, str_sub(*s, 0, n));
		*s = str_sub(*s, n, s->n);
		t.op = view_scan_op(s);
	} else if (s->n > 1 && s->p[0] == '~' && s->p[1] != ' ') {
		t.op = view_scan_op(s);
	}
	bool list = n && (str_eqz(t.key, "cols") || str_eqz(t.key, "group")) && s->n &&
	    s->p[0] != '"';
	if (!(list ? view_scan_list(&v->text_arena, s, &t.value, err)
		   : view_scan_value(&v->text_arena, s, &t.value, err)))
		return false;
	if (is_shape_key(t.key))
		return t.op >= VIEW_MATCHES
		    ? err_set(err, ERR_USAGE, "%.*s takes =, not %s", STR_ARG(t.key),
			  view_op_signs[t.op])
		    : parse_shape(v, &t, err);
	const struct column *c = column_find(v->resource->columns, t.key);
	if (n && c && !has_values(c, err))
		return false;
	if (n && !is_in_word_list(t.key, v->resource->keys) && !c &&
	    !(prefix.n && t.key.n > prefix.n && str_starts(t.key, prefix)))
		return set_unknown_key_error(v, t.key, err);
	if (!is_in_word_list(t.key, v->resource->keys))
		t.key = current_column_name(v->resource, t.key);
	if (n || t.value.n)
		vec_push(&v->terms, t);
	return true;
}

bool
view_parse_terms(
    struct view *v, const struct view_resource *resource, struct str line, struct err *err)
{
	*v = (struct view){ .resource = resource, .term_resource = resource };
	line = str_trim(line);
	while (line.n) {
		if (line.p[0] == ' ')
			line = str_sub(line, 1, line.n);
		else if (!parse_term(v, &line, err))
			return false;
	}
	return check_sort_and_columns(v, err);
}

bool
view_parse(struct view *v, struct str line, struct err *err)
{
	const char *names[RESOURCES_MAX + 1] = { 0 };
	*v = (struct view){ 0 };
	line = str_trim(line);
	size_t end = str_find_char(line, ' ');
	struct str word = str_sub(line, 0, end);
	for (size_t i = 0; view_resources[i].name && i < RESOURCES_MAX; i++) {
		names[i] = view_resources[i].name;
		if (str_eq_nocase(word, str_of(names[i]))) /* any case, as shown on row 2 */
			return view_parse_terms(
			    v, &view_resources[i], str_sub(line, word.n, line.n), err);
	}
	return set_unknown_word_error(word, "resource", names, err);
}

void
view_free(struct view *v)
{
	vec_free(&v->terms);
	vec_free(&v->columns);
	vec_free(&v->group_keys);
	arena_free(&v->text_arena);
	*v = (struct view){ 0 };
}

/* True if the value without quotes would be cut short, or start a quote. */
static bool
value_splits_into_words(struct str value)
{
	struct str blanks = STR(" \t\r\n");
	for (size_t i = 0; i < value.n; i++)
		if (str_find_char(blanks, value.p[i]) != SIZE_MAX)
			return true;
	return value.n == 0 || value.p[0] == '"';
}

/* True if the value must be quoted to be read back unchanged. */
static bool
needs_quotes(const struct view_resource *r, const struct view_term *t)
{
	if (value_splits_into_words(t->value))
		return true;
	if (t->op == VIEW_LESS || t->op == VIEW_MORE)
		return t->value.p[0] == '=';
	return t->op == VIEW_WORD &&
	    (view_scan_key_length(r, t->value) || t->value.p[0] == '~' ||
		(t->value.p[0] == '!' && !t->negated));
}

void
view_write_quoted(struct buf *out, struct str value)
{
	buf_addc(out, '"');
	for (size_t i = 0; i < value.n; i++) {
		if (value.p[i] == '"' || value.p[i] == '\\')
			buf_addc(out, '\\');
		buf_addc(out, value.p[i]);
	}
	buf_addc(out, '"');
}

static void
write_value(struct buf *out, struct str value, bool quotes)
{
	if (quotes)
		view_write_quoted(out, value);
	else
		buf_adds(out, value);
}

void
view_write_term(struct buf *out, const struct view_resource *r, const struct view_term *t)
{
	buf_addz(out, t->negated ? "!" : "");
	buf_adds(out, t->key);
	buf_addz(out, view_op_signs[t->op]);
	write_value(out, t->value, needs_quotes(r, t));
}

void
view_write_terms(struct buf *out, const struct view *v)
{
	for (size_t i = 0; i < v->terms.n; i++) {
		buf_addz(out, i ? " " : "");
		view_write_term(
		    out, v->term_resource ? v->term_resource : v->resource, &v->terms.v[i]);
	}
}

/* Appends " group=tag,day". */
static void
write_list(struct buf *out, const char *key, struct str list)
{
	if (!list.n)
		return;
	size_t blank = view_scan_find(list, ' ', false);
	buf_addf(out, " %s=", key);
	write_value(out, list, blank != SIZE_MAX || list.p[0] == '"');
}

static void
write_groups(struct buf *out, const struct view *v)
{
	struct buf list = { 0 };
	for (size_t i = 0; i < v->group_keys.n; i++)
		buf_addf(&list, "%s%.*s", i ? "," : "", STR_ARG(v->group_keys.v[i]));
	write_list(out, "group", buf_str(&list));
	buf_free(&list);
}

void
view_write_columns(struct buf *out, const struct view *v)
{
	struct buf list = { 0 };
	for (size_t i = 0; i < v->columns.n; i++) {
		buf_addf(&list, "%s%.*s", i ? "," : "", STR_ARG(v->columns.v[i].name));
		if (v->columns.v[i].width)
			buf_addf(&list, ":%d", v->columns.v[i].width);
	}
	write_list(out, "cols", buf_str(&list));
	buf_free(&list);
}

void
view_write(struct buf *out, const struct view *v)
{
	buf_addz(out, v->resource->name);
	if (v->terms.n)
		buf_addc(out, ' ');
	view_write_terms(out, v);
	write_groups(out, v);
	if (v->sort_count) {
		buf_addz(out, " sort=");
		view_write_sort(out, v);
	}
	view_write_columns(out, v);
}

bool
view_is_filtered(const struct view *v)
{
	return v->terms.n > 0;
}

struct str
view_term_value(const struct view *v, const char *key)
{
	for (size_t i = 0; i < v->terms.n; i++)
		if (!v->terms.v[i].negated && str_eqz(v->terms.v[i].key, key))
			return v->terms.v[i].value;
	return STR_NONE;
}

/* True if the key may name a person. In a list of baskets all keys may, except the ones listed
 * here, and so in the audit; in other lists only the user who changed an item. */
static bool
key_names_person(const struct view *v, struct str key)
{
	static const char *const get_harmless_request_id[] = { "id", "since", "until", "tag",
		"start-page", "product", "offer", "items", "channel", "kind", "reach", "age",
		"created", "due", "type", "service", "baskets", "bought", "country", "device",
		"issuer", "medium", "mailing", "day", "week", "hour", "bucket", "status",
		"contacted", "completed", NULL };
	static const char *const audit_keys_without_people[] = { "action", "result", "request",
		"since", "until", NULL };
	if (v->resource->endpoint == ENDPOINT_AUDIT)
		return !is_in_word_list(key, audit_keys_without_people);
	return v->resource->endpoint == ENDPOINT_BASKETS
	    ? !is_in_word_list(key, get_harmless_request_id)
	    : str_eqz(key, "user");
}

bool
view_may_name_people(const struct view *v)
{
	for (size_t i = 0; i < v->terms.n; i++)
		if (key_names_person(v, v->terms.v[i].key))
			return true;
	return false;
}

void
view_mask_people(struct view *v, const struct mask *m)
{
	for (size_t i = 0; i < v->terms.n; i++) {
		struct view_term *t = &v->terms.v[i];
		struct buf other = { 0 };
		if (!key_names_person(v, t->key))
			continue;
		/* A term without a key is a word of any column, most often of a name. */
		mask_text(
		    &other, m, t->key.n ? mask_kind_of_key(t->key) : MASK_PERSON, t->value);
		t->value = arena_str(&v->text_arena, buf_str(&other));
		buf_free(&other);
	}
}

void
view_inherit_shape(struct view *v, const struct view *from)
{
	for (size_t i = 0; !v->group_keys.n && i < from->group_keys.n; i++) {
		struct str name = arena_str(&v->text_arena, from->group_keys.v[i]);
		vec_push(&v->group_keys, name);
		v->resource = from->resource;
	}
	if (!v->sort_count)
		for (; v->sort_count < from->sort_count; v->sort_count++) {
			v->sorts[v->sort_count] = from->sorts[v->sort_count];
			v->sorts[v->sort_count].column =
			    arena_str(&v->text_arena, from->sorts[v->sort_count].column);
		}
	if (v->columns.n)
		return;
	for (size_t i = 0; i < from->columns.n; i++) {
		struct view_column column = { arena_str(&v->text_arena, from->columns.v[i].name),
			from->columns.v[i].width };
		vec_push(&v->columns, column);
	}
}
