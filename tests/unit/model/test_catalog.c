/* Names of attributes, with and without their namespace. */
#include "lib/test.h"
#include "model/catalog.h"

#include <stdio.h>

TEST(a_bare_name_ends_before_its_namespace_suffix)
{
	static const char *const names[][2] = { { "price__svc", "price" }, { "price", "price" },
		{ "a__x", "a" }, { "display_name__svc", "display_name" }, { "a__b__c", "a__b" },
		{ "a_b", "a_b" }, { "a_", "a_" }, { "a__", "a__" }, { "__", "__" }, { "_", "_" },
		{ "__svc", "" }, { "___svc", "_" }, { "", "" } };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct str bare = catalog_strip_namespace(str_of(names[i][0]));
		if (!str_eqz(bare, names[i][1]))
			fail_msg("%s: %.*s", names[i][0], STR_ARG(bare));
	}
}
