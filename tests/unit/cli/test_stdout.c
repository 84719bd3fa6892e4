/* labels: slow */
/*
 * A stdout that cannot be written: closed, on a full disk, or without a reader. Each command that
 * prints reports it and exits with 1, and the output does not go anywhere else.
 */
#include "unit/cli/home.h"

#include <signal.h>

/* {home} is the user's folder; the commands before it create its files. */
static const char *const commands[] = {
	"--help",
	"--version",
	"get --help",
	"serve --help",
	"serve --version",
	"get baskets",
	"get baskets -o wide",
	"get baskets -o md",
	"get baskets -o csv",
	"get baskets -o tsv",
	"get baskets -o json",
	"get baskets -o ndjson",
	"get baskets -o raw",
	"get baskets --curl",
	"get baskets --fields id --all",
	"get baskets --for mail --all",
	"get persons",
	"get baskets group=tag",
	"get offers -o tree",
	"get offers -o dot",
	"get offers -o svg",
	"export page -",
	"check catalog",
	"check journeys -o json",
	"whatif --segment /segments/lapsed-365",
	"identity link id-01a7d3f05e9b4c62881f7be02d94c6a3 --iss https://l.example/ --sub s --dry-run",
	"journal list -o json",
	"journal verify",
	"snapshot save -",
	"snapshot diff {home}/a.snap {home}/b.snap",
	"plan sheet --select offers",
	"plan show {home}/p.jsonl",
	"plan check {home}/p.jsonl",
	"plan apply {home}/p.jsonl --dry-run",
	"whoami",
	"whoami -o json",
	"config show --all",
	"config check",
	"config probe",
	"completion bash",
	"completion zsh",
	"completion fish",
	"token",
	"audit verify --store sqlite:{home}/x.db",
};

static struct service *service;
static struct buf token;

enum sink { CLOSED, FULL, NOBODY_READS, SINKS };
static const char *const sink_names[] = { "closed", "full", "without a reader" };

static void
run_command(struct run_result *r, const char *command, const char *redirect)
{
	auto_buf line = { 0 };
	struct str rest = str_of(command);
	if (str_find(rest, STR("--for mail")) != SIZE_MAX) /* the shop's address is in a setting */
		buf_addf(&line, "unset BACKROOM_URL; export BACKROOM_CONFIG=%s; ",
		    home_path("shop.conf"));
	buf_addz(&line, "exec \"$BACKROOM_BIN\" ");
	for (size_t at; (at = str_find(rest, STR("{home}"))) != SIZE_MAX;
	     rest = str_sub(rest, at + 6, rest.n)) {
		buf_adds(&line, str_sub(rest, 0, at));
		buf_addz(&line, home_path(""));
	}
	buf_addf(&line, "%.*s %s", STR_ARG(rest), redirect);
	const char *argv[] = { "/bin/sh", "-c", buf_z(&line), NULL };
	run_program(r, argv, NULL, open_new("out"), 60000);
}

static void
prepare(const char *command)
{
	auto_run_result r = { 0 };
	run_command(&r, command, "");
	if (r.code != 0 && r.code != 3)
		fail_msg("%s: %d, %s", command, r.code, buf_z(&r.words));
}

static int
begin(void **state)
{
	(void)state;
	home_enter("");
	service = service_start(NULL);
	service_token(service, NULL, &token);
	setenv("BACKROOM_URL", service_url(service), 1);
	setenv("BACKROOM_TOKEN", buf_z(&token), 1);
	struct buf config = { 0 };
	buf_addf(&config,
	    "environment \"shop\" { url = \"%s\" link-base = \"https://shop.northlight.example\" "
	    "link-hosts = {\"shop.northlight.example\"} }\n",
	    service_url(service));
	home_write("shop.conf", buf_z(&config), 0600);
	buf_free(&config);
	/* With the environment that cron and systemd give programs. */
	unsetenv("LC_ALL");
	unsetenv("LANG");
	setenv("TERM", "dumb", 1);
	prepare("snapshot save {home}/a.snap");
	home_write("b.snap", "", 0600);
	prepare("plan {home}/p.jsonl --select 'offers concierge' percent=5");
	prepare("import {home}/a.snap --store sqlite:{home}/x.db");
	return 0;
}

static int
end(void **state)
{
	(void)state;
	buf_free(&token);
	return service_stop(service);
}

