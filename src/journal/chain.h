/*
 * chain.h - the hash chain of the journal's lines: each line has its number, the hash of the line
 * before it and its own hash; journal.head records the number of lines and the last hash. Pure.
 *
 * A line's hash is SHA-256 over its bytes up to the hash, which include the hash before. Changing,
 * dropping or moving a line is detected; rewriting both files with a new chain is not: to detect
 * that, the last hash must be stored elsewhere. One line after the recorded end, with a valid hash,
 * comes from a process that was killed before it updated journal.head, and is not an error. A line
 * written while journal.head is missing or does not match carries a permanent remark about it.
 */
#ifndef JOURNAL_CHAIN_H
#define JOURNAL_CHAIN_H

#include "base/buf.h"
#include "base/digest.h"

enum { JOURNAL_HASH_DIGITS = 2 * DIGEST_SIZE };

/* The end of the chain. */
struct journal_head {
	int64_t line_count;
	char last_hash[JOURNAL_HASH_DIGITS + 1]; /* of the last line */
};

/* The content of journal.head. */
struct journal_note {
	enum { JOURNAL_NOTE_NONE, JOURNAL_NOTE_UNREADABLE, JOURNAL_NOTE_READ } state;
	struct journal_head head; /* valid in state JOURNAL_NOTE_READ */
};

/* A line's remark about journal.head at the time of writing. */
enum journal_head_fault {
	JOURNAL_HEAD_OK,
	JOURNAL_HEAD_MISSING,     /* lines exist, but journal.head does not */
	JOURNAL_HEAD_UNREADABLE,  /* journal.head could not be read */
	JOURNAL_HEAD_OUT_OF_DATE, /* the file is more than one line longer, or has another hash */
	JOURNAL_HEAD_FAULTS
};

/* The head of an empty chain. */
struct journal_head journal_head_start(void);
/* Appends the head as text of constant length; and parses it: returns false for anything but
 * digits and a digest in lower case. */
void journal_head_write(struct buf *out, const struct journal_head *head);
bool journal_head_read(struct journal_head *head, struct str text);
bool journal_head_is_same(const struct journal_head *a, const struct journal_head *b);

/* Completes a line, which is an object without its `}`, as the successor of *head, and advances
 * *head. */
void journal_chain_seal(struct buf *line, struct journal_head *head, enum journal_head_fault doubt);
/* True if the line (without its newline) is unchanged since it was written; then *at is its
 * position. */
bool journal_chain_read(struct journal_head *at, struct str line);
/* Checks the chain through all lines of a text. Appends to `words` the first remark found in a
 * line and the first error; returns true if there is neither. */
bool journal_chain_check(struct buf *words, struct str text, const struct journal_note *note);

#endif
