#include "store/sql/parts.h"
#include "store/sql/sql.h"

bool
sql_drop_old_baskets(struct store_tx *tx, bool completed, int64_t before, size_t limit,
    int64_t *dropped, struct err *err)
{
	return sql_run_and_count(tx->connection, SQL_BASKETS_DROP_OLD,
	    SQL_VALUES(SQL_NUMBER(!completed), SQL_NUMBER(WHEN_NONE), SQL_NUMBER(before),
		SQL_NUMBER(limit)),
	    dropped, err);
}

bool
sql_drop_link(
    struct store_tx *tx, struct str iss, struct str sub, struct str owner, struct err *err)
{
	return sql_run(tx->connection, SQL_LINK_DROP,
	    SQL_VALUES(SQL_TEXT(sub), SQL_TEXT(iss), SQL_TEXT(owner)), err);
}

bool
sql_drop_answer(
    struct store_tx *tx, const struct store_caller *caller, struct str key, struct err *err)
{
	return sql_run(tx->connection, SQL_ANSWER_DROP,
	    SQL_VALUES(SQL_TEXT(caller->subject), SQL_TEXT(caller->root), SQL_TEXT(caller->client),
		SQL_TEXT(key)),
	    err);
}

bool
sql_redact_audit(struct store_tx *tx, unsigned audit_chain, int64_t seq, struct err *err)
{
	return sql_run(tx->connection, audit_chain ? SQL_AUDIT_REDACT_CHAIN : SQL_AUDIT_REDACT,
	    SQL_VALUES(SQL_NUMBER(audit_chain), SQL_NUMBER(seq)), err);
}
