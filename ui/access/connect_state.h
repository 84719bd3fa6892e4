/*
 * connect_state.h - state shared by connect.c and connect_draw.c.
 */
#ifndef UI_ACCESS_CONNECT_STATE_H
#define UI_ACCESS_CONNECT_STATE_H

#include "ui/access/connect_form.h"
#include "ui/kit/console.h"

enum connect_stage {
	CONNECT_TYPING,
	CONNECT_TRYING,         /* the test request for a basket is in progress */
	CONNECT_SHOWING_RESULT, /* shows the text for config.conf and the service's response */
};

/* The source of the shop's address. */
enum connect_shop_source {
	CONNECT_SHOP_TYPED,   /* typed by the user, or empty */
	CONNECT_SHOP_FOUND,   /* the host of a basket's link */
	CONNECT_SHOP_MISSING, /* links are relative, and no shop was typed */
};

enum { CONNECT_PROBES_MAX = 2 };

struct connect {
	struct console *console;
	struct connect_form form;
	enum connect_field focus;
	enum connect_stage stage;
	struct buf searched_address; /* the address last used to look for an issuer */
	struct oauth *issuer_search;
	bool search_ended;

	struct buf text;      /* text for config.conf */
	struct config config; /* the configuration parsed from `text` */
	struct sign_in_access access;
	struct client *client;
	struct client *probes[CONNECT_PROBES_MAX]; /* no token sent: typed address, plus /api */
	bool api_path_needed;                      /* the second probe (with /api) succeeded */
	unsigned probe_end_timer;
	enum connect_shop_source shop_source;
	int64_t asked_at, answer_ms; /* ticks when the test was sent; how long it took */
	bool has_baskets;            /* the test returned one */
	bool signed_in, config_saved; /* signed in for the test; text saved in config.conf */
	struct err
	    test_err; /* the service's response to the test; ERR_NONE if it returned baskets */
};

/* True if the service wants a token but "no token" was chosen; then nothing is saved. */
static inline bool
connect_lacks_token(const struct connect *x)
{
	return x->stage == CONNECT_SHOWING_RESULT && x->test_err.http_status == 401 &&
	    x->form.method == CONNECT_WITHOUT_TOKEN;
}

void connect_draw(const struct modal *m, const struct surface *screen);
/* For linear mode: the text of connect_draw(). Returns the line of the focused field. */
size_t connect_write_doc(const struct modal *m, struct doc *d);

#endif
