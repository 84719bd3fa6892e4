/*
 * plan.h - what a change of prices would do, as a file that is looked at before anything is sent:
 * what was asked for, a row for each charge with what it costs and would cost, and a seal over all
 * of it.
 *
 * JSON lines: a head, the rows, the seal, which is SHA-256 over every byte before its own line. A
 * file that was changed since is refused. Owns its texts until plan_free(). Pure but for
 * plan_load().
 */
#ifndef APP_PLAN_PLAN_H
#define APP_PLAN_PLAN_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

/* One charge, or one attribute. Texts are as the service sent them: clean them. */
struct plan_row {
	struct str path, name;       /* of the offer */
	struct str charge, currency; /* of a charge, else empty */
	struct str attribute;        /* as it is sent: "price", "price[monthly]", "label" */
	struct str old, new;         /* decimals, or texts; no `new` where it is refused */
	struct str absent;  /* "old" or "new": which of them is nothing, not an empty text */
	struct str refused; /* why it cannot be changed by these rules; else empty */
	struct str doubt;   /* what to look at before it is sent; else empty */
	struct str before;  /* SHA-256 of the offer as it was read, in hex */
	struct str reaches; /* how many other offers have their price from this one, if any do */
	struct str key;     /* of the row: no other one has it; not in the file */
	struct str state;   /* what became of it since; not in the file */
};

struct plan {
	struct arena texts;
	struct str made, author, reason;
	struct str environment, service, commit;
	struct str select, rules, says; /* the VIEW, the rules as typed, and as a sentence */
	VEC(struct plan_row) rows;
};

void plan_free(struct plan *p);
/* Takes a copy of a row's texts. */
void plan_add(struct plan *p, const struct plan_row *row);
/* Appends the file. */
void plan_write(struct buf *out, const struct plan *p);
/* Reads one. ERR_CONFIG names the line that is none, or says that the seal does not fit. */
bool plan_read(struct plan *p, struct str text, struct err *err);
/* The same of a file, whose path stands in the error. */
bool plan_load(struct plan *p, const char *path, struct err *err);
/* How many rows would be sent, are refused, and are doubtful. */
struct plan_counts {
	size_t changes, refused, doubtful;
};
struct plan_counts plan_count(const struct plan *p);

#endif
