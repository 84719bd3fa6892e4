/* Warnings from the journal before a link or unlink, for one identity and for the rows of a
 * file. */
#include "lib/files.h"
#include "lib/hostile.h"
#include "unit/cli/run.h"
#include "unit/client/made_token.h"

#include <string.h>

#define ELLIPSIS "\xE2\x80\xA6"
#define FIRST "id-0000000000007c21"
#define SECOND "id-0000000000007c12"
#define ISS "https://login.example/"
#define SUB "auth|8841"

/* A server that accepts everything, and a journal in which J-0001 linked SUB to FIRST. */
struct scene {
	struct buf fine;
	struct hostile_rule rule;
	struct hostile *server;
};

static int
begin(void **state)
{
	static struct scene s;
	auto_run_result r = { 0 };
	unlink("state/backroom/journal.jsonl");
	unlink("state/backroom/journal.head");
	s = (struct scene){ 0 };
	hostile_json(&s.fine, "{}");
	s.rule = (struct hostile_rule){ .answer = buf_str(&s.fine) };
	s.server = hostile_start(&s.rule, 1);
	*state = &s;
	EXITS(0, &r, hostile_url(s.server), "identity", "link", FIRST, "--iss", ISS, "--sub", SUB,
	    "--yes");
	assert_null(strstr(buf_z(&r.words), "warning"));
	return 0;
}

static int
end(void **state)
{
	struct scene *s = *state;
	hostile_stop(s->server);
	buf_free(&s->fine);
	return 0;
}

/* Expects a warning line with this beginning and end; between them is today's date. */
static void
expect_warning(const struct run_result *r, const char *head, const char *tail)
{
	struct str rest = buf_str(&r->words), line;
	while (rest.n && str_next(&rest, '\n', &line))
		if (str_starts(line, str_of(head)) && line.n >= strlen(tail) &&
		    str_eqz(str_sub(line, line.n - strlen(tail), line.n), tail))
			return;
	fail_msg("no \"%s...%s\" in:\n%s", head, tail, r->words.p);
}

#define ON_SERVER(name) TEST_WITH(name, begin, end)

/* Without --yes and without a terminal, all warnings are printed and nothing is sent. */
ON_SERVER(a_link_is_checked_against_the_journal)
{
	static const struct {
		const char *verb, *owner, *iss, *head, *tail;
	} cases[] = {
		{ "link", SECOND, ISS, "warning: identity: linked to " ELLIPSIS "7c21 by you ",
		    " (J-0001): this will be refused unless it was unlinked elsewhere" },
		{ "link", FIRST, ISS, "warning: identity: linked to this owner by you ",
		    " (J-0001): nothing would change unless it was unlinked elsewhere" },
		{ "link", SECOND, "https://login.example",
		    "warning: issuer: with a final slash: known 1 time, ",
		    "which is another issuer" },
		{ "unlink", FIRST, ISS,
		    "warning: owner: 1 identity: " ELLIPSIS "8841 linked by you ",
		    ": the last link known here" },
		{ "unlink", SECOND, ISS, "warning: identity: linked to " ELLIPSIS "7c21 by you ",
		    " (J-0001): not linked to this owner" },
	};
	const struct scene *s = *state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		EXITS(2, &r, hostile_url(s->server), "identity", cases[i].verb, cases[i].owner,
		    "--iss", cases[i].iss, "--sub", SUB);
		expect_warning(&r, cases[i].head, cases[i].tail);
	}
	assert_int_equal(hostile_count(s->server), 1);
}

ON_SERVER(an_odd_identity_is_reported_once)
{
	const struct scene *s = *state;
	auto_run_result r = { 0 };
	EXITS(2, &r, hostile_url(s->server), "identity", "link", SECOND, "--iss",
	    "http://plain.example", "--sub", "9");
	const char *warning = strstr(buf_z(&r.words), "warning: ");
	assert_non_null(warning);
	assert_null(strstr(warning + 1, "warning: "));
}

ON_SERVER(rows_of_a_file_are_checked_against_the_journal)
{
	const struct scene *s = *state;
	auto_run_result r = { 0 };
	unlink("doubts.csv.results");
	write_file("doubts.csv",
	    "owner,iss,sub\n" SECOND "," ISS ",new\n" SECOND "," ISS "," SUB "\n" FIRST
	    ",https://LOGIN.example/,other\n");
	EXITS(0, &r, hostile_url(s->server), "identity", "link", "--from", "doubts.csv",
	    "--dry-run", "-o", "csv", "--fields", "line,outcome");
	assert_string_equal(buf_z(&r.out), "line,outcome\n2,to do\n3,doubtful\n4,to do\n");
	expect_warning(&r, "line 3: warning: identity: linked to " ELLIPSIS "7c21 by you ",
	    " (J-0001): this will be refused unless it was unlinked elsewhere");
	expect_warning(&r, "line 4: warning: issuer: with other capitals: known 1 time, ",
	    "which is another issuer");
	assert_null(strstr(buf_z(&r.words), "line 2: "));
	EXITS(2, &r, hostile_url(s->server), "identity", "link", "--from",
	    "doubts.csv"); /* warnings come before the confirmation */
	expect_warning(&r, "line 3: warning: identity: ",
	    ": this will be refused unless it was unlinked elsewhere");
	assert_int_equal(hostile_count(s->server), 1);
}

