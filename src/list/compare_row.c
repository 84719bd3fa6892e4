#include "list/compare_row.h"

#include "list/columns.h"
#include "list/rows.h"
#include "wire/json_lex.h"
#include "wire/member.h"

#include <stddef.h>

/* Members that two items always have of their own. */
static bool
is_own_member(struct str path)
{
	static const char *const own[] = { "id", "path", "parent_path", "name", "created", "modified",
		"version", "version_date", "user", "duplicatedFrom", "commitId" };
	static const char *const ends[] = { ".id", ".lastSynced", ".created", ".modified" };
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (str_eqz(path, own[i]))
			return true;
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (str_ends(path, str_of(ends[i])))
			return true;
	return false;
}

static struct str
without_roots(struct str path)
{
	static const char *const roots[] = { "data.", "attributes." };
	for (size_t i = 0; i < sizeof(roots) / sizeof(*roots); i++)
		if (str_starts(path, str_of(roots[i])))
			path = str_sub(path, str_of(roots[i]).n, path.n);
	return path;
}

static struct str
copy_value(struct arena *a, struct str json)
{
	struct buf text = { 0 };
	if (json_is_string(json))
		json_lex_unquote(&text, json);
	else
		buf_adds(&text, json);
	struct str value = arena_move_buf(a, &text);
	buf_free(&text);
	return value;
}

static void
add_compared_row(struct item_comparison *c, struct compare_row row)
{
	struct buf folded = { 0 };
	row_fold_line(&folded, row.member);
	row_fold_line(&folded, row.first);
	row_fold_line(&folded, row.second);
	row.search_text = arena_move_buf(&c->text_arena, &folded);
	buf_free(&folded);
	c->differing_count += row.state == COMPARE_DIFFERS;
	c->same_count += row.state == COMPARE_SAME;
	vec_push(&c->rows, row);
}

/* STR_NONE for `first` or `second`: the item does not have the member. */
static void
add_compared_member(struct item_comparison *c, struct str path, struct str first, struct str second)
{
	struct arena *a = &c->text_arena;
	/* The link is a secret, and different for each basket; an item without members has no path. */
	if (str_eqz(path, "recoveryLink") || !path.n)
		return;
	struct compare_row row = { .id = arena_str(a, path),
		.has_first = first.p != NULL,
		.has_second = second.p != NULL };
	row.member = without_roots(row.id);
	row.first = first.p ? copy_value(a, first) : STR_NONE;
	row.second = second.p ? copy_value(a, second) : STR_NONE;
	row.state = is_own_member(path) ? COMPARE_OWN
	    : str_eq(first, second) && row.has_first == row.has_second ? COMPARE_SAME
									: COMPARE_DIFFERS;
	add_compared_row(c, row);
}

static void
add_extra(struct item_comparison *c, const struct compare_extra *e)
{
	struct compare_row row = { .id = arena_str(&c->text_arena, str_of(e->name)),
		.first = arena_str(&c->text_arena, e->first),
		.second = arena_str(&c->text_arena, e->second),
		.has_first = e->first.n > 0,
		.has_second = e->second.n > 0 };
	row.member = row.id;
	row.state = str_eq(e->first, e->second) ? COMPARE_SAME : COMPARE_DIFFERS;
	if (row.has_first || row.has_second)
		add_compared_row(c, row);
}

/* The path of the list that a leaf is an element of: "segments" for "segments.0". STR_NONE if the
 * last step is not a number. */
static struct str
list_of_element(struct str path)
{
	size_t dot = SIZE_MAX;
	int64_t at;
	for (size_t i = 0; i < path.n; i++)
		dot = path.p[i] == '.' ? i : dot;
	return dot != SIZE_MAX && str_to_int64(str_sub(path, dot + 1, path.n), &at)
	    ? str_sub(path, 0, dot)
	    : STR_NONE;
}

/* Joins the elements of lists of plain values: an element that was inserted would make all later
 * ones differ. */
static void
join_lists(struct json_leaves *leaves, struct arena *a)
{
	size_t kept = 0;
	for (size_t i = 0, n; i < leaves->list.n; i += n) {
		struct json_leaf leaf = leaves->list.v[i];
		struct str list = list_of_element(leaf.path);
		struct buf joined = { 0 };
		for (n = 1; list.n && i + n < leaves->list.n &&
		     str_eq(list, list_of_element(leaves->list.v[i + n].path));)
			n++;
		for (size_t k = 0; list.n && k < n; k++) {
			struct str value = leaves->list.v[i + k].value;
			buf_addz(&joined, k ? ", " : "");
			if (json_is_string(value))
				json_lex_unquote(&joined, value);
			else
				buf_adds(&joined, value);
		}
		if (list.n) {
			leaf.path = list;
			leaf.value = arena_move_buf(a, &joined);
		}
		leaves->list.v[kept++] = leaf;
		buf_free(&joined);
	}
	leaves->list.n = kept;
}

