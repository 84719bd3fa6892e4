/* Responses in which one value does not match the API contract: every member and element of
 * every resource, at every depth, replaced by each shape of odd_shapes.h, for each command that
 * reads it. No crash, and no action is based on a value that cannot be read. */
#include "lib/hostile.h"
#include "lib/odd_shapes.h"
#include "lib/test.h"
#include "list/pager.h"
#include "model/whatif.h"
#include "unit/cli/run.h"
#include "wire/catalog.h"

#define NOW "2026-11-20T10:42:00Z"
#define BASKET                                                                                    \
	"{\"id\":\"b#\",\"created\":\"2026-11-20T09:00:00Z\",\"customerDetails\":{\"email\":"     \
	"\"p#@shop.example\",\"firstName\":\"F#\",\"lastName\":\"L#\",\"companyName\":\"C#\"},"   \
	"\"orderItems\":[{\"name\":\"I#\",\"path\":\"/offers2/o#\",\"products\":[{\"path\":"      \
	"\"/products/p#\",\"productCode\":\"P#\"}]}],\"customFields\":{\"optIn\":true,\"free\":"  \
	"\"x\"},\"tracking\":{\"offers\":[\"/offers2/o#\"],\"campaign\":\"/offers/c#\",\"tag\":"  \
	"\"/tags/t#\"},\"identities\":[{\"sub\":\"s#\",\"iss\":\"https://login.example/\","       \
	"\"service\":\"svc\",\"type\":\"external-id\"}],\"entry\":\"https://shop.example/?e=#\"," \
	"\"completed\":false,\"recoveryLink\":\"https://shop.example/r?basket=b#\"}"
#define CHARGE                                                                                      \
	"{\"name\":\"monthly\",\"label\":\"L\",\"currencyCode\":\"GBP\",\"value\":\"9.50\","        \
	"\"type\":\"recurring\",\"trigger\":\"subscription_start\",\"repeat_interval\":1,"          \
	"\"repeat_interval_type\":\"months\",\"repeat_count\":12,\"delay_trigger\":\"order_date\"," \
	"\"delay_interval\":1,\"delay_interval_type\":\"months\",\"attributes\":{}}"
#define COMMON(kind)                                                                   \
	"{\"id\":\"i#\",\"name\":\"N#\",\"parent_path\":\"" kind "\",\"path\":\"" kind \
	"/o#\",\"data\":{"
#define BASE ",\"baseTemplate\":\"/templates/t\"}}"
#define LEGACY                                                                                     \
	COMMON("/offers")                                                                          \
	"\"attributes\":{\"display_name__svc\":\"D#\",\"price\":[" CHARGE                          \
	"]},\"products\":[{\"id\":\"p\",\"name\":\"P\"}],\"segments\":[\"/segments/s\"],\"tags\":" \
	"[\"/tags/t\"]" BASE
#define STANDALONE                                                                                \
	"{\"id\":\"i#\",\"name\":\"N#\",\"path\":\"/offers2/o#\",\"created\":"                    \
	"\"2026-11-20T09:00:00Z\",\"modified\":\"2026-11-20T09:00:00Z\",\"version\":\"1\","       \
	"\"version_date\":\"2026-11-20T09:00:00Z\",\"record_type\":\"offer\",\"duplicatedFrom\":" \
	"\"/offers2/z\",\"baseTemplate\":\"/templates/t\",\"priceReference\":\"/offers2/y\","     \
	"\"user\":\"u\",\"data\":{\"attributes\":{\"checkout_description__svc\":\"<p>x</p>\","    \
	"\"display_name__svc\":\"D#\",\"allowed_countries__svc\":[\"GB\"],\"checkout__svc\":"     \
	"{\"checkout_type\":\"x\",\"external_url\":\"https://x.example/\"},\"label__svc\":"       \
	"[\"uk\"],\"term__svc\":{\"renewal_type\":\"TERMED\",\"renewal_trigger\":\"EXTERNAL\"},"  \
	"\"initial_term__svc\":{\"renewal_type\":\"TERMED\",\"renewal_trigger\":\"EXTERNAL\"},"   \
	"\"push_to_checkout__svc\":true},\"price\":[" CHARGE                                      \
	"],\"productBundles\":[{\"product_path\":\"/products/p\",\"revenue_split\":\"100\","      \
	"\"rate_plan\":\"r\"}],\"products\":[{\"baseTemplate\":\"/templates/p\",\"path\":"        \
	"\"/offers2/o#/p\",\"lastSynced\":\"2026-11-20T09:00:00Z\",\"synced\":true,\"created\":"  \
	"\"2026-11-20T09:00:00Z\",\"syncedFrom\":\"/products/p\",\"modified\":"                   \
	"\"2026-11-20T09:00:00Z\",\"record_type\":\"product\",\"attributes\":{"                   \
	"\"display_name__svc\":\"P\",\"has_delivery__svc\":false,\"product_code__svc\":\"c\"}}]}}"
