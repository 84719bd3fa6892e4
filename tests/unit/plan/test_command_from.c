/* `backroom plan FILE --from SHEET.csv` against a scripted server: the changes in a sheet, and
 * every mistake with line and column. */
#include "base/json_quote.h"
#include "lib/files.h"
#include "lib/hostile.h"
#include "lib/random_text.h"
#include "model/currency.h"
#include "unit/cli/run.h"

#include <string.h>

#define CHARGE(name, currency, value) \
	"{\"name\":\"" name "\",\"currencyCode\":\"" currency "\",\"value\":\"" value "\"}"
#define OFFER(path, charges)                                                                       \
	"{\"id\":\"" path "\",\"path\":\"/offers2/" path "\",\"name\":\"" path                     \
	"\",\"version\":\"7\",\"modified\":\"2026-11-20T10:00:00Z\",\"data\":{\"price\":[" charges \
	"],\"attributes\":{\"label__svc\":[\"uk\",\"de\"],\"note\":\"-old\"}}}"
#define TAKES \
	"{\"id\":\"t\",\"path\":\"/offers2/t\",\"name\":\"t\",\"priceReference\":\"/offers2/a\"}"
#define OFFERS                                                                             \
	"{\"hits\":5,\"commitId\":\"c1\",\"items\":[" OFFER(                               \
	    "a", CHARGE("monthly", "GBP", "9.90")) "," OFFER("b",                          \
	    CHARGE("trial", "GBP", "1.00") "," CHARGE("-m", "GBP", "9.99")) "," OFFER("j", \
	    CHARGE("monthly", "JPY", "1200")) "," OFFER("k",                               \
	    CHARGE("monthly", "KWD", "3.250")) "," TAKES "]}"
#define EMPTY "{\"hits\":0,\"items\":[],\"commitId\":\"c1\"}"

static void
write_sheet(const char *text)
{
	write_file("sheet.csv", text);
}

static void
run_sheet(struct run_result *r, const char *sheet, const char *option, const char *value)
{
	struct buf answers[2] = { 0 };
	hostile_json(&answers[0], OFFERS);
	hostile_json(&answers[1], EMPTY);
	const struct hostile_rule rules[] = {
		{ .path = "/offers", .answer = buf_str(&answers[0]) },
		{ .answer = buf_str(&answers[1]) },
	};
	struct hostile *server = hostile_start(rules, 2);
	remove("from.jsonl");
	write_sheet(sheet);
	RUN(r, hostile_url(server), "plan", "from.jsonl", "--from", "sheet.csv", "-o", "csv",
	    "--fields", "path,charge,attribute,new,refused,doubt", option, value);
	hostile_stop(server);
	buf_free(&answers[0]);
	buf_free(&answers[1]);
}

#define HEAD "path,charge,attribute,new,refused,doubt\n"

