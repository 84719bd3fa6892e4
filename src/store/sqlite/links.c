#include "store/sqlite/conn.h"
#include "store/sqlite/parts.h"
#include "store/sqlite/sql.h"

bool
sqlite_put_owner(struct store_tx *tx, struct str id, struct str root, struct err *err)
{
	return sql_run(
	    tx->connection, SQL_OWNER_PUT, SQL_VALUES(SQL_TEXT(id), SQL_TEXT(root)), err);
}

bool
sqlite_find_owner(
    struct store_tx *tx, struct str id, struct buf *root, bool *found, struct err *err)
{
	sqlite3_stmt *stmt = sql_start(
	    tx->connection, SQL_OWNER_FIND, SQL_VALUES(SQL_TEXT(id)), err);
	if (!stmt)
		return false;
	*found = sql_row(stmt);
	if (*found)
		buf_adds(root, sql_text(stmt, 0));
	return sql_end(tx->connection, stmt, err);
}

bool
sqlite_list_links(struct store_tx *tx, struct str iss, struct str sub, store_link_fn *take,
    void *ctx, struct err *err)
{
	bool go_on = true;
	sqlite3_stmt *stmt = sql_start(
	    tx->connection, SQL_LINKS, SQL_VALUES(SQL_TEXT(sub), SQL_TEXT(iss)), err);
	if (!stmt)
		return false;
	while (go_on && sql_row(stmt)) {
		struct store_link link = {
			.iss = iss,
			.sub = sub,
			.owner = sql_text(stmt, 0),
			.state = (enum link_state)sql_number(stmt, 1),
			.linked_at = sql_number(stmt, 2),
			.linked_by = sql_text(stmt, 3),
			.json = sql_text(stmt, 4),
		};
		go_on = take(ctx, &link);
	}
	return sql_end(tx->connection, stmt, err);
}

bool
sqlite_put_link(struct store_tx *tx, const struct store_link *link, struct err *err)
{
	struct conn *c = tx->connection;
	if (sql_run(c, SQL_LINK_PUT,
		SQL_VALUES(SQL_TEXT(link->sub), SQL_TEXT(link->iss), SQL_TEXT(link->owner),
		    SQL_NUMBER(link->state), SQL_NUMBER(link->linked_at), SQL_TEXT(link->linked_by),
		    SQL_BLOB(link->json)),
		err))
		return true;
	if (sqlite3_errcode(c->db) == SQLITE_CONSTRAINT)
		err->kind = ERR_CONFLICT;
	return false;
}
