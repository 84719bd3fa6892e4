/*
 * console.h - the console on a test terminal: on the demo, or on a page that the test wrote and a
 * scripted server returns.
 *
 * Each start gets its own folders for state, configuration and runtime files below the test's
 * folder: nothing is remembered between starts. The clock is fixed at SERVICE_NOW. Failure to start
 * ends the test program.
 */
#ifndef TESTS_CONSOLE_H
#define TESTS_CONSOLE_H

#include "lib/hostile.h"
#include "lib/proxy.h"
#include "lib/pty.h"
#include "lib/service.h"

/* `more`: further arguments, NULL at the end, or NULL. The options' environment wins. */
struct pty *console_start(
    const struct pty_options *options, const char *const *env, const char *const *more);
/* The demo; returns when its 240 rows are there. */
struct pty *console_demo(const struct pty_options *options, const char *const *more);
/* As above with the pack awkward and its 329 rows. */
struct pty *console_awkward(const struct pty_options *options);
/* Waits until the catalog has been read after the demo's baskets: then the states of their
 * offers are marked and nothing more moves. False if it was not. */
bool console_wait_catalog(struct pty *p);
/* `backroom` with an environment "test" at this server, whose links belong to shop.example;
 * `ui` are lines of the configuration's ui section, or "". */
struct pty *console_for_server(
    const struct hostile *h, const struct pty_options *options, const char *ui);
/* Waits until the server has had so many requests, and reads the terminal meanwhile: a console
 * whose output is not read stops asking. The second waits for writes at a proxy. */
bool console_wait_requests(struct pty *p, struct hostile *h, size_t n);
bool console_wait_writes(struct pty *p, struct proxy *x, size_t n);
/* `backroom WORDS…` in fresh folders, with this text as its configuration. console_start() starts
 * it again on what it has left. */
struct pty *console_with_config(const char *config, const struct pty_options *options,
    const char *const *env, const char *const *words);
/* The folder of the last start: state/, config/ and runtime/ are in it. */
const char *console_folder(void);

/* Types Q and asserts that it ended with 0 and gave the terminal back. */
void console_quit(struct pty *p);
/* After the end: alternate screen left, cursor shown, every mode off, settings as at the
 * start. Says what is not so and returns false. */
bool console_restored_terminal(struct pty *p);

/* A basket of a page. Texts are JSON without the quotes, so that escapes can be written; NULL
 * leaves the member out. */
struct page_basket {
	const char *first, *last, *email, *link;
};

/* Appends an answer of the abandoned baskets endpoint: baskets of 1, 2, 3 … minutes ago with
 * the ids of page_id(from), page_id(from + 1) …; `cursor` leads on, NULL ends the list. */
void page_answer(
    struct buf *out, const struct page_basket *baskets, size_t n, size_t from, const char *cursor);
/* A console that has read one such page, and its server. shop_close() ends both. */
struct shop {
	struct buf answer;
	struct hostile_rule rule;
	struct hostile *server;
	struct pty *p;
};
void shop_open(struct shop *s, const struct page_basket *baskets, size_t n,
    const struct pty_options *options, const char *ui);
void shop_close(struct shop *s);

/* "basket-00000007-0000-4000-8000-000000000000" for 7. */
void page_id(struct buf *out, size_t number);
/* A link of exactly so many bytes to https://shop.example that names the basket. */
void page_link(struct buf *out, size_t number, size_t bytes);

#endif
