/* The checks find exactly the problems that the packs contain, by rule and path. */
#include "model/check.h"
#include "pack.h"
#include "wire/catalog.h"

#include <string.h>

struct findings {
	VEC(struct str) lines; /* "rule path" per finding */
	struct arena arena;
};

static void
add_line(struct findings *f, struct str rule, struct str path)
{
	struct str line = arena_printf(&f->arena, "%.*s %.*s", STR_ARG(rule), STR_ARG(path));
	vec_push(&f->lines, line);
}

static void
note(void *ctx, const struct check_finding *found)
{
	add_line(ctx, str_of(check_rules[found->rule].id), found->path);
}

static int
by_path(const void *x, const void *y)
{
	const struct catalog_item *a = x, *b = y;
	int order = str_cmp(a->path, b->path);
	return order ? order : str_cmp(a->id, b->id);
}

static struct check_items
items_of(struct pack *p, enum demo_kind kind)
{
	struct catalog_item *v = arena_array(&p->arena, struct catalog_item, p->things.n);
	struct err err;
	size_t n = 0;
	for (size_t i = 0; i < p->things.n; i++)
		if (p->things.v[i].kind == kind)
			assert_true(
			    catalog_item_read(&v[n++], &p->arena, p->things.v[i].json, 0, &err));
	qsort(v, n, sizeof(*v), by_path);
	return (struct check_items){ v, n };
}

static void
check_pack(struct findings *f, const char *name)
{
	CLEANUP(pack_free)
	struct pack p = pack_make(name, ALL_KINDS & ~(unsigned)(DEMO_BASKETS | DEMO_OWNERS));
	struct journeys journeys = { 0 };
	struct err err;
	for (size_t i = 0; i < p.things.n; i++)
		if (p.things.v[i].kind == DEMO_JOURNEYS)
			assert_true(
			    journeys_read(&journeys, &p.arena, p.things.v[i].json, 0, &err));
	assert_true(journeys.n >= 9);
	const struct check_catalog catalog = { .campaigns = items_of(&p, DEMO_CAMPAIGNS),
		.offers = items_of(&p, DEMO_OFFERS),
		.assets = items_of(&p, DEMO_ASSETS),
		.products = items_of(&p, DEMO_PRODUCTS),
		.segments = items_of(&p, DEMO_SEGMENTS),
		.journeys = &journeys,
		.now = NOW };
	check_catalog(&catalog, note, f);
}

static void
remove_line(struct findings *f, struct str rule, struct str path)
{
	struct str line = arena_printf(&f->arena, "%.*s %.*s", STR_ARG(rule), STR_ARG(path));
	for (size_t i = 0; i < f->lines.n; i++)
		if (str_eq(f->lines.v[i], line)) {
			vec_remove(&f->lines, i);
			return;
		}
	fail_msg("not found: %.*s", STR_ARG(line));
}

static void
remove_tour(struct findings *f)
{
	auto_buf file = { 0 };
	struct str json = expected_file(&file, "tour.json"), rule;
	char path[40];
	for (unsigned i = 0;; i++) {
		snprintf(path, sizeof(path), "findings.%u.rule", i);
		if (!(rule = text_at(&f->arena, json, path)).p)
			break;
		snprintf(path, sizeof(path), "findings.%u.path", i);
		remove_line(f, rule, text_at(&f->arena, json, path));
	}
}

static void
end(struct findings *f)
{
	for (size_t i = 0; i < f->lines.n; i++)
		print_error("one more: %.*s\n", STR_ARG(f->lines.v[i]));
	assert_int_equal(f->lines.n, 0);
	vec_free(&f->lines);
	arena_free(&f->arena);
}

TEST(the_tour_has_its_documented_findings)
{
	CLEANUP(end) struct findings f = { 0 };
	check_pack(&f, "tour");
	assert_int_equal(f.lines.n, 12);
	remove_tour(&f);
}

/* WA10, WA21 to WA24, WA26 to WA30, WA32, and items that are not used. */
TEST(the_awkward_cases_are_found_by_their_rules)
{
	CLEANUP(end) struct findings f = { 0 };
	auto_buf file = { 0 };
	struct str json = expected_file(&file, "awkward.json"), item;
	char path[60];
	check_pack(&f, "awkward");
	remove_tour(&f);
	for (int r = 0; r < CHECK_RULES; r++)
		for (unsigned i = 0;; i++) {
			snprintf(path, sizeof(path), "findings.%s.%u", check_rules[r].id, i);
			if (!(item = text_at(&f.arena, json, path)).p)
				break;
			remove_line(&f, str_of(check_rules[r].id), item);
		}
}
