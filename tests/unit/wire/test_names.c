/* Names of endpoints and parameters: an unusable name is refused with the setting's name. */
#include "base/err.h"
#include "lib/test.h"
#include "wire/names.h"

#include <string.h>

TEST(usual_names_are_valid)
{
	struct wire_names names = wire_names_default();
	struct err err;
	assert_true(wire_names_check(&names, &err));
	names.paths[ENDPOINT_LINK] = "/{namespace}/people/{owner}/names";
	names.paths[ENDPOINT_OFFERS] = "/offers/all";
	names.params[PARAM_PAGE_SIZE] = "page[size]";
	assert_true(wire_names_check(&names, &err));
}

TEST(impossible_paths_are_reported)
{
	static const struct {
		enum endpoint endpoint;
		const char *path, *said;
	} cases[] = {
		{ ENDPOINT_OFFERS, "offers", "paths, offers: a path must begin with /" },
		{ ENDPOINT_OFFERS, "", "paths, offers: a path must begin with /" },
		{ ENDPOINT_OFFERS, "/offers?a", "paths, offers: a path must begin with /" },
		{ ENDPOINT_LINK, "/identity", "paths, link: {owner} is missing" },
		{ ENDPOINT_UNLINK, "/identity", "paths, unlink: {owner} is missing" },
		{ ENDPOINT_LINK, "/{owner}/{owner}", "paths, link: {owner} may appear only once" },
		{ ENDPOINT_BASKETS, "/{owner}", "paths, baskets: {owner} is for link and unlink" },
		{ ENDPOINT_BULK, "/b/{owner}", "paths, bulk-update: {owner} is for link and" },
		{ ENDPOINT_OFFERS, "/campaigns", "paths, offers: campaigns already has this path" },
		{ ENDPOINT_CAMPAIGNS, "/offers", "paths, offers: campaigns already has this path" },
		{ ENDPOINT_ASSETS, "/{catalog}", NULL },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct wire_names names = wire_names_default();
		struct err err = { 0 };
		names.paths[cases[i].endpoint] = cases[i].path;
		bool ok = wire_names_check(&names, &err);
		if (ok != !cases[i].said || (!ok && !strstr(err.text, cases[i].said)))
			fail_msg("%s: %s", cases[i].path, err.text);
	}
	struct wire_names names = wire_names_default();
	struct err err;
	names.paths[ENDPOINT_ASSETS] = "/{namespace}"; /* equal once the placeholder is filled in */
	names.paths[ENDPOINT_PRODUCTS] = "/svc";
	assert_false(wire_names_check(&names, &err));
	assert_non_null(strstr(err.text, "paths, products: assets already has this path"));
	names = wire_names_default();
	names.catalog = "1/2";
	assert_false(wire_names_check(&names, &err));
	assert_non_null(strstr(err.text, "catalog must be a word"));
}

TEST(impossible_inputs_are_reported)
{
	static const char *const bad[] = { "", "a&b", "a=b", "a#", "?a", "a+b", "a%20", "a b",
		"a\tb", "a\x7F" };
	struct err err;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct wire_names names = wire_names_default();
		names.params[PARAM_PAGE_SIZE] = bad[i];
		if (wire_names_check(&names, &err))
			fail_msg("\"%s\" was taken", bad[i]);
		assert_int_equal(err.kind, ERR_CONFIG);
		assert_non_null(strstr(err.text, "parameters, page-size: "));
	}
	struct wire_names names = wire_names_default();
	names.params[PARAM_PATH] = "limit";
	assert_false(wire_names_check(&names, &err));
	assert_non_null(strstr(err.text, "parameters, path: limit already has this name"));
}
