/* Saved views: stored, replaced, and expanded. */
#include "app/saved_views.h"
#include "lib/random_text.h"
#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void
assert_expands(const char *line, const char *expected)
{
	auto_buf out = { 0 };
	struct err err;
	if (!saved_view_expand(&out, str_of(line), &err))
		fail_msg("%s: %s", line, err.text);
	assert_string_equal(buf_z(&out), expected);
}

static void
assert_unknown(const char *line, const char *words)
{
	auto_buf out = { 0 };
	struct err err;
	assert_false(saved_view_expand(&out, str_of(line), &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_string_equal(err.text, words);
}

TEST(a_saved_view_expands_to_its_line)
{
	struct err err;
	auto_buf all = { 0 };
	assert_unknown(
	    "@mine", "there is no saved view @mine; :save NAME in the console saves one");
	assert_true(saved_view_save(STR("mine"), STR("baskets since=1d"), &err));
	assert_true(saved_view_save(STR("open-2"), STR("offers kind=legacy sort=-name"), &err));
	assert_expands("@mine", "baskets since=1d");
	assert_expands(" @mine smith !kell", "baskets since=1d smith !kell");
	assert_expands("@open-2", "offers kind=legacy sort=-name");
	assert_expands("baskets @mine", "baskets @mine");
	assert_true(saved_view_save(STR("mine"), STR("baskets"), &err));
	assert_expands("@mine", "baskets");
	assert_true(saved_views_read(&all, &err));
	assert_string_equal(buf_z(&all), "open-2 offers kind=legacy sort=-name\nmine baskets\n");
	assert_unknown("@min", "there is no saved view @min; there are: @open-2, @mine");
	assert_unknown("@", "there is no saved view @; there are: @open-2, @mine");
	buf_reset(&all);
	assert_false(saved_view_delete(&all, STR("min"), &err));
	assert_string_equal(err.text, "there is no saved view @min; there are: @open-2, @mine");
	assert_false(saved_view_delete(&all, STR(""), &err));
	assert_true(saved_view_delete(&all, STR("open-2"), &err));
	assert_string_equal(buf_z(&all), "offers kind=legacy sort=-name");
	assert_unknown("@open-2", "there is no saved view @open-2; there are: @mine");
	assert_expands("@mine", "baskets");
}

TEST(invalid_view_names_are_refused_and_saved_views_stay)
{
	static const char *const names[] = { "", "a b", "a/b", "../x", "a\nb", "\xC3\xB6",
		"12345678901234567890123456789012345678901" };
	struct err err;
	struct stat status;
	auto_buf path = { 0 };
	assert_true(saved_view_save(STR("kept"), STR("baskets"), &err));
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		assert_false(saved_view_save(str_of(names[i]), STR("baskets"), &err));
	assert_false(saved_view_save(STR("two"), STR("baskets\nevil offers"), &err));
	assert_expands("@kept", "baskets");
	buf_addf(&path, "%s/backroom/views", getenv("XDG_CONFIG_HOME"));
	assert_int_equal(stat(buf_z(&path), &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
	unlink(buf_z(&path));
}

/* Saves two names; a line with a newline is refused, any other reads back unchanged. */
TEST(any_saved_line_is_read_back)
{
	uint64_t seed = random_seed();
	for (int round = 0; round < 200; round++) {
		auto_arena a = { 0 };
		struct err err = { 0 };
		const struct str texts[] = { random_text(&seed, &a), random_text(&seed, &a) };
		static const char *const names[] = { "one", "two" };
		struct buf lines[2] = { 0 };
		bool kept[2];
		for (int i = 0; i < 2; i++) {
			buf_addf(&lines[i], "offers %.*s", STR_ARG(texts[i]));
			kept[i] = saved_view_save(str_of(names[i]), buf_str(&lines[i]), &err);
			assert_int_equal(kept[i], str_find_char(texts[i], '\n') == SIZE_MAX);
		}
		for (int i = 0; i < 2; i++)
			if (kept[i])
				assert_expands(i ? "@two" : "@one", buf_z(&lines[i]));
		buf_free(&lines[0]);
		buf_free(&lines[1]);
	}
}

int
main(void)
{
	char folder[] = "/tmp/backroom-views-XXXXXX";
	if (!mkdtemp(folder))
		return 1;
	setenv("XDG_CONFIG_HOME", folder, 1);
	return run_all_tests(NULL, NULL);
}
