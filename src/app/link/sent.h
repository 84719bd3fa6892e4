/*
 * sent.h - which baskets' links were sent, when and by whom; and which terminals were proven to
 * take what is sent. Two private files; nothing else about a customer is kept.
 */
#ifndef APP_LINK_SENT_H
#define APP_LINK_SENT_H

#include "base/err.h"
#include "base/index.h"
#include "base/vec.h"

struct sent_entry {
	char *id;
	int64_t at; /* ms */
	char *account;
};

struct sent {
	VEC(struct sent_entry) entries;
	struct index *index; /* basket id to its newest entry */
	char *account;       /* whose console this is */
	bool keep; /* false for a script or the demo: nothing is written, the account is "agent" */
};

/* Reads sent.jsonl; lines that are none, or not as they were written, are skipped. */
bool sent_open(struct sent *s, bool keep, struct err *err);
void sent_close(struct sent *s);
/* The newest sending of that basket's link, or NULL. */
const struct sent_entry *sent_find(const struct sent *s, struct str id);
bool sent_add(struct sent *s, struct str id, int64_t at, struct err *err);

enum terminal_proof { PROOF_NONE, PROOF_WORKS, PROOF_BARE };

/* What is known of a terminal: its client address, TERM and multiplexer as one text. */
enum terminal_proof terminal_proof_read(struct str terminal);
bool terminal_proof_write(struct str terminal, enum terminal_proof proof, struct err *err);

#endif
