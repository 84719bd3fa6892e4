/* labels: slow */
/* WI01 to WI05: awkward owners, issuers and subjects, byte for byte on the wire; and responses
 * with less than they should have. */
#include "lib/files.h"
#include "unit/journal/command_runs.h"

enum { LONG = 300, MOST = 255 };

static char long_text[LONG + 1], most_text[MOST + 1];

/* The arguments of a link, the messages, and the request. */
struct awkward {
	const char *owner, *iss, *sub;
	const char *target;  /* after the last slash of the address; NULL if nothing is sent */
	const char *body;    /* body as sent; NULL: not checked */
	const char *warning; /* NULL: none */
};

static void
expect_on_the_wire(struct hostile *server, const struct awkward *a)
{
	auto_run_result r = { 0 };
	auto_buf want = { 0 };
	size_t before = hostile_count(server);
	unlink("state/backroom/journal.jsonl"); /* earlier links would cause warnings */
	unlink("state/backroom/journal.head");
	RUN(&r, hostile_url(server), "identity", "link", a->owner, "--iss", a->iss, "--sub", a->sub,
	    "--yes");
	assert_int_equal(r.code, a->target ? 0 : 2);
	assert_int_equal(hostile_count(server) - before, a->target ? 1 : 0);
	if (!a->warning && strstr(buf_z(&r.words), "warning"))
		fail_msg("%s", buf_z(&r.words));
	if (a->warning && !strstr(buf_z(&r.words), a->warning))
		fail_msg("no %s in %s", a->warning, buf_z(&r.words));
	if (a->target) {
		const struct hostile_request *sent = hostile_request(server, before);
		buf_addf(&want, "/objects/externalidentity/%s", a->target);
		assert_string_equal(sent->target, buf_z(&want));
		if (a->body)
			assert_string_equal(sent->body, a->body);
	}
}

static void
expect_all(const struct awkward *cases, size_t n)
{
	auto_hostile *server = hostile_start_json("{\"id\":\"x\"}");
	for (size_t i = 0; i < n; i++)
		expect_on_the_wire(server, &cases[i]);
}

#define ALL(cases) expect_all((cases), sizeof(cases) / sizeof(*(cases)))
#define BODY(iss, sub) "{\"id_token\":{\"iss\":\"" iss "\",\"sub\":\"" sub "\"}}"
#define REFUSED(words) NULL, NULL, "not sent: " words

FRESH(wi01_an_owner_is_escaped_once)
{
	const struct awkward cases[] = {
		{ "a/b", "https://i", "7", "a%2Fb", BODY("https://i", "7"), NULL },
		{ "a b", "https://i", "7", "a%20b", NULL, NULL },
		{ " a", "https://i", "7", "%20a", NULL,
		    "warning: owner begins or ends with a space" },
		{ "Z\xC3\xBCrich", "https://i", "7", "Z%C3%BCrich", NULL,
		    "warning: owner has non-ASCII characters" },
		{ "\xF0\x9F\x98\x80", "https://i", "7", "%F0%9F%98%80", NULL, "warning: owner" },
		{ "a%2Fb", "https://i", "7", "a%252Fb", NULL, NULL },
		{ "a?b#c&d+e;f=g", "https://i", "7", "a%3Fb%23c%26d%2Be%3Bf%3Dg", NULL, NULL },
		{ "../../offers", "https://i", "7", "..%2F..%2Foffers", NULL, NULL },
		{ "a-b._~9", "https://i", "7", "a-b._~9", NULL, NULL },
		{ most_text, "https://i", "7", most_text, NULL, NULL },
		{ long_text, "https://i", "7", REFUSED("owner is over 255 bytes") },
		{ "..", "https://i", "7", REFUSED("owner cannot be used in a URL") },
		{ ".", "https://i", "7", REFUSED("owner cannot be used in a URL") },
		{ "a\nb", "https://i", "7", REFUSED("owner has control characters") },
		{ "a\xFF", "https://i", "7", REFUSED("owner is not UTF-8") },
	};
	ALL(cases);
}

