/* `backroom export charges`, `prices` and `users` against a scripted server: rows, terms, formats,
 * hostile texts, refusals. */
#include "unit/cli/run.h"
#include "unit/cli/shop.h"

#define CHARGE(name, value, currency)                                                          \
	"{\"name\":\"" name "\",\"value\":\"" value "\",\"currencyCode\":\"" currency          \
	"\",\"type\":\"recurring\",\"repeat_interval\":1,\"repeat_interval_type\":\"months\"," \
	"\"repeat_count\":12,\"trigger\":\"subscription_start\"}"
#define OFFER(name, attributes, more)                                                              \
	"{\"id\":\"id-" name "\",\"name\":\"" name "\",\"path\":\"/offers/Winback/" name "\"" more \
	",\"data\":{\"attributes\":{" attributes "},\"products\":[{\"id\":\"p\"}],"                \
	"\"tags\":[\"/tags/uk\"]}}"

static const struct catalog shop = {
	.campaigns = "{\"id\":\"c\",\"name\":\"Winback\",\"path\":\"/offers/Winback\"}",
	.offers = OFFER("Print GBP",
	    "\"price\":[" CHARGE("monthly", "9.99", "GBP") "," CHARGE(
		"gift\\u001b[31m", "1.50", "GBP") "]",
	    "") "," OFFER("Print USD", "\"price\":[" CHARGE("monthly", "12.99", "USD") "]",
	    "") "," OFFER("Copy", "", ",\"priceReference\":\"/offers/Winback/Print GBP\""),
	.products = "{\"id\":\"p\",\"name\":\"Cup\",\"path\":\"/products/cup\"}",
	.segments = "{\"id\":\"s\",\"name\":\"New\",\"path\":\"/segments/new\"}",
	.journeys = "{\"journeys\":[{\"id\":\"one\",\"conditions\":[{\"type\":\"segment\","
		    "\"value\":\"/segments/new\"}],\"actions\":[{\"values\":[{\"tag\":"
		    "\"/tags/uk\",\"split\":\"100\"}]}]}]}",
};

struct list_case {
	const char *words[8];
	int code;
	const char *out, *said; /* NULL: not compared */
};

static void
run_cases(const struct list_case *cases, size_t n)
{
	CLEANUP(close_shop) struct shop s;
	open_shop(&s, &shop);
	for (size_t i = 0; i < n; i++) {
		auto_run_result r = { 0 };
		run_to(&r, NULL, hostile_url(s.server), "t.o.k", cases[i].words);
		expect_exit(&r, cases[i].code);
		if (cases[i].out)
			assert_string_equal(buf_z(&r.out), cases[i].out);
		if (cases[i].said)
			assert_string_equal(buf_z(&r.words), cases[i].said);
	}
}

#define RUN_CASES(...)                                                   \
	do {                                                             \
		static const struct list_case cases[] = { __VA_ARGS__ }; \
		run_cases(cases, sizeof(cases) / sizeof(*cases));        \
	} while (0)

TEST(the_charges_of_an_offer)
{
	RUN_CASES({ { "export", "charges", "/offers/Winback/Print USD", "cols=name,value,times",
			"-o", "csv" },
		      0, "name,value,valueCurrency,times\nmonthly,12.99,USD,12 times\n", "" },
	    /* sorted by the amount, not by its text */
	    { { "export", "charges", "/offers/Winback/Print GBP", "sort=value", "cols=value", "-o",
		  "csv" },
		0, "value,valueCurrency\n1.50,GBP\n9.99,GBP\n", "" },
	    /* those of the offer that sets the price */
	    { { "export", "charges", "/offers/Winback/Copy", "monthly", "--fields", "name,value",
		  "-o", "ndjson" },
		0, "{\"name\":\"monthly\",\"value\":\"9.99\"}\n",
		"The charges of /offers/Winback/Print GBP, which sets the price\n" },
	    { { "export", "charges", "/offers/Winback/Print USD", "yearly" }, 0, NULL,
		"No match in 1 charge\n" }, );
}