/* The changes from sheets as saved by spreadsheets. */
static const struct sheet_case {
	const char *sheet, *rows;
} changes[] = {
	{ "path,price\n/offers2/a,10.50\n", "/offers2/a,monthly,price,10.50,,\n" },
	/* a byte order mark, carriage returns, semicolons, a decimal comma, an empty line */
	{ "\xEF\xBB\xBFprice;path\r\n10,5;/offers2/a\r\n;\r\n\r\n",
	    "/offers2/a,monthly,price,10.50,,\n" },
	{ "path\tprice\n/offers2/a\t10.5\n", "/offers2/a,monthly,price,10.50,,\n" },
	/* trimmed zeros and empty cells are not changes; rows are sorted as in the catalog, not
	 * as in the sheet */
	{ "path,price\n/offers2/k,3.5\n/offers2/j,1300.00\n/offers2/a,9.9\n/offers2/b,\n",
	    "/offers2/j,monthly,price,1300,,\n/offers2/k,monthly,price,3.500,,\n" },
	/* charges by name, with a leading ' so that a name is not a formula */
	{ "charge,new,path,old\n'-m,10.99,/offers2/b,9.99\ntrial,1,/offers2/b,1.00\n",
	    "/offers2/b,'-m,price[-m],10.99,,\n" },
	/* an offer's charges keep the offer's order, whatever the order in the sheet */
	{ "path,charge,price\n/offers2/b,-m,10.99\n/offers2/b,trial,2\n",
	    "/offers2/b,trial,price[trial],2.00,,\n/offers2/b,'-m,price[-m],10.99,,\n" },
	{ "path,charge,price,label\n/offers2/b,-m,10.99,fr\n/offers2/b,trial,2,\n",
	    "/offers2/b,trial,price[trial],2.00,,\n/offers2/b,'-m,price[-m],10.99,,\n"
	    "/offers2/b,,label__svc,\"[\"\"fr\"\"]\",,\n" },
	{ "PATH, Price ,extra\n/offers2/a,'10.50,x\n", "/offers2/a,monthly,price,10.50,,\n" },
	{ "path,price\n\"/offers2/a\",\"10.50\"\n", "/offers2/a,monthly,price,10.50,,\n" },
	{ "sep=;\npath;price\n/offers2/a;10.50\n", "/offers2/a,monthly,price,10.50,,\n" },
	/* an inherited price is shown with its own offer */
	{ "path,price\n/offers2/t,9.90\n/offers2/a,10\n", "/offers2/a,monthly,price,10.00,,\n" },
	/* a sheet whose old values or versions are outdated */
	{ "path,new,old\n/offers2/a,10.50,8.99\n",
	    "/offers2/a,monthly,price,,the sheet has 8.99 as the old value,\n" },
	{ "path,price,version\n/offers2/a,10.50,6\n/offers2/j,1300,7\n",
	    "/offers2/a,monthly,price,10.50,,offer changed since the sheet was "
	    "written\n/offers2/j,monthly,price,1300,,\n" },
	{ "path,price,modified\n/offers2/a,10.50,2026-11-19T10:00:00.000Z\n"
	  "/offers2/j,1300,2026-11-20T10:00:00.000Z\n/offers2/k,4,Nov 26\n",
	    "/offers2/a,monthly,price,10.50,,offer changed since the sheet was "
	    "written\n/offers2/j,monthly,price,1300,,\n/offers2/k,monthly,price,4.000,,offer "
	    "changed since the sheet was written\n" },
	/* attributes */
	{ "path,label,attribute.note\n/offers2/a,\"uk, de\",'-old\n/offers2/j,\"uk, fr\",\n"
	  "/offers2/k,,\"two\r\nlines\"\n",
	    "/offers2/j,,label__svc,\"[\"\"uk\"\",\"\"fr\"\"]\",,\n"
	    "/offers2/k,,note,\"two\nlines\",,\n" },
	{ "path,attribute,charge,new,old\n/offers2/a,price,monthly,10,9.90\n"
	  "/offers2/a,note,,other,-old\n",
	    "/offers2/a,monthly,price,10.00,,\n/offers2/a,,note,other,,\n" },
	/* lists with other programs' separators; a heading with invisible spaces; a quoted
	 * separator */
	{ "path,label\n/offers2/a,uk;de;fr\n/offers2/j,uk | de\n",
	    "/offers2/a,,label__svc,\"[\"\"uk\"\",\"\"de\"\",\"\"fr\"\"]\",,\n" },
	{ "\"sep=;\"\npath\xC2\xA0;price\n/offers2/a;10.50\n",
	    "/offers2/a,monthly,price,10.50,,\n" },
	{ "path,charge,price,label\n/offers2/b,trial,,\"uk, de\"\n/offers2/b,-m,,fr\n",
	    "/offers2/b,,label__svc,\"[\"\"fr\"\"]\",,\n" },
};

TEST(differences_from_the_catalog_are_planned)
{
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		auto_run_result r = { 0 };
		run_sheet(&r, changes[i].sheet, NULL, NULL);
		if (!str_starts(buf_str(&r.out), STR(HEAD)) ||
		    strcmp(buf_z(&r.out) + sizeof(HEAD) - 1, changes[i].rows) != 0)
			fail_msg("%zu: %s%s", i, buf_z(&r.words), buf_z(&r.out));
	}
}

