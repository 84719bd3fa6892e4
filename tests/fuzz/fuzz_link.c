/* labels: slow */
/*
 * The check of links: a link that passes has a valid beginning, contains nothing special to a shell
 * or a mail program, and names one basket once.
 */
#include "basket/link.h"
#include "fuzz/fuzz.h"
#include "lib/cleanup.h"

#include <string.h>

const char *const fuzz_seeds[] = {
	"https://shop.example/r?basket=basket-1111&key=abcdefghijklmnop",
	"https://shop.example/1111/c?basket=basket-2222",
	"https://shop.example/1111/%2e%2e/2222;basket=3?b%61sket=1111#basket=4",
	"//user@xn--bcher-kva.example:80/%2F1111?a=%00#x",
	"/r?basketId=1111&next=%2Fr%3Fbasket%3D2222&basket[]=5",
	"https:///shop.example/1111",
	"javascript:alert(1111)",
	NULL,
};

/* Counts parameters with exactly that name as written; a second ? does not begin one. */
static int
count_parameters(struct str s)
{
	size_t query = str_find_char(s, '?');
	int n = 0;
	for (size_t at = 0; at < s.n && s.p[at] != '#'; at++)
		n += (at == query || s.p[at] == '&') &&
		    str_starts(str_sub(s, at + 1, s.n), STR("basket="));
	return n;
}

static void
check_passed(struct str address)
{
	fuzz_assert(str_eq_nocase(str_sub(address, 0, 8), STR("https://")) ||
	    str_eq_nocase(str_sub(address, 0, 7), STR("http://")));
	for (size_t i = 0; i < address.n; i++)
		fuzz_assert((unsigned char)address.p[i] > 32 && (unsigned char)address.p[i] < 127 &&
		    !strchr("\"'`;$()<>{}|\\^!", address.p[i]));
	fuzz_assert(count_parameters(address) <= 1);
	/* An escape may interrupt the word, so check only links without escapes. */
	if (str_find_char(address, '%') == SIZE_MAX) {
		fuzz_assert(str_find(address, STR("basket=2")) == SIZE_MAX);
		fuzz_assert(str_find(address, STR("basket-2")) == SIZE_MAX);
	}
	fuzz_assert(str_find(address, STR("/../")) == SIZE_MAX ||
	    str_find(address, STR("/../")) > str_find_char(address, '?') ||
	    str_find(address, STR("/../")) > str_find_char(address, '#'));
	/* The id's digits may be escaped, but the escape of 1 is %31, which contains a 1. */
	fuzz_assert(str_find_char(address, '1') != SIZE_MAX);
}

const int fuzz_rounds = 200000;

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	static char *const hosts[] = { (char *)(uintptr_t) "shop.example", NULL };
	const struct link_rules rules = { "prod", "https://api.example/api", NULL, hosts, false };
	CLEANUP(link_free) struct link link;
	auto_buf words = { 0 };
	link_examine(&link, &rules, str_from((const char *)bytes, n), STR("basket-1111"));
	if (link.present && link.verdict == LINK_OK && link.passed_count == LINK_CHECK_COUNT)
		check_passed(link_address(&link));
	fuzz_assert(link.verdict != LINK_REFUSED || link_address(&link).n == 0);
	link_write_summary(&words, &link);
	return 0;
}
