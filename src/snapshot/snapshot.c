#include "snapshot/snapshot.h"

#include "app/file.h"
#include "base/json_quote.h"
#include "base/utf8.h"
#include "model/format.h"
#include "wire/json_scan.h"
#include "wire/json_text.h"
#include "wire/member.h"

#include <stdlib.h>

/* Pairs the journeys of two snapshots by their ids. For snapshot.c alone. */

struct journey_pair {
	struct str name;     /* its id; "#3" without one; "id (2)" for the second with an id */
	struct str old, new; /* JSON; STR_NONE if it does not exist there */
};

struct journey_pairs {
	VEC(struct journey_pair) list; /* in the new order, removed ones last */
	/* Lists of names as JSON if the order of the common ones differs; else STR_NONE. */
	struct str old_order, new_order;
};

struct named_journey {
	struct str name, json;
	bool in_both;
};

struct journey_list {
	VEC(struct named_journey) v;
};

static size_t
count_with_id(const struct journey_list *l, struct str id)
{
	size_t n = 0;
	for (size_t i = 0; i < l->v.n; i++) {
		struct buf own = { 0 };
		bool same = member_read_text(&own, l->v.v[i].json, STR("id")) &&
		    str_eq(buf_str(&own), id);
		n += same;
		buf_free(&own);
	}
	return n;
}

static void
read_journeys(struct journey_list *l, struct arena *a, struct str json)
{
	struct member_walk w;
	struct member m;
	struct str array = member_find(json, STR("journeys"));
	if (!json_is_array(array))
		return;
	member_start(&w, array);
	while (member_next(&w, &m)) {
		struct buf id = { 0 };
		bool named = json_is_object(m.value) && member_read_text(&id, m.value, STR("id")) &&
		    id.n;
		size_t before = named ? count_with_id(l, buf_str(&id)) : 0;
		struct named_journey n = { .json = m.value };
		if (!named)
			n.name = arena_printf(a, "#%zu", l->v.n + 1);
		else if (before)
			n.name = arena_printf(a, "%.*s (%zu)", STR_ARG(buf_str(&id)), before + 1);
		else
			n.name = arena_str(a, buf_str(&id));
		vec_push(&l->v, n);
		buf_free(&id);
	}
}

static struct named_journey *
find_journey_by_name(struct journey_list *l, struct str name)
{
	for (size_t i = 0; i < l->v.n; i++)
		if (str_eq(l->v.v[i].name, name))
			return &l->v.v[i];
	return NULL;
}

static struct str
journey_order_json(const struct journey_list *l, struct arena *a)
{
	struct buf out = { 0 };
	buf_addc(&out, '[');
	for (size_t i = 0; i < l->v.n; i++) {
		if (!l->v.v[i].in_both)
			continue;
		buf_addz(&out, out.n > 1 ? "," : "");
		json_quote(&out, l->v.v[i].name);
	}
	buf_addc(&out, ']');
	struct str kept = arena_str(a, buf_str(&out));
	buf_free(&out);
	return kept;
}

static bool
have_common_name(const struct journey_list *l, struct journey_list *other)
{
	for (size_t i = 0; i < l->v.n; i++)
		if (find_journey_by_name(other, l->v.v[i].name))
			return true;
	return false;
}

/* Names journeys by position, since each environment has its own ids. */
static void
name_journeys_by_position(struct journey_list *l, struct arena *a)
{
	for (size_t i = 0; i < l->v.n; i++)
		l->v.v[i].name = arena_printf(a, "#%zu", i + 1);
}

/* Texts are in the arena or in the JSON of the two configurations. With `by_place`, journeys of
 * two configurations that have no id in common are paired by position. */
static void
journey_pairs_read(
    struct journey_pairs *pairs, struct arena *a, struct str old, struct str new, bool by_place)
{
	struct journey_list before = { 0 }, after = { 0 };
	*pairs = (struct journey_pairs){ 0 };
	read_journeys(&before, a, old);
	read_journeys(&after, a, new);
	if (by_place && !have_common_name(&before, &after)) {
		name_journeys_by_position(&before, a);
		name_journeys_by_position(&after, a);
	}
	for (size_t i = 0; i < after.v.n; i++) {
		struct named_journey *n = &after.v.v[i],
				     *o = find_journey_by_name(&before, n->name);
		const struct journey_pair pair = { n->name, o ? o->json : STR_NONE, n->json };
		n->in_both = o != NULL;
		if (o)
			o->in_both = true;
		vec_push(&pairs->list, pair);
	}
	for (size_t i = 0; i < before.v.n; i++) {
		const struct journey_pair gone = { before.v.v[i].name, before.v.v[i].json,
			STR_NONE };
		if (!before.v.v[i].in_both)
			vec_push(&pairs->list, gone);
	}
	pairs->old_order = journey_order_json(&before, a);
	pairs->new_order = journey_order_json(&after, a);
	if (str_eq(pairs->old_order, pairs->new_order))
		pairs->old_order = pairs->new_order = STR_NONE;
	vec_free(&before.v);
	vec_free(&after.v);
}

