/*
 * The files of scripts and tours: words, places, errors with their lines.
 */
#include "app/script_file.h"
#include "lib/cleanup.h"
#include "lib/files.h"
#include "lib/test.h"

#include <string.h>

static void
expect_error(const char *text, const char *error)
{
	struct script_file f;
	struct err err;
	write_file("bad.tour", text);
	assert_false(tour_file_read(&f, "./bad.tour", &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_string_equal(err.text, error);
	script_file_free(&f);
}

TEST(mistakes_are_named_with_their_lines)
{
	expect_error("", "./bad.tour: the tour has no step");
	expect_error("title A\n", "./bad.tour: the tour has no step");
	expect_error("caption A\nstep\n",
	    "./bad.tour:1: a tour begins with step; only its title is before that");
	expect_error("step\ntitle A\n", "./bad.tour:2: the title belongs before the first step");
	expect_error("step\n\n# note\ncapton A\n",
	    "./bad.tour:4: \"capton\" is not a word of a tour; did you mean caption?");
	expect_error("step\nfrobnicate\n", "./bad.tour:2: \"frobnicate\" is not a word of a tour");
	expect_error("step\nopen\ncaption  \n",
	    "./bad.tour:2: open needs a text\n./bad.tour:3: caption needs a text");
	expect_error("step two\n", "./bad.tour:1: step takes no text");
	expect_error("step\nkeys j <Entr>\n", "./bad.tour:2: '<Entr>' is not a key");
	expect_error("step\ncaption \xff\n", "./bad.tour:2: the text is not UTF-8");
	auto_buf caption = { 0 };
	buf_addz(&caption, "step\ncaption ");
	for (int i = 0; i < 601; i++)
		buf_addc(&caption, 'x');
	expect_error(buf_z(&caption), "./bad.tour:2: a caption has at most 600 bytes");
	/* what only scripts may do: a tour sends nothing and trusts no terminal */
	expect_error("step\nproven\n", "./bad.tour:2: \"proven\" is not a word of a tour");
	expect_error("step\npaste x\n", "./bad.tour:2: \"paste\" is not a word of a tour");
}

TEST(a_name_that_is_neither_tour_nor_file_lists_the_tours)
{
	struct script_file f;
	struct err err;
	assert_false(tour_file_read(&f, "catalogue", &err));
	assert_string_equal(err.text,
	    "there is no tour or file \"catalogue\"; the tours are: basket, catalog, journeys");
	script_file_free(&f);
	assert_false(tour_file_read(&f, "./nothing.tour", &err));
	assert_non_null(strstr(err.text, "./nothing.tour"));
	script_file_free(&f);
}

TEST(many_mistakes_fit_into_the_error)
{
	auto_buf text = { 0 };
	struct script_file f;
	struct err err;
	for (int i = 0; i < 1000; i++)
		buf_addz(&text, "nonsense\n");
	write_file("bad.tour", buf_z(&text));
	assert_false(tour_file_read(&f, "./bad.tour", &err));
	assert_true(strlen(err.text) < sizeof(err.text));
	script_file_free(&f);
}

/* Files from other systems: a byte order mark, carriage returns, indented lines. */
TEST(lines_of_other_editors_are_read)
{
	struct script_file f;
	struct err err;
	write_file("good.tour", "\xEF\xBB\xBFtitle A\r\n\tstep\r\n\t\tcaption B c \r\n");
	if (!tour_file_read(&f, "good.tour", &err))
		fail_msg("%s", err.text);
	assert_int_equal(f.lines.n, 3);
	assert_true(str_eqz(tour_file_title(&f), "A"));
	assert_int_equal(f.lines.v[2].word, SCRIPT_CAPTION);
	assert_true(str_eqz(f.lines.v[2].text, "B c "));
	assert_int_equal(f.lines.v[2].number, 3);
	script_file_free(&f);
}

TEST(the_tours_have_titles_captions_and_notes)
{
	auto_buf names = { 0 };
	tour_append_names(&names);
	assert_string_equal(buf_z(&names),
	    "basket\tA basket's way\ncatalog\tA catalog in ten minutes\n"
	    "journeys\tJourneys and what-if\n");
	for (const struct embedded *e = embedded_tours; e->name; e++) {
		struct script_file f;
		struct err err;
		size_t steps = 0, captions = 0;
		if (!tour_file_read(&f, e->name, &err))
			fail_msg("%s", err.text);
		for (size_t i = 0; i < f.lines.n; i++) {
			steps += f.lines.v[i].word == SCRIPT_STEP;
			captions += f.lines.v[i].word == SCRIPT_CAPTION;
		}
		assert_int_equal(steps, captions);
		assert_true(script_file_find(&f, SCRIPT_NOTE, 0, f.lines.n).n);
		script_file_free(&f);
	}
}
