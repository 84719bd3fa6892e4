/* The charges of an offer as a table and month by month, on screens of several widths. */
#include "lib/test.h"
#include "ui/catalog/offer_doc.h"
#include "ui/catalog/timeline.h"
#include "wire/catalog.h"

#include <locale.h>
#include <string.h>

/* Draws the charges in a price's JSON, with ' instead of ". */
static void
draw(struct doc *d, const char *charges, const char *start, int width, int shift)
{
	struct timeline_options wish = { .width = width, .month_shift = shift };
	auto_arena a = { 0 };
	auto_buf json = { 0 };
	struct catalog_item item;
	struct err err;
	buf_addf(&json, "{'data':{'price':[%s]}}", charges);
	for (size_t i = 0; i < json.n; i++)
		json.p[i] = (char)(json.p[i] == '\'' ? '"' : json.p[i]);
	assert_true(catalog_item_read(&item, &a, buf_str(&json), 0, &err));
	assert_true(when_parse(str_of(start), &wish.start_day));
	timeline_sums_doc(d, item.charges, item.charges_n, wish.start_day);
	timeline_doc(d, item.charges, item.charges_n, &wish);
	if (item.charges_n)
		offer_doc_add_checked_part(d, &item, buf_str(&json), CHECK_PRICE_TWICE, NULL);
}

static void
add_lines(struct buf *out, const struct doc *d)
{
	for (size_t i = 0; i < d->lines.n; i++) {
		size_t from = out->n;
		doc_write_line(out, d, i);
		while (out->n > from && out->p[out->n - 1] == ' ')
			out->n--;
		buf_addc(out, '\n');
	}
}

static void
expect(const char *charges, const char *start, int width, int shift, bool ascii, const char *want)
{
	CLEANUP(doc_free) struct doc d = { .ascii = ascii, .width = width };
	auto_buf got = { 0 };
	draw(&d, charges, start, width, shift);
	add_lines(&got, &d);
	assert_string_equal(buf_z(&got), want);
}

#define ONCE(name, currency, value, trigger)                                                      \
	"{'name':'" name "','currencyCode':'" currency "','value':'" value                        \
	"','type':'onetime','trigger':'" trigger                                                  \
	"','repeat_interval':0,'repeat_interval_type':'months','repeat_count':0,"                 \
	"'delay_trigger':null,'delay_interval':null,'delay_interval_type':'months','attributes':" \
	"{}}"
#define REPEATED(name, currency, value, type, every, unit, times, delay)                     \
	"{'name':'" name "','currencyCode':'" currency "','value':'" value "','type':'" type \
	"','trigger':'subscription_start','repeat_interval':" every                          \
	",'repeat_interval_type':'" unit "','repeat_count':" times                           \
	",'delay_trigger':null,'delay_interval':" delay ",'delay_interval_type':'months',"   \
	"'attributes':{}}"

static const char trial[] = ONCE("intro", "GBP", "1.00", "subscription_start") "," REPEATED(
    "monthly", "GBP", "9.99", "recurring", "1", "months", "12", "3");

/* As in design mock D of the console. */
TEST(a_trial_and_the_following_payments_are_shown)
{
	expect(trial, "2026-11-20", 100, 0, false,
	    " First 12 months  GBP   90.91  10 payments\n"
	    " In total         GBP  120.88  13 payments, the last 20 Jan 2028\n"
	    " GBP, from 20 Nov 26   Nov   Dec   Jan   Feb   Mar   Apr   May   Jun   Jul   Aug   Sep   Oct  later\n"
	    " intro                1.00     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·      ·\n"
	    " monthly                 ·     ·     ·  9.99  9.99  9.99  9.99  9.99  9.99  9.99  9.99  9.99  29.97\n"
	    " total                1.00     ·     ·  9.99  9.99  9.99  9.99  9.99  9.99  9.99  9.99  9.99  29.97\n"
	    " Charges   intro    GBP 1.00  once at the start\n"
	    "           monthly  GBP 9.99  every month, 12 times, beginning after 3 months\n");
}

