/* labels: slow */
/*
 * The VIEW line and what people type or paste: a parsed line is written so that it parses to the
 * same; links are checked without a crash; times are written as they were read.
 */
#include "basket/link.h"
#include "fuzz/fuzz.h"
#include "lib/cleanup.h"
#include "list/view.h"
#include "model/when.h"
#include "wire/query.h"

const char *const fuzz_seeds[] = {
	"baskets since=7d tag=/tags/uk/reseller smith !kell sort=-created cols=age,person",
	"baskets \"a \\\"b\\\" c\" customFields.x:\"y z\" !text=\"\"",
	"https://shop.example/checkout?basket=basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8&key=abcdefghijklmnop",
	"//user@xn--bcher-kva.example:80/%2F?a=%00#x",
	"javascript:alert(1)",
	"2026-11-20T10:42:00.123+02:00",
	NULL,
};

static void
check_view(struct str text)
{
	CLEANUP(view_free) struct view one, two = { 0 };
	auto_buf first = { 0 }, second = { 0 };
	struct err err;
	if (view_parse(&one, text, &err)) {
		view_write(&first, &one);
		fuzz_assert(view_parse(&two, buf_str(&first), &err));
		view_write(&second, &two);
		fuzz_assert(str_eq(buf_str(&first), buf_str(&second)));
	}
}

static void
check_link(struct str text)
{
	static char *const hosts[] = { (char *)(uintptr_t) "shop.example", NULL };
	const struct link_rules rules = { "prod", "https://api.example/api", NULL, hosts, false };
	CLEANUP(link_free) struct link link;
	auto_buf words = { 0 };
	link_examine(&link, &rules, text, STR("basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8"));
	struct str address = link_address(&link);
	for (size_t i = 0; i < address.n; i++)
		fuzz_assert((unsigned char)address.p[i] > 32 && (unsigned char)address.p[i] < 127);
	if (address.n)
		fuzz_assert(str_starts(address, STR("http")) || str_starts(address, STR("HTTP")) ||
		    address.p[0] == 'h' || address.p[0] == 'H');
	link_write_summary(&words, &link);
}

static void
check_time(struct str text)
{
	auto_buf written = { 0 };
	int64_t t, again;
	if (when_parse(text, &t) && t >= -62167219200000 && t < 253402300800000) {
		when_write(&written, t);
		fuzz_assert(when_parse(buf_str(&written), &again) && again == t);
	}
}

const int fuzz_rounds = 200000;

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct str text = str_from((const char *)bytes, n);
	auto_arena a = { 0 };
	struct query q = { 0 };
	struct err err;
	check_view(text);
	check_link(text);
	check_time(text);
	query_parse(&q, &a, text, &err);
	query_free(&q);
	return 0;
}
