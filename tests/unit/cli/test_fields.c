/* --fields: members by their paths, arrays without numbers, and names that no item has. */
#include "lib/hostile.h"
#include "lib/test.h"
#include "unit/cli/run.h"

#include <string.h>

static const char baskets[] =
    "{\"items\":[{\"id\":\"b-1\",\"customFields\":{\"kind\":\"new\"},"
    "\"orderItems\":[{\"name\":\"Digital, monthly\",\"path\":\"/o/1\"},{\"name\":\"Paper\","
    "\"products\":[{\"productCode\":\"P1\"},{\"productCode\":2}]}]},"
    "{\"id\":\"b-2\",\"orderItems\":[]},{\"id\":\"b-3\",\"customerDetails\":{\"email\":\"a@b\"}}]}";
static const char offers[] =
    "{\"hits\":1,\"items\":[{\"id\":\"o-1\",\"name\":\"Plus\",\"path\":\"/offers/plus\",\"data\":{\"price\":"
    "[{\"currencyCode\":\"GBP\",\"value\":\"9.99\"}],\"attributes\":{\"label__svc\":[\"x\"]}}}]}";

/* Runs get with a server that returns `body` for every request. */
static void
ask(struct run_result *r, const char *body, const char *view, const char *format,
    const char *fields)
{
	auto_hostile *h = hostile_start_json(body);
	RUN(r, hostile_url(h), "get", view, "-o", format, "--fields", fields);
}

TEST(arrays_can_be_addressed_without_an_index)
{
	static const struct {
		const char *fields, *csv;
	} cases[] = {
		{ "orderItems[].name", "\"Digital, monthly, Paper\"\n\n\n" },
		{ "orderItems.name", "\"Digital, monthly, Paper\"\n\n\n" },
		{ "orderItems[1].name", "Paper\n\n\n" },
		{ "orderItems.1.name", "Paper\n\n\n" },
		{ "orderItems[].products[].productCode", "\"P1, 2\"\n\n\n" },
		{ "orderItems[].products[0].productCode", "P1\n\n\n" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		auto_buf want = { 0 };
		buf_addf(&want, "%s\n%s", cases[i].fields, cases[i].csv);
		ask(&r, baskets, "baskets", "csv", cases[i].fields);
		if (r.code != 0 || strcmp(buf_z(&r.out), buf_z(&want)) != 0)
			fail_msg("%s: %d, %s%s", cases[i].fields, r.code, buf_z(&r.out),
			    buf_z(&r.words));
	}
}

TEST(arrays_stay_arrays_in_json)
{
	auto_run_result r = { 0 };
	ask(&r, baskets, "baskets", "ndjson", "id,orderItems[].name,orderItems[0].path");
	assert_string_equal(buf_z(&r.out),
	    "{\"id\":\"b-1\",\"orderItems[].name\":[\"Digital, "
	    "monthly\",\"Paper\"],\"orderItems[0].path\":\"/o/1\"}\n"
	    "{\"id\":\"b-2\",\"orderItems[].name\":[]}\n{\"id\":\"b-3\"}\n");
}

/* If no item has any of the fields, nothing is printed, and the nearest name is suggested, also
 * a column's. */
TEST(a_field_that_nothing_has_exits_with_2)
{
	static const struct {
		const char *view, *fields, *says;
	} cases[] = {
		{ "baskets", "foo",
		    "No basket has foo; its members: id, customFields, orderItems" },
		{ "baskets", "emial", "No basket has emial; did you mean customerDetails.email?" },
		{ "baskets", "email",
		    "No basket has email: that is a column; print it with cols= in the VIEW; as a "
		    "member, it is customerDetails.email" },
		{ "baskets", "orderItems[].nmae",
		    "No basket has orderItems[].nmae; did you mean orderItems[].name?" },
		{ "baskets", "customFields.kimd",
		    "No basket has customFields.kimd; did you mean customFields.kind?" },
		{ "baskets", "due",
		    "No basket has due: that is a column; print it with cols= in the VIEW" },
		{ "offers", "price",
		    "No offer has price: that is a column; print it with cols= in the VIEW; as a "
		    "member, it is data.price" },
	};
	static const char *const formats[] = { "table", "csv", "json", "ndjson" };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *format = formats[i % 4];
		auto_run_result r = { 0 };
		ask(&r, *cases[i].view == 'o' ? offers : baskets, cases[i].view, format,
		    cases[i].fields);
		if (r.code != 2 || !strstr(buf_z(&r.words), cases[i].says))
			fail_msg("%s: %d, %s", cases[i].fields, r.code, buf_z(&r.words));
		assert_string_equal(buf_z(&r.out), strcmp(format, "json") == 0 ? "[]\n" : "");
	}
}