TEST(a_narrow_timeline_shows_what_is_left_out)
{
	expect(trial, "2026-11-20", 60, 0, false,
	    " First 12 months  GBP   90.91  10 payments\n"
	    " In total         GBP  120.88  13 payments, the last 20\n"
	    "                               Jan 2028\n"
	    " from 20 Nov 26    Nov   Dec   Jan   Feb   Mar   Apr  later\n"
	    " intro            1.00     ·     ·     ·     ·     ·      ·\n"
	    " monthly             ·     ·     ·  9.99  9.99  9.99  89.91\n"
	    " total            1.00     ·     ·  9.99  9.99  9.99  89.91\n"
	    " Charges   intro    GBP 1.00  once at the start\n"
	    "           monthly  GBP 9.99  every month, 12 times,\n"
	    "                              beginning after 3 months\n");
	expect(trial, "2026-11-20", 80, 12, true,
	    " First 12 months  GBP   90.91  10 payments\n"
	    " In total         GBP  120.88  13 payments, the last 20 Jan 2028\n"
	    " from Nov 2027 <  Nov  Dec  Jan  Feb  Mar  Apr  May  Jun  Jul  Aug  Sep  Oct\n"
	    " intro              .    .    .    .    .    .    .    .    .    .    .    .\n"
	    " monthly         9.99 9.99 9.99    .    .    .    .    .    .    .    .    .\n"
	    " total           9.99 9.99 9.99    .    .    .    .    .    .    .    .    .\n"
	    " Charges   intro    GBP 1.00  once at the start\n"
	    "           monthly  GBP 9.99  every month, 12 times, beginning after 3 months\n");
}

/* Weekly from 31 January: one payment in January, four in February and in March; 53 within 365
 * days. */
static const char mixed[] = REPEATED("base, with a name that is long", "EUR", "29", "recurring",
    "1", "months", "0", "null") "," REPEATED("delivery", "EUR", "0.000125", "usage", "1", "months",
    "0", "null") "," REPEATED("", "JPY", "120", "recurring", "1", "weeks", "53",
    "null") "," ONCE("free", "KWD", "0.000", "order_date");

TEST(currencies_are_not_added_and_decimal_points_are_aligned)
{
	expect(mixed, "2027-01-31", 80, 0, false,
	    " First 12 months  EUR    348.00   + ?  12 payments\n                  JPY  6,360      53 payments\n                  KWD      0.000  1 payment\n In total         EUR  open-ended + ?\n                  JPY  6,360      53 payments, the last 30 Jan 2028\n                  KWD      0.000  1 payment, on 31 Jan 2027\n from 31 Jan 27       Jan      Feb      Mar      Apr      May      Jun   later\n base, with a n…   29       29       29       29       29       29      no end\n delivery               ?        ?        ?        ?        ?        ?       ?\n charge 3         120      480      480      480      600      480       3,720\n free               0.000        ·        ·        ·        ·        ·       ·\n computed EUR      29.00    29.00    29.00    29.00    29.00    29.00   no end\n total JPY        120      480      480      480      600      480       3,720\n total KWD          0.000        ·        ·        ·        ·        ·       ·\n Charges   base, with a name that is long\n             EUR 29  every month, from the start\n           delivery\n             EUR 0.000125  usage at subscription_start (not computed: type\n                           \"usage\" is not known)\n           charge 3\n             JPY 120  every week, 53 times, from the start\n           free\n             KWD 0.000  once with the order\n");
}

/* How often a month is a column's heading. */
static size_t
count_months(const char *text, const char *month)
{
	const char *head = strstr(text, "from 20 Nov 26") + strlen("from 20 Nov 26");
	const char *end = strchr(head, '\n');
	size_t n = 0;
	while ((head = strstr(head, month)) && head < end) {
		head += strlen(month);
		n++;
	}
	return n;
}

/* Twelve months if they fit, twenty-four on a wide screen; nothing is wider than the screen. */
TEST(the_number_of_months_fits_the_width)
{
	static const struct {
		const char *charges;
		int width;
		size_t novembers, mays;
	} cases[] = { { trial, 60, 1, 0 }, { trial, 80, 1, 1 }, { trial, 100, 1, 1 },
		{ trial, 120, 1, 1 }, { trial, 200, 2, 2 }, { mixed, 60, 1, 0 },
		{ mixed, 80, 1, 0 }, { mixed, 100, 1, 1 }, { mixed, 120, 1, 1 },
		{ mixed, 200, 1, 1 } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(doc_free) struct doc d = { .width = cases[i].width };
		auto_buf text = { 0 };
		draw(&d, cases[i].charges, "2026-11-20", cases[i].width, 0);
		for (size_t k = 0; k < d.lines.n; k++)
			if (d.lines.v[k].cell_count > cases[i].width)
				fail_msg("line %zu has %d cells of %d", k, d.lines.v[k].cell_count,
				    cases[i].width);
		add_lines(&text, &d);
		assert_int_equal(count_months(buf_z(&text), " Nov"), cases[i].novembers);
		assert_int_equal(count_months(buf_z(&text), " May"), cases[i].mays);
	}
}

