/*
 * audit_item.h - filters and JSON items of the audit, the same for requests and for `audit list`.
 */
#ifndef SERVICE_API_AUDIT_ITEM_H
#define SERVICE_API_AUDIT_ITEM_H

#include "base/buf.h"
#include "model/when.h"
#include "store/records.h"

struct audit_filter {
	struct str subject, owner, operation, request_id; /* p NULL: any */
	struct str iss, sub;                              /* an identity; iss p NULL: any issuer */
	int64_t created_after, created_before;            /* WHEN_NONE: any */
};

/* Sets the identity: an issuer, a space and a subject, or a subject alone. */
void audit_filter_set_identity(struct audit_filter *f, struct str text);
/* created_after is not compared: store_list_audit_newest() ends there. */
bool audit_filter_matches(const struct audit_filter *f, const struct store_audit *e);
/* Appends the entry as the API sends it. */
void audit_write_item(struct buf *out, const struct store_audit *e);

#endif
