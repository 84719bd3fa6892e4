/* `backroom get -o tree`, `-o dot` and `-o svg` against a scripted server: the hierarchy, missing items,
 * cycles, hostile names; and Graphviz can read the output. */
#include "unit/cli/run.h"
#include "unit/cli/shop.h"

#include <ctype.h>
#include <string.h>

static void
expect_text(const struct buf *text, const char *expected)
{
	if (strcmp(text->p, expected) != 0)
		fail_msg("\n%s\nand not\n%s", text->p, expected);
}

static void
expect_tree(const struct catalog *c, const char *view, const char *text, const char *words)
{
	CLEANUP(close_shop) struct shop s;
	auto_run_result r = { 0 };
	open_shop(&s, c);
	RUN(&r, hostile_url(s.server), "get", view, "-o", "tree");
	expect_text(&r.out, text);
	expect_text(&r.words, words);
	assert_int_equal(r.code, 0);
}

#define CHARGE                                                                                 \
	"{\"name\":\"once\",\"value\":\"7.50\",\"currencyCode\":\"GBP\",\"type\":\"onetime\"," \
	"\"trigger\":\"subscription_start\"}"

static const struct catalog gifts = {
	.campaigns = "{\"id\":\"c\",\"name\":\"Gifts\",\"path\":\"/offers/Gifts\"},"
		     "{\"id\":\"d\",\"name\":\"Later\",\"path\":\"/offers/Later\"}",
	.offers = "{\"id\":\"o-1\",\"name\":\"Mug\",\"path\":\"/offers/Gifts/mug\",\"data\":{"
		  "\"attributes\":{\"price\":[" CHARGE "," CHARGE "]},\"products\":[{\"id\":\"p\"},"
		  "{\"id\":\"q\"}],\"segments\":[\"/segments/new\",\"/segments/old\"],"
		  "\"tags\":[\"/tags/uk\"]}},"
		  "{\"id\":\"o-2\",\"name\":\"Set\",\"path\":\"/offers2/set\",\"priceReference\":"
		  "\"/offers/Gifts/mug\",\"duplicatedFrom\":\"/offers2/gone\",\"baseTemplate\":"
		  "\"/t\",\"data\":{\"productBundles\":[{\"product_path\":\"/products/cup\","
		  "\"revenue_split\":\"100\"}]}}",
	.products = "{\"id\":\"p\",\"name\":\"Cup\",\"path\":\"/products/cup\"}",
	.segments = "{\"id\":\"s\",\"name\":\"New\",\"path\":\"/segments/new\"}",
};

TEST(a_campaign_tree_includes_its_charges)
{
	expect_tree(&gifts, "campaigns",
	    "campaign Gifts  /offers/Gifts\n"
	    "└─ offer Mug  /offers/Gifts/mug\n"
	    "   ├─ charge once: GBP 7.50 once at the start\n"
	    "   ├─ charge once: GBP 7.50 once at the start\n"
	    "   ├─ product Cup  /products/cup\n"
	    "   ├─ product missing: q\n"
	    "   ├─ segment New  /segments/new\n"
	    "   ├─ segment missing: /segments/old\n"
	    "   └─ tag /tags/uk\n"
	    "campaign Later  /offers/Later\n"
	    "└─ no offers\n",
	    "2 missing\n");
	expect_tree(&gifts, "campaigns later",
	    "campaign Later  /offers/Later\n"
	    "└─ no offers\n",
	    "");
	expect_tree(&gifts, "campaigns nosuch", "", "No match in 2 campaigns\n");
}

TEST(an_offer_tree_includes_its_price_and_parts)
{
	expect_tree(&gifts, "offers standalone=yes",
	    "offer Set  /offers2/set\n"
	    "├─ bundle 100 % Cup  /products/cup\n"
	    "├─ price of Mug  /offers/Gifts/mug\n"
	    "│  ├─ charge once: GBP 7.50 once at the start\n"
	    "│  └─ charge once: GBP 7.50 once at the start\n"
	    "├─ copied from missing: /offers2/gone\n"
	    "└─ template /t\n",
	    "1 missing\n");
}

