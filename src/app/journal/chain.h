/*
 * chain.h - the hash chain of the journal's lines: each line has its number, the hash of the line
 * before it and its own hash; journal.head records the number of lines and the last hash. Pure.
 *
 * A line's hash is SHA-256 over its bytes up to the hash, which include the hash before. Changing,
 * dropping or moving a line is detected; rewriting both files with a new chain is not: for that the
 * last hash must be kept elsewhere. One line after the recorded end, with a valid hash, comes from
 * a process that was killed before it updated journal.head, and is not a fault. A line written
 * while journal.head is missing or does not match says so itself, permanently.
 */
#ifndef APP_JOURNAL_CHAIN_H
#define APP_JOURNAL_CHAIN_H

#include "base/buf.h"
#include "base/digest.h"

enum { JOURNAL_HEX = 2 * DIGEST_SIZE };

/* The end of the chain. */
struct journal_head {
	int64_t lines;
	char hash[JOURNAL_HEX + 1]; /* of the last of them */
};

/* The content of journal.head. */
struct journal_note {
	enum { JOURNAL_NOTE_NONE, JOURNAL_NOTE_UNREADABLE, JOURNAL_NOTE_READ } state;
	struct journal_head head; /* of one that was read */
};

/* A line's remark about journal.head at the time of writing. */
enum journal_head_fault {
	JOURNAL_HEAD_OK,
	JOURNAL_HEAD_MISSING,     /* there were lines, and no note */
	JOURNAL_HEAD_UNREADABLE,  /* there was one that could not be read */
	JOURNAL_HEAD_OUT_OF_DATE, /* more than one line after the recorded end, or another line */
	JOURNAL_HEAD_FAULTS
};

/* Before the first line. */
struct journal_head journal_head_start(void);
/* Appends it as text, always of the same length, and reads that: digits and a digest in lower case,
 * anything else is false. */
void journal_head_write(struct buf *out, const struct journal_head *head);
bool journal_head_read(struct journal_head *head, struct str text);
bool journal_head_same(const struct journal_head *a, const struct journal_head *b);

/* Completes a line, which is an object without its `}`, as the one after *head, and advances
 * *head. */
void journal_chain_seal(struct buf *line, struct journal_head *head, enum journal_head_fault doubt);
/* Is the line (without its newline) unchanged since it was written? Then *at is its position. */
bool journal_chain_read(struct journal_head *at, struct str line);
/* Follows the lines of a text to their end, and says into `words` the first doubt that a line notes
 * and the first thing that does not fit; true when there is neither. */
bool journal_chain_check(struct buf *words, struct str text, const struct journal_note *note);

#endif
