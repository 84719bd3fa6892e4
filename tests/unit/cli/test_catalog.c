/* `backroom get` of the catalog's resources against a scripted server: the requests, the terms
 * matched by the program itself, and the messages. */
#include "lib/hostile.h"
#include "unit/cli/run.h"

#include <string.h>

#define MUG                                                                                                                                          \
	"{\"id\":\"o-1\",\"name\":\"Mug\",\"path\":\"/offers/Gifts/mug\",\"parent_path\":\"/offers/"                                                 \
	"Gifts\",\"data\":{\"attributes\":{\"display_name__acme\":\"A mug\",\"price\":[{\"name\":"                                                   \
	"\"once\",\"value\":\"7.50\",\"currencyCode\":\"GBP\",\"repeat_interval\":0,"                                                                \
	"\"repeat_count\":0,\"type\":\"onetime\",\"trigger\":\"order_date\"}]},\"tags\":[\"/tags/uk/direct\"],\"products\":[{\"id\":\"p\",\"name\":" \
	"\"Cup\"}]}}"
#define PAPER                                                                                     \
	"{\"id\":\"o-2\",\"name\":\"Paper\",\"path\":\"/offers2/paper\",\"modified\":"            \
	"\"2026-11-19T10:42:00Z\",\"version\":\"3\",\"data\":{\"attributes\":{\"label__acme\":["  \
	"\"winter\",\"b2b\"],\"allowed_countries__acme\":[\"GB\",\"IE\"]},\"price\":[{\"value\":" \
	"\"9.99\",\"currencyCode\":\"EUR\",\"repeat_interval\":1,\"repeat_interval_type\":"       \
	"\"months\",\"repeat_count\":0,\"delay_interval\":null,\"type\":\"recurring\","           \
	"\"trigger\":\"subscription_start\"}]}}"
#define SEAT                                                                                  \
	"{\"id\":\"o-3\",\"name\":\"Seat\",\"path\":\"/offers2/seat\",\"priceReference\":"    \
	"\"/offers2/paper\",\"data\":{\"attributes\":{\"label__acme\":[\"b2b\"]},\"price\":[" \
	"]}}"

struct set {
	struct buf answers[3];
	struct hostile_rule rules[3];
	struct hostile *server;
};

/* Returns each response once, in this order; NULL ends the list. */
static void
serve(struct set *s, const char *first, const char *second, const char *third)
{
	const char *const bodies[] = { first, second, third };
	*s = (struct set){ 0 };
	for (size_t i = 0; i < 3; i++) {
		hostile_json(&s->answers[i], bodies[i] ? bodies[i] : "{}");
		s->rules[i] = (struct hostile_rule){ .answer = buf_str(&s->answers[i]),
			.nth = i + 1 };
	}
	s->server = hostile_start(s->rules, 3);
}

static void
serve_end(struct set *s)
{
	hostile_stop(s->server);
	for (size_t i = 0; i < 3; i++)
		buf_free(&s->answers[i]);
}

static const char *
target(struct set *s, size_t i)
{
	const struct hostile_request *r = hostile_request(s->server, i);
	return r ? r->target : "";
}

#define ONE_PAGE "{\"hits\":3,\"commitId\":\"c1\",\"items\":[" MUG "," PAPER "," SEAT "]}"

