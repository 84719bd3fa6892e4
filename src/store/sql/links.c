#include "store/sql/parts.h"
#include "store/sql/sql.h"

bool
sql_put_owner(struct store_tx *tx, struct str id, struct str root, struct err *err)
{
	return sql_run(
	    tx->connection, SQL_OWNER_PUT, SQL_VALUES(SQL_TEXT(id), SQL_TEXT(root)), err);
}

/* Appends the root, if there is a row; root may be NULL. */
static bool
find_owner(struct store_tx *tx, enum sql_statement_id sql, struct str id, struct buf *root,
    bool *found, struct err *err)
{
	struct sql_rows rows;
	if (!sql_start(&rows, tx->connection, sql, SQL_VALUES(SQL_TEXT(id)), err))
		return false;
	*found = sql_next_row(&rows);
	if (*found && root)
		buf_adds(root, sql_read_text(&rows, 0));
	return sql_end(&rows, err);
}

bool
sql_find_owner(struct store_tx *tx, struct str id, struct buf *root, bool *found, struct err *err)
{
	return find_owner(tx, tx->access == STORE_WRITE ? SQL_OWNER_FIND_TO_LINK : SQL_OWNER_FIND,
	    id, root, found, err);
}

bool
sql_remove_owner(struct store_tx *tx, struct str id, bool *removed, struct err *err)
{
	bool linked;
	if (!find_owner(tx, SQL_OWNER_FIND_TO_REMOVE, id, NULL, removed, err) ||
	    !find_owner(tx, SQL_OWNER_IS_LINKED, id, NULL, &linked, err))
		return false;
	if (linked)
		return err_set(err, ERR_CONFLICT, "an identity is linked to this owner");
	return sql_run(tx->connection, SQL_OWNER_REMOVE, SQL_VALUES(SQL_TEXT(id)), err);
}

bool
sql_list_links(struct store_tx *tx, struct str iss, struct str sub, store_link_fn *take, void *ctx,
    struct err *err)
{
	bool go_on = true;
	struct sql_rows rows;
	if (!sql_start(
		&rows, tx->connection, SQL_LINKS, SQL_VALUES(SQL_TEXT(sub), SQL_TEXT(iss)), err))
		return false;
	while (go_on && sql_next_row(&rows)) {
		struct store_link link = {
			.iss = iss,
			.sub = sub,
			.owner = sql_read_text(&rows, 0),
			.state = (enum link_state)sql_read_number(&rows, 1),
			.linked_at = sql_read_number(&rows, 2),
			.linked_by = sql_read_text(&rows, 3),
			.json = sql_read_text(&rows, 4),
		};
		go_on = take(ctx, &link);
	}
	return sql_end(&rows, err);
}

bool
sql_put_link(struct store_tx *tx, const struct store_link *link, struct err *err)
{
	int64_t changed;
	if (!sql_run_and_count(tx->connection, SQL_LINK_PUT,
		SQL_VALUES(SQL_TEXT(link->sub), SQL_TEXT(link->iss), SQL_TEXT(link->owner),
		    SQL_NUMBER(link->state), SQL_NUMBER(link->linked_at), SQL_TEXT(link->linked_by),
		    SQL_BLOB(link->json)),
		&changed, err))
		return false;
	return changed > 0 ||
	    err_set(err, ERR_CONFLICT, "this identity is linked to another owner");
}
