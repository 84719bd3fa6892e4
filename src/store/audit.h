/*
 * audit.h - reads the audit as a list: all chains together, newest first.
 */
#ifndef STORE_AUDIT_H
#define STORE_AUDIT_H

#include "store/store.h"

/* A page: by time, then chain and number, descending. */
struct store_audit_query {
	size_t limit;       /* entries read */
	int64_t not_before; /* ms; WHEN_NONE: from the first on */
	/* Continue after this entry; INT64_MAX in after_at: from the newest. */
	int64_t after_at, after_chain, after_seq;
};

/* True if the target of the entry is an owner, as of links; that of others is a file, a source or
 * nothing. */
bool store_audit_is_about_owner(const struct store_audit *entry);
bool store_list_audit_newest(struct store_tx *tx, const struct store_audit_query *q,
    store_audit_fn *take, void *ctx, struct err *err);

#endif
