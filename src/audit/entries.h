/*
 * entries.h - the audit entries read so far, newest first. Reads pages on request: up to a number
 * of rows, or on and on while a filter of the caller matches too few of them. Owns the rows, their
 * texts and the running request. Loop thread only.
 */
#ifndef AUDIT_ENTRIES_H
#define AUDIT_ENTRIES_H

#include "audit/row.h"
#include "list/service_query.h"

enum audit_state {
	AUDIT_IDLE,
	AUDIT_READING,
	AUDIT_FAILED, /* err has the reason; entries already read are kept */
};

struct audit_entries {
	const struct clock *clock;
	void (*on_changed)(void *ctx); /* entries were read, or could not be read */
	void *ctx;

	VEC(struct audit_row) rows;
	VEC(struct str) json; /* of each row, as sent */
	enum audit_state state;
	struct err err;
	int attempt_count;
	int64_t requested_at;  /* ticks at the start of the running request */
	int64_t read_at;       /* clock time of the last page; WHEN_NONE before the first */
	struct buf sent_terms; /* the terms of the VIEW that the service applies */

	/* private */
	struct pager pager;
	struct service_query query;
	struct seen_ids seen_ids;
	struct arena text_arena;
};

struct audit_entries *audit_entries_new(
    struct client *client, const struct clock *clock, void (*changed)(void *ctx), void *ctx);
void audit_entries_free(struct audit_entries *e);
/* Drops all entries. The next read asks for those of the VIEW; with NULL for all. */
void audit_entries_restart(struct audit_entries *e, const struct view *view, bool masked);
/* Appends the terms of a VIEW that the service would apply: "user=ben". */
void audit_append_sent_terms(
    struct buf *out, const struct audit_entries *e, const struct view *view, bool masked);
/* Requests the next page, unless a request is running or all was read. A failure is retried. */
void audit_entries_read_more(struct audit_entries *e, int page_size);
/* Stops the running request. Returns false if there was none. */
bool audit_entries_stop(struct audit_entries *e);
/* True if no older entries can be read. */
bool audit_entries_at_end(const struct audit_entries *e);
/* Appends the request of the first page as a curl command. */
void audit_append_curl(struct buf *out, const struct audit_entries *e);

#endif