#define PLAIN(kind) COMMON(kind) "\"attributes\":{\"display_name__svc\":\"D#\"}" BASE
#define PRODUCT                                                               \
	COMMON("/products")                                                   \
	"\"attributes\":{\"display_name__svc\":\"D#\",\"has_delivery__svc\":" \
	"true,\"product_code__svc\":\"P#\"}" BASE
#define ASSET \
	COMMON("/assets") "\"attributes\":{\"display_name__svc\":\"D#\"},\"key\":\"k#.png\"" BASE
#define SEGMENT(id) "{\"id\":\"c\",\"type\":\"segment\",\"value\":\"/segments/" id "\"}"
#define TO(tag, split) "{\"id\":\"v\",\"tag\":\"/tags/" tag "\",\"split\":\"" split "\"}"
#define JOURNEY                                            \
	"{\"id\":\"j#\",\"conditions\":[" SEGMENT(         \
	    "uk") "],\"actions\":[{\"id\":\"a\",\"type\":" \
		  "\"destination\",\"values\":[" TO("save", "70") "," TO("news", "20") "]}]}"
#define JOURNEYS                                                                                     \
	"{\"starting_point\":\"/offers/c\",\"fallback_tag\":\"/tags/direct\",\"journeys\":[" JOURNEY \
	","                                                                                          \
	"{\"id\":\"two\",\"conditions\":[" SEGMENT(                                                  \
	    "lapsed") "],\"actions\":[{\"id\":\"b\","                                                \
		      "\"type\":\"destination\",\"values\":[" TO("x", "100") "]}]}]}"

/* ---- service ---- */

struct site {
	struct buf answers[2];
	struct hostile_rule rules[2];
	struct hostile *server;
};

/* Returns `json` for targets that start with the path, and an empty list or no journeys for all
 * others. */
static void
open_site(struct site *s, const char *path, const char *json)
{
	auto_buf config = { 0 };
	*s = (struct site){ 0 };
	hostile_json(&s->answers[0], json);
	hostile_json(&s->answers[1],
	    "{\"hits\":0,\"items\":[],\"commitId\":\"c\",\"starting_point\":\"/a\",\"fallback_tag\":"
	    "\"/tags/d\",\"journeys\":[]}");
	s->rules[0] = (struct hostile_rule){ .path = path, .answer = buf_str(&s->answers[0]) };
	s->rules[1] = (struct hostile_rule){ .answer = buf_str(&s->answers[1]) };
	s->server = hostile_start(s->rules, 2);
	buf_addf(&config,
	    "environment \"shop\" { url = \"%s\" token-command = {\"echo\", \"t\"} link-base = "
	    "\"https://shop.example/\" link-hosts = {\"shop.example\"} consent-field = \"optIn\" }\n",
	    hostile_url(s->server));
	write_bytes("config.conf", buf_str(&config), 0600);
}

static void
close_site(struct site *s)
{
	hostile_stop(s->server);
	buf_free(&s->answers[0]);
	buf_free(&s->answers[1]);
}