/* All mistakes of a sheet are reported at once. */
static const struct {
	const char *sheet;
	const char *words[6];
} mistakes[] = {
	{ "path,price,priceCurrency\n/offers2/a,1e3,GBP\n/offers2/nowhere,5,GBP\n"
	  "/offers2/j,12.5,JPY\n/offers2/k,4,USD\n/offers2/a,10,GBP\n",
	    { "sheet.csv:2: price: \"1e3\" uses an exponent (1e3)",
		"sheet.csv:3: path: no offer has the path \"/offers2/nowhere\"",
		"sheet.csv:4: price: \"12.5\" has more decimals than its currency",
		"sheet.csv:5: priceCurrency: \"USD\" is not the charge's currency",
		"sheet.csv:6: changes the same thing as line 2",
		"sheet.csv: 5 mistakes: no plan was written" } },
	{ "name,price\na,10\n",
	    { "sheet.csv:1: path: is missing in the first line; this column names" } },
	{ "path,name\n/offers2/a,x\n",
	    { "sheet.csv:1: price: and new are missing in the first line" } },
	{ "path,price,price\n", { "sheet.csv:1: price: appears twice in the first line" } },
	{ "path,price,new\n", { "sheet.csv:1: new: and price are both present" } },
	{ "path,attribute.price\n", { "sheet.csv:1: attribute.price: is not an attribute" } },
	{ "", { "sheet.csv:1: is empty: the first line must name the columns" } },
	{ "path,price\n,5\n/offers2/b,5\n/offers2/t,5\n/offers2/a,9,99\n",
	    { "sheet.csv:2: path: is empty: which offer is it?",
		"sheet.csv:3: price: the offer has 2 charges: name one in the column charge",
		"sheet.csv:4: price: the offer takes its price from /offers2/a: change it there",
		"sheet.csv:5: has more cells than the first line", "4 mistakes" } },
	{ "path,charge,price\n/offers2/b,weekly,5\n",
	    { "sheet.csv:2: charge: no charge of the offer is called \"weekly\"" } },
	{ "path,charge,label\n/offers2/b,trial,x\n/offers2/b,-m,y\n",
	    { "sheet.csv:3: label: line 2 has another value for this offer" } },
	{ "path,price\n\"/offers2/a,5\n", { "sheet.csv:2: a quote is not closed" } },
	{ "path,label\n/offers2/a,f\xFCr\n", { "sheet.csv:2: label: is not UTF-8" } },
	{ "\xFF\xFEp", { "sheet.csv:1: is UTF-16" } },
	{ "path,price\r/offers2/a,5\r", { "sheet.csv:1: has old Mac line endings" } },
	{ "PK\x03\x04 and so on", { "sheet.csv:1: is a spreadsheet file, not CSV" } },
};

TEST(mistakes_are_reported_and_nothing_is_planned)
{
	for (size_t i = 0; i < sizeof(mistakes) / sizeof(*mistakes); i++) {
		auto_run_result r = { 0 };
		run_sheet(&r, mistakes[i].sheet, NULL, NULL);
		assert_int_equal(r.code, 1);
		for (size_t k = 0; k < 6 && mistakes[i].words[k]; k++)
			if (!strstr(buf_z(&r.words), mistakes[i].words[k]))
				fail_msg(
				    "%zu: no %s in %s", i, mistakes[i].words[k], buf_z(&r.words));
		assert_int_not_equal(access("from.jsonl", F_OK), 0);
	}
}