FRESH(wi02_a_subject_is_sent_unchanged)
{
	const struct awkward cases[] = {
		{ "o", "https://i", " s-1", "o", BODY("https://i", " s-1"),
		    "warning: subject begins or ends with a space" },
		{ "o", "https://i", "s-1 ", "o", BODY("https://i", "s-1 "),
		    "warning: subject begins or ends with a space" },
		{ "o", "https://i", "mara@example.com", "o", BODY("https://i", "mara@example.com"),
		    "warning: subject looks like an e-mail address" },
		{ "o", "https://i", "Z\xC3\xBCrich", "o", BODY("https://i", "Z\xC3\xBCrich"),
		    "warning: subject has non-ASCII characters" },
		{ "o", "https://i", "e\xCC\x81", "o", BODY("https://i", "e\xCC\x81"),
		    "warning: subject has non-ASCII characters" },
		{ "o", "https://i", "a\xE2\x80\x8B", "o", BODY("https://i", "a\xE2\x80\x8B"),
		    "warning: subject has invisible or misleading characters" },
		{ "o", "https://i", "s-1", "o", BODY("https://i", "s-1"), NULL },
		{ "o", "https://i", "S-1", "o", BODY("https://i", "S-1"), NULL },
		{ "o", "https://i", "a\"b\\c/", "o", BODY("https://i", "a\\\"b\\\\c/"), NULL },
		{ "o", "https://i", most_text, "o", NULL, NULL },
		{ "o", "https://i", long_text, REFUSED("subject is over 255 bytes") },
		{ "o", "https://i", "", REFUSED("subject is empty") },
		{ "o", "https://i", " ", REFUSED("subject is empty") },
		{ "o", "https://i", "\t7", REFUSED("subject has control characters") },
		{ "o", "https://i", "7\xED\xA0\x80", REFUSED("subject is not UTF-8") },
	};
	ALL(cases);
}

FRESH(wi03_an_issuer_is_sent_unchanged)
{
	const struct awkward cases[] = {
		{ "o", "https://i.example/", "7", "o", BODY("https://i.example/", "7"), NULL },
		{ "o", "https://i.example", "7", "o", BODY("https://i.example", "7"), NULL },
		{ "o", "https://i.example//", "7", "o", BODY("https://i.example//", "7"), NULL },
		{ "o", "http://i.example/", "7", "o", BODY("http://i.example/", "7"),
		    "warning: issuer does not begin with https://" },
		{ "o", "https://I.example/", "7", "o", BODY("https://I.example/", "7"),
		    "warning: issuer has capitals in its host" },
		{ "o", "https://i.example/Realms", "7", "o", BODY("https://i.example/Realms", "7"),
		    NULL },
		{ "o", "i.example", "7", "o", BODY("i.example", "7"),
		    "warning: issuer does not begin with https://" },
		{ "o", "https://i.example/ ", "7", "o", BODY("https://i.example/ ", "7"),
		    "warning: issuer begins or ends with a space" },
		{ "o", long_text, "7", REFUSED("issuer is over 255 bytes") },
	};
	ALL(cases);
}

/* In a file, an issuer that is nearly the same as another row's is reported: one of them is a
 * typing error. */
FRESH(wi03_similar_issuers_in_a_file_are_reported)
{
	static const char *const near[] = { "https://i.example", "http://i.example/",
		"https://I.EXAMPLE/" };
	for (size_t i = 0; i < sizeof(near) / sizeof(*near); i++) {
		auto_run_result r = { 0 };
		auto_buf rows = { 0 };
		buf_addf(&rows, "owner,iss,sub\na,https://i.example/,1\nb,%s,1\n", near[i]);
		write_bytes("near.csv", buf_str(&rows), 0600);
		EXITS(0, &r, "http://127.0.0.1:1", "identity", "link", "--from", "near.csv",
		    "--dry-run");
		assert_non_null(strstr(buf_z(&r.words),
		    "near.csv:3: warning: issuer is nearly the same as in line 2, but not equal\n"));
	}
}