TEST(both_halves_of_the_cursor_are_sent)
{
	CLEANUP(serve_end) struct set s;
	auto_run_result r = { 0 };
	serve(&s,
	    "{\"hits\":3,\"items\":[" MUG "],\"queryMore\":{\"from\":\"a b_-=\",\"alias\":\"x/1\"},"
	    "\"commitId\":\"c1\"}",
	    "{\"hits\":3,\"items\":[" PAPER "," SEAT "],\"commitId\":\"c1\"}", NULL);
	EXITS(0, &r, hostile_url(s.server), "get", "offers", "--all", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[\n" MUG ",\n" PAPER ",\n" SEAT "\n]\n");
	assert_string_equal(buf_z(&r.words), "");
	assert_string_equal(target(&s, 0), "/offers?opt.pageSize=500&opt.all=true");
	assert_string_equal(target(&s, 1),
	    "/offers?opt.pageSize=500&opt.all=true&opt.queryMoreFrom=a%20b_-%3D&"
	    "opt.queryMoreAlias=x%2F1");
}

TEST(a_table_has_the_resources_columns)
{
	CLEANUP(serve_end) struct set s;
	auto_run_result r = { 0 };
	serve(&s, ONE_PAGE, NULL, NULL);
	EXITS(0, &r, hostile_url(s.server), "get",
	    "offers cols=name,price,kind,label,country,product,attribute.display_name");
	assert_string_equal(buf_z(&r.out),
	    "OFFER  PRICE             KIND        LABEL        COUNTRIES  PRODUCTS  "
	    "attribute.display_name\n"
	    "Mug    GBP 7.50 once     legacy                              Cup       A mug\n"
	    "Paper  EUR 9.99 monthly  standalone  winter, b2b  GB, IE\n"
	    "Seat   price of paper    standalone  b2b\n");
	assert_string_equal(target(&s, 0), "/offers?opt.pageSize=50&opt.all=true");
}

TEST(the_first_fifty_are_printed_with_the_total)
{
	CLEANUP(serve_end) struct set s;
	auto_run_result r = { 0 };
	serve(&s,
	    "{\"hits\":1240,\"items\":[" MUG "],\"queryMore\":{\"from\":\"f\",\"alias\":\"a\"}}",
	    NULL, NULL);
	EXITS(0, &r, hostile_url(s.server), "get", "offers", "--max", "1", "-o", "csv", "--fields",
	    "path");
	assert_string_equal(buf_z(&r.out), "path\n/offers/Gifts/mug\n");
	assert_string_equal(buf_z(&r.words), "1 of 1,240 offers, the first; use --all for more\n");
	assert_int_equal(hostile_count(s.server), 1);
}

/* The request for each VIEW, and which of the three offers is printed. */
TEST(filters_of_the_service_are_sent)
{
	static const struct {
		const char *view, *target, *paths;
	} cases[] = {
		{ "offers path=\"/offers2/Gift & Holiday\"",
		    "/offers?opt.pageSize=50&opt.all=true&path=%2Foffers2%2FGift%20%26%20Holiday",
		    "" },
		/* countries and labels are attributes, too deep for a plain word to find */
		{ "offers text:winter", "/offers?opt.pageSize=500&opt.all=true",
		    "/offers2/paper\n" },
		{ "offers text:ie !text:gbp", "/offers?opt.pageSize=500&opt.all=true",
		    "/offers2/paper\n" },
		{ "offers ie", "/offers?opt.pageSize=500&opt.all=true", "" },
		{ "offers standalone=yes attribute.label=winter",
		    "/offers/v2?opt.pageSize=50&opt.all=true&offersSource=catalog&"
		    "attributes.label__svc=winter",
		    "/offers2/paper\n" },
		{ "offers source=published",
		    "/offers/v2?opt.pageSize=50&opt.all=true&offersSource=published",
		    "/offers/Gifts/mug\n/offers2/paper\n/offers2/seat\n" },
		{ "offers tag=/tags/uk/x",
		    "/offers?opt.pageSize=50&opt.all=true&tags=%2Ftags%2Fuk%2Fx",
		    "/offers/Gifts/mug\n/offers2/paper\n/offers2/seat\n" },
		{ "offers modified=2d",
		    "/offers?opt.pageSize=50&opt.all=true&opt.modifiedAfter=2026-11-18T10%3A42%3A"
		    "00.000Z",
		    "/offers2/paper\n" },
		{ "offers reduced=yes attribute.label=none",
		    "/offers?opt.pageSize=50&opt.all=true&reducedData=true&"
		    "attributes.label__svc=none",
		    "/offers/Gifts/mug\n/offers2/paper\n/offers2/seat\n" },
		{ "offers !standalone=yes", "/offers?opt.pageSize=500&opt.all=true",
		    "/offers/Gifts/mug\n" },
		{ "offers kind=legacy", "/offers?opt.pageSize=500&opt.all=true",
		    "/offers/Gifts/mug\n" },
		{ "offers label:WINT", "/offers?opt.pageSize=500&opt.all=true",
		    "/offers2/paper\n" },
		{ "offers country=ie", "/offers?opt.pageSize=500&opt.all=true",
		    "/offers2/paper\n" },
		{ "offers tag:direct", "/offers?opt.pageSize=500&opt.all=true",
		    "/offers/Gifts/mug\n" },
		{ "offers cup sort=-path", "/offers?opt.pageSize=500&opt.all=true",
		    "/offers/Gifts/mug\n" },
		{ "offers b2b sort=-name", "/offers?opt.pageSize=500&opt.all=true",
		    "/offers2/seat\n/offers2/paper\n" },
		{ "offers attribute.label:int", "/offers?opt.pageSize=500&opt.all=true",
		    "/offers2/paper\n" },
		{ "campaigns modified=2d",
		    "/campaigns?opt.pageSize=50&opt.all=true&opt.modifiedAfter=2026-11-18T10%3A42%"
		    "3A00.000Z",
		    "/offers2/paper\n" },
		{ "segments pap", "/segments?opt.pageSize=500&opt.all=true", "/offers2/paper\n" },
		{ "assets", "/assets?opt.pageSize=50&opt.all=true",
		    "/offers/Gifts/mug\n/offers2/paper\n/offers2/seat\n" },
		{ "products name=Seat", "/products?opt.pageSize=500&opt.all=true",
		    "/offers2/seat\n" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(serve_end) struct set s;
		auto_run_result r = { 0 };
		serve(&s, ONE_PAGE, NULL, NULL);
		RUN(&r, hostile_url(s.server), "get", cases[i].view, "-o", "tsv", "--fields",
		    "path", "--now", "2026-11-20T10:42:00Z");
		if (strcmp(target(&s, 0), cases[i].target) != 0)
			fail_msg("%s asks %s", cases[i].view, target(&s, 0));
		if (!str_eqz(str_sub(buf_str(&r.out), 5, SIZE_MAX), cases[i].paths))
			fail_msg("%s shows %s", cases[i].view, buf_z(&r.out));
	}
}

#define PRICED(path, currency, value, type)                                                         \
	"{\"path\":\"/offers2/" path "\",\"data\":{\"price\":[{\"value\":\"" value                  \
	"\",\"currencyCode\":\"" currency "\",\"type\":\"" type                                     \
	"\",\"trigger\":\"order_date\",\"repeat_interval\":1,\"repeat_interval_type\":\"months\"}]" \
	"}}"

#define LEGACY                                                                                       \
	"{\"id\":\"o-4\",\"name\":\"Post\",\"path\":\"/offers/Gifts/post\",\"data\":{\"products\":[" \
	"{\"id\":\"/products/post\",\"name\":\"Post\"},{\"id\":\"p-7\",\"name\":\"By id\"}]}}"
#define PRODUCTS                                                                                    \
	"{\"items\":[{\"id\":\"p-1\",\"name\":\"Post\",\"path\":\"/products/post\",\"data\":{"      \
	"\"attributes\":{\"product_code__acme\":\"NL-POST\"}}},{\"id\":\"p-7\",\"name\":\"Seven\"," \
	"\"path\":\"/products/seven\",\"data\":{\"attributes\":{\"product_code__acme\":\"NL-7\"}}}]}"

/* The console reads the whole catalog; a command reads only the lists that a term needs. */
TEST(referenced_lists_are_read_if_a_term_needs_them)
{
	static const struct {
		const char *view, *ahead, *answer, *paths;
	} cases[] = {
		{ "offers product:nl-po", "/products?opt.pageSize=500&opt.all=true", PRODUCTS,
		    "/offers/Gifts/post\n" },
		{ "offers product=NL-7", "/products?opt.pageSize=500&opt.all=true", PRODUCTS,
		    "/offers/Gifts/post\n" },
		{ "offers !product:nl", "/products?opt.pageSize=500&opt.all=true", PRODUCTS,
		    "/offers2/paper\n/offers2/seat\n" },
		{ "offers price=9.99", "/offers?opt.pageSize=500&opt.all=true",
		    "{\"items\":[" SEAT "," PAPER "]}", "/offers2/paper\n/offers2/seat\n" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(serve_end) struct set s;
		auto_run_result r = { 0 };
		serve(&s, cases[i].answer, "{\"items\":[" LEGACY "," PAPER "," SEAT "]}", NULL);
		RUN(&r, hostile_url(s.server), "get", cases[i].view, "-o", "tsv", "--fields",
		    "path");
		assert_string_equal(target(&s, 0), cases[i].ahead);
		assert_string_equal(target(&s, 1), "/offers?opt.pageSize=500&opt.all=true");
		assert_int_equal(hostile_count(s.server), 2);
		if (!str_eqz(str_sub(buf_str(&r.out), 5, SIZE_MAX), cases[i].paths))
			fail_msg("%s shows %s", cases[i].view, buf_z(&r.out));
		assert_string_equal(buf_z(&r.words), "");
	}
}

/* Without those lists matching is not possible, so nothing is printed. */
TEST(a_referenced_list_that_cannot_be_read_is_an_error)
{
	CLEANUP(serve_end) struct set s;
	auto_run_result r = { 0 };
	serve(&s, "[]", ONE_PAGE, NULL);
	EXITS(6, &r, hostile_url(s.server), "get", "offers product:nl", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[]\n");
}

/* As text, 10.00 would sort before 9.90, and 100 before both. */
TEST(money_is_sorted_and_compared_as_money)
{
	static const char six[] = "{\"hits\":6,\"items\":[" PRICED("euro", "EUR", "5",
	    "onetime") "," PRICED("hundred", "GBP", "100", "recurring") "," PRICED("nine", "GBP",
	    "9.90", "recurring") "," PRICED("ten", "GBP", "10.00", "onetime") "," PRICED("unit",
	    "GBP", "9.9", "usage") "," PRICED("yen", "JPY", "1", "recurring") "]}";
	static const struct {
		const char *view, *paths;
	} cases[] = {
		{ "offers sort=price", "euro\nnine\nunit\nten\nhundred\nyen\n" },
		{ "offers sort=-price", "yen\nhundred\nten\nunit\nnine\neuro\n" },
		{ "offers sort=start", "euro\nnine\nten\nhundred\nyen\nunit\n" },
		{ "offers sort=then", "nine\nhundred\nyen\neuro\nten\nunit\n" },
		{ "offers price=9.9", "nine\nunit\n" },
		{ "offers price=\"gbp 10\"", "ten\n" },
		{ "offers price=\"5.00 EUR\"", "euro\n" },
		{ "offers price=\"JPY 9.9\"", "" },
		{ "offers price:9.9", "nine\nunit\n" },
		{ "offers price:monthly", "hundred\nnine\nyen\n" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(serve_end) struct set s;
		auto_run_result r = { 0 };
		auto_buf want = { 0 };
		struct str rest = str_of(cases[i].paths), line;
		serve(&s, six, six, NULL); /* offers whose price is referenced are searched too */
		RUN(&r, hostile_url(s.server), "get", cases[i].view, "-o", "tsv", "--fields",
		    "path");
		buf_addz(&want, "path\n");
		while (str_next(&rest, '\n', &line) && line.n)
			buf_addf(&want, "/offers2/%.*s\n", STR_ARG(line));
		if (strcmp(buf_z(&r.out), buf_z(&want)) != 0)
			fail_msg("%s shows %s", cases[i].view, buf_z(&r.out));
	}
}

TEST(a_filter_on_part_of_the_list_is_reported)
{
	struct set s;
	auto_run_result r = { 0 };
	serve(&s,
	    "{\"hits\":9,\"items\":[" MUG "," PAPER
	    "],\"queryMore\":{\"from\":\"f\",\"alias\":\"a\"}}",
	    NULL, NULL);
	RUN(&r, hostile_url(s.server), "get", "offers paper", "--max", "1", "-o", "tsv", "--fields",
	    "id");
	assert_string_equal(buf_z(&r.out), "id\no-2\n");
	assert_string_equal(buf_z(&r.words), "1 offer, the first that match; use --all for more\n");
	serve_end(&s);
	serve(&s, ONE_PAGE, NULL, NULL);
	RUN(&r, hostile_url(s.server), "get", "offers nothing", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[]\n");
	assert_string_equal(buf_z(&r.words), "No match in 3 offers\n");
	serve_end(&s);
}

TEST(a_changing_catalog_is_reported_and_a_loop_exits_with_3)
{
	CLEANUP(serve_end) struct set s;
	auto_run_result r = { 0 };
	serve(&s,
	    "{\"header\":{\"commitId\":\"e44d07a9\"},\"items\":[" MUG
	    "],\"queryMore\":{\"from\":\"f\",\"alias\":\"a\"}}",
	    "{\"header\":{\"commitId\":\"91ab2c3f\"},\"items\":[" PAPER
	    "],\"queryMore\":{\"from\":\"f\",\"alias\":\"a\"}}",
	    NULL);
	EXITS(3, &r, hostile_url(s.server), "get", "campaigns", "--all", "-o", "json");
	assert_true(is_json(&r.out));
	assert_non_null(
	    strstr(buf_z(&r.words), "The catalog changed while it was read: e44d07a to 91ab2c3\n"));
	assert_non_null(strstr(buf_z(&r.words),
	    "the service sent the same page twice after 2 pages, more may be missing"));
	assert_int_equal(hostile_count(s.server), 2);
}

#define STUDENT                                                                              \
	"{\"id\":\"j-4\",\"conditions\":[{\"id\":\"c\",\"type\":\"segment\",\"value\":"      \
	"\"/segments/student\"},{\"type\":\"segment\",\"value\":\"/segments/uk\"}],"         \
	"\"actions\":[{\"type\":\"destination\",\"values\":[{\"tag\":\"/tags/a\",\"split\":" \
	"\"50\"},{\"tag\":\"/tags/b\",\"split\":\"50.0\"}]}]}"
#define ALWAYS "{\"id\":\"j-5\", \"conditions\":[],\"actions\":[],\"more\":1.50}"
#define JOURNEYS                                                                                  \
	"{\"starting_point\":\"/subscribe/\",\"fallback_tag\":\"/tags/f\",\"journeys\":[" STUDENT \
	",\n" ALWAYS "]}"

TEST(journeys_are_one_object_with_a_row_each)
{
	struct set s;
	auto_run_result r = { 0 };
	serve(&s, JOURNEYS, NULL, NULL);
	EXITS(0, &r, hostile_url(s.server), "get", "journeys");
	assert_string_equal(buf_z(&r.out),
	    "ID   WHEN                                                      GOES TO\n"
	    "j-4  segment is /segments/student and segment is /segments/uk  /tags/a 50 / /tags/b "
	    "50.0\n"
	    "j-5  always\n");
	assert_string_equal(target(&s, 0), "/journeys");
	serve_end(&s);
	serve(&s, JOURNEYS, JOURNEYS, JOURNEYS);
	RUN(&r, hostile_url(s.server), "get", "journeys", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[\n" STUDENT ",\n" ALWAYS "\n]\n");
	RUN(&r, hostile_url(s.server), "get", "journeys", "-o", "raw");
	assert_string_equal(buf_z(&r.out), JOURNEYS);
	RUN(&r, hostile_url(s.server), "get", "journeys destination=/tags/b", "-o", "ndjson", "-0",
	    "--fields", "id");
	assert_int_equal(r.out.n, 13);
	assert_memory_equal(r.out.p, "{\"id\":\"j-4\"}\0", 13);
	serve_end(&s);
}

TEST(identities_are_read_from_baskets)
{
	CLEANUP(serve_end) struct set s;
	auto_run_result r = { 0 };
	serve(&s,
	    "{\"items\":[{\"id\":\"b1\",\"identities\":[{\"sub\":\"7\",\"iss\":\"https://a/\","
	    "\"type\":\"t\",\"service\":\"s\"},{\"sub\":\"7\",\"iss\":\"https://b/\"}]},"
	    "{\"id\":\"b2\",\"identities\":[{\"sub\":\"7\",\"iss\":\"https://a/\"},{\"sub\":\"7\","
	    "\"iss\":\"https://a/\"}]},{\"id\":\"b3\"}]}",
	    NULL, NULL);
	EXITS(0, &r, hostile_url(s.server), "get", "identities sort=-baskets", "-o", "csv");
	assert_string_equal(buf_z(&r.out),
	    "name,sub,owner,iss,from,when,status,type,service,baskets\n"
	    ",7,,https://a/,2 baskets,,not known,t,s,2\n,7,,https://b/,1 basket,,not known,,,1\n");
	assert_string_equal(
	    buf_z(&r.words), "2 identities found in 3 baskets; the API cannot list them\n");
	assert_string_equal(target(&s, 0), "/checkout/abandoned?limit=500");
}

TEST(wrong_arguments_exit_with_2)
{
	static const char *const cases[][5] = { { "get", "offers source=all" },
		{ "get", "offers !source=catalog" }, { "get", "offers standalone=perhaps" },
		{ "get", "offers modified=soon" }, { "get", "offers lable=x" },
		{ "get", "segments tag=/tags/x" }, { "get", "journeys attribute.x=1" },
		{ "get", "identities", "-o", "raw" }, { "get", "offers mug", "-o", "raw" },
		{ "get", "offers cols=naem" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *argv[6] = { 0 };
		auto_run_result r = { 0 };
		memcpy(argv, cases[i], sizeof(cases[i]));
		run_to(&r, NULL, "http://127.0.0.1:1/api", "t", argv);
		if (r.code != 2)
			fail_msg("%s: exit %d", cases[i][1], r.code);
		assert_true(r.words.n > 0);
	}
}
