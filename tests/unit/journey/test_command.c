/* `backroom whatif` against a scripted server: its requests, its output, and the messages for
 * wrong arguments. The computation itself is tested in unit.model.whatif. */
#include "lib/hostile.h"
#include "unit/cli/run.h"

#include <string.h>

static const char segments[] =
    "{\"hits\":3,\"items\":["
    "{\"id\":\"1\",\"name\":\"lapsed\",\"path\":\"/segments/lapsed\",\"data\":{}},"
    "{\"id\":\"2\",\"name\":\"student\",\"path\":\"/segments/student\",\"data\":{}},"
    "{\"id\":\"3\",\"name\":\"uk\",\"path\":\"/segments/uk\",\"data\":{}}]}";

#define WHEN(value) "{\"id\":\"c\",\"type\":\"segment\",\"value\":\"" value "\"}"
#define TO(tag, split) "{\"id\":\"v\",\"tag\":\"" tag "\",\"split\":\"" split "\"}"
#define ACTIONS(values) \
	"\"actions\":[{\"id\":\"a\",\"type\":\"destination\",\"values\":[" values "]}]"

static const char journeys[] =
    "{\"starting_point\":\"/subscribe/\",\"fallback_tag\":\"/tags/direct\",\"journeys\":["
    "{\"id\":\"one\",\"conditions\":[" WHEN("/segments/lapsed") "," WHEN(
	"/segments/uk") "]," ACTIONS(TO("/tags/save", "70") "," TO("/tags/news",
	"20")) "},"
	       "{\"id\":\"two\",\"conditions\":[" WHEN("/segments/gone") "]," ACTIONS(
		   TO("/tags/x", "100")) "}]}";

#define JOURNEY(id, when, tag) \
	"{\"id\":\"" id "\",\"conditions\":[" when "]," ACTIONS(TO(tag, "100")) "}"
#define BOTH WHEN("/segments/lapsed") "," WHEN("/segments/student")

/* clang-format off */
static const char of_several[] =
    "{\"starting_point\":\"/subscribe/\",\"fallback_tag\":\"/tags/direct\",\"journeys\":["
    JOURNEY("1", WHEN("/segments/lapsed"), "/tags/a") ","
    JOURNEY("2", WHEN("/segments/student"), "/tags/b") ","
    JOURNEY("3", BOTH, "/tags/c") ","
    JOURNEY("4", WHEN("/segments/uk"), "/tags/d") "]}";
/* clang-format on */

struct site {
	struct buf answers[2];
	struct hostile_rule rules[2];
	struct hostile *server;
};

static void
open_site_of(struct site *s, const char *flow)
{
	*s = (struct site){ 0 };
	hostile_json(&s->answers[0], segments);
	hostile_json(&s->answers[1], flow);
	s->rules[0] = (struct hostile_rule){ .path = "/segments",
		.answer = buf_str(&s->answers[0]) };
	s->rules[1] = (struct hostile_rule){ .path = "/journeys",
		.answer = buf_str(&s->answers[1]) };
	s->server = hostile_start(s->rules, 2);
}

#define IS_UK "\"conditions\":[" WHEN("/segments/uk") "]"
#define ALL(tag) ACTIONS(TO(tag, "100"))

