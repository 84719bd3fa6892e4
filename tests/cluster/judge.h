/*
 * judge.h - judges a history of many clients and the store's final content: is there one order of
 * the writes that explains every response?
 *
 * It reads only lines:
 *
 *   op NAME START END link|unlink|set THING VALUE ok|refused|failed|unknown ANSWER STATUS
 *                                       an attempt; attempts with one name are retries of one
 * operation read THING START END VALUE          the value that a set had for a reader, "mixed": not
 * one walk START END whole|wrong FAILS fault KIND TURN TIME                something was broken at
 * that time effect LANE SEQ NAME OPERATION TARGET OUTCOME     an audit entry with an effect link
 * THING OWNER ANSWER             an identity that is linked at the end item THING NTH VALUE an item
 * of a set at the end audit whole|broken                  the result of `audit verify`
 *
 * The order to try is the audit's: all entries about one thing are in one chain. It must agree with
 * the clients' clocks, so that no operation follows one that began after its end; and a register
 * written in this order must give every response that was received. That makes the history
 * linearizable. Without a response, the audit shows whether the operation happened.
 */
#ifndef TESTS_CLUSTER_JUDGE_H
#define TESTS_CLUSTER_JUDGE_H

#include "base/buf.h"
#include "base/vec.h"

/* The kinds of violations. */
enum wrong {
	WRONG_LOST,     /* acknowledged, but not in the store */
	WRONG_TWICE,    /* one operation done more than once */
	WRONG_DONE,     /* reported as failed or refused, but done */
	WRONG_ANSWER,   /* a retry got a different response */
	WRONG_STRANGER, /* an audit entry without a request */
	WRONG_ORDER,    /* audit entries in an order that contradicts their times */
	WRONG_REGISTER, /* an impossible effect: a second owner, or the wrong owner unlinked */
	WRONG_REFUSAL,  /* refused, although at no time there was a reason */
	WRONG_READ,     /* read a value that was not there at the time */
	WRONG_HALF,     /* a bulk update that was seen or left incomplete */
	WRONG_END,      /* the store's final content differs from its audit */
	WRONG_WALK,     /* a basket was missed or returned twice */
	WRONG_AUDIT,    /* the audit chain is broken, or was not verified */
	WRONG_LINE,     /* a line that cannot be read */
	WRONGS
};
extern const char *const wrong_words[WRONGS];

struct verdict {
	size_t counts[WRONGS];
	struct buf examples; /* some example lines, for the report */
	size_t operations, answered[4] /* answered: indexed by enum outcome */, reads, walks,
	    effects;
	struct buf faults; /* a line per kind: the longest time without an acknowledgement */
	int64_t longest_us;
};

/* `text` is the complete history. */
void judge(struct str text, struct verdict *v);
size_t verdict_wrongs(const struct verdict *v);
void verdict_free(struct verdict *v);

/* ---- shared between the judge's files ---- */

struct attempt {
	struct str name, what, thing, value, answer;
	int64_t start, end;
	int result, status; /* result: enum outcome */
};

struct effect {
	int64_t audit_chain, seq;
	struct str name, operation, target, outcome;
	/* from the attempts with this name; may have happened between these times */
	struct str what, thing, value, answer;
	int64_t earliest, latest;
};

struct reading {
	struct str thing, value;
	int64_t start, end;
};

struct fault {
	struct str kind;
	int64_t setting;
};

struct ending {
	struct str thing, value, answer;
};

struct records {
	VEC(struct attempt) attempts;
	VEC(struct effect) effects;
	VEC(struct reading) readings;
	VEC(struct fault) faults;
	VEC(struct ending) links, items;
	bool audit_is_whole;
};

void judge_read(struct records *r, struct str text, struct verdict *v);
void judge_operations(struct records *r, struct verdict *v);
void judge_things(struct records *r, struct verdict *v);
void judge_gaps(struct records *r, struct verdict *v);
void judge_wrong(struct verdict *v, enum wrong what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define JUDGE_NO_END (INT64_MAX / 2) /* end time of an attempt without a response */

#endif