TEST(branches_are_ascii_if_requested_or_required)
{
	static const char text[] = "offer Set  /offers2/set\n"
				   "|- bundle 100 % Cup  /products/cup\n"
				   "|- price of Mug  /offers/Gifts/mug\n"
				   "|  |- charge once: GBP 7.50 once at the start\n"
				   "|  `- charge once: GBP 7.50 once at the start\n";
	CLEANUP(close_shop) struct shop s;
	auto_run_result r = { 0 };
	open_shop(&s, &gifts);
	RUN(&r, hostile_url(s.server), "get", "offers set", "-o", "tree", "--ascii");
	assert_true(str_starts(buf_str(&r.out), str_of(text)));
	setenv("LC_ALL", "C", 1);
	RUN(&r, hostile_url(s.server), "get", "offers set", "-o", "tree");
	setenv("LC_ALL", "C.UTF-8", 1);
	assert_true(str_starts(buf_str(&r.out), str_of(text)));
}

/* A campaign without offers, one with 400, and an offer whose campaign does not exist. */
TEST(WA31_campaigns_of_every_size_are_printed)
{
	auto_buf offers = { 0 }, expected = { 0 };
	buf_addz(&expected,
	    "campaign Empty  /offers/empty\n└─ no offers\n"
	    "campaign Many  /offers/many\n");
	for (int i = 0; i < 400; i++) {
		buf_addf(&offers,
		    "{\"id\":\"o-%d\",\"name\":\"N%d\",\"path\":\"/offers/many/%03d\"},", i, i, i);
		buf_addf(
		    &expected, "%s offer N%d  /offers/many/%03d\n", i < 399 ? "├─" : "└─", i, i);
	}
	buf_addz(&offers, "{\"id\":\"l\",\"name\":\"Lonely\",\"path\":\"/offers/nowhere/lonely\"}");
	const struct catalog c = {
		.campaigns = "{\"id\":\"e\",\"name\":\"Empty\",\"path\":\"/offers/empty\"},"
			     "{\"id\":\"m\",\"name\":\"Many\",\"path\":\"/offers/many\"}",
		.offers = buf_z(&offers)
	};
	buf_addz(&expected,
	    "campaign missing: /offers/nowhere\n"
	    "└─ offer Lonely  /offers/nowhere/lonely\n");
	expect_tree(&c, "campaigns", buf_z(&expected), "1 missing\n");
	/* A filter on campaigns omits the list of missing items. */
	expect_tree(&c, "campaigns empty", "campaign Empty  /offers/empty\n└─ no offers\n", "");
}

#define REFERS(id, to)                                                   \
	"{\"id\":\"" id "\",\"name\":\"" id "\",\"path\":\"/offers2/" id \
	"\",\"priceReference\":\"/offers2/" to "\"}"

TEST(a_cycle_ends_the_branch)
{
	const struct catalog c = { .offers = REFERS("a", "b") "," REFERS("b", "a") "," REFERS(
				       "self", "self") };
	expect_tree(&c, "offers",
	    "offer a  /offers2/a\n└─ price of b  /offers2/b\n   └─ circular: price of a  /offers2/a\noffer b  /offers2/b\n└─ price of a  /offers2/a\n   └─ circular: price of b  /offers2/b\noffer self  /offers2/self\n└─ circular: price of self  /offers2/self\n",
	    "3 refers back to itself\n");
}

TEST(a_depth_limit_is_reported)
{
	auto_buf offers = { 0 };
	CLEANUP(close_shop) struct shop s;
	auto_run_result r = { 0 };
	for (int i = 0; i < 20; i++)
		buf_addf(&offers,
		    "%s{\"id\":\"%02d\",\"path\":\"/offers2/%02d\",\"priceReference\":\"/offers2/%02d\"}",
		    i ? "," : "", i, i, i + 1);
	const struct catalog c = { .offers = buf_z(&offers) };
	open_shop(&s, &c);
	RUN(&r, hostile_url(s.server), "get", "offers id=00", "-o", "tree");
	assert_non_null(strstr(r.out.p, "└─ price of /offers2/15\n"));
	assert_non_null(strstr(r.out.p, "└─ not expanded further: price of /offers2/16\n"));
	assert_null(strstr(r.out.p, "/offers2/17"));
	expect_text(&r.words, "1 not expanded further\n");
}

