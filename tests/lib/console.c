#include "lib/console.h"
#include "lib/files.h"
#include "lib/test.h"

#include "base/mem.h"
#include "base/vec.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FOLDER_MAX = 400 };

static char *
folder_name(void)
{
	static char name[FOLDER_MAX];
	if (!name[0] && getcwd(name, sizeof(name) - 8))
		strncat(name, "/console", 9);
	return name;
}

const char *
console_folder(void)
{
	return folder_name();
}

static int
remove_entry(const char *path, const struct stat *st, int kind, struct FTW *walk)
{
	(void)st;
	(void)kind;
	(void)walk;
	return remove(path);
}

static void
make_folder(const char *name)
{
	auto_buf path = { 0 };
	buf_addf(&path, "%s%s", console_folder(), name);
	mkdir(buf_z(&path), 0700);
}

static void
recreate_folders(void)
{
	nftw(console_folder(), remove_entry, 20, FTW_DEPTH | FTW_PHYS);
	make_folder("");
	make_folder("/state");
	make_folder("/config");
	make_folder("/config/backroom");
	make_folder("/runtime");
}

static char *
variable(const char *name, const char *below)
{
	auto_buf b = { 0 };
	buf_addf(&b, "%s=%s%s", name, console_folder(), below);
	char *text = x_strdup(buf_z(&b));
	return text;
}

struct pty *
console_start(const struct pty_options *options, const char *const *env, const char *const *more)
{
	struct pty_options o = options ? *options : (struct pty_options){ 0 };
	VEC(const char *) all = { 0 };
	VEC(const char *) argv = { 0 };
	const char *const program = getenv("BACKROOM_BIN");
	char *own[] = { variable("XDG_STATE_HOME", "/state"),
		variable("XDG_CONFIG_HOME", "/config"), variable("XDG_RUNTIME_DIR", "/runtime") };
	for (size_t i = 0; i < 3; i++)
		vec_push(&all, own[i]);
	for (; env && *env; env++)
		vec_push(&all, *env);
	for (; o.env && *o.env; o.env++)
		vec_push(&all, *o.env);
	vec_push(&all, NULL);
	vec_push(&argv, program ? program : "backroom");
	for (; more && *more; more++)
		vec_push(&argv, *more);
	vec_push(&argv, NULL);
	o.env = all.v;
	struct pty *p = pty_start(&o, argv.v);
	for (size_t i = 0; i < 3; i++)
		x_free(own[i]);
	vec_free(&all);
	vec_free(&argv);
	return p;
}

static struct pty *
start_demo(const struct pty_options *options, const char *const *more, const char *seen)
{
	VEC(const char *) words = { 0 };
	static const char *const fixed[] = { "demo", "--now", SERVICE_NOW };
	for (size_t i = 0; i < 3; i++)
		vec_push(&words, fixed[i]);
	for (; more && *more; more++)
		vec_push(&words, *more);
	vec_push(&words, NULL);
	recreate_folders();
	struct pty *p = console_start(options, NULL, words.v);
	vec_free(&words);
	if (!pty_wait_text(p, seen) || !pty_wait_quiet(p, 20))
		fail_msg("the demo did not show its rows");
	return p;
}

struct pty *
console_demo(const struct pty_options *options, const char *const *more)
{
	return start_demo(options, more, "240 baskets, all read");
}

struct pty *
console_awkward(const struct pty_options *options)
{
	static const char *const pack[] = { "--pack", "awkward", NULL };
	return start_demo(options, pack, "329 baskets, all read");
}

struct pty *
console_with_config(const char *config, const struct pty_options *options, const char *const *env,
    const char *const *words)
{
	auto_buf path = { 0 };
	recreate_folders();
	buf_addf(&path, "%s/config/backroom/config.conf", console_folder());
	write_file(buf_z(&path), config);
	return console_start(options, env, words);
}

struct awaited {
	struct hostile *server;
	struct proxy *proxy;
	size_t n;
};

static bool
has_requests(struct pty *p, void *user)
{
	const struct awaited *a = user;
	(void)p;
	return (a->server ? hostile_count(a->server) : proxy_writes(a->proxy)) >= a->n;
}

bool
console_wait_requests(struct pty *p, struct hostile *h, size_t n)
{
	struct awaited a = { .server = h, .n = n };
	return pty_wait_until(p, has_requests, &a, "requests");
}

bool
console_wait_writes(struct pty *p, struct proxy *x, size_t n)
{
	struct awaited a = { .proxy = x, .n = n };
	return pty_wait_until(p, has_requests, &a, "writes");
}

struct pty *
console_for_server(const struct hostile *h, const struct pty_options *options, const char *ui)
{
	static const char *const env[] = { "BACKROOM_TOKEN=x", NULL };
	static const char *const words[] = { "-e", "test", NULL };
	auto_buf config = { 0 };
	buf_addf(&config,
	    "environment \"test\" {\n\turl = \"%s/api\"\n\tlink-base = \"https://shop.example\"\n"
	    "\tlink-hosts = {\"shop.example\"}\n}\nui {\n%s\n}\n",
	    hostile_url(h), ui);
	struct pty *p = console_with_config(buf_z(&config), options, env, words);
	return p;
}