/* NOBODY_READS: the caller ignores SIGPIPE. Prints the fault and returns false if there is one. */
static bool
check_output_error(const char *command, enum sink sink)
{
	static const char *const redirects[] = { ">&-", ">/dev/full" };
	static const char *const reasons[] = { "Bad file descriptor", "No space left",
		"Broken pipe" };
	auto_run_result r = { 0 };
	if (sink == NOBODY_READS) {
		int ends[2];
		char redirect[40];
		assert_int_equal(pipe(ends), 0);
		close(ends[0]);
		void (*before)(int) = signal(SIGPIPE, SIG_IGN);
		snprintf(redirect, sizeof(redirect), ">&%d", ends[1]);
		run_command(&r, command, redirect);
		signal(SIGPIPE, before);
		close(ends[1]);
	} else {
		run_command(&r, command, redirects[sink]);
	}
	bool ok = r.code == 1 && !r.out.n && strstr(buf_z(&r.words), "stdout") &&
	    strstr(buf_z(&r.words), reasons[sink]);
	if (!ok)
		print_error("%s, stdout %s: exit %d: %s%s\n", command, sink_names[sink], r.code,
		    buf_z(&r.words), r.out.n ? "; and it printed" : "");
	return ok;
}

TEST(every_command_reports_an_output_error)
{
	size_t wrong = 0;
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		for (int sink = 0; sink < SINKS; sink++)
			wrong += !check_output_error(commands[i], (enum sink)sink);
	assert_int_equal(wrong, 0);
}

/* Like any other filter ended by `head`. */
TEST(a_closed_pipe_ends_a_command_quietly)
{
	static const char *const some[] = { "get baskets --all", "whoami", "config show --all",
		"snapshot save -" };
	for (size_t i = 0; i < sizeof(some) / sizeof(*some); i++) {
		auto_run_result r = { 0 };
		int ends[2];
		char redirect[40];
		assert_int_equal(pipe(ends), 0);
		close(ends[0]);
		snprintf(redirect, sizeof(redirect), ">&%d", ends[1]);
		run_command(&r, some[i], redirect);
		close(ends[1]);
		assert_int_equal(r.code, 128 + SIGPIPE);
		SAYS_NOT(&r.words, "Broken pipe");
	}
}

/* A list that was not written is not recorded as sent, and no other file gets the number of
 * stdout or stderr. */
TEST(failed_output_is_not_recorded_or_written_elsewhere)
{
	static const char record[] = "get baskets --all --for mail --record -o csv ";
	auto_run_result r = { 0 }, again = { 0 };
	auto_buf log = { 0 };
	for (int sink = 0; sink < SINKS; sink++)
		assert_true(check_output_error(record, (enum sink)sink));
	run_command(&r, record, "");
	assert_int_equal(r.code, 0);
	assert_true(count_text(&r.out, "@") > 10);
	run_command(&again, record, "");
	assert_int_equal(count_text(&again.out, "@"), 0);
	run_command(
	    &r, "get baskets --fields id,customerDetails.email --log {home}/log", ">&- 2>&-");
	assert_int_equal(r.code, 1);
	assert_true(process_read_file(home_path("log"), &log));
	assert_non_null(strstr(buf_z(&log), "GET"));
	assert_null(strstr(buf_z(&log), "@"));
	assert_null(strstr(buf_z(&log), "stdout"));
}

/* Without its ready line, no process could wait for `serve`. */
TEST(a_service_that_cannot_report_readiness_ends)
{
	for (int sink = 0; sink < NOBODY_READS; sink++) {
		auto_run_result r = { 0 };
		run_command(&r, "serve --store sqlite::memory: --listen 127.0.0.1:0",
		    sink == CLOSED ? ">&-" : ">/dev/full");
		assert_int_equal(r.code, 1);
		SAYS(&r.words, "cannot report that the service is ready");
	}
}

TEST(linear_mode_ends_if_its_output_fails)
{
	for (int sink = 0; sink < NOBODY_READS; sink++) {
		auto_run_result r = { 0 };
		run_command(&r, "--linear", sink == CLOSED ? ">&-" : ">/dev/full");
		assert_int_equal(r.code, 1);
		SAYS(&r.words, "stdout");
	}
}

int
main(void)
{
	return run_all_tests(begin, end);
}
