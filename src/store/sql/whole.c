#include "store/sql/parts.h"
#include "store/sql/sql.h"

bool
sql_is_empty(struct store_tx *tx, bool *empty, struct err *err)
{
	struct sql_rows rows;
	if (!sql_start(&rows, tx->connection, SQL_ANY, NULL, 0, err))
		return false;
	*empty = !sql_row(&rows);
	return sql_end(&rows, err);
}

bool
sql_clear(struct store_tx *tx, const enum sql *statements, size_t n, struct err *err)
{
	for (size_t i = 0; i < n; i++)
		if (!sql_run(tx->connection, statements[i], NULL, 0, err))
			return false;
	return true;
}