static void
journey_pairs_free(struct journey_pairs *pairs)
{
	vec_free(&pairs->list);
}

enum { COMMIT_CELLS = 7, FILE_SIZE_MAX = 1 << 30 };

const char *const snapshot_kinds[] = {
	[SNAPSHOT_CAMPAIGN] = "campaign",
	[SNAPSHOT_OFFER] = "offer",
	[SNAPSHOT_ASSET] = "asset",
	[SNAPSHOT_PRODUCT] = "product",
	[SNAPSHOT_SEGMENT] = "segment",
	[SNAPSHOT_JOURNEYS] = "journeys",
};
_Static_assert(sizeof(snapshot_kinds) / sizeof(*snapshot_kinds) == SNAPSHOT_KINDS,
    "every kind needs a row in this table");

static const char *const published_words[] = {
	[FLAG_ABSENT] = "",
	[FLAG_NO] = ",\"published\":false",
	[FLAG_YES] = ",\"published\":true",
};
_Static_assert(sizeof(published_words) / sizeof(*published_words) == FLAG_VALUES,
    "every answer needs a row in this table");

void
snapshot_free(struct snapshot *s)
{
	vec_free(&s->items);
	arena_free(&s->text_arena);
}

static struct str
text_of_member(struct arena *a, struct str json, struct str name)
{
	struct buf text = { 0 };
	member_read_text(&text, json, name);
	struct str copy = arena_move_buf(a, &text);
	buf_free(&text);
	return copy;
}

/* Adds an item; the JSON is copied, path and id are read from it. */
static void
snapshot_add(struct snapshot *s, enum snapshot_kind kind, struct str json, unsigned flags)
{
	struct snapshot_item item = { .kind = kind, .flags = flags };
	item.json = arena_str(&s->text_arena, json);
	item.path = text_of_member(&s->text_arena, item.json, STR("path"));
	item.id = text_of_member(&s->text_arena, item.json, STR("id"));
	vec_push(&s->items, item);
}

void
snapshot_add_raw(struct snapshot *s, enum snapshot_kind kind, struct str json, unsigned flags)
{
	struct buf line = { 0 };
	bool fix = flags & SPAN_BAD_UTF8;
	json_text_add(&line, json, JSON_ONE_LINE | (fix ? JSON_REPAIR : 0));
	s->repaired_count += fix;
	snapshot_add(s, kind, buf_str(&line), flags);
	buf_free(&line);
}

static int
compare_kind_and_path(const struct snapshot_item *a, const struct snapshot_item *b)
{
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return str_cmp(a->path, b->path);
}

static int
compare_snapshot_items(const void *x, const void *y)
{
	const struct snapshot_item *a = x, *b = y;
	int order = compare_kind_and_path(a, b);
	return order ? order : str_cmp(a->id, b->id);
}

void
snapshot_sort(struct snapshot *s)
{
	if (s->items.n)
		qsort(s->items.v, s->items.n, sizeof(*s->items.v), compare_snapshot_items);
}

