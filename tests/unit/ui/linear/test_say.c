/* Columns and boxes as they are spoken. */
#include "lib/test.h"
#include "ui/linear/speak.h"

#include <string.h>

static void
expect_spoken(const char *line, int labels, const char *want)
{
	auto_buf out = { 0 };
	append_spoken_line(&out, str_of(line), labels);
	assert_string_equal(buf_z(&out), want);
}

TEST(columns_are_read_as_parts_of_a_sentence)
{
	expect_spoken(
	    "  All Access   11.99 monthly  -", SPEAK_NO_LABELS, "All Access, 11.99 monthly, -");
	expect_spoken(" 50 read \xC2\xB7 the service has more", SPEAK_NO_LABELS,
	    "50 read, the service has more");
	expect_spoken("Asked:   what", SPEAK_NO_LABELS, "Asked: what");
	expect_spoken("GBP     3.99 monthly", SPEAK_NO_COLUMNS, "GBP 3.99 monthly");
	expect_spoken("", SPEAK_NO_LABELS, "");
	expect_spoken("     ", SPEAK_ANY_LABEL, "");
}

TEST(labels_end_with_a_colon)
{
	expect_spoken(" Reach     mara@example.com   more", DOC_VALUE_COLUMN,
	    "Reach: mara@example.com, more");
	/* Text in another column is not a label. */
	expect_spoken(" 1  Winback Digital", DOC_VALUE_COLUMN, "1, Winback Digital");
	expect_spoken("      ok   names this basket", SPEAK_ANY_LABEL, "ok: names this basket");
}

/* Compares a document line made by `make`. */
static void
expect_line(void (*make)(struct doc *d), bool exact, const char *want)
{
	CLEANUP(doc_free) struct doc d = { .ascii = true, .width = 100 };
	auto_buf out = { 0 };
	make(&d);
	append_spoken_doc_line(&out, &d, 0, exact ? SPEAK_EXACT : DOC_VALUE_COLUMN);
	assert_string_equal(buf_z(&out), want);
}

static void
make_rule(struct doc *d)
{
	doc_add_drawing(d, ROLE_FAINT, "-- ");
	doc_add_value(d, ROLE_TEXT, STR("Known from your journal"));
	doc_add_drawing(d, ROLE_FAINT, " -------");
}

static void
make_branches(struct doc *d)
{
	doc_printf(d, ROLE_TEXT, " ");
	doc_add_drawing(d, ROLE_FAINT, "|  `- ");
	doc_printf(d, ROLE_LABEL, "tag ");
	doc_add_text(d, ROLE_REFERENCE, STR("/tags/cancel"));
}

static void
make_trunk(struct doc *d)
{
	doc_printf(d, ROLE_TEXT, "   ");
	doc_add_drawing(d, ROLE_FAINT, "|");
}

static void
make_share(struct doc *d)
{
	doc_printf(d, ROLE_LEAD, " 70 %% ");
	doc_add_drawing(d, ROLE_BAR, "######....");
	doc_add_text(d, ROLE_TEXT, STR("/tags/save"));
	doc_add_drawing(d, ROLE_BAR, "##");
}

static void
make_labelled_bar(struct doc *d)
{
	doc_add_label(d, "Yesterday");
	doc_add_drawing(d, ROLE_TEXT, "#..#|.  ");
	doc_printf(d, ROLE_LEAD, "2 in the same hours");
}

TEST(drawing_characters_are_left_out)
{
	expect_line(make_rule, false, "Known from your journal\n");
	expect_line(make_branches, false, "level 2, tag /tags/cancel\n");
	expect_line(make_trunk, false, "\n");
	expect_line(make_share, false, "70 %, /tags/save\n");
	expect_line(make_labelled_bar, false, "Yesterday: 2 in the same hours\n");
	expect_line(make_rule, true, "-- Known from your journal -------\n");
}

static void
make_name_like_a_bar(struct doc *d)
{
	doc_add_label(d, "Customer");
	doc_add_value(d, ROLE_TEXT, STR("######"));
}

static void
make_name_like_a_branch(struct doc *d)
{
	doc_printf(d, ROLE_TEXT, " ");
	doc_add_text(d, ROLE_TEXT, STR("|- o'clock ----"));
}

/* Text that looks like a drawing is read as it is: it may be a customer's name. */
TEST(text_is_read_as_written)
{
	static const char *const texts[] = { "######", "a ======", "more ----", "-- so --", "|",
		"|- charge", "|  `- tag", "-1.00", "Print | Digital", "a - b", "+44 20 7946 0000",
		"|pipe|", "+- 50 %", "#=.+-#=.+-" };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		expect_spoken(texts[i], SPEAK_NO_COLUMNS,
		    strcmp(texts[i], "|  `- tag") == 0 ? "| `- tag" : texts[i]);
	expect_spoken("`quoted`  ------", SPEAK_NO_LABELS, "`quoted`, ------");
	expect_line(make_name_like_a_bar, false, "Customer: ######\n");
	expect_line(make_name_like_a_branch, false, "|- o'clock ----\n");
}

/* A word of a sentence in the label role is not a label, nor is a text longer than a label may
 * be. */
static void
make_tree_root(struct doc *d)
{
	doc_printf(d, ROLE_TEXT, " ");
	doc_printf(d, ROLE_LABEL, "campaign ");
	doc_add_text(d, ROLE_REFERENCE, STR("Winback"));
}

static void
make_value_with_one_blank(struct doc *d)
{
	doc_add_label(d, "Countries");
	doc_add_value(d, ROLE_TEXT, STR("DE, AT  CH"));
}

/* Nine letters and a blank are the maximum width of the label column. */
static void
make_longest_label(struct doc *d)
{
	doc_printf(d, ROLE_TEXT, " ");
	doc_printf(d, ROLE_LABEL, "Countries");
	doc_printf(d, ROLE_TEXT, " DE");
}

static void
make_too_long_label(struct doc *d)
{
	doc_printf(d, ROLE_TEXT, " ");
	doc_printf(d, ROLE_LABEL, "Currencies");
	doc_printf(d, ROLE_TEXT, " GBP");
}

TEST(a_label_is_recognized_by_its_piece)
{
	expect_line(make_longest_label, false, "Countries: DE\n");
	expect_line(make_too_long_label, false, "Currencies GBP\n");
	expect_line(make_tree_root, false, "campaign Winback\n");
	expect_line(make_value_with_one_blank, false, "Countries: DE, AT, CH\n");
}
