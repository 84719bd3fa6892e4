#include "store/sqlite/conn.h"
#include "store/sqlite/parts.h"
#include "store/sqlite/sql.h"

#include <string.h>

/* What is kept as a hash has 32 bytes, unless somebody else wrote the file. */
static void
copy_hash(unsigned char out[DIGEST_SIZE], struct str blob)
{
	memset(out, 0, DIGEST_SIZE);
	memcpy(out, blob.p, blob.n < DIGEST_SIZE ? blob.n : DIGEST_SIZE);
}

static struct str
hash_text(const unsigned char hash[DIGEST_SIZE])
{
	return str_from((const char *)hash, DIGEST_SIZE);
}

bool
sqlite_find_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    int64_t not_before, struct store_answer *answer, bool *found, struct err *err)
{
	sqlite3_stmt *stmt = sql_start(tx->connection, SQL_ANSWER_FIND,
	    SQL_VALUES(SQL_TEXT(caller->subject), SQL_TEXT(caller->root), SQL_TEXT(caller->client),
		SQL_TEXT(key), SQL_NUMBER(not_before)),
	    err);
	if (!stmt)
		return false;
	*found = sql_row(stmt);
	if (*found) {
		copy_hash(answer->digest, sql_text(stmt, 0));
		answer->at = sql_number(stmt, 1);
		answer->status = (int)sql_number(stmt, 2);
		buf_adds(&answer->body, sql_text(stmt, 3));
	}
	return sql_end(tx->connection, stmt, err);
}

bool
sqlite_put_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    const struct store_answer *answer, struct err *err)
{
	return sql_run(tx->connection, SQL_ANSWER_PUT,
	    SQL_VALUES(SQL_TEXT(caller->subject), SQL_TEXT(caller->root), SQL_TEXT(caller->client),
		SQL_TEXT(key), SQL_BLOB(hash_text(answer->digest)), SQL_NUMBER(answer->at),
		SQL_NUMBER(answer->status), SQL_BLOB(buf_str(&answer->body))),
	    err);
}

bool
sqlite_drop_answers(struct store_tx *tx, int64_t before, struct err *err)
{
	static const enum sql both[] = { SQL_ANSWERS_DROP, SQL_OLD_ANSWERS_DROP };
	for (size_t i = 0; i < sizeof(both) / sizeof(*both); i++)
		if (!sql_run(tx->connection, both[i], SQL_VALUES(SQL_NUMBER(before)), err))
			return false;
	return true;
}

bool
sqlite_put_audit(struct store_tx *tx, const struct store_audit *entry, struct err *err)
{
	return sql_run(tx->connection, SQL_AUDIT_PUT,
	    SQL_VALUES(SQL_NUMBER(entry->seq), SQL_NUMBER(entry->at), SQL_TEXT(entry->request_id),
		SQL_TEXT(entry->subject), SQL_TEXT(entry->operation), SQL_TEXT(entry->target),
		SQL_TEXT(entry->outcome), SQL_TEXT(entry->detail),
		SQL_BLOB(hash_text(entry->hash))),
	    err);
}

bool
sqlite_list_audit(struct store_tx *tx, store_audit_fn *take, void *ctx, struct err *err)
{
	bool go_on = true;
	sqlite3_stmt *stmt = sql_start(tx->connection, SQL_AUDIT, NULL, 0, err);
	if (!stmt)
		return false;
	while (go_on && sql_row(stmt)) {
		struct store_audit entry = {
			.seq = sql_number(stmt, 0),
			.at = sql_number(stmt, 1),
			.request_id = sql_text(stmt, 2),
			.subject = sql_text(stmt, 3),
			.operation = sql_text(stmt, 4),
			.target = sql_text(stmt, 5),
			.outcome = sql_text(stmt, 6),
			.detail = sql_text(stmt, 7),
		};
		copy_hash(entry.hash, sql_text(stmt, 8));
		go_on = take(ctx, &entry);
	}
	return sql_end(tx->connection, stmt, err);
}

bool
sqlite_get_head(struct store_tx *tx, const char *name, struct store_head *head, struct err *err)
{
	sqlite3_stmt *stmt = sql_start(
	    tx->connection, SQL_HEAD, SQL_VALUES(SQL_TEXT(str_of(name))), err);
	memset(head, 0, sizeof(*head));
	if (!stmt)
		return false;
	if (sql_row(stmt)) {
		head->seq = sql_number(stmt, 0);
		copy_hash(head->hash, sql_text(stmt, 1));
	}
	return sql_end(tx->connection, stmt, err);
}

bool
sqlite_put_head(
    struct store_tx *tx, const char *name, const struct store_head *head, struct err *err)
{
	return sql_run(tx->connection, SQL_HEAD_PUT,
	    SQL_VALUES(
		SQL_TEXT(str_of(name)), SQL_NUMBER(head->seq), SQL_BLOB(hash_text(head->hash))),
	    err);
}
