#include "demo/kind.h"

#include <stddef.h>
#include <string.h>

static const struct {
	enum demo_kind kind;
	const char *name;
} demo_kinds[] = {
	{ DEMO_SEGMENTS, "segment" },
	{ DEMO_PRODUCTS, "product" },
	{ DEMO_ASSETS, "asset" },
	{ DEMO_CAMPAIGNS, "campaign" },
	{ DEMO_OFFERS, "offer" },
	{ DEMO_JOURNEYS, "journeys" },
	{ DEMO_OWNERS, "owner" },
	{ DEMO_IDENTITIES, "identity" },
	{ DEMO_BASKETS, "basket" },
};

enum { KIND_COUNT = sizeof(demo_kinds) / sizeof(*demo_kinds) };
_Static_assert(1 << KIND_COUNT == DEMO_ALL + 1, "every kind needs a row in this table");

const char *
demo_kind_name(enum demo_kind kind)
{
	for (size_t i = 0; i < KIND_COUNT; i++)
		if (demo_kinds[i].kind == kind)
			return demo_kinds[i].name;
	return NULL;
}

enum demo_kind
demo_find_kind(const char *name)
{
	for (size_t i = 0; i < KIND_COUNT; i++)
		if (strcmp(demo_kinds[i].name, name) == 0)
			return demo_kinds[i].kind;
	return 0;
}
