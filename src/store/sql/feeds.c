#include "store/sql/parts.h"
#include "store/sql/sql.h"

bool
sql_read_feed(struct store_tx *tx, struct str source, int64_t *seq, struct err *err)
{
	struct sql_rows rows;
	if (!sql_start(&rows, tx->connection, SQL_FEED_FIND, SQL_VALUES(SQL_TEXT(source)), err))
		return false;
	*seq = sql_next_row(&rows) ? sql_read_number(&rows, 0) : -1;
	return sql_end(&rows, err);
}

bool
sql_put_feed(struct store_tx *tx, struct str source, int64_t seq, int64_t at, struct err *err)
{
	return sql_run(tx->connection, SQL_FEED_PUT,
	    SQL_VALUES(SQL_TEXT(source), SQL_NUMBER(seq), SQL_NUMBER(at)), err);
}