/* An unedited printed sheet changes nothing. */
TEST(a_sheet_has_a_line_per_charge)
{
	struct buf answers[2] = { 0 }, sheet = { 0 };
	auto_run_result r = { 0 };
	hostile_json(&answers[0], OFFERS);
	hostile_json(&answers[1], EMPTY);
	const struct hostile_rule rules[] = {
		{ .path = "/offers", .answer = buf_str(&answers[0]) },
		{ .answer = buf_str(&answers[1]) },
	};
	struct hostile *server = hostile_start(rules, 2);
	EXITS(0, &r, hostile_url(server), "plan", "sheet", "--select", "offers", "-o", "csv");
	assert_string_equal(buf_z(&r.out),
	    "name,charge,currency,old,new,difference,note,path\n"
	    "a,monthly,GBP,9.90,9.90,0.00,,/offers2/a\n"
	    "b,trial,GBP,1.00,1.00,0.00,,/offers2/b\n"
	    "b,'-m,GBP,9.99,9.99,0.00,,/offers2/b\n"
	    "j,monthly,JPY,1200,1200,0,,/offers2/j\n"
	    "k,monthly,KWD,3.250,3.250,0.000,,/offers2/k\n");
	buf_adds(&sheet, buf_str(&r.out));
	hostile_stop(server);
	buf_free(&answers[0]);
	buf_free(&answers[1]);
	run_sheet(&r, buf_z(&sheet), NULL, NULL);
	assert_int_equal(r.code, 5);
	assert_non_null(strstr(buf_z(&r.words), "Nothing to change"));
	buf_free(&sheet);
}

static void
add_member(struct buf *out, const char *name, struct str text)
{
	buf_addf(out, "\"%s\":", name);
	json_quote(out, text);
}

enum { CURRENCIES = 166 };

static void
list_currencies(char codes[CURRENCIES][4])
{
	size_t n = 0;
	for (int i = 0; i < 26 * 26 * 26; i++) {
		char code[4] = { (char)('A' + i / 676), (char)('A' + i / 26 % 26),
			(char)('A' + i % 26) };
		if (!currency_is_known(str_of(code)))
			continue;
		assert_true(n < CURRENCIES);
		memcpy(codes[n++], code, sizeof(code));
	}
	assert_int_equal(n, CURRENCIES);
}

/* Appends an amount with the currency's decimals. */
static void
add_price(struct buf *out, const char *code, uint64_t *seed)
{
	static const char *const amounts[] = { "9", "0", "-3", "1200", "1000000" };
	int places = currency_places(str_of(code));
	buf_addf(out, ",\"currencyCode\":\"%s\",\"value\":\"%s%s%.*s\"", code,
	    amounts[random_below(seed, sizeof(amounts) / sizeof(*amounts))], places ? "." : "",
	    places, random_below(seed, 2) ? "0050" : "9990");
}

/* With any name, charge, attribute and currency, reading a printed sheet back plans no change. */
TEST(any_printed_sheet_plans_no_change)
{
	enum { ROUNDS = 6, OFFERS_N = 40 };
	char codes[CURRENCIES][4];
	uint64_t seed = random_seed();
	list_currencies(codes);
	for (int round = 0; round < ROUNDS; round++) {
		auto_arena a = { 0 };
		struct buf body = { 0 }, answers[2] = { 0 };
		auto_run_result r = { 0 };
		buf_addf(&body, "{\"hits\":%d,\"commitId\":\"c1\",\"items\":[", OFFERS_N);
		for (int i = 0; i < OFFERS_N; i++) {
			buf_addf(&body, "%s{\"id\":\"o%d\",\"path\":\"/offers2/%d\",", i ? "," : "",
			    i, i);
			add_member(&body, "name", random_text(&seed, &a));
			buf_addz(&body, ",\"data\":{\"attributes\":{");
			add_member(&body, "label__svc", random_text(&seed, &a));
			buf_addz(&body, "},\"price\":[{");
			add_member(&body, "name", i ? random_text(&seed, &a) : STR("=x "));
			add_price(&body, codes[(round * OFFERS_N + i) % CURRENCIES], &seed);
			buf_addz(&body, "}]}}");
		}
		buf_addz(&body, "]}");
		hostile_json(&answers[0], buf_z(&body));
		hostile_json(&answers[1], EMPTY);
		const struct hostile_rule rules[] = {
			{ .path = "/offers", .answer = buf_str(&answers[0]) },
			{ .answer = buf_str(&answers[1]) },
		};
		struct hostile *server = hostile_start(rules, 2);
		EXITS(
		    0, &r, hostile_url(server), "plan", "sheet", "--select", "offers", "-o", "csv");
		write_sheet(buf_z(&r.out));
		remove("from.jsonl");
		RUN(&r, hostile_url(server), "plan", "from.jsonl", "--from", "sheet.csv");
		if (r.code != 5 || !strstr(buf_z(&r.words), "Nothing to change"))
			fail_msg(
			    "round %d: %d: %s%s", round, r.code, buf_z(&r.words), buf_z(&r.out));
		hostile_stop(server);
		buf_free(&body);
		buf_free(&answers[0]);
		buf_free(&answers[1]);
	}
}