TEST(two_items_of_one_path_are_distinguished)
{
	const struct catalog c = {
		.products = "{\"id\":\"a\",\"name\":\"A\",\"path\":\"/products/x\"},"
			    "{\"id\":\"b\",\"name\":\"B\",\"path\":\"/products/x\"}"
	};
	expect_tree(&c, "products",
	    "product A  /products/x\nduplicate path: product B  /products/x\n",
	    "1 duplicate path\n");
}

static const struct catalog ways = {
	.segments = "{\"id\":\"s\",\"name\":\"New\",\"path\":\"/segments/new\"}",
	.journeys =
	    "{\"starting_point\":\"/subscribe/\",\"fallback_tag\":\"/tags/x\",\"journeys\":["
	    "{\"id\":\"one\",\"conditions\":[{\"type\":\"segment\",\"value\":\"/segments/new\"},"
	    "{\"type\":\"country\",\"value\":\"JP\"}],\"actions\":[{\"values\":[{\"tag\":"
	    "\"/tags/a\",\"split\":\"60\"},{\"tag\":\"/tags/x\",\"split\":\"40\"}]}]},"
	    "{\"id\":\"two\",\"conditions\":[{\"type\":\"segment\",\"value\":\"/segments/old\"}],"
	    "\"actions\":[]},{\"id\":\"three\",\"conditions\":[],\"actions\":[]}]}",
};

static const struct catalog odd_ways = {
	.journeys = "{\"fallback_tag\":\"/tags/x\",\"journeys\":["
		    "{\"id\":\"one\",\"conditions\":[{\"type\":\"segment\",\"value\":\"\"},"
		    "{\"type\":\"jwt\",\"value\":\"\"}],\"actions\":[{\"values\":[{\"tag\":"
		    "\"/tags/a\",\"split\":\"60\"}]}]},"
		    "{\"id\":\"two\",\"conditions\":[],\"actions\":[{\"values\":[{\"tag\":"
		    "\"/tags/a\",\"split\":\"50%\"},{\"tag\":\"/tags/b\",\"split\":\"\"}]}]}]}",
};

TEST(journeys_lead_from_start_to_fallback)
{
	static const struct catalog none = { .journeys = "{\"journeys\":[]}" };
	expect_tree(&ways, "journeys",
	    "start /subscribe/\n├─ order not documented: shown as sent\n├─ journey 1 one\n│  ├─ if in segment New  /segments/new\n│  ├─ if country is JP\n│  ├─ 60 % to /tags/a\n│  └─ 40 % to /tags/x\n├─ journey 2 two\n│  ├─ if in segment missing: /segments/old\n│  ├─ no destination\n│  └─ 100 % remainder to /tags/x\n├─ journey 3 three\n│  ├─ always\n│  ├─ no destination\n│  └─ 100 % remainder to /tags/x\n└─ else to /tags/x\n",
	    "1 missing\n");
	expect_tree(&ways, "journeys id=three",
	    "start /subscribe/\n├─ order not documented: shown as sent\n├─ journey 3 three\n│  ├─ always\n│  ├─ no destination\n│  └─ 100 % remainder to /tags/x\n└─ else to /tags/x\n",
	    "");
	expect_tree(&none, "journeys",
	    "no starting point\n"
	    "└─ no fallback\n",
	    "No journeys\n");
	expect_tree(&odd_ways, "journeys",
	    "no starting point\n├─ order not documented: shown as sent\n├─ journey 1 one\n│  ├─ "
	    "if in an unnamed segment\n│  ├─ if jwt is (empty)\n│  ├─ 60 % to /tags/a\n│  └─ 40 "
	    "% remainder to /tags/x\n├─ journey 2 two\n│  ├─ always\n│  ├─ ! the split "
	    "50% is not a number, to /tags/a\n│  ├─ ! the split (empty) is not a number, to /tags/b\n│  └─ "
	    "? % remainder to /tags/x\n└─ else to /tags/x\n",
	    "");
}