/* Case WA25 of tests/README.md. */
TEST(wa25_payments_at_month_ends_are_in_their_months)
{
	static const char monthly[] = REPEATED(
	    "m", "GBP", "5", "recurring", "1", "months", "3", "null"),
			  yearly[] = REPEATED(
			      "y", "GBP", "5", "recurring", "1", "years", "2", "null");
	CLEANUP(doc_free) struct doc d = { 0 };
	auto_buf text = { 0 };
	draw(&d, monthly, "2027-01-31", 60, 0);
	draw(&d, yearly, "2028-02-29", 60, 0);
	add_lines(&text, &d);
	assert_non_null(strstr(buf_z(&text),
	    " from 31 Jan 27    Jan   Feb   Mar   Apr   May   Jun   Jul\n"
	    " m                5     5     5        ·     ·     ·     ·\n"));
	assert_non_null(strstr(buf_z(&text), "the last 31 Mar 2027"));
	assert_non_null(strstr(buf_z(&text), "the last 28 Feb 2029"));
}

/* The calendar ends with the year 9999, and no later payment is counted. */
TEST(the_columns_end_with_the_calendar)
{
	expect(trial, "9999-12-20", 60, 600, false,
	    " First 12 months  GBP  1.00  1 payment\n"
	    " In total         GBP  1.00  1 payment, on 20 Dec 9999\n"
	    " from 20 Dec 99    Dec\n"
	    " intro            1.00     ·     ·     ·     ·     ·     ·\n"
	    " monthly             ·     ·     ·     ·     ·     ·     ·\n"
	    " total            1.00     ·     ·     ·     ·     ·     ·\n"
	    " Charges   intro    GBP 1.00  once at the start\n"
	    "           monthly  GBP 9.99  every month, 12 times,\n"
	    "                              beginning after 3 months\n");
}

/* WA11, WA24: names are cleaned, and amounts that cannot be computed are question marks
 * everywhere. */
TEST(wa24_amounts_that_cannot_be_computed_are_question_marks)
{
	CLEANUP(doc_free) struct doc d = { .width = 60 };
	auto_buf text = { 0 };
	draw(&d, REPEATED("a\\u001b[2J", "GBP", "9.99", "recurring", "0", "months", "12", "null"),
	    "2026-11-20", 60, 0);
	add_lines(&text, &d);
	assert_string_equal(buf_z(&text),
	    " First 12 months  GBP  ?\n"
	    " In total         GBP  ?\n"
	    " from 20 Nov 26   Nov  Dec  Jan  Feb  Mar  Apr  May  Jun\n"
	    " a\\e[2J             ?    ?    ?    ?    ?    ?    ?    ?\n"
	    " computed           ?    ?    ?    ?    ?    ?    ?    ?\n"
	    " Charges   a\\e[2J  GBP 9.99  recurring at\n"
	    "                             subscription_start (not\n"
	    "                             computed: repeat_interval 0)\n");
}

TEST(no_charges_have_no_lines_and_the_limit_is_shown)
{
	CLEANUP(doc_free) struct doc d = { 0 };
	auto_buf many = { 0 }, all = { 0 };
	draw(&d, "", "2026-11-20", 100, 0);
	assert_int_equal(d.lines.n, 0);
	for (size_t i = 0; i < 101; i++)
		buf_addf(&many, "%s{'currencyCode':'C%zu'}", i ? "," : "", i);
	draw(&d, buf_z(&many), "9999-12-31", 100, 5000);
	add_lines(&all, &d);
	assert_non_null(strstr(buf_z(&all), "\n Only the first 100 of 101 charges are shown.\n"));
	assert_non_null(strstr(buf_z(&all), "charge 100 "));
	assert_null(strstr(buf_z(&all), "charge 101 "));
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
