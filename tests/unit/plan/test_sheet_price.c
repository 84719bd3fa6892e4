/* Prices in cells of a sheet: read correctly, or refused with a reason. */
#include "lib/test.h"
#include "plan/sheet_price.h"

#include <string.h>

static const char thousands[] = "may be thousands or decimals: write it as 1234 or as 1.2340";
static const char marks[] = "has separators between digits: write it as 1234.50";
static const char date[] = "may be a price that a spreadsheet turned into a date: write it as 9.99";
static const char more[] =
    "has more than a number: write it as 9.99; the currency has its own column";
static const char places[] = "has more decimals than its currency";

static const struct price_case {
	const char *cell, *currency, *value;
	const char *new; /* NULL: unchanged if `why` is NULL */
	const char *why; /* the text after the quoted cell */
} cases[] = {
	/* Unchanged, in any notation that a spreadsheet may save. */
	{ "", "GBP", "9.90", NULL, NULL },
	{ "  ", "GBP", "9.90", NULL, NULL },
	{ "9.90", "GBP", "9.90", NULL, NULL },
	{ "9.9", "GBP", "9.90", NULL, NULL },
	{ "9,9", "GBP", "9.90", NULL, NULL },
	{ "9,90", "GBP", "9.90", NULL, NULL },
	{ "'9.90", "GBP", "9.90", NULL, NULL },
	{ " 9.900 ", "GBP", "9.90", NULL, NULL },
	{ "1,200", "JPY", "1200", NULL, NULL },
	{ "1.200", "JPY", "1200", NULL, NULL },
	{ "1200.00", "JPY", "1200", NULL, NULL },
	{ "3,25", "KWD", "3.250", NULL, NULL },
	{ "3,250", "KWD", "3.250", NULL, NULL },
	{ "1e3", "GBP", "1e3", NULL, NULL },
	{ "5", "GBP", " 5 ", NULL, NULL },
	{ "-1", "GBP", "-1", NULL, NULL },
	{ "9.99", "QQQ", "9.99", NULL, NULL },

	/* A changed number, with its currency's decimals. */
	{ "9.99", "GBP", "9.90", "9.99", NULL },
	{ "10", "GBP", "9.90", "10.00", NULL },
	{ "9,5", "GBP", "9.90", "9.50", NULL },
	{ "'10.5", "GBP", "9.90", "10.50", NULL },
	{ "0", "GBP", "9.90", "0.00", NULL },
	{ "0.990", "GBP", "9.90", "0.99", NULL },
	{ "1300.00", "JPY", "1200", "1300", NULL },
	{ "3.255", "KWD", "3.250", "3.255", NULL },
	{ "3,5", "KWD", "3.250", "3.500", NULL },
	{ "9.99", "GBP", "1e3", "9.99", NULL },

	/* Ambiguous or invalid cells. */
	{ "9.999", "GBP", "9.90", NULL, thousands },
	{ "1,299", "GBP", "9.90", NULL, thousands },
	{ "1.000", "JPY", "1200", NULL, thousands },
	{ "3,255", "KWD", "3.250", NULL, thousands },
	{ "9.9999", "GBP", "9.90", NULL, places },
	{ "12.5", "JPY", "1200", NULL, places },
	{ "3.2505", "KWD", "3.250", NULL, places },
	{ "1,299.00", "GBP", "9.90", NULL, marks },
	{ "1.299,00", "GBP", "9.90", NULL, marks },
	{ "1 299", "GBP", "9.90", NULL, marks },
	{ "1'299", "GBP", "9.90", NULL, marks },
	{ "1\xC2\xA0"
	  "299",
	    "GBP", "9.90", NULL, marks },
	{ ".99", "GBP", "9.90", NULL, marks },
	{ "1e3", "GBP", "9.90", NULL, "uses an exponent (1e3): write all digits (1000)" },
	{ "1.2E+03", "GBP", "9.90", NULL, "uses an exponent (1e3): write all digits (1000)" },
	{ "-1", "GBP", "9.90", NULL, "is negative, which is not allowed" },
	{ "(9.99)", "GBP", "9.90", NULL, "is negative, which is not allowed" },
	{ "5%", "GBP", "9.90", NULL, "is a percentage: write the price itself" },
	{ "=A1*1.05", "GBP", "9.90", NULL, "is a formula or a formula's error, not a number" },
	{ "#REF!", "GBP", "9.90", NULL, "is a formula or a formula's error, not a number" },
	{ "09.09.2026", "GBP", "9.90", NULL, date },
	{ "9/10", "GBP", "9.90", NULL, date },
	{ "Sep 99", "GBP", "9.90", NULL, date },
	{ "9-Sep", "GBP", "9.90", NULL, date },
	{ "\xC2\xA3"
	  "9.99",
	    "GBP", "9.90", NULL, more },
	{ "9.99 GBP", "GBP", "9.90", NULL, more },
	{ "+9.99", "GBP", "9.90", NULL, more },
	{ "free", "GBP", "9.90", NULL, "is not a number: write it as 9.99" },
	{ "9999999999", "GBP", "9.90", NULL, "is too large" },
	{ "9.99", "QQQ", "9.90", NULL, "has an unknown currency, so its decimals are not known" },
};

static void
assert_price(const struct price_case *c)
{
	auto_buf out = { 0 }, expected = { 0 };
	const struct charge charge = { .currency = str_of(c->currency), .value = str_of(c->value) };
	enum sheet_price price = sheet_price_read(&out, str_of(c->cell), &charge);
	if (c->why)
		buf_addf(&expected, "\"%s\" %s", c->cell, c->why);
	else
		buf_addz(&expected, c->new ? c->new : "");
	enum sheet_price wanted = c->why ? SHEET_PRICE_INVALID
	    : c->new                     ? SHEET_PRICE_NEW
					 : SHEET_PRICE_SAME;
	if (price != wanted || !str_eq(buf_str(&out), buf_str(&expected)))
		fail_msg("%s: %s, not %s", c->cell, buf_z(&out), buf_z(&expected));
}

TEST(prices_are_read_or_refused)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_price(&cases[i]);
}

/* Texts of forty or more digits are not numbers. */
TEST(long_cells_are_refused)
{
	auto_buf cell = { 0 }, out = { 0 };
	const struct charge charge = { .currency = STR("GBP"), .value = STR("9.99") };
	for (int n = 0; n < 100; n++) {
		buf_addc(&cell, '7');
		buf_reset(&out);
		assert_int_equal(sheet_price_read(&out, buf_str(&cell), &charge),
		    n < 9 ? SHEET_PRICE_NEW : SHEET_PRICE_INVALID);
	}
	assert_non_null(strstr(buf_z(&out), "has too many digits"));
}
