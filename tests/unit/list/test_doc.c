/* Lines longer than the width: wrapped between words, aligned with their value, nothing lost; and
 * the role of a divider. */
#include "lib/test.h"
#include "list/doc.h"

static void
assert_lines(const struct doc *d, const char *expected)
{
	auto_buf all = { 0 };
	for (size_t i = 0; i < d->lines.n; i++) {
		auto_buf line = { 0 };
		doc_write_line(&line, d, i);
		const struct doc_line *l = &d->lines.v[i];
		int from = l->n ? d->pieces.v[l->first_piece].column : 0;
		assert_true(l->cell_count <= d->width);
		buf_addf(&all, "%*s%s\n", from, "", buf_z(&line));
	}
	assert_string_equal(buf_z(&all), expected);
}

TEST(values_wrap_below_themselves)
{
	CLEANUP(doc_free) struct doc d = { .width = 30 };
	doc_add_label(&d, "Link");
	doc_printf(&d, ROLE_GOOD, "OK: 4 of 4 checks");
	doc_printf(&d, ROLE_TEXT, " \xC2\xB7 ends x7Qa");
	doc_begin_line(&d);
	doc_printf(&d, ROLE_TEXT, "   a text that begins further in");
	doc_begin_line(&d);
	doc_printf(&d, ROLE_TEXT, "short");
	doc_reflow(&d);
	assert_lines(&d,
	    " Link      OK: 4 of 4 checks \xC2\xB7\n"
	    "           ends x7Qa\n"
	    "   a text that begins further \n"
	    "   in\n"
	    "short\n");
}

TEST(paths_break_after_a_part_and_long_words_anywhere)
{
	const struct doc_target there = { 1, STR("/offers/x") };
	CLEANUP(doc_free) struct doc d = { .width = 24 };
	doc_add_label(&d, "Path");
	doc_add_link(&d, ROLE_REFERENCE, STR("/offers/2026/print-digital"), &there);
	doc_add_label(&d, "Address");
	doc_printf(&d, ROLE_TEXT, "https://a.example/b");
	doc_add_label(&d, "Key");
	doc_printf(&d, ROLE_TEXT, "0123456789abcdef");
	doc_reflow(&d);
	assert_lines(&d,
	    " Path      /offers/2026/\n"
	    "           print-digital\n"
	    " Address   https://\n"
	    "           a.example/b\n"
	    " Key       0123456789abc\n"
	    "           def\n");
	/* both parts have the link's target */
	assert_int_equal(d.pieces.v[d.lines.v[1].first_piece].target_number, 1);
}

TEST(any_width_is_possible)
{
	for (int width = 1; width < 60; width++) {
		CLEANUP(doc_free) struct doc d = { .width = width };
		auto_buf all = { 0 };
		doc_add_label(&d, "Customer");
		doc_printf(&d, ROLE_TEXT, "Conceição Figueiredo 小川 wrote");
		doc_reflow(&d);
		for (size_t i = 0; i < d.lines.n; i++)
			doc_write_line(&all, &d, i);
		assert_true(str_find(buf_str(&all), STR("wr")) != SIZE_MAX || width < 20);
		assert_true(d.lines.n < 60);
	}
}

TEST(folds_keep_their_lines)
{
	CLEANUP(doc_free) struct doc d = { .width = 12 };
	doc_begin_line(&d);
	d.lines.v[0].is_foldable = true;
	doc_printf(&d, ROLE_TEXT, "{ \"a\" \"long one\"");
	doc_begin_line(&d);
	d.lines.v[1].fold_level = 1;
	doc_printf(&d, ROLE_TEXT, "  1");
	doc_reflow(&d);
	assert_int_equal(d.lines.n, 3);
	assert_true(d.lines.v[0].is_foldable);
	assert_false(d.lines.v[1].is_foldable);
	assert_int_equal(d.lines.v[1].fold_level, 1); /* hidden when the fold is closed */
	assert_int_equal(d.lines.v[2].fold_level, 1);
}

/* Names are shown decoded, with a mark if they were sent otherwise; text that is not an entity
 * is unchanged. */
TEST(names_are_decoded_and_marked)
{
	CLEANUP(doc_free) struct doc d = { .width = 40 };
	doc_add_label(&d, "Customer");
	doc_add_name(&d, ROLE_TEXT, STR("Sean O&#039;Brien"));
	doc_add_label(&d, "Company");
	doc_add_name(&d, ROLE_TEXT, STR("Books &amp; More &amp;lt;"));
	doc_add_label(&d, "Company");
	doc_add_name(&d, ROLE_TEXT, STR("A&B; C & D &nothing;"));
	doc_add_label(&d, "Company");
	doc_add_name(&d, ROLE_TEXT, STR("a&#27;[2J"));
	doc_add_label(&d, "E-mail");
	doc_add_value(&d, ROLE_TEXT, STR("a&amp;b@example.org"));
	assert_lines(&d,
	    " Customer  ! Sean O'Brien\n"
	    " Company   ! Books & More &lt;\n"
	    " Company   A&B; C & D &nothing;\n"
	    " Company   ! a\\e[2J\n"
	    " E-mail    a&amp;b@example.org\n");
}

/* Dividers are faint, unless the environment colours its frames. */
static void
expect_price(const char *text, const char *currency, const char *amount, const char *rest)
{
	struct price_parts parts = price_parts_of(str_of(text));
	assert_true(str_eqz(parts.currency, currency));
	assert_true(str_eqz(parts.amount, amount));
	assert_true(str_eqz(parts.rest, rest));
}

TEST(a_price_is_split_into_currency_amount_and_words)
{
	expect_price("GBP 9.99 monthly x12", "GBP", "9.99", " monthly x12");
	expect_price("USD 1.00, then USD 12.99 monthly", "USD", "1.00", ", then USD 12.99 monthly");
	expect_price("EUR 7,400.00", "EUR", "7,400.00", "");
	expect_price("no price", "", "", "no price");
	expect_price("GBP too large to add up", "", "", "GBP too large to add up");
	expect_price("GBP ", "", "", "GBP ");
}

TEST(a_divider_has_the_role_of_the_frames)
{
	static const enum role frames[] = { ROLE_TEXT, ROLE_RULE_PROD };
	static const enum role wanted[] = { ROLE_FAINT, ROLE_RULE_PROD };
	for (size_t i = 0; i < sizeof(frames) / sizeof(*frames); i++) {
		CLEANUP(doc_free) struct doc d = { .width = 40, .frame = frames[i] };
		CLEANUP(doc_free) struct doc left = { .width = 19 }, right = { .width = 19 };
		doc_add_labelled(&left, "Link", STR("ok"));
		doc_add_labelled(&right, "Kind", STR("new"));
		doc_add_side_by_side(&d, &left, &right, 20, true);
		size_t at = 0;
		while (at < d.pieces.n && !d.pieces.v[at].is_drawing)
			at++;
		assert_true(at < d.pieces.n);
		assert_int_equal(d.pieces.v[at].role, wanted[i]);
	}
}
