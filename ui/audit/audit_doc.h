/*
 * audit_doc.h - one audit entry in words: the result, the write, the user, the object, and all that
 * the service recorded about it. User, owner and identity are links to their entries.
 */
#ifndef UI_AUDIT_AUDIT_DOC_H
#define UI_AUDIT_AUDIT_DOC_H

#include "audit/row.h"
#include "list/doc.h"
#include "model/format.h"

/* `json`: the entry as sent. */
void audit_doc(struct doc *d, const struct audit_row *row, struct str json, int64_t now,
    enum time_style times);

#endif
