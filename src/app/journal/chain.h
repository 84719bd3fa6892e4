/*
 * chain.h - what holds the journal's lines together: each has its number, the hash of the
 * line before it and its own; how many there are and the last hash are noted apart from them. Pure.
 *
 * A line's hash is SHA-256 over its bytes up to the hash, and so over the hash before. Who changes,
 * drops or moves a line is found; who can write both files and makes the whole chain anew is not:
 * for that the last hash must be kept somewhere else. One line behind the noted end, sealed as it
 * has to be, is what a process leaves that was killed before it noted it, and so is no fault. A
 * line that is written while the note is missing or does not fit says so itself, for ever.
 */
#ifndef APP_JOURNAL_CHAIN_H
#define APP_JOURNAL_CHAIN_H

#include "base/buf.h"
#include "base/digest.h"

enum { JOURNAL_HEX = 2 * DIGEST_SIZE };

/* Where the chain ends. */
struct journal_head {
	int64_t lines;
	char hash[JOURNAL_HEX + 1]; /* of the last of them */
};

/* What stands in the file that notes it. */
struct journal_note {
	enum { JOURNAL_NOTE_NONE, JOURNAL_NOTE_UNREADABLE, JOURNAL_NOTE_READ } state;
	struct journal_head head; /* of one that was read */
};

/* What a line says of the note as it was when the line was written. */
enum journal_doubt {
	JOURNAL_NO_DOUBT,
	JOURNAL_DOUBT_MISSING,    /* there were lines, and no note */
	JOURNAL_DOUBT_UNREADABLE, /* there was one that could not be read */
	JOURNAL_DOUBT_OLDER,      /* more lines than one stood behind the noted one, or another */
	JOURNAL_DOUBTS
};

/* Before the first line. */
struct journal_head journal_head_start(void);
/* Appends it as text, always of the same length, and reads that: digits and a digest in lower case,
 * anything else is false. */
void journal_head_write(struct buf *out, const struct journal_head *head);
bool journal_head_read(struct journal_head *head, struct str text);
bool journal_head_same(const struct journal_head *a, const struct journal_head *b);

/* Closes a line that is an object but for its `}`, as the one behind *head, which moves on. */
void journal_chain_seal(struct buf *line, struct journal_head *head, enum journal_doubt doubt);
/* Is the line (without its newline) as it was sealed? Where it stands, then. */
bool journal_chain_read(struct journal_head *at, struct str line);
/* Follows the lines of a text to their end, and says into `words` the first doubt that a line notes
 * and the first thing that does not fit; true when there is neither. */
bool journal_chain_check(struct buf *words, struct str text, const struct journal_note *note);

#endif
