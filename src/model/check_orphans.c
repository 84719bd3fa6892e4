#include "model/check.h"

#include "base/mem.h"

/* Items, and whether something refers to each of them. */
struct usage {
	const struct check_items *items;
	bool *used;
};

static void
use(struct usage *u, struct str path)
{
	const struct catalog_item *item = check_find_item(u->items, path);
	if (item)
		u->used[item - u->items->v] = true;
}

static void
count_all_uses(struct usage *u, const struct text_list *paths)
{
	for (size_t i = 0; i < paths->n; i++)
		use(u, paths->v[i]);
}

static struct usage
usage_of(const struct check_items *items)
{
	return (struct usage){ items, x_new_array(bool, items->n) };
}

static void
usage_end(struct check_context *c, struct usage *u, enum check_rule rule, const char *message)
{
	for (size_t i = 0; i < u->items->n; i++)
		if (!u->used[i])
			check_add_finding(c, rule, u->items->v[i].path, "%s", message);
	x_free(u->used);
}

static void
use_conditions(struct usage *segments, const struct journeys *journeys)
{
	for (size_t i = 0; i < journeys->n; i++)
		for (size_t k = 0; k < journeys->v[i].conditions_n; k++)
			use(segments, journeys->v[i].conditions[k].value);
}

static void
check_orphan_segments(struct check_context *c, const struct check_catalog *catalog)
{
	struct usage segments = usage_of(&catalog->segments);
	for (size_t i = 0; i < catalog->offers.n; i++)
		count_all_uses(&segments, &catalog->offers.v[i].segments);
	use_conditions(&segments, catalog->journeys);
	usage_end(c, &segments, CHECK_ORPHAN_SEGMENT, "not used in any offer or journey");
}

static void
check_orphan_assets(struct check_context *c, const struct check_catalog *catalog)
{
	const struct check_items *lists[] = { &catalog->campaigns, &catalog->offers,
		&catalog->assets, &catalog->products, &catalog->segments };
	struct usage assets = usage_of(&catalog->assets);
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		for (size_t k = 0; k < lists[i]->n; k++)
			count_all_uses(&assets, &lists[i]->v[k].images);
	usage_end(c, &assets, CHECK_ORPHAN_ASSET, "no image__ attribute uses it");
}

void
check_orphans(struct check_context *c, const struct check_catalog *catalog)
{
	if (catalog->journeys)
		check_orphan_segments(c, catalog);
	check_orphan_assets(c, catalog);
}