static void
run_here(struct run_result *r, const char *const *args)
{
	const char *argv[WORDS_MAX] = { getenv("BACKROOM_BIN") };
	const char *const env[] = { "BACKROOM_CONFIG=config.conf",
		"BACKROOM_URL=", "BACKROOM_TOKEN=", NULL };
	for (size_t i = 0; args[i]; i++)
		argv[i + 1] = args[i];
	run_program(r, argv, env, open_new("out"), 20000);
	if (r->code >= 128 || strstr(r->words.p, "Sanitizer") ||
	    strstr(r->words.p, "runtime error"))
		fail_msg("%s %s: %d\n%s", args[0], args[1], r->code, r->words.p);
}

#define HERE(r, ...) run_here((r), (const char *const[]){ __VA_ARGS__, NULL })

static void
open_all(struct site *s, const struct odd_set *set, const char *path)
{
	auto_buf list = { 0 };
	bool journeys = strcmp(path, "/journeys") == 0;
	buf_addf(&list, "{\"hits\":%zu,\"commitId\":\"c\",\"fallback_tag\":\"/tags/d\",\"%s\":[",
	    set->all.n, journeys ? "journeys" : "items");
	for (size_t i = 0; i < set->all.n; i++)
		buf_addf(&list, "%s%.*s", i ? "," : "", STR_ARG(set->all.v[i].json));
	buf_addz(&list, "]}");
	open_site(s, path, buf_z(&list));
}

/* Prints the fault of one variant; the number of faults is asserted at the end. */
static size_t
report_odd(const struct odd *o, const char *what)
{
	printf("%.*s %s: %s\n", STR_ARG(o->path),
	    odd_is_duplicate(o->shape)    ? "twice"
		: o->shape == ODD_MISSING ? "missing"
		: o->shape == ODD_NONE    ? "as it should be"
					  : odd_values[o->shape],
	    what);
	return 1;
}

/* ---- lists ---- */

/* Members that may have any type: those of templates and custom fields. */
static bool
is_free(const struct odd *o)
{
	static const char *const free[] = { "customFields.optIn", "customFields.free",
		"data.attributes.checkout_description__svc", "data.attributes.checkout__svc",
		"data.attributes.term__svc", "data.attributes.initial_term__svc",
		"data.attributes.push_to_checkout__svc", NULL };
	bool is = false;
	for (size_t i = 0; free[i] && !is; i++)
		is = str_starts(o->path, str_of(free[i])) && !odd_is_duplicate(o->shape);
	/* a list of labels may be a single text */
	is = is ||
	    (o->shape == ODD_TEXT &&
		(str_ends(o->path, STR("label__svc")) ||
		    str_ends(o->path, STR("allowed_countries__svc"))));
	return is;
}

/* Each variant is printed as it was sent, and marked in a table if it does not match the
 * contract. */
static size_t
check_lists(const struct odd_set *set, const char *view)
{
	auto_run_result r = { 0 };
	struct str rest, line;
	size_t bad = 0;
	HERE(&r, "get", view, "-o", "ndjson", "--all");
	rest = buf_str(&r.out);
	for (size_t i = 0; i < set->all.n; i++)
		if (!str_next(&rest, '\n', &line) || !str_eq(line, set->all.v[i].json))
			bad += report_odd(&set->all.v[i], "not printed as it was sent");
	HERE(&r, "get", view, "-o", "table", "--all");
	assert_int_equal(r.code, 0);
	rest = buf_str(&r.out);
	str_next(&rest, '\n', &line);
	for (size_t i = 0; i < set->all.n; i++) {
		const struct odd *o = &set->all.v[i];
		bool marked = str_next(&rest, '\n', &line) && str_starts(line, STR("! "));
		if (odd_is_wrong(o) && !is_free(o) && !marked)
			bad += report_odd(o, "not marked");
		if (o->shape == ODD_NONE && marked)
			bad += report_odd(o, "marked");
	}
	return bad;
}

