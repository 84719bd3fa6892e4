/*
 * link.h - a recovery link made absolute, split into parts and checked before it is sent.
 *
 * The address is the service's, byte for byte; a relative one is appended to the environment's link
 * base. It is never repaired. Owns its texts until link_free().
 */
#ifndef BASKET_LINK_H
#define BASKET_LINK_H

#include "app/link_rules.h"
#include "base/buf.h"
#include "base/vec.h"

enum { LINK_SIZE_MAX = 65536, LINK_MAIL_SIZE_MAX = 2000, LINK_CHECK_COUNT = 4 };

enum link_verdict {
	LINK_OK,
	LINK_UNKNOWN, /* cannot be checked; shown with - */
	LINK_FAILED,  /* sending it needs a confirmation */
	LINK_REFUSED, /* never sent as a link */
	LINK_VERDICTS
};

struct link_check {
	enum link_verdict verdict;
	char text[120];
};

struct link_part {
	struct buf name, value; /* a query parameter, decoded */
	bool is_secret;         /* shown with its middle left out */
};

struct link {
	bool present;       /* the service sent a non-empty text */
	struct buf address; /* absolute; may be refused */
	bool was_relative;
	struct buf origin; /* scheme://host[:port] */
	struct buf path;
	VEC(struct link_part) parts;
	struct link_check checks[LINK_CHECK_COUNT];
	enum link_verdict verdict; /* the worst verdict of all checks */
	unsigned passed_count;     /* number of checks that passed */
	unsigned checked_count;    /* number of checks that could be made */
	int worst_check;           /* index of the first check with that verdict */
};

/* Examines a link; `text` with a NULL pointer is an absent one. */
void link_examine(
    struct link *l, const struct link_rules *rules, struct str text, struct str basket_id);
void link_free(struct link *l);
/* True if there is a link and it passes every check that could be made. Other links are sent
 * only after a confirmation, or never. */
bool link_is_sendable(const struct link *l);
/* The address; empty if there is none to send. */
struct str link_address(const struct link *l);
/* The last four characters of an address. */
struct str link_last_characters(struct str address);
/* Appends "OK: 4 of 4 checks · shop.example · 151 bytes · ends x7Qa", or what is wrong. */
void link_write_summary(struct buf *out, const struct link *l);

#endif