/* Finds a leaf from a place on, since both items mostly have the same order. */
static size_t
find_leaf(const struct json_leaves *leaves, struct str path, size_t from)
{
	size_t n = leaves->list.n;
	for (size_t i = 0; i < n; i++) {
		size_t at = (from + i) % n;
		if (str_eq(leaves->list.v[at].path, path))
			return at;
	}
	return SIZE_MAX;
}

/* Moves the rows of each state together, in their order. */
static void
order_by_state(struct item_comparison *c)
{
	VEC(struct compare_row) ordered = { 0 };
	vec_reserve(&ordered, c->rows.n);
	for (int state = 0; state < COMPARE_STATES; state++)
		for (size_t i = 0; i < c->rows.n; i++)
			if (c->rows.v[i].state == (enum compare_state)state)
				vec_push(&ordered, c->rows.v[i]);
	for (size_t i = 0; i < ordered.n; i++)
		c->rows.v[i] = ordered.v[i];
	vec_free(&ordered);
}

static bool
cut_leaves(struct json_leaves *leaves)
{
	bool cut = leaves->list.n > COMPARE_MEMBERS_MAX;
	if (cut)
		leaves->list.n = COMPARE_MEMBERS_MAX;
	return cut;
}

void
item_comparison_make(struct item_comparison *c, struct str first, struct str second,
    const struct compare_extra *extras, size_t extras_n)
{
	struct json_leaves a = { 0 }, b = { 0 };
	struct arena scratch = { 0 };
	*c = (struct item_comparison){ 0 };
	json_flatten(&a, &scratch, first);
	json_flatten(&b, &scratch, second);
	join_lists(&a, &scratch);
	join_lists(&b, &scratch);
	c->is_cut = cut_leaves(&a) + cut_leaves(&b);
	bool *used = x_new_array(bool, b.list.n + 1);
	for (size_t i = 0; i < extras_n; i++)
		add_extra(c, &extras[i]);
	for (size_t i = 0, at = 0; i < a.list.n; i++) {
		size_t found = b.list.n ? find_leaf(&b, a.list.v[i].path, at) : SIZE_MAX;
		bool other = found != SIZE_MAX;
		at = other ? found + 1 : at;
		if (other)
			used[found] = true;
		add_compared_member(c, a.list.v[i].path, a.list.v[i].value,
		    other ? b.list.v[found].value : STR_NONE);
	}
	for (size_t i = 0; i < b.list.n; i++)
		if (!used[i])
			add_compared_member(c, b.list.v[i].path, STR_NONE, b.list.v[i].value);
	order_by_state(c);
	x_free(used);
	leaves_free(&a);
	leaves_free(&b);
	arena_free(&scratch);
}

void
item_comparison_free(struct item_comparison *c)
{
	arena_free(&c->text_arena);
	vec_free(&c->rows);
}

/* ---- rows ---- */

static void
write_compare_state(struct buf *out, const void *of, const struct cell_context *c)
{
	static const char *const words[] = {
		[COMPARE_DIFFERS] = "differs", [COMPARE_OWN] = "of its own", [COMPARE_SAME] = "same"
	};
	(void)c;
	buf_addz(out, words[((const struct compare_row *)of)->state]);
}

static void
write_side(struct buf *out, struct str text, bool has, const struct cell_context *c)
{
	if (has)
		cell_add_value(out, text, c);
	else if (!c->as_data)
		buf_addz(out, c->ascii ? "-" : "\xC2\xB7");
}

static void
write_first(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct compare_row *row = of;
	write_side(out, row->first, row->has_first, c);
}

static void
write_second(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct compare_row *row = of;
	write_side(out, row->second, row->has_second, c);
}

static const struct column columns[] = {
	{ COLUMN("member", "MEMBER", 16, 30, ALWAYS),
	    .text_offset = offsetof(struct compare_row, member) },
	{ COLUMN("first", "FIRST", 16, 40, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY,
	    .write_cell = write_first },
	{ COLUMN("second", "SECOND", 16, 40, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY,
	    .write_cell = write_second },
	{ COLUMN("state", "STATE", 10, 10, ROOM), .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_compare_state },
	{ .id = NULL },
};

static bool
match_member(const struct row_term *t, const void *of, struct str json)
{
	const struct compare_row *row = of;
	(void)json;
	return row_term_is_word(t) ? row_term_matches_any(t, row->search_text)
				   : row_term_matches_column(t, row);
}

/* Rows stay in the order of item_comparison_make(). */
static int
keep_order(const void *a, const void *b)
{
	(void)a;
	(void)b;
	return 0;
}

static const struct row_ops compare_row_ops = {
	.size = sizeof(struct compare_row),
	.id_offset = offsetof(struct compare_row, id),
	.match_term = match_member,
	.compare = keep_order,
	.search_text_offset = offsetof(struct compare_row, search_text),
};

const struct view_resource compare_resource = {
	.name = "members",
	.singular = "member",
	.keys = (const char *const[]){ "member", "first", "second", "state", NULL },
	.columns = columns,
	.row_ops = &compare_row_ops,
};
