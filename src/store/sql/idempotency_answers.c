#include "store/sql/parts.h"
#include "store/sql/sql.h"

#include <string.h>

void
sql_copy_hash(unsigned char out[DIGEST_SIZE], struct str blob)
{
	memset(out, 0, DIGEST_SIZE);
	memcpy(out, blob.p, blob.n < DIGEST_SIZE ? blob.n : DIGEST_SIZE);
}

static struct str
hash_text(const unsigned char hash[DIGEST_SIZE])
{
	return str_from((const char *)hash, DIGEST_SIZE);
}

/* ---- answers ---- */

bool
sql_find_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    int64_t not_before, struct store_answer *answer, bool *found, struct err *err)
{
	struct sql_rows rows;
	if (!sql_start(&rows, tx->connection, SQL_ANSWER_FIND,
		SQL_VALUES(SQL_TEXT(caller->subject), SQL_TEXT(caller->root),
		    SQL_TEXT(caller->client), SQL_TEXT(key), SQL_NUMBER(not_before)),
		err))
		return false;
	*found = sql_next_row(&rows);
	if (*found) {
		sql_copy_hash(answer->request_digest, sql_read_text(&rows, 0));
		answer->answered_at = sql_read_number(&rows, 1);
		answer->status = (int)sql_read_number(&rows, 2);
		buf_adds(&answer->body, sql_read_text(&rows, 3));
	}
	return sql_end(&rows, err);
}

bool
sql_put_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    const struct store_answer *answer, int64_t not_before, struct err *err)
{
	int64_t changed;
	if (!sql_run_and_count(tx->connection, SQL_ANSWER_PUT,
		SQL_VALUES(SQL_TEXT(caller->subject), SQL_TEXT(caller->root),
		    SQL_TEXT(caller->client), SQL_TEXT(key),
		    SQL_BLOB(hash_text(answer->request_digest)), SQL_NUMBER(answer->answered_at),
		    SQL_NUMBER(answer->status), SQL_BLOB(buf_str(&answer->body)),
		    SQL_NUMBER(not_before)),
		&changed, err))
		return false;
	return changed > 0 ||
	    store_fail_retryable(err, "this key has received a response meanwhile");
}

bool
sql_drop_answers(struct store_tx *tx, int64_t before, struct err *err)
{
	return sql_run(tx->connection, SQL_ANSWERS_DROP, SQL_VALUES(SQL_NUMBER(before)), err);
}

/* ---- audit ---- */

bool
sql_put_audit(struct store_tx *tx, const struct store_audit *entry, struct err *err)
{
	return sql_run(tx->connection, entry->audit_chain ? SQL_AUDIT_PUT_CHAIN : SQL_AUDIT_PUT,
	    SQL_VALUES(SQL_NUMBER(entry->seq), SQL_NUMBER(entry->recorded_at),
		SQL_TEXT(entry->request_id), SQL_TEXT(entry->subject), SQL_TEXT(entry->operation),
		SQL_TEXT(entry->target), SQL_TEXT(entry->outcome), SQL_TEXT(entry->detail),
		SQL_BLOB(hash_text(entry->hash)), SQL_NUMBER(entry->audit_chain)),
	    err);
}

static struct store_audit
read_entry(const struct sql_rows *rows, unsigned audit_chain)
{
	struct store_audit entry = {
		.audit_chain = audit_chain,
		.seq = sql_read_number(rows, 0),
		.recorded_at = sql_read_number(rows, 1),
		.request_id = sql_read_text(rows, 2),
		.subject = sql_read_text(rows, 3),
		.operation = sql_read_text(rows, 4),
		.target = sql_read_text(rows, 5),
		.outcome = sql_read_text(rows, 6),
		.detail = sql_read_text(rows, 7),
	};
	sql_copy_hash(entry.hash, sql_read_text(rows, 8));
	return entry;
}

bool
sql_list_audit_newest(struct store_tx *tx, const struct store_audit_query *q, store_audit_fn *take,
    void *ctx, struct err *err)
{
	struct sql_rows rows;
	bool wants_more = true;
	if (!sql_start(&rows, tx->connection, SQL_AUDIT_NEWEST,
		SQL_VALUES(SQL_NUMBER(q->after_at), SQL_NUMBER(q->after_chain),
		    SQL_NUMBER(q->after_seq), SQL_NUMBER(q->not_before), SQL_NUMBER(q->limit)),
		err))
		return false;
	while (wants_more && sql_next_row(&rows)) {
		struct store_audit entry = read_entry(&rows, (unsigned)sql_read_number(&rows, 9));
		wants_more = take(ctx, &entry);
	}
	return sql_end(&rows, err);
}

