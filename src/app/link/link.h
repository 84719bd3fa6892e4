/*
 * link.h - a recovery link made absolute, split into parts and checked before it is sent.
 *
 * The address is the service's, byte for byte; a relative one is appended to the environment's link
 * base. Nothing is ever repaired. Owns its texts until link_free().
 */
#ifndef APP_LINK_LINK_H
#define APP_LINK_LINK_H

#include "base/buf.h"
#include "base/vec.h"

enum { LINK_MAX = 65536, LINK_MAIL_MAX = 2000, LINK_CHECKS = 4 };

struct link_rules {
	const char *environment; /* its name, for the words */
	const char *base_url;    /* the API's address */
	const char *link_base;   /* or NULL: assumed from base_url */
	char *const *link_hosts; /* NULL-terminated; NULL: assumed likewise */
	bool masked;             /* links are pseudonyms: there is nothing to check */
};

enum link_verdict {
	LINK_OK,
	LINK_UNKNOWN, /* cannot be checked; shown with - */
	LINK_FAILED,  /* never one key away */
	LINK_REFUSED, /* never sent as a link */
	LINK_VERDICTS
};

struct link_check {
	enum link_verdict verdict;
	char text[120];
};

struct link_part {
	struct buf name, value; /* a query parameter, decoded */
	bool secret;            /* shown by its ends only */
};

struct link {
	bool present;       /* the service sent a text that is not empty */
	struct buf address; /* absolute; may be refused */
	bool was_relative;
	struct buf origin; /* scheme://host[:port] */
	struct buf path;
	VEC(struct link_part) parts;
	struct link_check checks[LINK_CHECKS];
	enum link_verdict verdict; /* the worst one */
	unsigned passed, asked;    /* checks that are OK, of those that could be made */
	int worst;                 /* index of the first check with that verdict */
};

/* `text` with p NULL is an absent link. */
void link_examine(
    struct link *l, const struct link_rules *rules, struct str text, struct str basket_id);
void link_free(struct link *l);
/* Is there one that passes every check which could be made? Others go out after a question, or never. */
bool link_is_sendable(const struct link *l);
/* The address; empty when there is none to send. */
struct str link_address(const struct link *l);
/* Its last four characters. */
struct str link_ending(struct str address);
/* Appends "OK: 4 of 4 checks · shop.example · 151 bytes · ends x7Qa" or what is wrong. */
void link_write_summary(struct buf *out, const struct link *l);

#endif
