/*
 * row.h - entries of the service's audit as rows of a list: user, action and object, when, and
 * whether it worked. Texts belong to the arena of the rows.
 */
#ifndef AUDIT_ROW_H
#define AUDIT_ROW_H

#include "app/command_variables.h"
#include "list/columns.h"
#include "list/rows.h"

struct audit_row {
	struct str id;                      /* chain and number there */
	int64_t recorded_at;                /* ms; WHEN_NONE: not readable */
	struct str user;                    /* subject of the user's token */
	struct str operation;               /* as sent: "linkExternalIdentity" */
	struct str action;                  /* in plain words: "link"; else as sent */
	struct str owner, owner_tail;       /* the object of the write; "…7c21" */
	struct str identity, identity_tail; /* the identity's subject; "…8841" */
	struct str issuer;
	struct str outcome;    /* as sent: done, unchanged, or the code of the refusal */
	struct str request_id; /* of the write's request */
	struct str detail;     /* the other members of the detail, short; may be empty */
	struct str search_text;
	bool is_refused;
	bool is_malformed;
};

extern const struct row_ops audit_row_ops;
extern const struct column audit_columns[];
extern const struct service_term audit_service_terms[];

/* Replaces the message of a failed read by its meaning for the audit, if that is known: a
 * service without an audit. */
void audit_explain_error(struct err *err);
/* Adds the variables of a row for a user command. */
void audit_row_add_variables(struct command_variables *v, const struct audit_row *row);

#endif