ON_SERVER(subjects_in_a_file_that_differ_in_capitals_are_reported)
{
	const struct scene *s = *state;
	auto_run_result r = { 0 };
	unlink("capitals.csv.results");
	write_file("capitals.csv",
	    "owner,iss,sub\n" FIRST "," ISS ",Jane\n" SECOND "," ISS ",jane\n" SECOND "," ISS
	    ",june\n");
	EXITS(0, &r, hostile_url(s->server), "identity", "link", "--from", "capitals.csv",
	    "--dry-run");
	expect_warning(&r,
	    "capitals.csv:3: warning: subject differs from that of line 2 only in capitals", "");
	assert_null(strstr(buf_z(&r.words), "csv:2:"));
	assert_null(strstr(buf_z(&r.words), "csv:4:"));
	unlink("capitals.csv");
}

ON_SERVER(finished_rows_get_no_warning)
{
	const struct scene *s = *state;
	auto_run_result r = { 0 };
	unlink("before.csv.results");
	write_file("before.csv", "owner,iss,sub\n" SECOND "," ISS ",new\n");
	EXITS(0, &r, hostile_url(s->server), "identity", "link", "--from", "before.csv", "--yes");
	RUN(&r, hostile_url(s->server), "identity", "link", "--from", "before.csv", "--dry-run",
	    "-o", "csv", "--fields", "line,outcome");
	assert_string_equal(buf_z(&r.out), "line,outcome\n2,done before\n");
	assert_null(strstr(buf_z(&r.words), "warning"));
	RUN(&r, hostile_url(s->server), "identity", "link", "--from", "before.csv", "--dry-run");
	assert_null(strstr(buf_z(&r.out), "\"\"")); /* nothing sent: no code, no request */
}

/* The token's subscription decides whether a link can be undone. The warning comes before the
 * first one is sent, once, and not if the token covers all subscriptions or cannot be read. */
ON_SERVER(links_that_cannot_be_undone_are_reported)
{
	static const struct {
		const char *claims, *says;
	} cases[] = {
		{ "{\"sub\":\"mara\",\"root\":\"r1\"}",
		    "warning: undo: only if this owner is in r1, the subscription of your token\n" },
		{ "{\"sub\":\"mara\"}",
		    "warning: undo: not known: your token names no subscription\n" },
		{ "{\"sub\":\"mara\",\"root\":\"*\"}", NULL },
		{ NULL, NULL },
	};
	static const char *const verbs[] = { "link", "unlink" };
	struct scene *s = *state;
	for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(*cases); i++) {
		const char *claims = cases[i / 2].claims, *says = i % 2 ? NULL : cases[i / 2].says;
		auto_buf token = { 0 };
		auto_run_result r = { 0 };
		if (claims)
			make_token(&token, str_of(claims), SIGNATURE);
		else
			buf_addz(&token, "opaque");
		run_to(&r, NULL, hostile_url(s->server), buf_z(&token),
		    (const char *const[]){
			"identity", verbs[i % 2], SECOND, "--iss", ISS, "--sub", "auth|77", NULL });
		bool said = strstr(buf_z(&r.words), "warning: undo") != NULL;
		if (said != (says != NULL) || (says && !strstr(buf_z(&r.words), says)))
			fail_msg("%zu: %s", i, buf_z(&r.words));
	}
	write_file(
	    "undo.csv", "owner,iss,sub\n" SECOND "," ISS ",auth|78\n" SECOND "," ISS ",auth|79\n");
	struct buf token = { 0 };
	auto_run_result r = { 0 };
	make_token(&token, str_of(cases[0].claims), SIGNATURE);
	run_to(&r, NULL, hostile_url(s->server), buf_z(&token),
	    (const char *const[]){ "identity", "link", "--from", "undo.csv", NULL });
	const char *first = strstr(buf_z(&r.words), cases[0].says);
	assert_non_null(first);
	assert_null(strstr(first + 1, "warning: undo"));
	buf_free(&token);
	unlink("undo.csv");
}