/* Unreadable parts may contain anything: neither they nor anything after them is certain. */
static const struct shape {
	const char *journey, *goes; /* lines that must be in the output */
	const char *never;          /* a line that must not be in the output */
} shapes[] = {
	{ "{\"id\":\"j\"," IS_UK "," ALL("/tags/a") "}", "goes to,/tags/a,100 %", "/tags/direct" },
	/* numbered members as an array, and one object without brackets: still readable */
	{ "{\"id\":\"j\",\"conditions\":{\"0\":" WHEN(
	      "/segments/uk") "},\"actions\":{\"0\":{\"values\":{\"0\":" TO("/tags/a",
	      "70") ",\"1\":" TO("/tags/b", "30") "}}}}",
	    "goes to,/tags/a,70 %", "cannot tell" },
	{ "{\"id\":\"j\",\"conditions\":" WHEN("/segments/uk") ",\"actions\":{\"values\":" TO(
	      "/tags/a", "100") "}}",
	    "goes to,/tags/a,100 %", "cannot tell" },
	{ "{\"id\":\"j\"," IS_UK ",\"actions\":[{\"values\":[" TO(
	      "/tags/a", "14.285714285714286") "," TO("/tags/b", "85.714285714285714") "]}]}",
	    "goes to,/tags/a,14.29 %", "0 to 100" },
	/* unreadable conditions: the journey's visitors are not known */
	{ "{\"id\":\"j\",\"conditions\":\"uk\"," ALL("/tags/a") "}", "goes to,/tags/a,0 to 100 %",
	    "FIRES" },
	{ "{\"id\":\"j\",\"conditions\":null," ALL("/tags/a") "}", "goes to,/tags/a,0 to 100 %",
	    "FIRES" },
	{ "{\"id\":\"j\"," ALL("/tags/a") "}", "goes to,/tags/a,0 to 100 %", "FIRES" },
	{ "{\"id\":\"j\",\"conditions\":{}," ALL("/tags/a") "}", "goes to,/tags/a,0 to 100 %",
	    "FIRES" },
	{ "{\"id\":\"j\",\"conditions\":[7]," ALL("/tags/a") "}", "goes to,/tags/a,0 to 100 %",
	    "FIRES" },
	{ "{\"id\":\"j\"," IS_UK ",\"conditions\":[]," ALL("/tags/a") "}",
	    "goes to,/tags/a,0 to 100 %", "FIRES" },
	/* unreadable actions: the destination is not known */
	{ "{\"id\":\"j\"," IS_UK ",\"actions\":null}", "goes to,/tags/direct,0 to 100 %",
	    "100 %,\"10,000" },
	{ "{\"id\":\"j\"," IS_UK "}", "goes to,/tags/direct,0 to 100 %", "100 %,\"10,000" },
	{ "{\"id\":\"j\"," IS_UK ",\"actions\":[{\"values\":\"/tags/a\"}]}",
	    "goes to,/tags/direct,0 to 100 %", "100 %,\"10,000" },
	{ "{\"id\":\"j\"," IS_UK
	  ",\"actions\":[{\"values\":[" TO("/tags/a", "100") ",{\"tag\":7}]}]}",
	    "goes to,/tags/a,0 to 100 %", "/tags/a,100 %" },
	{ "{\"id\":\"j\"," IS_UK ",\"actions\":[{\"values\":[" TO("/tags/a", "100") "]},true]}",
	    "goes to,/tags/a,0 to 100 %", "/tags/a,100 %" },
	/* empty conditions match everyone; an empty action has no destination */
	{ "{\"id\":\"j\",\"conditions\":[]," ALL("/tags/a") "}", "goes to,/tags/a,100 %", "0 to" },
	{ "{\"id\":\"j\"," IS_UK ",\"actions\":[]}", "goes to,/tags/direct,100 %", "0 to" },
};

static void
open_site(struct site *s)
{
	open_site_of(s, journeys);
}

static void
close_site(struct site *s)
{
	hostile_stop(s->server);
	buf_free(&s->answers[0]);
	buf_free(&s->answers[1]);
}

TEST(a_missing_segment_is_unknown)
{
	CLEANUP(close_site) struct site s;
	auto_run_result r = { 0 };
	open_site(&s);
	EXITS(0, &r, hostile_url(s.server), "whatif", "--segment", "/segments/lapsed", "--segment",
	    "uk", "-o", "csv");
	assert_string_equal(buf_z(&r.out),
	    "what,name,result,why\njourney 1,lapsed and uk,FIRES,\"lapsed yes, uk yes\"\njourney 2,gone,not reached,journey 1 fires before it\ngoes to,/tags/save,70 %,\"6,974 of 10,000 simulated, seed 7\"\ngoes to,/tags/news,20 %,\"2,012 of 10,000 simulated, seed 7\"\ngoes to,/tags/direct,10 %,\"1,014 of 10,000 simulated, seed 7; the fallback\"\nsimulated,from the configuration,,\"the first match wins, every condition must hold; only the first action counts; any remainder goes to the fallback\"\n");
	assert_non_null(
	    strstr(buf_z(&r.words), "Simulation: the API does not define the order of journeys"));
	assert_non_null(strstr(buf_z(&r.words), "any remainder goes to the fallback"));
	RUN(&r, hostile_url(s.server), "whatif", "--segment", "lapsed", "--unknown", "uk", "-o",
	    "ndjson");
	assert_string_equal(buf_z(&r.out),
	    "{\"what\":\"journey\",\"number\":1,\"id\":\"one\",\"when\":\"lapsed and "
	    "uk\",\"result\":\"cannot tell\",\"why\":\"lapsed yes, uk not "
	    "known\"}\n{\"what\":\"journey\",\"number\":2,\"id\":\"two\",\"when\":\"gone\",\"result\":\"cannot "
	    "tell\",\"why\":\"gone not "
	    "known\"}\n{\"what\":\"share\",\"tag\":\"/tags/save\",\"least\":0,\"most\":70,\"fallback\":false}\n{\"what\":\"share\",\"tag\":\"/tags/news\",\"least\":0,\"most\":20,\"fallback\":false}\n{\"what\":\"share\",\"tag\":\"/tags/direct\",\"least\":0,\"most\":100,\"fallback\":true}\n{\"what\":\"share\",\"tag\":\"/tags/x\",\"least\":0,\"most\":100,\"fallback\":false}\n{\"what\":\"simulated\",\"assumed\":\"the "
	    "first match wins, every condition must hold; only the first action counts; any "
	    "remainder goes to the fallback\"}\n");
}

