/*
 * plan.h - a price change as a file to review before anything is sent: the rules, a row for each
 * charge with its old and new price, the requests and their inverse, and a seal over all of it.
 *
 * JSON lines: a head, the rows, the requests, the seal, which is SHA-256 over every byte before its
 * own line; then the approvals, each with its own seal over everything before. A file changed since
 * then is refused. A seal detects changes; it does not prove who made the plan. Owns its texts
 * until plan_free(). Pure except plan_load() and plan_sign().
 */
#ifndef APP_PLAN_PLAN_H
#define APP_PLAN_PLAN_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

/* Why a row is not sent now, though it could be. */
enum plan_skip_reason { PLAN_NOT_SKIPPED, PLAN_SKIPPED_BY_SELECT, PLAN_SKIPPED_FOR_REVIEW };

/* One charge, or one attribute. Texts are as the service sent them: clean them. */
struct plan_row {
	struct str path, name;       /* of the offer */
	struct str charge, currency; /* of a charge, else empty */
	struct str attribute;        /* as it is sent: "price", "price[monthly]", "label" */
	struct str old, new;         /* decimals, or texts; no `new` where it is refused */
	struct str absent;    /* "old" or "new": which of them is nothing, not an empty text */
	struct str refused;   /* why it cannot be changed by these rules; else empty */
	struct str warning;   /* what to look at before it is sent; else empty */
	struct str before;    /* SHA-256 of the offer as it was read, in hex */
	struct str warning_names; /* names of the doubts, one after the other */
	struct str
	    price_users;      /* how many other offers have their price from this one, if any do */
	struct str campaigns; /* in how many campaigns the price is seen, if in any */
	struct str baskets; /* how often it is in open baskets, if that was counted and is not zero */
	/* Not in the file: */
	struct str key;   /* no other row has it */
	struct str state; /* what became of it since */
	struct str why;   /* the service's words, where it refused */
	struct str after; /* the offer's hash after its batch, if known */
	struct str now;   /* its hash as it was read last */
	bool pending;     /* would be sent: not refused, and as planned */
	bool begun;       /* was in a batch that was sent */
	enum plan_skip_reason skip; /* outside --select, or marked for review */
};

struct plan_approval {
	struct str at, by;
};

struct plan {
	struct arena texts;
	struct str made, author, reason;
	struct str environment, service, commit;
	struct str select, rules,
	    rules_sentence;             /* the VIEW, the rules as typed, and as a sentence */
	struct str undoes;              /* the seal of the plan that it takes back */
	VEC(struct plan_row) rows;
	size_t unchanged; /* prices that are meant and stay as they are; not in the file */
	struct str seal; /* in hex, of one that was read */
	VEC(struct plan_approval) approvals;
};

enum { PLAN_FILE_MAX = 64 << 20 };

void plan_free(struct plan *p);
/* Made now by who works here: sets `made` and `author`. */
void plan_sign(struct plan *p, int64_t now);
/* Takes a copy of a row's texts, but for what became of it. */
void plan_add(struct plan *p, const struct plan_row *row);
/* Appends the file, without approvals. */
void plan_write(struct buf *out, const struct plan *p);
/* Appends an approval to a plan's text. */
void plan_approve(struct buf *file, struct str at, struct str by);
/* Parses a plan. ERR_CONFIG names a malformed line, or says that the seal does not match. */
bool plan_read(struct plan *p, struct str text, struct err *err);
/* As above for a file, with its path in the error. */
bool plan_load(struct plan *p, const char *path, struct err *err);
/* How many rows would be sent, are refused, and are marked for review; those outside --select do
 * not count. */
struct plan_counts {
	size_t changes, refused, to_review;
};
struct plan_counts plan_count(const struct plan *p);

#endif
