#include "model/check.h"

#include "base/mem.h"
#include "model/catalog.h"

/* Items, and whether something refers to each of them. */
struct usage_marks {
	const struct check_items *items;
	bool *used;
};

static void
mark_used(struct usage_marks *u, struct str path)
{
	const struct catalog_item *item = check_find_item(u->items, path);
	if (item)
		u->used[item - u->items->v] = true;
}

static void
mark_all_used(struct usage_marks *u, const struct text_list *paths)
{
	for (size_t i = 0; i < paths->n; i++)
		mark_used(u, paths->v[i]);
}

static struct usage_marks
new_usage_marks(const struct check_items *items)
{
	return (struct usage_marks){ items, x_new_array(bool, items->n) };
}

static void
report_unused_items(
    struct check_context *c, struct usage_marks *u, enum check_rule rule, const char *message)
{
	for (size_t i = 0; i < u->items->n; i++)
		if (!u->used[i])
			check_add_finding(c, rule, u->items->v[i].path, "%s", message);
	x_free(u->used);
}

static void
mark_condition_segments(struct usage_marks *segments, const struct journeys *journeys)
{
	for (size_t i = 0; i < journeys->n; i++)
		for (size_t k = 0; k < journeys->v[i].conditions_n; k++)
			mark_used(segments, journeys->v[i].conditions[k].value);
}

static void
check_orphan_segments(struct check_context *c, const struct check_catalog *catalog)
{
	struct usage_marks segments = new_usage_marks(&catalog->segments);
	for (size_t i = 0; i < catalog->offers.n; i++)
		mark_all_used(&segments, &catalog->offers.v[i].segments);
	mark_condition_segments(&segments, catalog->journeys);
	report_unused_items(c, &segments, CHECK_ORPHAN_SEGMENT, "not used in any offer or journey");
}

static void
check_orphan_assets(struct check_context *c, const struct check_catalog *catalog)
{
	const struct check_items *lists[] = { &catalog->campaigns, &catalog->offers,
		&catalog->assets, &catalog->products, &catalog->segments };
	struct usage_marks assets = new_usage_marks(&catalog->assets);
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		for (size_t k = 0; k < lists[i]->n; k++)
			mark_all_used(&assets, &lists[i]->v[k].images);
	report_unused_items(c, &assets, CHECK_ORPHAN_ASSET, "no image__ attribute uses it");
}

void
check_orphans(struct check_context *c, const struct check_catalog *catalog)
{
	if (catalog->journeys)
		check_orphan_segments(c, catalog);
	check_orphan_assets(c, catalog);
}