/* A suggested name can be typed as printed: a name that contains brackets is quoted. */
TEST(a_suggested_name_with_brackets_is_quoted)
{
	static const char odd[] =
	    "{\"items\":[{\"id\":\"b-1\",\"customFields\":{\"a[0]\":\"v\",\"b.c[1]\":\"w\"}}]}";
	static const struct {
		const char *typed, *says;
	} cases[] = {
		{ "customFields.a[0]", "did you mean customFields.\"a[0]\"?" },
		{ "customFields.a[1]", "did you mean customFields.\"a[0]\"?" },
		{ "customFields.\"b.c[2]\"", "did you mean customFields.\"b.c[1]\"?" },
	};
	auto_run_result r = { 0 };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		ask(&r, odd, "baskets", "csv", cases[i].typed);
		assert_int_equal(r.code, 2);
		if (!strstr(buf_z(&r.words), cases[i].says))
			fail_msg("%s: %s", cases[i].typed, buf_z(&r.words));
	}
	ask(&r, odd, "baskets", "csv", "customFields.\"a[0]\",customFields.\"b.c[1]\"");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(buf_z(&r.out), "\nv,w\n"));
}

/* Next to other fields, an unknown one has an empty column; a member of the API contract may be
 * absent. */
TEST(an_unknown_field_exits_with_2_and_an_absent_one_does_not)
{
	auto_run_result r = { 0 };
	ask(&r, baskets, "baskets", "csv", "id,foo");
	assert_int_equal(r.code, 2);
	assert_string_equal(buf_z(&r.out), "id,foo\nb-1,\nb-2,\nb-3,\n");
	ask(&r, baskets, "baskets", "csv", "recoveryLink");
	assert_int_equal(r.code, 0);
	assert_string_equal(buf_z(&r.out), "recoveryLink\n\n\n\n");
	assert_non_null(strstr(buf_z(&r.words), "No basket has recoveryLink\n"));
	ask(&r, baskets, "baskets", "csv", "customerDetails.email");
	assert_string_equal(buf_z(&r.out), "customerDetails.email\n\n\na@b\n");
	/* A field that only an item has which is not printed. */
	ask(&r, baskets, "baskets id=b-2", "csv", "customFields.kind");
	assert_int_equal(r.code, 0);
}

/* If more pages may follow, a custom member may still appear. */
TEST(a_field_missing_from_the_part_read_exits_with_3)
{
	auto_run_result r = { 0 };
	ask(&r, "{\"items\":[{\"id\":\"b-1\"}],\"queryMore\":\"c\"}", "baskets", "csv",
	    "id,customFields.rare");
	assert_int_equal(r.code, 3); /* the same cursor is returned every time */
}

TEST(a_member_is_not_a_column)
{
	static const struct {
		const char *view, *says;
	} cases[] = {
		{ "offers cols=data.price",
		    "unknown column \"data.price\": the column is price; to print a member by "
		    "its path: get --fields" },
		{ "baskets sort=customerDetails.email", "the column is email" },
		{ "baskets cols=orderItems.sku", "to print a member by its path: get --fields" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		RUN(&r, "http://127.0.0.1:1/api", "get", cases[i].view);
		if (r.code != 2 || !strstr(buf_z(&r.words), cases[i].says))
			fail_msg("%s: %d, %s", cases[i].view, r.code, buf_z(&r.words));
	}
}

/* Reports have their own members; a member that only some rows have counts as known. */
TEST(fields_of_reports_are_checked)
{
	static const struct {
		const char *command, *what, *fields;
		int code;
		const char *says;
	} cases[] = {
		{ "check", "catalog", "id,journey", 1, "" },
		{ "check", "catalog", "sevrity", 2,
		    "No finding has sevrity; did you mean severity?" },
		{ "config", "probe", "hitz", 2, "No read has hitz; did you mean hits?" },
		{ "config", "probe", "answered", 2, "No read has answered: that is a column" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		RUN(&r, NULL, "demo", "--", cases[i].command, cases[i].what, "-o", "csv",
		    "--fields", cases[i].fields);
		if (r.code != cases[i].code || !strstr(buf_z(&r.words), cases[i].says))
			fail_msg("%s: %d, %s", cases[i].fields, r.code, buf_z(&r.words));
	}
}

/* --curl prints only the request, with a message about the terms that the service does not
 * apply. */
TEST(curl_reports_terms_that_are_not_sent)
{
	auto_run_result r = { 0 };
	EXITS(0, &r, "http://127.0.0.1:1/api", "get",
	    "baskets mara since=7d !tag=/tags/x sort=person", "--curl");
	assert_int_equal(strncmp(buf_z(&r.out), "curl ", 5), 0);
	assert_non_null(strstr(buf_z(&r.words),
	    "Applied by Backroom, so the service returns more items: mara, !tag=/tags/x\n"));
	assert_non_null(
	    strstr(buf_z(&r.words), "Sorted by Backroom, not by the service: person\n"));
	RUN(&r, "http://127.0.0.1:1/api", "get", "offers path=/offers/a", "--curl");
	assert_string_equal(buf_z(&r.words), "");
}
