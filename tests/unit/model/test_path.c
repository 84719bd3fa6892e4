/* Catalog paths, compared by whole segments. */
#include "lib/test.h"
#include "model/path.h"

TEST(kinds_are_recognized_by_whole_segments)
{
	static const struct {
		const char *path;
		bool legacy, standalone;
		const char *last;
	} cases[] = {
		{ "/offers/Winter/a", true, false, "a" },
		{ "/offers/2", true, false, "2" },
		{ "/offers2/a b", false, true, "a b" },
		{ "/offers2/x/y", false, true, "y" },
		{ "/offers2x/y", false, false, "y" },
		{ "/offers2", false, false, "offers2" },
		{ "/Offers/a", false, false, "a" },
		{ "offers/a", false, false, "a" },
		{ "", false, false, "" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct str path = str_of(cases[i].path);
		if (path_is_legacy(path) != cases[i].legacy ||
		    path_is_standalone(path) != cases[i].standalone)
			fail_msg("%s", cases[i].path);
		assert_true(str_eqz(path_last_part(path), cases[i].last));
	}
}
