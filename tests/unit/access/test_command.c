/* Signing in and out as users do: `login` and `logout` against the test's own service. */
#include "base/arena.h"
#include "lib/files.h"
#include "unit/cli/login.h"
#include "wire/json.h"

static struct service *service;
static struct service *brief; /* its tokens are valid for four seconds */

/* Polling an issuer takes five seconds, so all users sign in at the same time, one for each
 * test. */
static struct person {
	const char *name, *decision;
	struct service **at;
	struct login login;
	int code;
} people[] = {
	{ .name = "first", .decision = "approve", .at = &service },
	{ .name = "denied", .decision = "deny", .at = &service },
	{ .name = "leaves", .decision = "approve", .at = &service },
	{ .name = "robbed", .decision = "approve", .at = &service },
	{ .name = "twice", .decision = "approve", .at = &brief },
	{ .name = "alone", .decision = "approve", .at = &brief },
};
enum { PEOPLE = sizeof(people) / sizeof(*people) };

static int
let_people_in(void **state)
{
	(void)state;
	home_enter("");
	home_write("serve.conf", "log-requests = true\nclock-skew = 0\n", 0600);
	service = service_start_on_store((const char *const[]){ "--demo", "tour", NULL });
	brief = service_start_on_store((const char *const[]){
	    "--demo", "tour", "--token-ttl", "4", "--config", home_path("serve.conf"), NULL });
	umask(0);
	for (struct person *p = people; p < people + PEOPLE; p++) {
		home_switch_to(p->name);
		home_of(*p->at);
		login_start(&p->login, NULL);
	}
	umask(022);
	for (struct person *p = people; p < people + PEOPLE; p++)
		login_decide(&p->login, *p->at, p->decision);
	for (struct person *p = people; p < people + PEOPLE; p++)
		p->code = login_end(&p->login);
	return 0;
}

static int
end_services(void **state)
{
	(void)state;
	for (struct person *p = people; p < people + PEOPLE; p++)
		buf_free(&p->login.words);
	return service_stop(service) | service_stop(brief);
}

/* Each user has their own home; the program continues with this user's files. */
static struct person *
switch_user(const char *name)
{
	home_switch_to(name);
	for (struct person *p = people; p < people + PEOPLE; p++)
		if (strcmp(p->name, name) == 0)
			return p;
	return NULL;
}

/* A user without any sign-in. */
static void
begin(void)
{
	home_switch_to("home");
	home_of(service);
}

/* Reads a text member of the stored sign-in. */
static void
read_sign_in_member(const char *name, char out[1000])
{
	auto_buf text = { 0 };
	auto_arena a = { 0 };
	struct err err;
	assert_non_null(home_sign_in_file());
	assert_true(process_read_file(home_sign_in_file(), &text));
	struct str value = json_get_text(
	    json_parse(&a, buf_str(&text), &json_scan_client_rules, &err), name);
	assert_true(value.n > 0 && value.n < 1000);
	snprintf(out, 1000, "%.*s", STR_ARG(value));
}

/* ---- signing in ---- */

TEST(a_signed_in_user_needs_no_token)
{
	const struct person *p = switch_user("first");
	struct buf words = p->login.words;
	auto_run_result r = { 0 };
	char address[200];
	assert_int_equal(p->code, 0);
	snprintf(address, sizeof(address), "\n\n    http://127.0.0.1:%d/oauth2/device\n    ",
	    service_port(service));
	assert_true(str_starts(buf_str(&words),
	    STR("Open this address on any device, and type the code (valid until ")));
	SAYS(&words, address);
	SAYS(&words, "Waiting for the sign-in. Ctrl-C cancels.\n");
	SAYS(&words, "Signed in to shop as agent, until ");
	SAYS(&words, " and renewed automatically. The service accepts the token.\n");
	SAYS_NOT(&words, "\033");
	OWN_EXITS(0, &r, "get", "baskets", "-o", "ndjson", "--max", "7");
	assert_int_equal(count_text(&r.out, "\n"), 7);
}

/* Only this account may read it, even with a permissive umask. */
TEST(the_stored_sign_in_is_private)
{
	char folder[900], token[1000];
	switch_user("first");
	assert_int_equal(mode_of(home_sign_in_file()), 0600);
	snprintf(folder, sizeof(folder), "%s", home_sign_in_file());
	*strrchr(folder, '/') = '\0';
	assert_int_equal(mode_of(folder), 0700);
	read_sign_in_member("access_token", token);
	read_sign_in_member("refresh_token", token);
	read_sign_in_member("issuer", token);
	assert_true(str_starts(str_of(token), STR("http://127.0.0.1:")));
}

TEST(a_denied_sign_in_stores_nothing)
{
	struct person *p = switch_user("denied");
	assert_int_equal(p->code, 4);
	SAYS(&p->login.words,
	    "backroom: Signed out: the sign-in was denied: \"The request was denied.\"\n");
	SAYS_NOT(&p->login.words, "Signed in");
	assert_null(home_sign_in_file());
}