static const struct {
	const char *view, *path, *template;
} lists[] = {
	{ "baskets", "/checkout", BASKET },
	{ "campaigns", "/campaigns", PLAIN("/offers") },
	{ "offers", "/offers", LEGACY },
	{ "offers", "/offers", STANDALONE },
	{ "assets", "/assets", ASSET },
	{ "products", "/products", PRODUCT },
	{ "segments", "/segments", PLAIN("/segments") },
	{ "journeys", "/journeys", JOURNEY },
};

TEST(lists_show_and_mark_each_odd_shape)
{
	static const char *const gathered[] = { "identities", "persons", "baskets group=product" };
	size_t bad = 0;
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		CLEANUP(odd_free) struct odd_set set;
		CLEANUP(close_site) struct site s;
		auto_run_result r = { 0 };
		odd_make(&set, lists[i].template);
		open_all(&s, &set, lists[i].path);
		bad += check_lists(&set, lists[i].view);
		for (size_t k = 0; i == 0 && k < sizeof(gathered) / sizeof(*gathered); k++) {
			HERE(&r, "get", gathered[k], "-o", "json", "--all");
			assert_true(r.code == 0 && is_json(&r.out));
		}
		if (i > 0) {
			HERE(&r, "check", "catalog", "-o", "json");
			assert_true(r.code <= 1 && is_json(&r.out));
		}
		printf("%s: %zu values, %zu texts\n", lists[i].view, set.values, set.all.n);
	}
	assert_int_equal(bad, 0);
}

/* ---- mail ---- */

/* True if the value tells whether the basket was completed, whose it is, or where its link
 * leads. */
static bool
decides_mail(const struct odd *o)
{
	return odd_touches(o, "completed") || odd_touches(o, "customerDetails.email") ||
	    odd_touches(o, "recoveryLink") || odd_touches(o, "customFields.optIn") ||
	    odd_touches(o, "identities") || odd_touches(o, "id");
}

/* True if the value is still usable: a number or a list may mean consent, and any text may be a
 * link below link-base. */
static bool
may_be_mailed(const struct odd *o)
{
	if (odd_touches(o, "completed"))
		return o->shape == ODD_NULL || o->shape == ODD_MISSING;
	if (str_eqz(o->path, "customFields.optIn"))
		return o->shape == ODD_TRUE || o->shape == ODD_NUMBER || o->shape == ODD_ARRAY;
	if (odd_touches(o, "identities") || str_eqz(o->path, "id"))
		return !odd_is_duplicate(o->shape);
	return o->shape == ODD_NONE || (o->shape == ODD_TEXT && str_eqz(o->path, "recoveryLink"));
}

TEST(persons_with_odd_shapes_are_not_mailed)
{
	struct odd_set set;
	struct site s;
	auto_run_result r = { 0 };
	size_t bad = 0, mailed = 0;
	odd_make(&set, BASKET);
	open_all(&s, &set, "/checkout");
	HERE(&r, "get", "baskets", "--for", "mail", "-o", "csv", "--all", "--now", NOW);
	assert_int_equal(r.code, 0);
	for (size_t i = 0; i < set.all.n; i++) {
		const struct odd *o = &set.all.v[i];
		char email[40], link[40];
		snprintf(email, sizeof(email), "\np%zu@", i);
		snprintf(link, sizeof(link), "basket=b%zu,", i);
		bool is = strstr(r.out.p, email) || strstr(r.out.p, link);
		mailed += is;
		if (is && decides_mail(o) && !may_be_mailed(o))
			bad += report_odd(o, "mailed");
		if (!is && !decides_mail(o) && !odd_is_duplicate(o->shape))
			bad += report_odd(o, "not mailed");
	}
	printf("mail: %zu of %zu; %s", mailed, set.all.n, buf_z(&r.words));
	close_site(&s);
	odd_free(&set);
	assert_int_equal(bad, 0);
}

/* ---- plans ---- */

/* True if the plan has a change for this item. */
static bool
has_planned_change(struct str rows, size_t number)
{
	char path[40], name[40];
	struct str line;
	snprintf(path, sizeof(path), "/o%zu\"", number);
	snprintf(name, sizeof(name), "\"N%zu\"", number);
	while (str_next(&rows, '\n', &line))
		if ((str_find(line, str_of(path)) != SIZE_MAX ||
			str_find(line, str_of(name)) != SIZE_MAX) &&
		    str_find(line, STR("\"refused\"")) == SIZE_MAX)
			return true;
	return false;
}

