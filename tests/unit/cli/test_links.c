/* The links of the demo's baskets: every good link passes all checks, and the bad ones of the
 * awkward pack fail. */
#include "basket/link.h"
#include "unit/cli/run.h"
#include "wire/json.h"

#include <string.h>

static char shop[] = "shop.northlight.example";
static char *const hosts[] = { shop, NULL };
static const struct link_rules rules = { "demo", "https://shop.northlight.example/api", NULL, hosts,
	false };

/* The verdicts of bad links; "" if it is not a link at all. */
static const struct {
	const char *id;
	enum link_verdict verdict;
	const char *words;
} awkward[] = {
	{ "basket-wb01-2100", LINK_FAILED, "2,100 bytes" },
	{ "basket-wb01-8000", LINK_FAILED, "8,000 bytes" },
	{ "basket-wb01-20000", LINK_FAILED, "20,000 bytes" },
	{ "basket-wb01-60000", LINK_FAILED, "60,000 bytes" },
	{ "basket-wb01-100000", LINK_REFUSED, "over the limit" },
	{ "basket-wb02-no-scheme", LINK_FAILED, "is not an allowed host" },
	{ "basket-wb02-host", LINK_FAILED, "is not an allowed host" },
	{ "basket-wb02-http", LINK_FAILED, "plain http" },
	{ "basket-wb02-user", LINK_FAILED, "user name" },
	{ "basket-wb02-punycode", LINK_FAILED, "punycode" },
	{ "basket-wb02-javascript", LINK_REFUSED, "javascript" },
	{ "basket-wb02-data", LINK_REFUSED, "data" },
	{ "basket-wb02-newline", LINK_REFUSED, "0x0A" },
	{ "basket-wb03-other", LINK_FAILED, "another basket" },
	{ "basket-wb02-empty", LINK_OK, "" },
	{ "basket-wb02-null", LINK_OK, "" },
};

enum { AWKWARD = sizeof(awkward) / sizeof(*awkward) };

static void
check_awkward(const struct link *l, size_t i)
{
	bool said = !*awkward[i].words && !l->present;
	for (int c = 0; c < LINK_CHECK_COUNT; c++)
		said = said || (*awkward[i].words && strstr(l->checks[c].text, awkward[i].words));
	if (!said || l->verdict != awkward[i].verdict)
		fail_msg("%s: %d, %s", awkward[i].id, l->verdict, l->checks[l->worst_check].text);
}

/* Returns which of the awkward baskets this is. */
static size_t
check_one(struct str line)
{
	auto_arena a = { 0 };
	struct err err;
	CLEANUP(link_free) struct link l;
	size_t i = 0;
	const cJSON *basket = json_parse(&a, line, &json_scan_client_rules, &err);
	struct str id = json_get_text(basket, "id");
	link_examine(&l, &rules, json_get_text(basket, "recoveryLink"), id);
	while (i < AWKWARD && !str_eqz(id, awkward[i].id))
		i++;
	if (i < AWKWARD)
		check_awkward(&l, i);
	else if (l.present && (l.verdict != LINK_OK || l.passed_count != LINK_CHECK_COUNT))
		fail_msg("%.*s: %s", STR_ARG(id), l.checks[l.worst_check].text);
	else if (!l.present)
		i = AWKWARD + 1;
	return i;
}

static void
check_pack(const char *pack, size_t at_least, size_t odd)
{
	auto_run_result r = { 0 };
	size_t found[AWKWARD + 2] = { 0 }, met = 0;
	EXITS(0, &r, NULL, "demo", "--pack", pack, "--", "get", "baskets", "--all", "-o", "ndjson");
	struct str rest = buf_str(&r.out), line;
	while (rest.n && str_next(&rest, '\n', &line))
		found[check_one(line)]++;
	for (size_t i = 0; i < AWKWARD; i++)
		met += found[i];
	assert_int_equal(met, odd);
	print_message("%s: %zu pass all checks\n", pack, found[AWKWARD]);
	assert_true(found[AWKWARD] >= at_least);
}

TEST(the_valid_links_of_the_tour_pass)
{
	check_pack("tour", 200, 0);
}

TEST(the_awkward_links_have_their_expected_results)
{
	check_pack("awkward", 200, AWKWARD);
}