TEST(a_user_who_is_not_signed_in_gets_instructions)
{
	auto_run_result r = { 0 };
	begin();
	OWN_EXITS(4, &r, "get", "baskets");
	SAYS(&r.words, "not signed in; backroom login signs in");
}

TEST(ctrl_c_stores_nothing)
{
	struct login l;
	begin();
	login_start(&l, NULL);
	login_wait(&l, "Ctrl-C cancels.\n");
	kill(l.pid, SIGINT);
	assert_int_equal(login_end(&l), 128 + SIGINT);
	SAYS_NOT(&l.words, "Signed in");
	assert_null(home_sign_in_file());
	buf_free(&l.words);
}

TEST(a_service_without_a_browser_page_is_reported)
{
	auto_run_result r = { 0 };
	begin();
	OWN_EXITS(4, &r, "login", "--browser");
	SAYS(&r.words, "the issuer does not support signing in with a browser; use a code instead");
	assert_null(home_sign_in_file());
}

/* ---- environments without a sign-in ---- */

static void
refused(const char *command, const char *token, const char *words)
{
	auto_run_result r = { 0 };
	run_to(&r, NULL, NULL, token, (const char *const[]){ command, NULL });
	if (r.code != 2 || !strstr(buf_z(&r.words), words))
		fail_msg("%s: %d, %s", command, r.code, buf_z(&r.words));
	assert_int_equal(r.out.n, 0);
}

TEST(without_sign_in_the_source_of_the_token_is_named)
{
	static const char *const commands[] = { "login", "logout" };
	begin();
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		home_with_service(service_url(service), "token-file = \"/nowhere/token\"");
		refused(commands[i], NULL,
		    "backroom: shop has no sign-in: its token has another source (see "
		    "backroom config show). To sign in, set issuer = \"https://…\"\n");
		home_with_service(service_url(service), "");
		refused(commands[i], NULL, "backroom: shop has no sign-in: ");
		home_of(service);
		refused(commands[i], "t.o.k",
		    "backroom: BACKROOM_TOKEN is the token for shop: unset it to sign in\n");
		home_with_service(service_url(service),
		    "issuer = \"https://127.0.0.1:1\"\n client-secret-file = \"/nowhere/s\"");
		refused(commands[i], NULL, "backroom: shop uses a client secret, not a sign-in\n");
	}
}

TEST(invalid_command_lines_are_refused)
{
	auto_run_result r = { 0 };
	begin();
	OWN_EXITS(2, &r, "login", "--device", "--browser");
	SAYS(&r.words, "use --browser or --device, not both");
	OWN_EXITS(2, &r, "login", "shop");
	SAYS(&r.words, "login takes no arguments; -e names the environment");
	OWN_EXITS(2, &r, "login", "-e", "other");
	SAYS(&r.words, "there is no environment \"other\"; there are: shop");
}

TEST(an_issuer_with_another_name_is_not_trusted)
{
	auto_run_result r = { 0 };
	char issuer[100], words[300];
	begin();
	snprintf(
	    issuer, sizeof(issuer), "issuer = \"http://127.0.0.1:%d/\"", service_port(service));
	home_with_service(service_url(service), issuer);
	OWN_EXITS(6, &r, "login");
	snprintf(words, sizeof(words),
	    "http://127.0.0.1:%d/ calls itself \"http://127.0.0.1:%d\": set issuer in "
	    "config.conf to exactly that\n",
	    service_port(service), service_port(service));
	SAYS(&r.words, words);
	assert_null(home_sign_in_file());
}

TEST(an_unreachable_issuer_is_reported)
{
	auto_run_result r = { 0 };
	begin();
	home_with_service(service_url(service), "issuer = \"http://127.0.0.1:1\"");
	OWN_EXITS(6, &r, "login");
	SAYS(&r.words, "backroom: No connection to 127.0.0.1");
}

/* ---- signing out ---- */

static int
refresh_with(const char *token, struct http_answer *answer)
{
	char form[1200];
	snprintf(form, sizeof(form), "grant_type=refresh_token&client_id=backroom&refresh_token=%s",
	    token);
	assert_true(http_call(
	    service_port(service), "POST", "/oauth2/token", NULL, FORM, str_of(form), answer));
	return answer->status;
}

TEST(signing_out_ends_the_sign_in_here_and_at_the_issuer)
{
	struct http_answer answer = { 0 };
	auto_run_result r = { 0 };
	char token[1000];
	switch_user("leaves");
	read_sign_in_member("refresh_token", token);
	OWN_EXITS(0, &r, "logout");
	assert_string_equal(buf_z(&r.words), "Signed out of shop\n");
	assert_null(home_sign_in_file());
	assert_int_equal(refresh_with(token, &answer), 400);
	SAYS(&answer.body, "invalid_grant");
	http_free(&answer);
	OWN_EXITS(0, &r, "logout");
	assert_string_equal(buf_z(&r.words), "You were not signed in to shop\n");
	OWN_EXITS(4, &r, "get", "baskets");
	SAYS(&r.words, "not signed in");
}