/* Appends an attribute: a text, or a list of up to three texts. */
static void
add_texts(struct buf *out, const char *name, uint64_t *seed, struct arena *a)
{
	size_t n = random_below(seed, 4);
	buf_addf(out, "\"%s\":", name);
	if (n == 0)
		json_quote(out, random_text(seed, a));
	for (size_t i = 0; i < n; i++) {
		buf_addc(out, i ? ',' : '[');
		json_quote(out, random_text(seed, a));
	}
	buf_addz(out, n ? "]" : "");
}

static void
add_labelled_offers(struct buf *out, int n, uint64_t *seed)
{
	auto_arena a = { 0 };
	buf_addf(out, "{\"hits\":%d,\"commitId\":\"c1\",\"items\":[", n);
	for (int i = 0; i < n; i++) {
		buf_addf(out, "%s{\"id\":\"o%d\",\"path\":\"/offers2/%d\",\"name\":\"n\",",
		    i ? "," : "", i, i);
		buf_addz(out, "\"data\":{\"attributes\":{");
		if (i == 0)
			buf_addz(out, "\"label__svc\":\"two\\nlines\"");
		else
			add_texts(out, "label__svc", seed, &a);
		buf_addc(out, ',');
		add_texts(out, "allowed_countries__svc", seed, &a);
		buf_addc(out, ',');
		add_member(out, "display_name__svc", random_text(seed, &a));
		buf_addz(out, "}}}");
	}
	buf_addz(out, "]}");
}

/* The output of `get` is a sheet too: reading back its text and list columns plans no change. */
TEST(any_printed_list_plans_no_change)
{
	enum { ROUNDS = 6, OFFERS_N = 40 };
	uint64_t seed = random_seed();
	for (int round = 0; round < ROUNDS; round++) {
		struct buf body = { 0 }, answers[2] = { 0 };
		auto_run_result r = { 0 };
		add_labelled_offers(&body, OFFERS_N, &seed);
		hostile_json(&answers[0], buf_z(&body));
		hostile_json(&answers[1], EMPTY);
		const struct hostile_rule rules[] = {
			{ .path = "/offers", .answer = buf_str(&answers[0]) },
			{ .answer = buf_str(&answers[1]) },
		};
		struct hostile *server = hostile_start(rules, 2);
		EXITS(0, &r, hostile_url(server), "get", "offers",
		    "cols=path,label,country,display", "-o", "csv");
		write_sheet(buf_z(&r.out));
		remove("from.jsonl");
		RUN(&r, hostile_url(server), "plan", "from.jsonl", "--from", "sheet.csv");
		if (r.code != 5 || !strstr(buf_z(&r.words), "Nothing to change"))
			fail_msg(
			    "round %d: %d: %s%s", round, r.code, buf_z(&r.words), buf_z(&r.out));
		hostile_stop(server);
		buf_free(&body);
		buf_free(&answers[0]);
		buf_free(&answers[1]);
	}
}

#define TWIN                                                                                 \
	"{\"id\":\"x\",\"path\":\"/offers2/a\",\"name\":\"x\",\"data\":{\"price\":[" CHARGE( \
	    "monthly", "GBP", "7.00") "]}}"