/* Files as saved by spreadsheets: which are read, and which are spoiled and refused. */
FRESH(files_of_spreadsheets_are_read_or_refused)
{
	static const struct {
		const char *file;
		int code;
		const char *out, *words;
	} cases[] = {
		{ "\xEF\xBB\xBFOwner;ISS ;Sub\r\n'-id-1;https://i.example/;'+7\r\n;;\r\n", 0,
		    "2,'-id-1,to do,,", "" },
		{ "owner\tiss\tsub\na\thttps://i.example/\t1\n", 0, "2,a,to do,,", "" },
		{ "\"sep=;\"\nowner;iss;sub\na;https://i.example/;1\n", 0, "3,a,to do,,", "" },
		{ "owner,iss,sub\n8.20983E+17,https://i.example/,1\n", 1, "2,8.20983E+17,wrong,,",
		    ":2: owner: 8.20983E+17 looks like a long number that a spreadsheet shortened" },
		{ "owner,iss,sub\na,https://i.example/,1.23457E+17\n", 1, "2,a,wrong,,",
		    ":2: subject: 1.23457E+17 looks like a long number that a spreadsheet "
		    "shortened" },
		{ "owner,iss,sub\na,https://i.example/,#N/A\n", 1, "2,a,wrong,,",
		    ":2: subject: #N/A is a spreadsheet error, not a value" },
		{ "owner,iss,sub\na,https://i.example/,01-Sep\n", 1, "2,a,wrong,,",
		    ":2: subject: 01-Sep looks like a code" },
		{ "\xFF\xFEo\1w\1", 1, "", "is UTF-16: save the sheet as CSV in UTF-8" },
		{ "PK\x03\x04xx", 1, "", "save it as CSV in UTF-8" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		int fd = open_new("sheet.csv");
		assert_true(write(fd, cases[i].file, strlen(cases[i].file)) > 0);
		close(fd);
		RUN(&r, "http://127.0.0.1:1", "identity", "link", "--from", "sheet.csv",
		    "--dry-run", "-o", "csv");
		if (r.code != cases[i].code || !strstr(buf_z(&r.out), cases[i].out) ||
		    !strstr(buf_z(&r.words), cases[i].words))
			fail_msg("%zu: %d\n%s%s", i, r.code, buf_z(&r.out), buf_z(&r.words));
	}
}

/* The service has linked, but the connection broke during its response: the retry sends the same
 * bytes under the same key, and its response is that the identity is linked. */
FRESH(wi04_a_write_without_a_response_is_retried)
{
	auto_run_result r = { 0 };
	auto_buf fine = { 0 }, first = { 0 }, again = { 0 };
	hostile_json(&fine, "{\"id\":\"x\",\"owner\":\"id-1\"}");
	const struct hostile_rule rules[] = {
		{ .nth = 1, .answer = buf_str(&fine), .cut = 12, .end = HOSTILE_RESET },
		{ .answer = buf_str(&fine) }
	};
	auto_hostile *server = hostile_start(rules, 2);
	EXITS(6, &r, hostile_url(server), LINK, "-o", "json");
	assert_string_equal(buf_z(&r.out), "[]\n");
	assert_non_null(strstr(buf_z(&r.words), "may or may not be linked (J-0001)"));
	assert_field("J-0001", "result", "unknown");
	EXITS(0, &r, hostile_url(server), "identity", "resolve", "J-0001", "--yes", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[\n{\"id\":\"x\",\"owner\":\"id-1\"}\n]\n");
	assert_field("J-0001", "result", "done");
	RUN(&r, hostile_url(server), "identity", "resolve", "--yes");
	assert_int_equal(hostile_count(server), 2);
	key_of(server, 0, &first);
	key_of(server, 1, &again);
	assert_string_equal(buf_z(&first), buf_z(&again));
	assert_string_equal(hostile_request(server, 0)->body, hostile_request(server, 1)->body);
	assert_string_equal(hostile_request(server, 0)->target, hostile_request(server, 1)->target);
}

FRESH(wi05_invalid_responses_are_distinguished)
{
	static const struct {
		int status, code;
		const char *body, *result, *words;
	} cases[] = {
		{ 502, 6, "<html><b>Bad \x1B[2J Gateway</b></html>", "unknown", "502" },
		{ 503, 6, "", "unknown", "503" },
		{ 401, 4, "", "refused", "401" },
		{ 200, 6, "{\"id\":\"x\",\"own", "unknown", "may or may not be linked" },
		{ 200, 6, "<html></html>", "unknown", "may or may not be linked" },
		{ 200, 6, "{\"id\":\"x\"}{}", "unknown", "may or may not be linked" },
		{ 200, 6, "", "unknown", "may or may not be linked" },
		{ 204, 0, "", "done", "Done: linked" },
		{ 409, 7, "<html>", "refused", "409" },
		{ 409, 6, "{\"code\":\"in_progress\"}", "unknown", "may or may not be linked" },
		{ 404, 5, "", "refused", "404" },
		{ 301, 6, "", "refused", "301" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		fresh(NULL);
		auto_hostile *server = hostile_start_answer(
		    cases[i].status, "", str_of(cases[i].body));
		RUN(&r, hostile_url(server), LINK, "-o", "json");
		print_message("%d, %zu bytes\n", cases[i].status, strlen(cases[i].body));
		assert_int_equal(r.code, cases[i].code);
		assert_true(is_json(&r.out));
		assert_non_null(strstr(buf_z(&r.words), cases[i].words));
		assert_null(strchr(buf_z(&r.words), 0x1B));
		assert_field("J-0001", "result", cases[i].result);
		assert_int_equal(hostile_count(server), 1);
	}
}

int
main(void)
{
	memset(long_text, 'x', LONG);
	memset(most_text, 'x', MOST);
	return run_all_tests(NULL, NULL);
}
