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
	struct access access;
	struct client *client;
	bool signed_in, written; /* for the trial; and it is in config.conf */
	struct err answer; /* the service's; kind ERR_NONE: it gave baskets */
};

void connect_draw(const struct modal *m, const struct surface *screen);

#endif