TEST(all_journeys_that_may_fire_first_are_named)
{
	CLEANUP(close_site) struct site s;
	auto_run_result r = { 0 };
	open_site_of(&s, of_several);
	/* A visitor who fails the first condition fails the third. */
	RUN(&r, hostile_url(s.server), "whatif", "--segment", "uk", "--unknown", "lapsed",
	    "--unknown", "student", "-o", "csv");
	assert_non_null(strstr(buf_z(&r.out),
	    "journey 4,uk,depends on 1,uk yes; it fires unless journey 1 or 2 does\n"));
	/* Neither of the first two journeys alone takes all visitors that the third would take:
	 * together they do. */
	RUN(&r, hostile_url(s.server), "whatif", "--segment", "uk", "--unknown", "lapsed",
	    "--unknown", "student", "--any", "-o", "csv");
	assert_non_null(strstr(buf_z(&r.out),
	    "journey 3,lapsed or student,not reached,earlier journeys get all its visitors\n"));
	assert_non_null(strstr(buf_z(&r.out), "it fires unless journey 1 or 2 does"));
}

TEST(assumptions_are_options)
{
	CLEANUP(close_site) struct site s;
	auto_run_result r = { 0 };
	open_site(&s);
	RUN(&r, hostile_url(s.server), "whatif", "--segment", "uk", "--any", "--scaled", "-o",
	    "tsv", "--fields", "tag,least");
	assert_non_null(strstr(buf_z(&r.out), "/tags/save\t77.777777778\n"));
	assert_non_null(strstr(buf_z(&r.out), "/tags/news\t22.222222222\n"));
	assert_non_null(strstr(buf_z(&r.words),
	    "one condition is enough; only the first action counts; splits are scaled to 100"));
	/* Exact numbers in data, and no lines for rows that have none of the fields. */
	RUN(&r, hostile_url(s.server), "whatif", "--segment", "uk", "--segment", "lapsed", "-o",
	    "csv", "--fields", "tag,least");
	assert_string_equal(
	    buf_z(&r.out), "tag,least\n/tags/save,70\n/tags/news,20\n/tags/direct,10\n");
}

TEST(wrong_arguments_exit_with_2)
{
	CLEANUP(close_site) struct site s;
	auto_run_result r = { 0 };
	open_site(&s);
	EXITS(2, &r, hostile_url(s.server), "whatif", "--segment", "lapsd");
	assert_non_null(strstr(
	    buf_z(&r.words), "segment \"lapsd\" does not exist; did you mean /segments/lapsed?"));
	/* three wrong letters may be a typing error, four make another word */
	RUN(&r, hostile_url(s.server), "whatif", "--segment", "lxyzed");
	assert_non_null(strstr(buf_z(&r.words), "did you mean /segments/lapsed?"));
	RUN(&r, hostile_url(s.server), "whatif", "--segment", "wxyzed");
	assert_non_null(strstr(buf_z(&r.words), "backroom get segments lists them"));
	EXITS(2, &r, hostile_url(s.server), "whatif", "--unknown", "/segments/elsewhere");
	assert_non_null(strstr(buf_z(&r.words), "backroom get segments lists them"));
	EXITS(
	    2, &r, hostile_url(s.server), "whatif", "--segment", "uk", "--unknown", "/segments/uk");
	assert_string_equal(buf_z(&r.out), "");
	assert_non_null(strstr(buf_z(&r.words), "/segments/uk is in both --segment and --unknown"));
	EXITS(2, &r, hostile_url(s.server), "whatif", "lapsed");
}

TEST(journeys_with_odd_shapes_are_uncertain)
{
	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
		auto_buf flow = { 0 };
		CLEANUP(close_site) struct site s;
		auto_run_result r = { 0 };
		buf_addf(&flow,
		    "{\"starting_point\":\"/subscribe/\",\"fallback_tag\":\"/tags/direct\",\"journeys\":[%s]}",
		    shapes[i].journey);
		open_site_of(&s, buf_z(&flow));
		RUN(&r, hostile_url(s.server), "whatif", "--segment", "/segments/uk", "-o", "csv");
		if (r.code != 0 || !strstr(buf_z(&r.out), shapes[i].goes) ||
		    strstr(buf_z(&r.out), shapes[i].never))
			fail_msg("%zu: %s: %d %s%s", i, shapes[i].journey, r.code, buf_z(&r.words),
			    buf_z(&r.out));
	}
}
