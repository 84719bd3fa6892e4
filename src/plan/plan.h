/*
 * plan.h - a price change as a file to review before anything is sent: the rules, a row for each
 * charge with its old and new price, the requests and their inverse, and a seal over all of it.
 *
 * JSON lines: a head, the rows, the requests, the seal, which is SHA-256 over every byte before its
 * own line; then the approvals, each with its own seal over everything before. A file that was
 * changed later is refused. A seal detects changes; it does not prove who made the plan. Owns its
 * texts until plan_free(). Pure except plan_load() and plan_sign().
 */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

/* Why a row that could be sent is not sent. */
enum plan_skip_reason { PLAN_NOT_SKIPPED, PLAN_SKIPPED_BY_SELECT, PLAN_SKIPPED_FOR_REVIEW };

/* The change of one charge or attribute. Texts are as the service sent them; clean them before
 * drawing. */
struct plan_row {
	struct str path, name;       /* of the offer */
	struct str charge, currency; /* empty unless it is about a charge */
	struct str attribute;        /* as it is sent: "price", "price[monthly]", "label" */
	struct str old, new;         /* decimals, or texts; `new` is unset if refused */
	struct str absent_side;      /* "old" or "new": that value is absent, not an empty text */
	struct str refusal;          /* why the rules cannot change it; else empty */
	struct str warning;          /* what to review before sending; else empty */
	struct str hash_before;      /* SHA-256 of the offer as read, in hex */
	struct str warning_ids;      /* ids of the warnings, separated by spaces */
	struct str
	    price_user_count; /* number of other offers that take their price from it; or empty */
	struct str campaign_count; /* number of campaigns that show the price; or empty */
	struct str
	    open_basket_count; /* number of open baskets with it; empty if zero or not counted */
	/* Not stored in the file: */
	struct str key;                    /* unique key */
	struct str state;                  /* current state (recheck.h) */
	struct str service_reason;         /* the service's reason for a refusal */
	struct str hash_after;             /* hash of the offer after its batch, if known */
	struct str hash_now;               /* hash of the offer as last read */
	bool pending;                      /* to be sent: not refused, and still as planned */
	bool was_sent;                     /* part of a batch that was sent */
	enum plan_skip_reason skip_reason; /* outside --select, or marked for review */
};

struct plan_approval {
	struct str approved_at, approver;
};

struct plan {
	struct arena text_arena;
	struct str created_at, author, reason;
	struct str environment, service, commit;
	struct str selection; /* the VIEW */
	struct str rules;     /* as typed */
	struct str rules_sentence;
	struct str starts_at, ends_at; /* times as of when_write(): send it, undo it; or empty */
	struct str undone_seal;        /* the seal of the plan that this one reverts */
	VEC(struct plan_row) rows;
	size_t
	    unchanged_count; /* number of matching prices that keep their value; not in the file */
	struct str seal;     /* in hex, if it was read from a file */
	VEC(struct plan_approval) approvals;
};

enum { PLAN_FILE_SIZE_MAX = 64 << 20 };

void plan_free(struct plan *p);
/* Sets `created_at` to the time and `author` to the current account. */
void plan_sign(struct plan *p, int64_t now);
/* Adds a copy of a row, without its state. */
void plan_add(struct plan *p, const struct plan_row *row);
/* Appends the content of the file, without approvals. */
void plan_write(struct buf *out, const struct plan *p);
/* Appends an approval to a plan's text. */
void plan_approve(struct buf *file, struct str at, struct str by);
/* Parses a plan. ERR_CONFIG names a malformed line, or says that the seal does not match. */
bool plan_read(struct plan *p, struct str text, struct err *err);
/* As plan_read(), for a file, with its path in the error. */
bool plan_load(struct plan *p, const char *path, struct err *err);
/* The number of rows that would be sent, that are refused, and that are marked for review; rows
 * outside --select do not count. */
struct plan_counts {
	size_t changes, refused, review_count;
};
struct plan_counts plan_count(const struct plan *p);

#endif