TEST(a_partial_list_is_reported)
{
	CLEANUP(close_shop) struct shop s;
	auto_run_result r = { 0 };
	open_shop(&s, &gifts);
	RUN(&r, hostile_url(s.server), "get", "offers", "-o", "tree", "--max", "1");
	assert_true(str_starts(buf_str(&r.out), STR("offer Mug  /offers/Gifts/mug\n")));
	assert_null(strstr(r.out.p, "Set"));
	expect_text(&r.words, "2 missing\n1 offer, the first; the service has more: use --all\n");
}

/* ---- Graphviz ---- */

/* Parses the part of DOT that the program writes: statements of IDs, quoted texts and
 * attributes. */
struct dot_writer {
	const char *at;
	size_t nodes, edges, missing, conditions;
	bool declared[100];
};

static void
skip_space(struct dot_writer *d)
{
	while (isspace((unsigned char)*d->at))
		d->at++;
}

static void
expect_word(struct dot_writer *d, const char *word)
{
	skip_space(d);
	if (strncmp(d->at, word, strlen(word)) != 0)
		fail_msg("%s expected at %.60s", word, d->at);
	d->at += strlen(word);
}

static bool
is_next(struct dot_writer *d, const char *word)
{
	skip_space(d);
	return strncmp(d->at, word, strlen(word)) == 0;
}

/* A backslash and the character after it are one unit. */
static void
read_quoted(struct dot_writer *d)
{
	expect_word(d, "\"");
	for (; *d->at != '"'; d->at++) {
		assert_true((unsigned char)*d->at >= ' ' && *d->at != 127);
		if (*d->at != '\\')
			continue;
		d->at++;
		assert_true(*d->at == '\\' || *d->at == '"' || *d->at == 'n');
	}
	d->at++;
}

static size_t
read_node(struct dot_writer *d)
{
	char *end;
	expect_word(d, "n");
	assert_true(isdigit((unsigned char)*d->at));
	size_t n = strtoul(d->at, &end, 10);
	d->at = end;
	assert_true(n < 100);
	return n;
}

static void
read_attributes(struct dot_writer *d)
{
	expect_word(d, "[");
	expect_word(d, "label=");
	read_quoted(d);
	if (is_next(d, ", style=rounded")) {
		expect_word(d, ", style=rounded");
		d->conditions++;
	}
	if (is_next(d, ",")) {
		expect_word(d, ", style=dashed, color=red, fontcolor=red");
		d->missing++;
	}
	expect_word(d, "];");
}

static void
read_dot(struct dot_writer *d, const char *text)
{
	*d = (struct dot_writer){ .at = text };
	expect_word(d, "digraph");
	read_quoted(d);
	expect_word(d, "{");
	expect_word(d, "rankdir=LR;");
	expect_word(d, "node [shape=box];");
	while (!is_next(d, "}")) {
		size_t from = read_node(d);
		if (is_next(d, "->")) {
			expect_word(d, "->");
			assert_true(d->declared[from]);
			assert_true(d->declared[read_node(d)]);
			d->edges++;
		} else {
			assert_false(d->declared[from]);
			d->declared[from] = true;
			d->nodes++;
		}
		read_attributes(d);
	}
	expect_word(d, "}");
	skip_space(d);
	assert_int_equal(*d->at, '\0');
}

/* Prints the VIEW as dot and parses it; has Graphviz read it too if that is installed. */
static void
dot_of(const struct catalog *c, const char *view, struct dot_writer *d, struct run_result *r)
{
	CLEANUP(close_shop) struct shop s;
	open_shop(&s, c);
	RUN(r, hostile_url(s.server), "get", view, "-o", "dot");
	assert_int_equal(r->code, 0);
	read_dot(d, r->out.p);
	if (access("/usr/bin/dot", X_OK) == 0) {
		int status = 0;
		int words = open_new("dot.words");
		const char *const argv[] = { "/usr/bin/dot", "-Tdot", "-o/dev/null", "out", NULL };
		pid_t pid = process_start(argv, NULL, words, words);
		assert_true(process_wait(pid, 20000, &status));
		assert_int_equal(status, 0);
		close(words);
	}
}

