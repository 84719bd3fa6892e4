#include "service/demo/load_check.h"

#include "base/clock.h"
#include "base/utf8.h"
#include "model/check.h"
#include "model/when.h"
#include "wire/catalog.h"
#include "wire/member.h"

#include <stdlib.h>

typedef VEC(struct catalog_item) item_vec;

struct problem {
	struct load_place place;
	size_t order; /* that of its finding */
	struct str words;
};

struct problems {
	struct arena arena;
	const struct loaded_items *loaded;
	struct str *texts; /* JSON of each object of the file */
	struct index *by_text; /* number of an object, by the address of its path's text */
	uint32_t journeys;     /* number of the journeys, or UINT32_MAX */
	VEC(struct problem) v;
	size_t unsure;
};

struct list_read {
	struct problems *problems;
	item_vec items;
	struct journeys journeys;
	int64_t last_number;
	size_t page_count; /* number of items of the current page */
};

void
load_item_key(struct buf *out, const struct store_item *item)
{
	buf_addf(out, "%d\n%.*s\n%.*s", (int)item->list, STR_ARG(item->path), STR_ARG(item->id));
}

static uint32_t
find_number(const struct loaded_items *loaded, const struct store_item *stored)
{
	struct buf key = { 0 };
	load_item_key(&key, stored);
	uint32_t number = index_get(loaded->by_key, buf_str(&key));
	buf_free(&key);
	return number;
}

/* Several objects may have the same path, but each has its own text of it. */
static struct str
address_of(const char *const *text)
{
	return str_from((const char *)text, sizeof(*text));
}

/* Objects that cannot be parsed were refused before. */
static bool
add_item(void *ctx, const struct store_item *stored)
{
	struct list_read *r = ctx;
	struct problems *p = r->problems;
	struct arena *a = &p->arena;
	struct str json = arena_str(a, stored->json);
	uint32_t number = find_number(p->loaded, stored);
	struct catalog_item item;
	struct err ignored;
	r->last_number = stored->number;
	r->page_count++;
	if (stored->list == STORE_JOURNEYS) {
		journeys_read(&r->journeys, a, json, 0, &ignored);
		p->journeys = number;
	} else if (catalog_item_read(&item, a, json, 0, &ignored)) {
		vec_push(&r->items, item);
		index_put(p->by_text, address_of(&item.path.p), number);
	}
	if (number != UINT32_MAX)
		p->texts[number] = json;
	return true;
}

static int
by_path(const void *a, const void *b)
{
	return str_cmp(((const struct catalog_item *)a)->path, ((const struct catalog_item *)b)->path);
}

static bool
read_list(struct list_read *r, struct store_tx *tx, enum store_list list, struct err *err)
{
	struct store_item_query q = {
		.list = list, .limit = STORE_PAGE_ITEMS_MAX, .modified_after = WHEN_NONE
	};
	do {
		r->page_count = 0;
		if (!store_list_items(tx, &q, add_item, r, err))
			return false;
		q.after_number = r->last_number;
	} while (r->page_count == q.limit);
	if (r->items.n)
		qsort(r->items.v, r->items.n, sizeof(*r->items.v), by_path);
	return true;
}

/* ---- places ---- */

size_t
load_count_characters(struct str text)
{
	size_t count = 0;
	uint32_t ignored;
	while (text.n) {
		size_t n = utf8_decode(text, &ignored);
		text = str_sub(text, n ? n : 1, text.n);
		count++;
	}
	return count;
}

/* The first string in the JSON with that text, or STR_NONE. */
static struct str
find_string(struct str json, struct str text)
{
	struct json_lex lex;
	struct json_lex_token t;
	struct str found = STR_NONE;
	struct buf plain = { 0 };
	json_lex_start(&lex, json);
	while (!found.p && text.n && json_lex_next(&lex, &t)) {
		buf_reset(&plain);
		if (t.kind == JSON_LEX_VALUE && json_is_string(t.text))
			json_lex_unquote(&plain, t.text);
		if (str_eq(buf_str(&plain), text))
			found = t.text;
	}
	buf_free(&plain);
	return found;
}

/* The journey with that number, or STR_NONE. */
static struct str
find_journey(struct str json, size_t number)
{
	struct member_walk w;
	struct member m;
	struct str list = member_find(json, STR("journeys"));
	if (!json_is_array(list))
		return STR_NONE;
	member_start(&w, list);
	while (member_next(&w, &m))
		if (--number == 0)
			return m.value;
	return STR_NONE;
}

