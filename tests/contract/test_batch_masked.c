/* labels: slow */
/* `--mask`: people have pseudonyms, the same ones in every run; everything else works as without
 * it. And the column of links, which are in data only if they are asked for. */
#include "lib/files.h"
#include "lib/service.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MAX = 10 };

/* Runs the command, with --mask after its words if `masked`. */
static int
run(const char *const *words, bool masked, struct buf *out, struct buf *said)
{
	const char *args[WORDS_MAX + 2] = { 0 };
	size_t n = 0;
	while (words[n])
		args[n] = words[n], n++;
	if (masked)
		args[n] = "--mask";
	return service_run(shared_service, args, out, said);
}

TEST(output_without_people_is_unchanged)
{
	static const char *const commands[][WORDS_MAX] = {
		{ "get", "journeys" },
		{ "get", "journeys", "-o", "json" },
		{ "get", "journeys", "-o", "tree" },
		{ "get", "journeys", "-o", "dot" },
		{ "get", "campaigns", "-o", "tree" },
		{ "get", "campaigns", "-o", "dot" },
		{ "get", "segments", "-o", "csv" },
		{ "check", "journeys" },
		{ "check", "catalog" },
		{ "whatif", "--segment", "/segments/lapsed-365", "--segment",
		    "/segments/region-uk" },
	};
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		auto_buf plain = { 0 }, masked = { 0 }, said = { 0 };
		int code = run(commands[i], false, &plain, NULL);
		if (run(commands[i], true, &masked, &said) != code)
			fail_msg("%s %s: %s", commands[i][0], commands[i][1], buf_z(&said));
		assert_true(plain.n > 0 || strcmp(commands[i][0], "check") == 0);
		assert_string_equal(buf_z(&masked), buf_z(&plain));
	}
}

TEST(a_person_has_the_same_pseudonym_in_every_run)
{
	static const char *const command[] = { "get", "baskets", "ellison", "-o", "ndjson", NULL };
	static const char *const all[] = { "get", "baskets", "--all", "-o", "ndjson", NULL };
	auto_buf first = { 0 }, second = { 0 }, plain = { 0 }, path = { 0 }, said = { 0 };
	assert_int_equal(run(all, true, &first, NULL), 0);
	assert_int_equal(run(all, true, &second, NULL), 0);
	assert_string_equal(buf_z(&first), buf_z(&second));
	assert_null(strstr(buf_z(&first), "llison"));
	assert_int_equal(run(command, false, &plain, NULL), 0);
	assert_non_null(strstr(buf_z(&plain), "Ellison"));

	/* The masking key file is private; a damaged one is refused. */
	buf_addf(&path, "%s/backroom/mask.key", service_folder(shared_service));
	write_file(buf_z(&path), "0123\n");
	assert_int_not_equal(run(all, true, NULL, &said), 0);
	assert_non_null(strstr(
	    buf_z(&said), "the masking key, mask.key in the state folder, is damaged. Delete it"));
	assert_int_equal(unlink(buf_z(&path)), 0);
	buf_reset(&second);
	assert_int_equal(run(all, true, &second, NULL), 0);
	assert_string_not_equal(buf_z(&first), buf_z(&second));
}

/* The column has links in data only, and only those that can be sent; other formats and masked
 * output have none. */
TEST(a_link_is_a_column_of_data)
{
	static const char link[] = "https://shop.northlight.example/checkout/resume?basket=basket-";
	static const struct {
		const char *format, *more, *expected;
	} cases[] = {
		{ "csv", NULL, "Mara Ellison,https://shop.northlight.example/checkout/resume?basket=" },
		{ "tsv", NULL, "Mara Ellison\thttps://shop.northlight.example/checkout/resume?basket=" },
		{ "table", NULL, "  ok\n" },
		{ "md", NULL, " | ok |\n" },
		{ "csv", "--mask", ",! masked\n" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *const args[] = { "demo", "--now", SERVICE_NOW, "--", "get", "baskets",
			"cols=person,link", "-o", cases[i].format, cases[i].more, NULL };
		auto_buf out = { 0 }, said = { 0 };
		assert_int_equal(service_run(shared_service, args, &out, &said), 0);
		if (!strstr(buf_z(&out), cases[i].expected))
			fail_msg("%s: %s", cases[i].format, buf_z(&out));
		if (i >= 2)
			assert_null(strstr(buf_z(&out), "https:"));
		else
			assert_non_null(strstr(buf_z(&out), link));
	}
}

TEST(a_link_that_cannot_be_sent_is_replaced_by_the_reason)
{
	static const char *const args[] = { "demo", "--now", SERVICE_NOW, "--pack", "awkward", "--",
		"get", "baskets", "cols=id,link", "-o", "csv", "--all", NULL };
	auto_buf out = { 0 }, said = { 0 };
	assert_int_equal(service_run(shared_service, args, &out, &said), 0);
	assert_non_null(strstr(buf_z(&out), "basket-wb02-http,! plain http: anyone on the network"));
	assert_non_null(strstr(buf_z(&out), "basket-wb02-punycode,! its host is in punycode"));
	assert_null(strstr(buf_z(&out), "http://"));
	assert_null(strstr(buf_z(&out), "evil.example/"));
}

TEST(links_are_in_no_file_unless_they_are_named)
{
	static const char *const args[] = { "demo", "--now", SERVICE_NOW, "--", "get", "baskets", "-o",
		"csv", NULL };
	auto_buf out = { 0 }, said = { 0 };
	assert_int_equal(service_run(shared_service, args, &out, &said), 0);
	assert_non_null(strstr(buf_z(&out), "Mara Ellison"));
	assert_null(strstr(buf_z(&out), "https:"));
	assert_null(strstr(buf_z(&out), ",link"));
}

int
main(void)
{
	return run_all_tests(shared_service_set_up, shared_service_tear_down);
}