TEST(dot_has_each_node_once_and_labelled_edges)
{
	struct dot_writer d;
	auto_run_result r = { 0 };
	dot_of(&gifts, "offers", &d, &r);
	/* two offers, Cup, q, New, old, the tag, gone, the template */
	assert_int_equal(d.nodes, 9);
	/* five edges of Mug; bundle, price, copy and template of Set */
	assert_int_equal(d.edges, 9);
	assert_int_equal(d.missing, 3);
	expect_part(&r.out,
	    "[label=\"offer\\nMug\\n/offers/Gifts/mug\\ncharge once: GBP 7.50 once at the "
	    "start\"];\n");
	expect_part(&r.out,
	    "[label=\"segment\\n/segments/old\", style=dashed, color=red, fontcolor=red];\n");
	expect_part(&r.out, "[label=\"bundle 100 %\"];\n");
	expect_part(&r.out, "[label=\"price of\"];\n");
	dot_of(&ways, "journeys", &d, &r);
	/* Nodes: Start, three journeys, three conditions on the way to two of them, two tags.
	 * Edges: from the start to two conditions, a journey and the fallback; from conditions
	 * on to a condition and two journeys; two ways out of the first journey, and what the
	 * others leave over. */
	assert_int_equal(d.nodes, 9);
	assert_int_equal(d.edges, 11);
	assert_int_equal(d.missing, 1);
	assert_int_equal(d.conditions, 2);
	expect_part(&r.out, "[label=\"if in segment\\nNew\\n/segments/new\", style=rounded];\n");
	expect_part(&r.out, "[label=\"if country is JP\", style=rounded];\n");
	expect_part(&r.out, "[label=\"journey 1\"];\n");
	expect_part(&r.out, "[label=\"and\"];\n");
	expect_part(&r.out, "[label=\"100 % remainder to\"];\n");
	expect_part(&r.out, "order not documented: shown as sent");
	expect_part(&r.out, "[label=\"60 % to\"];\n");
	static const struct catalog round = { .offers = REFERS("a", "b") "," REFERS("b", "a") };
	dot_of(&round, "offers", &d, &r);
	assert_int_equal(d.nodes, 2);
	assert_int_equal(d.edges, 2);
}