/* The place of the text that the finding mentions, or of its object. */
static struct load_place
find_place(const struct problems *p, const struct check_finding *found, uint32_t number)
{
	struct load_place place = p->loaded->places.v[number];
	struct str json = p->texts[number], at;
	if (!json.p)
		return place;
	at = found->journey_number ? find_journey(json, found->journey_number)
				   : find_string(json, found->mentioned);
	if (at.p)
		place.column += load_count_characters(str_sub(json, 0, (size_t)(at.p - json.p)));
	return place;
}

/* ---- problems ---- */

/* True if a refused line may be the reason. */
static bool
is_unsure(const struct problems *p, const struct check_finding *found)
{
	return p->loaded->has_refused &&
	    (found->rule == CHECK_JOURNEY_SEGMENT || found->rule == CHECK_JOURNEY_TAG ||
		(found->mentioned.n &&
		    index_get(p->loaded->refused_paths, found->mentioned) != UINT32_MAX));
}

static void
add_problem(void *ctx, const struct check_finding *found)
{
	struct problems *p = ctx;
	const struct check_rule_info *rule = &check_rules[found->rule];
	uint32_t number = found->journey_number ? p->journeys
						: index_get(p->by_text, address_of(&found->path.p));
	if (number == UINT32_MAX || rule->severity == CHECK_NOTE)
		return;
	if (is_unsure(p, found)) {
		p->unsure++;
		return;
	}
	const char *severity = check_severities[rule->severity];
	struct problem problem = { .place = find_place(p, found, number), .order = p->v.n };
	problem.words = found->journey_number
	    ? arena_printf(&p->arena, "%s: journey %zu: %.*s (%s)", severity, found->journey_number,
		  STR_ARG(found->message), rule->id)
	    : arena_printf(&p->arena, "%s: %.*s: %.*s (%s)", severity, STR_ARG(found->path),
		  STR_ARG(found->message), rule->id);
	vec_push(&p->v, problem);
}

static int
by_place(const void *x, const void *y)
{
	const struct problem *a = x, *b = y;
	if (a->place.line != b->place.line)
		return (a->place.line > b->place.line) - (a->place.line < b->place.line);
	if (a->place.column != b->place.column)
		return (a->place.column > b->place.column) - (a->place.column < b->place.column);
	return (a->order > b->order) - (a->order < b->order);
}

static void
report_problems(struct problems *p, load_fault_fn *on_problem, void *ctx)
{
	struct buf words = { 0 };
	if (p->v.n)
		qsort(p->v.v, p->v.n, sizeof(*p->v.v), by_place);
	for (size_t i = 0; i < p->v.n; i++) {
		buf_reset(&words);
		buf_adds(&words, p->v.v[i].words);
		on_problem(ctx, p->v.v[i].place, buf_z(&words));
	}
	buf_free(&words);
}

static struct check_items
items_of(const struct list_read *lists, enum store_list list)
{
	return (struct check_items){ lists[list].items.v, lists[list].items.n };
}

bool
load_check(struct store_tx *tx, const struct loaded_items *loaded, load_fault_fn *on_problem,
    void *ctx, size_t *unsure, struct err *err)
{
	struct list_read lists[STORE_JOURNEYS + 1] = { 0 };
	struct problems p = {
		.loaded = loaded, .by_text = index_new(), .journeys = UINT32_MAX
	};
	bool ok = true;
	p.texts = arena_array(&p.arena, struct str, loaded->places.n);
	for (int i = STORE_CAMPAIGNS; ok && i <= STORE_JOURNEYS; i++) {
		lists[i].problems = &p;
		ok = read_list(&lists[i], tx, (enum store_list)i, err);
	}
	if (ok) {
		const struct journeys *journeys = &lists[STORE_JOURNEYS].journeys;
		const struct check_catalog c = { .campaigns = items_of(lists, STORE_CAMPAIGNS),
			.offers = items_of(lists, STORE_OFFERS),
			.assets = items_of(lists, STORE_ASSETS),
			.products = items_of(lists, STORE_PRODUCTS),
			.segments = items_of(lists, STORE_SEGMENTS),
			.journeys = journeys,
			.now = clock_real() };
		check_catalog(&c, add_problem, &p);
		check_journeys(journeys, &c.segments, &c.offers, NULL, add_problem, &p);
		report_problems(&p, on_problem, ctx);
		*unsure = p.unsure;
	}
	for (int i = 0; i <= STORE_JOURNEYS; i++)
		vec_free(&lists[i].items);
	vec_free(&p.v);
	index_free(p.by_text);
	arena_free(&p.arena);
	return ok;
}
