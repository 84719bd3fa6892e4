/*
 * console.h - the console on a test terminal: either the demo, or a page that the test wrote and a
 * scripted server returns.
 *
 * Each start gets its own folders for state, configuration and runtime files below the test's
 * folder: nothing carries over between starts. The clock is fixed at SERVICE_NOW. Failure to start
 * ends the test program.
 */
#ifndef TESTS_CONSOLE_H
#define TESTS_CONSOLE_H

#include "lib/hostile.h"
#include "lib/proxy.h"
#include "lib/pty.h"
#include "lib/service.h"

/* `more`: further arguments, terminated by NULL, or NULL. The options' environment takes
 * precedence. */
struct pty *console_start(
    const struct pty_options *options, const char *const *env, const char *const *more);
/* Starts the demo and waits until its 240 rows are shown. */
struct pty *console_demo(const struct pty_options *options, const char *const *more);
/* Like console_demo(), with the data pack "awkward" and its 329 rows. */
struct pty *console_awkward(const struct pty_options *options);
/* Waits until the catalog has been read after the demo's baskets: the states of their offers are
 * marked then and the screen no longer changes. Returns false on timeout. */
bool console_wait_catalog(struct pty *p);
/* Starts `backroom` with an environment "test" at this server, whose links belong to
 * shop.example; `ui` is lines for the configuration's ui section, or "". */
struct pty *console_for_server(
    const struct hostile *h, const struct pty_options *options, const char *ui);
/* Waits until the server has received n requests, and reads the terminal meanwhile: a console
 * whose output is not read stops sending requests. console_wait_writes() does this for writes at
 * a proxy. */
bool console_wait_requests(struct pty *p, struct hostile *h, size_t n);
bool console_wait_writes(struct pty *p, struct proxy *x, size_t n);
/* Starts `backroom WORDS…` in fresh folders, with this text as its configuration.
 * console_start() starts it again on the same folders. */
struct pty *console_with_config(const char *config, const struct pty_options *options,
    const char *const *env, const char *const *words);
/* The folder of the last start: state/, config/ and runtime/ are in it. */
const char *console_folder(void);

/* Types Q and asserts that the console exits with 0 and restores the terminal. */
void console_quit(struct pty *p);
/* A console that is quit when the block ends. */
static inline void
console_end(struct pty **p)
{
	console_quit(*p);
	pty_stop(*p);
}
#define auto_console CLEANUP(console_end) struct pty
/* Call after the exit: checks that the alternate screen is left, the cursor is shown, every mode
 * is off and the settings are as at the start. Prints what differs and returns false. */
bool console_restored_terminal(struct pty *p);

/* A basket of a page. Texts are JSON without the quotes, so that escapes can be used; NULL omits
 * the member. */
struct page_basket {
	const char *first, *last, *email, *link;
};

/* Appends a response of the abandoned baskets endpoint: baskets of 1, 2, 3 … minutes ago with
 * the ids page_id(from), page_id(from + 1) …; `cursor` is the next page's cursor, NULL for the
 * last page. */
void page_answer(
    struct buf *out, const struct page_basket *baskets, size_t n, size_t from, const char *cursor);
/* A console that has read one page of page_answer(), and its server. shop_close() ends both. */
struct shop {
	struct buf answer;
	struct hostile_rule rule;
	struct hostile *server;
	struct pty *p;
};
void shop_open(struct shop *s, const struct page_basket *baskets, size_t n,
    const struct pty_options *options, const char *ui);
void shop_close(struct shop *s);

/* Appends "basket-00000007-0000-4000-8000-000000000000" for 7. */
void page_id(struct buf *out, size_t number);
/* Appends a link to https://shop.example of exactly `bytes` bytes that contains the basket's id. */
void page_link(struct buf *out, size_t number, size_t bytes);

#endif