static void
svg_of(const struct catalog *c, const char *view, struct run_result *r)
{
	CLEANUP(close_shop) struct shop s;
	open_shop(&s, c);
	RUN(r, hostile_url(s.server), "get", view, "-o", "svg");
	assert_int_equal(r->code, 0);
	expect_part(&r->out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
	expect_part(&r->out, "</svg>\n");
	expect_xml("out");
}

TEST(campaigns_are_drawn_with_their_offers)
{
	auto_run_result r = { 0 };
	svg_of(&gifts, "campaigns", &r);
	expect_part(&r.out, "<title id=\"t0\">2 campaigns with 1 offer</title>");
	expect_part(&r.out, "class=\"b\">Gifts</text>");
	expect_part(&r.out, ">Mug</text>");
	expect_part(&r.out, ">GBP 7.50 once at the start; ");
	expect_part(&r.out, ">Cup, q (missing)</text>");
	expect_part(&r.out, ">new, old (missing)</text>");
	expect_part(&r.out, ">0 offers</text>");
	svg_of(&gifts, "offers standalone=yes", &r);
	expect_part(&r.out, "<title id=\"t0\">1 offer</title>");
	expect_part(&r.out, "price of Mug</text>");
	svg_of(&gifts, "campaigns nosuch", &r);
	expect_part(&r.out, "<title id=\"t0\">0 offers</title>");
}

TEST(journeys_are_drawn_from_start_to_fallback)
{
	auto_run_result r = { 0 };
	svg_of(&ways, "journeys", &r);
	expect_part(&r.out, "<title id=\"t0\">3 journeys</title>");
	expect_part(&r.out, "Journey 1: Visitors in new and country JP go to: 60 a \u00b7 40 x.");
	expect_part(&r.out, ">/subscribe/</text>");
	expect_part(&r.out, ">country JP</text>");
	expect_part(&r.out, "class=\"b r\">old</text>"); /* missing */
	expect_part(&r.out, ">60 %</text>");
	expect_part(&r.out, ">every visitor</text>");
	expect_part(&r.out, ">Fallback</text>");
	svg_of(&ways, "journeys id=two", &r);
	expect_part(&r.out, ">journey 1 did not match</text>");
	expect_part(&r.out, ">journey 3</text>");
	svg_of(&odd_ways, "journeys", &r);
	expect_part(&r.out, ">? %</text>");
	expect_part(&r.out, ">not known</text>"); /* the start page */
}

TEST(hostile_names_stay_within_their_quotes)
{
	static const struct catalog c = {
		.campaigns =
		    "{\"id\":\"c\",\"name\":\"a\\\"];x[label=\\\"\\\\\",\"path\":\"/offers/"
		    "\\\\\"},{\"id\":\"d\",\"name\":\"\\u001b[2J\\n\\u202e}\",\"path\":"
		    "\"/offers/<b>\\\\N\"}",
	};
	struct dot_writer d;
	auto_run_result r = { 0 };
	dot_of(&c, "campaigns", &d, &r);
	assert_int_equal(d.nodes, 2);
	assert_int_equal(d.edges, 0);
	expect_part(&r.out, "\"campaign\\na\\\"];x[label=\\\"\\\\\\n/offers/\\\\\\nno offers\"");
	expect_part(
	    &r.out, "\"campaign\\n! \\\\e[2J\\\\n\\\\u{202E}}\\n/offers/<b>\\\\N\\nno offers\"");
	svg_of(&c, "campaigns", &r);
	expect_part(&r.out, ">\\e[2J\\n\\u{202E}}</text>");
	expect_tree(&c, "campaigns d",
	    "campaign ! \\e[2J\\n\\u{202E}}  /offers/<b>\\N\n"
	    "└─ no offers\n",
	    "");
}

TEST(lists_without_a_tree_are_refused)
{
	static const struct {
		const char *words[6];
		const char *said;
	} cases[] = {
		{ { "get", "baskets", "-o", "tree" },
		    "backroom: -o tree and dot are for the catalog and journeys, not for baskets\n" },
		{ { "get", "identities", "-o", "dot" },
		    "backroom: -o tree and dot are for the catalog and journeys, not for identities\n" },
		{ { "get", "offers", "-o", "tree", "--fields=id" },
		    "backroom: -o tree does not work with --fields\n" },
		{ { "check", "catalog", "-o", "dot" },
		    "backroom: -o tree, dot and svg work with get only\n" },
		{ { "check", "catalog", "-o", "svg" },
		    "backroom: -o tree, dot and svg work with get only\n" },
		{ { "get", "products", "-o", "svg" },
		    "backroom: -o svg draws campaigns, offers and journeys, not products\n" },
		{ { "check", "catalog", "-o", "tabel" },
		    "backroom: -o takes table, wide, md, json, ndjson, csv, tsv, raw, tree, dot, svg or github\n" },
		{ { "get", "offers", "-o", "treee" },
		    "backroom: -o takes table, wide, md, json, ndjson, csv, tsv, raw, tree, dot, svg or github\n" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		run_to(&r, NULL, "http://127.0.0.1:1", "t", cases[i].words);
		assert_int_equal(r.code, 2);
		expect_text(&r.words, cases[i].said);
		expect_text(&r.out, "");
	}
}

TEST(an_unreadable_catalog_prints_no_tree)
{
	CLEANUP(close_shop) struct shop s;
	auto_run_result r = { 0 };
	open_shop(&s, &gifts);
	s.rules[3].path = "/elsewhere"; /* no products */
	EXITS(5, &r, hostile_url(s.server), "get", "campaigns", "-o", "tree");
	expect_text(&r.out, "");
	assert_non_null(strstr(r.words.p, "404"));
}
