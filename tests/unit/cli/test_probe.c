/* `config probe` and the member names configured for an environment, against scripted servers. */
#include "base/vec.h"
#include "lib/files.h"
#include "lib/hostile.h"
#include "unit/cli/run.h"

#include <string.h>
#include <sys/stat.h>

struct transfer_result {
	const char *path, *body;
	int nth;
};

struct set {
	VEC(struct buf) bytes;
	struct hostile_rule rules[16];
	struct hostile *server;
};

static void
serve(struct set *s, const struct transfer_result *answers, size_t n)
{
	*s = (struct set){ 0 };
	for (size_t i = 0; i < n; i++) {
		struct buf b = { 0 };
		hostile_json(&b, answers[i].body);
		vec_push(&s->bytes, b);
		s->rules[i] = (struct hostile_rule){ .path = answers[i].path,
			.nth = (size_t)answers[i].nth,
			.answer = buf_str(&b) };
	}
	s->server = hostile_start(s->rules, n);
}

static void
serve_end(struct set *s)
{
	hostile_stop(s->server);
	for (size_t i = 0; i < s->bytes.n; i++)
		buf_free(&s->bytes.v[i]);
	vec_free(&s->bytes);
}

#define ITEM(id) "{\"id\":\"" id "\",\"name\":\"n\",\"path\":\"/p\",\"data\":{}}"
#define FINE "{\"hits\":1,\"items\":[" ITEM("a") "],\"commitId\":\"c\"}"

/* Each response lacks something else. */
static const struct transfer_result lacking[] = {
	{ "/checkout", "{\"items\":[{\"id\":7,\"entry\":null,\"colour\":\"red\"}]}", 0 },
	{ "/campaigns", "{\"hits\":9,\"items\":[" ITEM("a") "," ITEM("b") "],\"commitId\":\"c\"}",
	    0 },
	{ "/offers/v2",
	    "{\"hits\":3,\"items\":[" ITEM("a") "," ITEM(
		"b") "],\"queryMore\":{\"from\":\"f\"},\"commitId\":\"c\"}",
	    0 },
	{ "/offers", "{\"items\":[" ITEM("a") "," ITEM("a") "," ITEM("a") "]}", 0 },
	{ "/assets", "{\"hits\":1,\"items\":[{\"id\":\"a\",\"id\":\"b\"}],\"commitId\":\"c\"}", 0 },
	{ "/products", FINE, 0 },
	{ "/segments", "{\"hits\":\"1\",\"items\":{}}", 0 },
};

TEST(missing_members_are_reported)
{
	CLEANUP(serve_end) struct set s;
	auto_run_result r = { 0 };
	serve(&s, lacking, sizeof(lacking) / sizeof(*lacking));
	EXITS(1, &r, hostile_url(s.server), "config", "probe", "-o", "csv", "--fields",
	    "endpoint,unknownMembers,lacks");
	assert_string_equal(buf_z(&r.out),
	    "endpoint,unknownMembers,lacks\nbaskets,1,\"[\"\"id is a number, not a "
	    "text\"\",\"\"created is missing\"\"]\"\ncampaigns,0,\"[\"\"more hits than items, "
	    "but no queryMore\"\"]\"\noffers,0,\"[\"\"hits is missing\"\",\"\"the page size is "
	    "ignored\"\",\"\"commitId is missing\"\"]\"\noffers-v2,0,\"[\"\"queryMore has "
	    "no from and alias\"\",\"\"the cursor returns the same page "
	    "again\"\"]\"\nassets,0,\"[\"\"an item has the same member twice\"\",\"\"name is "
	    "missing\"\",\"\"path is missing\"\",\"\"data is "
	    "missing\"\"]\"\nproducts,0,[]\nsegments,0,\"[\"\"Unusable response: the response has no list "
	    "of items\"\"]\"\njourneys,0,\"[\"\"an empty response came (404)\"\"]\"\n");
	RUN(&r, hostile_url(s.server), "config", "probe", "-o", "json");
	assert_true(is_json(&r.out));
}

TEST(nothing_is_written_to_the_service)
{
	CLEANUP(serve_end) struct set s;
	auto_run_result r = { 0 };
	serve(&s, lacking, sizeof(lacking) / sizeof(*lacking));
	RUN(&r, hostile_url(s.server), "config", "probe");
	for (size_t i = 0; i < hostile_count(s.server); i++)
		assert_string_equal(hostile_request(s.server, i)->method, "GET");
}

TEST(an_environment_can_rename_members)
{
	const struct transfer_result answer = { NULL, FINE, 0 };
	CLEANUP(serve_end) struct set s;
	auto_run_result r = { 0 };
	auto_buf text = { 0 };
	serve(&s, &answer, 1);
	buf_addf(&text,
	    "environment \"shop\" {\n url = \"%s/api\"\n namespace = \"acme\"\n"
	    " parameters { page-size = \"size\" attribute = \"a.\" pagination = \"all\" }\n"
	    " paths { offers = \"/{namespace}/catalog/offers\" }\n}\n",
	    hostile_url(s.server));
	mkdir("names", 0700);
	mkdir("names/backroom", 0700);
	write_bytes("names/backroom/config.conf", buf_str(&text), 0600);
	char here[500], place[600];
	assert_non_null(getcwd(here, sizeof(here)));
	snprintf(place, sizeof(place), "%s/names", here);
	setenv("XDG_CONFIG_HOME", place, 1);
	EXITS(0, &r, NULL, "get", "offers attribute.label=winter reduced=yes", "-e", "shop");
	assert_string_equal(hostile_request(s.server, 0)->target,
	    "/api/acme/catalog/offers?size=50&all=true&reducedData=true&a.label__acme=winter");
	RUN(&r, NULL, "config", "show", "--all");
	assert_non_null(strstr(buf_z(&r.out), "namespace = \"acme\""));
	assert_non_null(strstr(buf_z(&r.out), "page-size = \"size\""));
	assert_non_null(strstr(buf_z(&r.out), "cursor-from = \"opt.queryMoreFrom\""));
	assert_non_null(strstr(buf_z(&r.out), "offers = \"/{namespace}/catalog/offers\""));
	setenv("XDG_CONFIG_HOME", "nowhere", 1);
}