#define PAIR OFFER("p", CHARGE("monthly", "GBP", "5.00") "," CHARGE("monthly", "EUR", "6.00"))
#define SAME OFFER("s", CHARGE("monthly", "GBP", "5.00") "," CHARGE("monthly", "GBP", "6.00"))

/* Two offers with the same path, and charges with the same name in two currencies or in one: the
 * unedited sheet plans no change, and a row that is ambiguous is refused. */
TEST(ambiguous_rows_are_refused)
{
	static const struct {
		const char *lines, *rows;
		int code;
	} cases[] = {
		{ "/offers2/a,monthly,GBP,9.90\n/offers2/a,monthly,GBP,7.00\n/offers2/p,monthly,GBP,5.00\n"
		  "/offers2/p,monthly,EUR,6.00\n/offers2/s,monthly,GBP,5.00\n/offers2/s,monthly,GBP,6.00\n",
		    "", 5 },
		{ "/offers2/a,monthly,GBP,8.00\n/offers2/p,monthly,EUR,6.50\n",
		    "/offers2/a,monthly,price,,several offers have this "
		    "path,\n/offers2/p,monthly,price[monthly],,several of its charges have the "
		    "same name,\n",
		    3 },
		{ "/offers2/s,monthly,GBP,9.00\n",
		    "/offers2/s,monthly,price[monthly],,several charges of the offer have this name and "
		    "currency,\n",
		    3 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct buf answers[2] = { 0 }, sheet = { 0 };
		auto_run_result r = { 0 };
		hostile_json(&answers[0],
		    "{\"hits\":4,\"commitId\":\"c1\",\"items\":[" OFFER(
			"a", CHARGE("monthly", "GBP", "9.90")) "," TWIN "," PAIR "," SAME "]}");
		hostile_json(&answers[1], EMPTY);
		const struct hostile_rule rules[] = { { .path = "/offers",
							  .answer = buf_str(&answers[0]) },
			{ .answer = buf_str(&answers[1]) } };
		struct hostile *server = hostile_start(rules, 2);
		buf_addf(&sheet, "path,charge,currency,new\n%s", cases[i].lines);
		remove("from.jsonl");
		write_sheet(buf_z(&sheet));
		RUN(&r, hostile_url(server), "plan", "from.jsonl", "--from", "sheet.csv", "-o",
		    "csv", "--fields", "path,charge,attribute,new,refused,doubt");
		if (r.code != cases[i].code ||
		    (cases[i].code == 3 &&
			strcmp(buf_z(&r.out) + sizeof(HEAD) - 1, cases[i].rows) != 0))
			fail_msg("%zu: %d %s%s", i, r.code, buf_z(&r.words), buf_z(&r.out));
		hostile_stop(server);
		buf_free(&answers[0]);
		buf_free(&answers[1]);
		buf_free(&sheet);
	}
}

TEST(a_view_limits_the_printed_sheet)
{
	auto_run_result r = { 0 };
	auto_buf file = { 0 };
	run_sheet(&r, "path,price\n/offers2/a,10\n/offers2/j,oops\n", "--select", "offers path:a");
	if (r.code != 0)
		fail_msg("%d: %s", r.code, buf_z(&r.words));
	assert_string_equal(buf_z(&r.out), HEAD "/offers2/a,monthly,price,10.00,,\n");
	assert_non_null(strstr(buf_z(&r.words),
	    "sheet.csv: 2 lines; columns used: path, price; 1 line is of offers "
	    "outside --select"));
	assert_true(process_read_file("from.jsonl", &file));
	assert_non_null(strstr(buf_z(&file),
	    "\"rules\":\"from=sheet.csv\",\"says\":\"from the sheet sheet.csv (SHA-256 "));
}

TEST(a_sheet_and_rules_exclude_each_other)
{
	auto_run_result r = { 0 };
	EXITS(2, &r, "http://127.0.0.1:1", "plan", "x.jsonl", "--from", "sheet.csv", "percent=5");
	assert_non_null(strstr(buf_z(&r.words), "--from takes no rules"));
}