/* True if a plan may use the value: an amount may be a number, and an attribute may be a list,
 * which it stays. */
static bool
may_be_planned(const struct odd *o, const char *const *needed)
{
	if (!odd_is_wrong(o))
		return true;
	if (odd_is_duplicate(o->shape))
		return false;
	if ((o->shape == ODD_NUMBER && str_ends(o->path, STR("value"))) ||
	    ((o->shape == ODD_ARRAY || o->shape == ODD_EMPTY_ARRAY) &&
		str_ends(o->path, STR("display_name__svc"))))
		return true;
	for (size_t i = 0; needed[i]; i++)
		if (odd_touches(o, needed[i]))
			return false;
	return true;
}

static size_t
check_plan(const char *template, const char *rule, const char *const *needed)
{
	struct odd_set set;
	struct site s;
	auto_run_result r = { 0 };
	size_t bad = 0, planned = 0;
	remove("plan.jsonl");
	odd_make(&set, template);
	open_all(&s, &set, "/offers");
	HERE(&r, "plan", "plan.jsonl", "--select", "offers", rule, "-o", "ndjson");
	assert_true(r.code == 0 || r.code == 3);
	for (size_t i = 0; i < set.all.n; i++) {
		bool is = has_planned_change(buf_str(&r.out), i);
		planned += is;
		if (is && !may_be_planned(&set.all.v[i], needed))
			bad += report_odd(&set.all.v[i], rule);
	}
	if (!has_planned_change(buf_str(&r.out), 0))
		bad += report_odd(&set.all.v[0], "not planned");
	if (strstr(r.out.p, "\"path\":\"\"") && strstr(r.out.p, "\"new\""))
		for (struct str rest = buf_str(&r.out), line; str_next(&rest, '\n', &line);)
			if (str_find(line, STR("\"path\":\"\"")) != SIZE_MAX &&
			    str_find(line, STR("\"refused\"")) == SIZE_MAX)
				bad += report_odd(&set.all.v[0], "planned without a path");
	printf("plan %s: %zu of %zu; %s", rule, planned, set.all.n, buf_z(&r.words));
	close_site(&s);
	odd_free(&set);
	return bad;
}

TEST(plans_change_only_valid_values)
{
	static const char *const price[] = { "path", "data.price.0.name",
		"data.price.0.currencyCode", "data.price.0.value", NULL },
				 *const legacy[] = { "path", "data.attributes.price.0.name",
					 "data.attributes.price.0.currencyCode",
					 "data.attributes.price.0.value", NULL },
				 *const name[] = { "path", "data.attributes.display_name__svc",
					 NULL };
	size_t bad = check_plan(STANDALONE, "percent=10", price);
	bad += check_plan(LEGACY, "percent=10", legacy);
	bad += check_plan(STANDALONE, "attribute.display_name=New", name);
	bad += check_plan(LEGACY, "attribute.display_name=New", name);
	assert_int_equal(bad, 0);
}

/* ---- what-if ---- */

static enum whatif_answer
segment_answer(void *ctx, struct str segment)
{
	(void)ctx;
	return str_eqz(segment, "/segments/uk") ? WHATIF_YES : WHATIF_NO;
}

/* Members that affect neither who takes a journey nor where it leads. */
static bool
is_irrelevant(const struct odd *o)
{
	return str_ends(o->path, STR("id")) || str_eqz(o->path, "starting_point") ||
	    str_starts(o->path, STR("journeys.1"));
}