/* The state of a walk over a chain, one page at a time; `last_seq` is the last entry read. */
struct audit_chain_walk {
	store_audit_fn *on_entry;
	void *ctx;
	unsigned audit_chain;
	int64_t last_seq;
	bool wants_more, last_page_full; /* `on_entry` wants more; the last page was full */
};

static bool
walk_audit_chain(struct sql_conn *c, struct audit_chain_walk *w, struct err *err)
{
	struct sql_rows rows;
	int64_t n = 0;
	if (!sql_start(&rows, c, w->audit_chain ? SQL_AUDIT_CHAIN : SQL_AUDIT,
		SQL_VALUES(SQL_NUMBER(w->audit_chain), SQL_NUMBER(w->last_seq),
		    SQL_NUMBER(STORE_PAGE_ITEMS_MAX)),
		err))
		return false;
	while (w->wants_more && sql_next_row(&rows)) {
		struct store_audit entry = read_entry(&rows, w->audit_chain);
		n++;
		w->last_seq = entry.seq;
		w->wants_more = w->on_entry(w->ctx, &entry);
	}
	w->last_page_full = n == STORE_PAGE_ITEMS_MAX;
	return sql_end(&rows, err);
}

bool
sql_list_audit(struct store_tx *tx, unsigned audit_chain, store_audit_fn *take, void *ctx,
    bool *go_on, struct err *err)
{
	struct audit_chain_walk w = { .on_entry = take,
		.ctx = ctx,
		.audit_chain = audit_chain,
		.last_seq = INT64_MIN,
		.wants_more = true,
		.last_page_full = true };
	bool ok = true;
	while (ok && w.wants_more && w.last_page_full)
		ok = walk_audit_chain(tx->connection, &w, err);
	*go_on = w.wants_more;
	return ok;
}

bool
sql_find_stray_audit(
    struct store_tx *tx, int64_t *audit_chain, int64_t *seq, bool *found, struct err *err)
{
	struct sql_rows rows;
	if (!sql_start(&rows, tx->connection, SQL_AUDIT_UNKNOWN_CHAIN,
		SQL_VALUES(SQL_NUMBER(STORE_AUDIT_CHAIN_COUNT)), err))
		return false;
	*found = sql_next_row(&rows);
	if (*found) {
		*audit_chain = sql_read_number(&rows, 0);
		*seq = sql_read_number(&rows, 1);
	}
	return sql_end(&rows, err);
}

/* ---- heads ---- */

bool
sql_query_head(struct sql_conn *c, enum sql_statement_id sql, const char *name,
    struct store_head *head, struct err *err)
{
	struct sql_rows rows;
	memset(head, 0, sizeof(*head));
	if (!sql_start(&rows, c, sql, SQL_VALUES(SQL_TEXT(str_of(name))), err))
		return false;
	if (sql_next_row(&rows)) {
		head->seq = sql_read_number(&rows, 0);
		sql_copy_hash(head->hash, sql_read_text(&rows, 1));
	}
	return sql_end(&rows, err);
}

bool
sql_get_head(struct store_tx *tx, const char *name, struct store_head *head, struct err *err)
{
	return sql_query_head(tx->connection, SQL_HEAD, name, head, err);
}

void
sql_head_from_row(const struct sql_rows *rows, struct store_head *head)
{
	head->seq = sql_read_number(rows, 1);
	sql_copy_hash(head->hash, sql_read_text(rows, 2));
}

bool
sql_list_heads(struct store_tx *tx, store_head_fn *take, void *ctx, struct err *err)
{
	struct sql_rows rows;
	if (!sql_start(&rows, tx->connection, SQL_HEADS, NULL, 0, err))
		return false;
	while (sql_next_row(&rows)) {
		struct store_head head;
		sql_head_from_row(&rows, &head);
		take(ctx, sql_read_text(&rows, 0), &head);
	}
	return sql_end(&rows, err);
}

bool
sql_put_head(struct store_tx *tx, const char *name, const struct store_head *head, struct err *err)
{
	return sql_run(tx->connection, SQL_HEAD_PUT,
	    SQL_VALUES(
		SQL_TEXT(str_of(name)), SQL_NUMBER(head->seq), SQL_BLOB(hash_text(head->hash))),
	    err);
}