TEST(the_prices_of_a_campaign)
{
	RUN_CASES(
	    { { "export", "prices", "/offers/Winback", "cols=name,GBP,USD", "-o", "csv" }, 0,
		"name,GBP,USD\nCopy,11.49 / 2 charges,\nPrint,11.49 / 2 charges,12.99 monthly x12\n",
		"" },
	    { { "export", "prices", "/offers/Winback", "copy", "cols=name", "--no-header" }, 0,
		"Copy\n", "" }, );
}

TEST(the_users_of_an_item)
{
	RUN_CASES({ { "export", "users", "/products/cup", "cols=kind,name", "-o", "csv" }, 0,
		      "kind,name\noffer,Print GBP\noffer,Print USD\noffer,Copy\n", "" },
	    { { "export", "users", "/offers/Winback/Print USD", "sort=kind", "cols=kind,how", "-o",
		  "csv" },
		0, "kind,how\ncampaign,offers it\njourney,sends visitors to its tag\n", "" },
	    { { "export", "users", "/segments/new", "kind=offer", "-o", "json" }, 0, "[]\n",
		"No match in 1 user\n" }, );
}

/* Texts of a service stay as sent in a file of values, and are cleaned for people. */
TEST(control_characters_of_a_charge_are_cleaned)
{
	auto_run_result r = { 0 };
	CLEANUP(close_shop) struct shop s;
	open_shop(&s, &shop);
	EXITS(0, &r, hostile_url(s.server), "export", "charges", "/offers/Winback/Print GBP");
	assert_null(strchr(buf_z(&r.out), '\x1b'));
	run_result_free(&r);
	EXITS(0, &r, hostile_url(s.server), "export", "charges", "/offers/Winback/Print GBP", "-o",
	    "json");
	assert_true(is_json(&r.out));
	assert_null(strchr(buf_z(&r.out), '\x1b'));
}

TEST(wrong_lists_are_refused)
{
	RUN_CASES({ { "export", "charges" }, 2, "",
		      "backroom: export charges takes the path of an offer\n" },
	    { { "export", "prices" }, 2, "",
		"backroom: export prices takes the path of a campaign\n" },
	    { { "export", "charges", "/offers/Winback" }, 5, "",
		"backroom: no offer has the path /offers/Winback\n" },
	    { { "export", "users", "/x\x1b[2J" }, 5, "",
		"backroom: no item of the catalog has the path /x\\e[2J\n" },
	    { { "export", "prices", "/offers/Winback", "EUR=1" }, 2, "",
		"backroom: unknown key \"EUR\"; one of: name GBP USD path\n" },
	    { { "export", "charges", "/offers/Winback/Copy", "-o", "tree" }, 2, "", NULL },
	    { { "export", "page", "x.html", "-o", "csv" }, 2, "",
		"backroom: export page writes HTML; -o, --fields, --no-header and --null are for "
		"lists\n" },
	    { { "export", "charges", "/offers/Winback/Copy", "--select", "offers" }, 2, "",
		"backroom: --select and --yes are for export page\n" },
	    { { "export", "pages", "x.html" }, 2, "",
		"backroom: export takes page FILE.html, charges OFFER, prices CAMPAIGN or users PATH\n" }, );
}

/* Charges are part of the offers: no other list is read. */
TEST(a_list_reads_only_its_parts)
{
	auto_run_result r = { 0 };
	auto_buf offers = { 0 }, body = { 0 };
	buf_addf(&body, "{\"commitId\":\"c1\",\"items\":[%s]}", shop.offers);
	hostile_json(&offers, buf_z(&body));
	const struct hostile_rule rules[] = {
		{ .path = "/offers", .answer = buf_str(&offers) },
	};
	struct hostile *server = hostile_start(rules, 1);
	EXITS(0, &r, hostile_url(server), "export", "charges", "/offers/Winback/Print USD",
	    "cols=name", "--no-header");
	assert_string_equal(buf_z(&r.out), "monthly\n");
	hostile_stop(server);
}