/* The default settings of a terminal. */
static void
fresh_settings(struct termios *out)
{
	static const char *const argv[] = { "true", NULL };
	int status;
	struct pty *p = pty_start(NULL, argv);
	assert_true(pty_termios(p, out));
	assert_true(pty_wait_exit(p, &status));
	pty_stop(p);
}

static bool
same_settings(const struct termios *a, const struct termios *b)
{
	return a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag && a->c_cflag == b->c_cflag &&
	    a->c_lflag == b->c_lflag && memcmp(a->c_cc, b->c_cc, sizeof(a->c_cc)) == 0;
}

bool
console_restored_terminal(struct pty *p)
{
	static const int modes[] = { 2004, 1004, 1000, 1002, 1003, 1006, 2026, 1049, 1 };
	struct termios now, before;
	int row, col;
	bool visible, ok = true;
	pty_cursor(p, &row, &col, &visible);
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (!pty_mode(p, modes[i]))
			continue;
		fprintf(stderr, "mode %d is still on\n", modes[i]);
		ok = false;
	}
	fresh_settings(&before);
	if (pty_is_alternate(p) || !visible) {
		fprintf(stderr, "alternate screen or hidden cursor left behind\n");
		ok = false;
	}
	if (pty_termios(p, &now) && !same_settings(&now, &before)) {
		fprintf(stderr, "the terminal's settings are others than before\n");
		ok = false;
	}
	return ok;
}

void
console_quit(struct pty *p)
{
	int status = -1;
	pty_type(p, "Q");
	assert_true(pty_wait_exit(p, &status));
	if (status != 0)
		pty_dump(p, "it did not end well");
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	assert_true(console_restored_terminal(p));
}

void
page_id(struct buf *out, size_t number)
{
	buf_addf(out, "basket-%08zu-0000-4000-8000-000000000000", number);
}

static void
add_member(struct buf *out, const char *name, const char *value)
{
	if (value)
		buf_addf(out, "\"%s\":\"%s\",", name, value);
}

void
page_answer(
    struct buf *out, const struct page_basket *baskets, size_t n, size_t from, const char *cursor)
{
	auto_buf body = { 0 };
	buf_addz(&body, "{\"items\":[");
	for (size_t i = 0; i < n; i++) {
		unsigned minutes = 10 * 60 + 41 - (unsigned)((from + i) % 600);
		buf_addz(&body, i ? ",{\"id\":\"" : "{\"id\":\"");
		page_id(&body, from + i);
		buf_addf(&body, "\",\"created\":\"2026-11-20T%02u:%02u:00Z\",\"customerDetails\":{",
		    minutes / 60, minutes % 60);
		add_member(&body, "firstName", baskets[i].first);
		add_member(&body, "lastName", baskets[i].last);
		add_member(&body, "email", baskets[i].email);
		buf_addz(&body, "\"companyName\":\"\"},");
		if (baskets[i].link) {
			buf_addz(&body, "\"recoveryLink\":\"");
			buf_addz(&body, baskets[i].link);
			buf_addz(&body, "\",");
		}
		buf_addz(&body,
		    "\"orderItems\":[{\"name\":\"Item\",\"path\":\"/offers/x\","
		    "\"products\":[]}],\"completed\":false}");
	}
	buf_addz(&body, "]");
	if (cursor)
		buf_addf(&body, ",\"queryMore\":\"%s\"", cursor);
	buf_addz(&body, "}");
	hostile_answer(out, 200, "Content-Type: application/json\r\n", buf_str(&body));
}

bool
console_wait_catalog(struct pty *p)
{
	return pty_wait_text(p, "! Sports Pass");
}

void
page_link(struct buf *out, size_t number, size_t bytes)
{
	size_t from = out->n;
	buf_addz(out, "https://shop.example/r?basket=");
	page_id(out, number);
	buf_addz(out, "&k=");
	while (out->n - from < bytes)
		buf_addc(out, "0123456789abcdef-XYZ"[(out->n * 7 + out->n / 16) % 20]);
}

void
shop_open(struct shop *s, const struct page_basket *baskets, size_t n,
    const struct pty_options *options, const char *ui)
{
	auto_buf rows = { 0 };
	*s = (struct shop){ 0 };
	page_answer(&s->answer, baskets, n, 0, NULL);
	s->rule.path = "/api/checkout/"; /* the server has baskets but no catalog */
	s->rule.answer = buf_str(&s->answer);
	s->server = hostile_start(&s->rule, 1);
	s->p = console_for_server(s->server, options, ui);
	buf_addf(&rows, "%zu basket%s, all read", n, n == 1 ? "" : "s");
	/* The counts are drawn before the rows, which follow in the same frame. */
	if (!pty_wait_text(s->p, buf_z(&rows)) || !pty_wait_quiet(s->p, 20))
		fail_msg("the page did not show");
}

void
shop_close(struct shop *s)
{
	pty_stop(s->p);
	hostile_stop(s->server);
	buf_free(&s->answer);
}