const struct snapshot_item *
snapshot_find(const struct snapshot *s, enum snapshot_kind kind, struct str path)
{
	const struct snapshot_item wanted = { .kind = kind, .path = path };
	size_t from = 0, to = s->items.n;
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		if (compare_kind_and_path(&s->items.v[middle], &wanted) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from < s->items.n && compare_kind_and_path(&s->items.v[from], &wanted) == 0
	    ? &s->items.v[from]
	    : NULL;
}

void
snapshot_append_summary(struct buf *out, const struct snapshot *s, struct str commit)
{
	format_plural(out, s->items.n, "item", "items");
	if (commit.n)
		buf_addz(out, " of ");
	text_clean(out, str_sub(commit, 0, COMMIT_CELLS), false);
	if (s->repaired_count)
		buf_addf(out, ", %zu malformed and repaired", s->repaired_count);
}

void
snapshot_write(struct buf *out, const struct snapshot *s)
{
	for (size_t i = 0; i < s->items.n; i++) {
		const struct snapshot_item *item = &s->items.v[i];
		buf_addf(out, "{\"kind\":\"%s\"%s,\"item\":", snapshot_kinds[item->kind],
		    published_words[item->published]);
		buf_adds(out, item->json);
		buf_addz(out, "}\n");
	}
}

/* ---- reading ---- */

static int
find_kind_by_name(struct str quoted)
{
	struct str name = quoted.n > 2 ? str_sub(quoted, 1, quoted.n - 2) : STR_NONE;
	for (int k = 0; k < SNAPSHOT_KINDS; k++)
		if (str_eqz(name, snapshot_kinds[k]))
			return k;
	return -1;
}

static bool
read_line(struct snapshot *s, struct str line, struct err *err)
{
	unsigned flags = 0;
	if (!json_scan_check(line, &json_scan_client_rules, &flags, err)) {
		err->kind = ERR_INVALID; /* an error of the file, not of a response */
		return false;
	}
	struct str kind = member_find(line, STR("kind")), item = member_find(line, STR("item"));
	struct str published = member_find(line, STR("published"));
	int k = find_kind_by_name(kind);
	if (!json_is_string(kind) || !json_is_object(item))
		return err_set(err, ERR_INVALID, "kind or item is missing");
	if (k < 0)
		return true;
	if (published.n && !str_eqz(published, "true") && !str_eqz(published, "false"))
		return err_set(err, ERR_INVALID, "its published must be true or false");
	snapshot_add(s, (enum snapshot_kind)k, item, flags);
	if (published.n)
		s->items.v[s->items.n - 1].published = str_eqz(published, "true") ? FLAG_YES
										  : FLAG_NO;
	return true;
}

bool
snapshot_read(struct snapshot *s, struct str text, struct err *err)
{
	struct str line;
	for (size_t number = 1; text.n && str_next(&text, '\n', &line); number++) {
		if (str_trim(line).n == 0 || read_line(s, line, err))
			continue;
		err_prefix(err, "line %zu", number);
		return false;
	}
	snapshot_sort(s);
	return true;
}

bool
snapshot_load(struct snapshot *s, const char *path, struct err *err)
{
	struct buf text = { 0 };
	bool ok = file_read(&text, path, FILE_SIZE_MAX, err);
	if (ok && !snapshot_read(s, buf_str(&text), err)) {
		err_prefix(err, "%s", path);
		ok = false;
	}
	buf_free(&text);
	return ok;
}

/* ---- differences ---- */

struct snapshot_differ {
	snapshot_change_fn *fn;
	void *ctx;
	struct snapshot_change change; /* change of the current item */
	bool differs;
	bool is_journeys_config; /* the item is the journeys configuration */
	enum snapshot_members compared_members;
};

static void
report_member(struct snapshot_differ *d, struct str member, struct str old, struct str new)
{
	d->change.member = member;
	d->change.old = old;
	d->change.new = new;
	d->differs = true;
	d->fn(d->ctx, &d->change);
}

static int
compare_leaf_paths(const void *x, const void *y)
{
	return str_cmp(((const struct json_leaf *)x)->path, ((const struct json_leaf *)y)->path);
}

static void
read_leaves(struct json_leaves *leaves, struct arena *a, struct str json)
{
	json_flatten(leaves, a, json);
	if (leaves->list.n)
		qsort(leaves->list.v, leaves->list.n, sizeof(*leaves->list.v), compare_leaf_paths);
}

/* True if two values are equal, even if texts are escaped differently. */
static bool
has_same_value(struct str a, struct str b)
{
	struct buf x = { 0 }, y = { 0 };
	if (str_eq(a, b))
		return true;
	if (!json_is_string(a) || !json_is_string(b))
		return false;
	json_lex_unquote(&x, a);
	json_lex_unquote(&y, b);
	bool same = str_eq(buf_str(&x), buf_str(&y));
	buf_free(&x);
	buf_free(&y);
	return same;
}

/* True for members that each environment sets for itself: ids anywhere, other members of an item
 * or of a product in it. Attributes may have any name. */
static bool
is_environment_specific(struct str path)
{
	static const char *const names[] = { "created", "modified", "version", "version_date",
		"user", "lastSynced", "etag", "revision", "commitId" };
	struct str rest = path, name = STR_NONE;
	size_t depth = 0;
	for (; rest.n && str_next(&rest, '.', &name); depth++)
		if (str_eqz(name, "attributes"))
			return false;
	bool of_item = depth == 1 || (depth == 4 && str_starts(path, STR("data.products.")));
	for (size_t i = 0; of_item && i < sizeof(names) / sizeof(*names); i++)
		if (str_eqz(name, names[i]))
			return true;
	return str_eqz(name, "id");
}

/* Compares the members below a path, which prefixes their names; journeys are compared by their
 * ids. */
static void
compare_members(struct snapshot_differ *d, struct str place, struct str old, struct str new)
{
	struct json_leaves a = { 0 }, b = { 0 };
	struct arena texts = { 0 };
	size_t i = 0, k = 0;
	read_leaves(&a, &texts, old);
	read_leaves(&b, &texts, new);
	while (i < a.list.n || k < b.list.n) {
		const struct json_leaf *x = i < a.list.n ? &a.list.v[i] : NULL;
		const struct json_leaf *y = k < b.list.n ? &b.list.v[k] : NULL;
		int order = !x ? 1 : !y ? -1 : str_cmp(x->path, y->path);
		struct str path = order <= 0 ? x->path : y->path;
		bool left_out = (d->is_journeys_config && !place.n &&
				    str_starts(path, STR("journeys"))) ||
		    (d->compared_members == SNAPSHOT_SHARED_MEMBERS &&
			is_environment_specific(path));
		struct str name = place.n
		    ? arena_printf(&texts, "%.*s.%.*s", STR_ARG(place), STR_ARG(path))
		    : path;
		if (!left_out && (order != 0 || !has_same_value(x->value, y->value)))
			report_member(d, name, order <= 0 ? x->value : STR_NONE,
			    order >= 0 ? y->value : STR_NONE);
		i += order <= 0;
		k += order >= 0;
	}
	leaves_free(&a);
	leaves_free(&b);
	arena_free(&texts);
}

/* Pairs journeys by id. A different position is a change of its own, since the first journey
 * that matches wins. */
static void
compare_journeys(struct snapshot_differ *d, struct str old, struct str new)
{
	struct journey_pairs pairs;
	struct arena texts = { 0 };
	journey_pairs_read(
	    &pairs, &texts, old, new, d->compared_members == SNAPSHOT_SHARED_MEMBERS);
	for (size_t i = 0; i < pairs.list.n; i++) {
		const struct journey_pair *p = &pairs.list.v[i];
		struct str place = arena_printf(&texts, "journeys[%.*s]", STR_ARG(p->name));
		if (!p->old.n || !p->new.n)
			report_member(d, place, p->old, p->new);
		else if (!str_eq(p->old, p->new))
			compare_members(d, place, p->old, p->new);
	}
	if (pairs.old_order.n)
		report_member(d, STR("journeys, their order"), pairs.old_order, pairs.new_order);
	journey_pairs_free(&pairs);
	arena_free(&texts);
}

static void
compare_items(
    struct snapshot_differ *d, const struct snapshot_item *a, const struct snapshot_item *b)
{
	static const char *const words[] = {
		[FLAG_ABSENT] = "",
		[FLAG_NO] = "false",
		[FLAG_YES] = "true",
	};
	_Static_assert(sizeof(words) / sizeof(*words) == FLAG_VALUES,
	    "every answer needs a row in this table");
	d->change = (struct snapshot_change){ .old_item = a, .new_item = b };
	if (!a || !b) {
		report_member(d, STR_NONE, STR_NONE, STR_NONE);
		return;
	}
	if (a->published != b->published && a->published && b->published)
		report_member(
		    d, STR("published"), str_of(words[a->published]), str_of(words[b->published]));
	if (str_eq(a->json, b->json))
		return;
	d->is_journeys_config = a->kind == SNAPSHOT_JOURNEYS;
	compare_members(d, STR_NONE, a->json, b->json);
	if (d->is_journeys_config)
		compare_journeys(d, a->json, b->json);
}

size_t
snapshot_diff(const struct snapshot *before, const struct snapshot *after,
    enum snapshot_members which, snapshot_change_fn *fn, void *ctx)
{
	struct snapshot_differ d = { .fn = fn, .ctx = ctx, .compared_members = which };
	size_t i = 0, k = 0, differing = 0;
	while (i < before->items.n || k < after->items.n) {
		const struct snapshot_item *a = i < before->items.n ? &before->items.v[i] : NULL;
		const struct snapshot_item *b = k < after->items.n ? &after->items.v[k] : NULL;
		int order = !a ? 1 : !b ? -1 : compare_kind_and_path(a, b);
		d.differs = false;
		compare_items(&d, order <= 0 ? a : NULL, order >= 0 ? b : NULL);
		differing += d.differs;
		i += order <= 0;
		k += order >= 0;
	}
	return differing;
}