static size_t
check_shares(const struct odd *o, const struct journeys *all)
{
	const struct whatif_policy policy = { 0 };
	const struct whatif_visitor visitor = { segment_answer, NULL };
	CLEANUP(whatif_free) struct whatif w;
	size_t bad = 0, exact = 0;
	whatif_run(&w, all, &policy, &visitor);
	for (size_t i = 0; i < w.shares.n; i++) {
		bool is = w.shares.v[i].min_percent == w.shares.v[i].max_percent;
		exact += is;
		if (is && !w.shares.v[i].tag.n && odd_is_wrong(o))
			bad += report_odd(o, "a certain share of an unreadable fallback");
	}
	bool whole = exact == w.shares.n;
	if (whole && odd_is_wrong(o) && !is_irrelevant(o))
		bad += report_odd(o, "all is certain");
	if (!whole && (o->shape == ODD_NONE || (is_irrelevant(o) && !odd_is_duplicate(o->shape))))
		bad += report_odd(o, "not certain");
	return bad;
}

TEST(unreadable_shares_are_uncertain)
{
	struct odd_set set;
	size_t bad = 0, unread = 0;
	odd_make(&set, JOURNEYS);
	for (size_t i = 0; i < set.all.n; i++) {
		const struct odd *o = &set.all.v[i];
		auto_arena a = { 0 };
		struct journeys all;
		struct err err;
		unsigned flags = 0;
		assert_true(json_scan_check(o->json, &json_scan_client_rules, &flags, &err));
		if (journeys_read(&all, &a, o->json, flags, &err))
			bad += check_shares(o, &all);
		else
			unread++;
	}
	printf("journeys: %zu values, %zu texts, %zu unread\n", set.values, set.all.n, unread);
	odd_free(&set);
	assert_int_equal(bad, 0);
}

/* ---- response envelope ---- */

/* Checks the cursor of a catalog list: unless it is usable, the list must count as unread. */
static size_t
check_cursor(const struct odd *o)
{
	CLEANUP(json_scan_free) struct json_scan page;
	CLEANUP(pager_free) struct pager pager;
	struct err err;
	bool whole = str_starts(o->path, STR("queryMore"));
	json_scan_init(&page, &json_scan_client_rules);
	assert_true(json_scan_push(&page, o->json, &err) && json_scan_end(&page, &err));
	pager_init(&pager, NULL, ENDPOINT_OFFERS);
	pager_advance(&pager, &page);
	/* any text is a cursor, and a number is sent back as written */
	bool known = !whole || !odd_is_wrong(o) || o->shape == ODD_NUMBER || o->shape == ODD_TEXT;
	return known || pager.end_reason == PAGER_BAD_CURSOR
	    ? 0
	    : report_odd(o, "a cursor that was read");
}

/* A list for mail fails if its items cannot be read, or if it is not known whether more pages
 * follow. */
static size_t
check_envelope(const struct odd *o)
{
	struct site s;
	auto_run_result r = { 0 };
	size_t bad = 0;
	open_site(&s, "/checkout", o->json.p);
	HERE(&r, "get", "baskets", "--for", "mail", "-o", "csv", "--all", "--now", NOW);
	if (r.code == 0)
		bad += report_odd(o, "a whole list of people");
	close_site(&s);
	return bad;
}

TEST(unreadable_lists_are_incomplete)
{
	struct odd_set baskets, offers;
	size_t bad = 0, tried = 0;
	odd_make(&baskets, "{\"items\":[" BASKET "],\"queryMore\":\"c\"}");
	for (size_t i = 0; i < baskets.all.n; i++) {
		const struct odd *o = &baskets.all.v[i];
		if (!odd_is_wrong(o) || str_starts(o->path, STR("items.")))
			continue;
		bad += check_envelope(o);
		tried++;
	}
	odd_make(&offers,
	    "{\"hits\":2,\"commitId\":\"r\",\"header\":{\"commitId\":\"r\"},\"items\":[],"
	    "\"queryMore\":{\"from\":\"c\",\"alias\":\"a\"}}");
	for (size_t i = 0; i < offers.all.n; i++)
		bad += check_cursor(&offers.all.v[i]);
	printf("envelopes: %zu texts\n", tried + offers.all.n);
	odd_free(&baskets);
	odd_free(&offers);
	assert_int_equal(bad, 0);
}
