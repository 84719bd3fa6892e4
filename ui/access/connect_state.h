/*
 * connect_state.h - what connect.c and connect_draw.c share.
 */
#ifndef UI_ACCESS_CONNECT_STATE_H
#define UI_ACCESS_CONNECT_STATE_H

#include "ui/access/connect_form.h"
#include "ui/kit/console.h"

enum connect_stage {
	CONNECT_TYPING,
	CONNECT_TRYING, /* a basket was asked for */
	CONNECT_SHOW,   /* what would be written, and what the service said */
};

/* The source of the form's shop. */
enum connect_shop {
	CONNECT_SHOP_TYPED,   /* or nothing */
	CONNECT_SHOP_FOUND,   /* it is the host of a basket's link */
	CONNECT_SHOP_LACKING, /* links are relative, and no shop was typed */
};

enum { CONNECT_PROBES = 2 };

struct connect {
	struct console *console;
	struct connect_form form;
	enum connect_field focus;
	enum connect_stage stage;
	struct buf asked_of; /* the address whose issuer was looked for last */
	struct oauth *searching;
	bool search_over;

	struct buf text;      /* of config.conf */
	struct config config; /* the same, read */
	struct sign_in_access access;
	struct client *client;
	struct client *probes[CONNECT_PROBES]; /* of the address as typed, and with /api; no token is sent */
	bool is_longer;                        /* the second one answered */
	unsigned timer;
	enum connect_shop shop;
	bool signed_in, written; /* for the trial; and it is in config.conf */
	struct err answer; /* the service's; kind ERR_NONE: it gave baskets */
};

/* Does the service want a token, and was none chosen? Then nothing is written. */
static inline bool
connect_lacks_token(const struct connect *x)
{
	return x->stage == CONNECT_SHOW && x->answer.http == 401 &&
	    x->form.method == CONNECT_WITHOUT;
}

void connect_draw(const struct modal *m, const struct surface *screen);

#endif
