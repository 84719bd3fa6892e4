/* labels: slow */
/*
 * Bulk updates: for any item and any diff, the result is an item that the service would accept, at
 * the same path; if nothing is to be changed, not a byte changes.
 */
#include "fuzz/fuzz.h"
#include "lib/cleanup.h"
#include "service/api/diff.h"
#include "wire/json_scan.h"
#include "wire/member.h"

/* An item and its attributes, one per line. */
const char *const fuzz_seeds[] = {
	"{\"path\":\"/offers/C/o\",\"modified\":\"x\",\"data\":{\"attributes\":{\"n\":\"a\",\"flag\":"
	"true,\"count\":3,\"list\":[1],\"price\":[{\"name\":\"m\",\"value\":\"9.99\"}]}}}\n"
	"{\"n\":\"b\",\"flag\":\"false\",\"count\":null,\"price\":\"10.00\"}",
	"{\"path\":\"/offers2/o\",\"version\":\"9\",\"modified\":\"x\",\"user\":\"u\",\"data\":{"
	"\"price\":[{\"name\":\"a\",\"value\":\"1\"},{\"name\":\"b\",\"value\":\"2\"}]}}\n"
	"{\"price[b]\":\"3.5\",\"name\":\"x\",\"price\":\"[{\\\"value\\\":\\\"1\\\"}]\"}",
	"{\"path\":\"/p\",\"data\":{\"attributes\":{\"a__svc\":1e400}}}\n{\"a\":\"-0.5\",\"b\":\"\"}",
	NULL,
};

static void
check_item(struct str item, struct str attributes)
{
	static const struct diff_stamp stamp = { INT64_C(1795171320000), { "ann", 3 } };
	auto_buf out = { 0 };
	struct err err = { 0 };
	bool changed = false;
	if (diff_apply(&out, &changed, item, attributes, &stamp, &err)) {
		if (!json_scan_check(buf_str(&out), &json_scan_service_rules, NULL, &err))
			fuzz_failed(buf_z(&out), __FILE__, __LINE__);
		fuzz_assert(str_eq(
		    member_find(buf_str(&out), STR("path")), member_find(item, STR("path"))));
		fuzz_assert(changed || str_eq(buf_str(&out), item));
	} else {
		fuzz_assert(err.kind != ERR_NONE && *err.code);
	}
}

/* As the service passes them: valid JSON objects. */
static bool
is_object(struct str text)
{
	struct err err;
	return json_is_object(text) && json_scan_check(text, &json_scan_service_rules, NULL, &err);
}

const int fuzz_rounds = 200000;

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct str text = str_from((const char *)bytes, n);
	size_t end = str_find_char(text, '\n');
	struct str item = str_sub(text, 0, end);
	struct str attributes = end == SIZE_MAX ? STR_NONE : str_sub(text, end + 1, n);
	if (is_object(item) && is_object(attributes))
		check_item(item, attributes);
	return 0;
}