/* ---- lifetime ---- */

/* True if the service accepts the token for a read. */
static bool
is_accepted(const struct service *s, const char *token)
{
	struct http_answer answer = { 0 };
	http_call(service_port(s), "GET", "/api/checkout/abandoned?limit=1", token, NULL, STR_NONE,
	    &answer);
	int status = answer.status;
	http_free(&answer);
	assert_true(status == 200 || status == 401);
	return status == 200;
}

static size_t
count_log_lines(const struct service *s, const char *words)
{
	auto_buf log = { 0 };
	service_log(s, &log);
	size_t n = count_text(&log, words);
	return n;
}

/* Waits until the service's log has at least this number of issued tokens. */
static size_t
count_tokens_issued(const struct service *s, size_t least)
{
	static const char line[] = "\"operation\":\"getToken\"";
	int64_t end = deadline_in(10000);
	while (count_log_lines(s, line) < least && deadline_left(end) > 0)
		poll(NULL, 0, 5);
	return count_log_lines(s, line);
}

static pid_t
start_get(const char *out)
{
	const char *argv[] = { getenv("BACKROOM_BIN"), "get", "baskets", "-o", "ndjson", NULL };
	const char *env[] = { "BACKROOM_URL=", "BACKROOM_TOKEN=", "BACKROOM_CONFIG=", NULL };
	int fd = open_new(out);
	pid_t pid = process_start(argv, env, fd, fd);
	close(fd);
	return pid;
}

static void
ends_with_50_baskets(pid_t pid, const char *out)
{
	auto_buf text = { 0 };
	int status = 0;
	assert_true(process_wait(pid, 20000, &status));
	assert_true(process_read_file(out, &text));
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		fail_msg("%s", buf_z(&text));
	SAYS(&text, "50 baskets, the newest; the service has more");
}

/* A refresh token used twice ends the whole sign-in, so two commands must not use it at once. */
TEST(two_commands_at_once_renew_once)
{
	struct service *s = brief;
	char first[1000], second[1000];
	switch_user("twice");
	read_sign_in_member("access_token", first);
	int64_t end = deadline_in(30000);
	while (is_accepted(s, first) && deadline_left(end) > 0)
		poll(NULL, 0, 20);
	assert_false(is_accepted(s, first));
	size_t before = count_tokens_issued(s, 1);
	pid_t one = start_get("one"), two = start_get("two");
	ends_with_50_baskets(one, "one");
	ends_with_50_baskets(two, "two");
	assert_int_equal(count_tokens_issued(s, before + 1), before + 1);
	read_sign_in_member("access_token", second);
	assert_string_not_equal(first, second);
	assert_int_equal(count_log_lines(s, "refresh token used twice"), 0);
}

TEST(a_sign_in_ended_by_the_service_is_reported)
{
	auto_run_result r = { 0 };
	char token[1000];
	switch_user("robbed");
	read_sign_in_member("refresh_token", token);
	/* A thief would do this: the second use of the refresh token ends the sign-in for
	 * everyone. */
	struct http_answer answer = { 0 };
	assert_int_equal(refresh_with(token, &answer), 200);
	http_free(&answer);
	assert_int_equal(refresh_with(token, &answer), 400);
	http_free(&answer);
	/* The token is valid for an hour: change the file so that it has expired. */
	struct buf text = { 0 };
	assert_true(process_read_file(home_sign_in_file(), &text));
	size_t at = str_find(buf_str(&text), STR(",\"until\":"));
	assert_true(at != SIZE_MAX);
	text.n = at;
	buf_addz(&text, ",\"until\":1}\n");
	write_bytes(home_sign_in_file(), buf_str(&text), 0600);
	buf_free(&text);
	OWN_EXITS(4, &r, "get", "baskets");
	SAYS(&r.words, "backroom: Signed out: the sign-in has ended: http://127.0.0.1:");
	SAYS(&r.words, " refused: ");
	SAYS(&r.words, "; backroom login signs in\n");
	OWN(&r, "whoami");
	SAYS(&r.out, "Service   x  Signed out: the sign-in has ended: http://127.0.0.1:");
	SAYS(&r.words, "backroom login signs in\n");
}

/* The sign-in must be gone from this machine. */
TEST(signing_out_needs_no_issuer)
{
	auto_run_result r = { 0 };
	switch_user("alone");
	assert_non_null(home_sign_in_file());
	assert_int_equal(service_stop(brief), 0);
	brief = NULL;
	OWN_EXITS(0, &r, "logout");
	assert_string_equal(buf_z(&r.words), "Signed out of shop\n");
	assert_null(home_sign_in_file());
}

int
main(void)
{
	return run_all_tests(let_people_in, end_services);
}
