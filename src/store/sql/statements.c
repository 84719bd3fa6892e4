#include "store/sql/statements.h"

#define BASKET "SELECT created, id, is_open, json FROM baskets WHERE "

/* A range of the primary key in descending order: from just before (?2, ?3) down to the time ?1. */
#define BASKETS_OF(state) \
	BASKET "is_open = " state " AND created >= ?1 AND (created, id) < (?2, ?3)"

/* Like BASKETS_OF; the separate conditions on created let the server skip months outside the
 * range. */
#define BASKETS_IN_MONTHS "created >= ?1 AND created <= ?2 AND (created, id) < (?2, ?3)"

#define NEWEST_FIRST " ORDER BY created DESC, id DESC LIMIT ?4"

/* The conditions of an item query besides its list and path. */
#define WANTED " AND modified >= ?2 AND published >= ?3"

#define ITEM "SELECT number, list, path, id, modified, published, json FROM items WHERE "

#define ENTRY "seq, at, request_id, subject, operation, target, outcome, detail, hash"

#define ENTRIES_OF(table, condition) \
	"SELECT " ENTRY " FROM " table " WHERE " condition " ORDER BY seq LIMIT ?3"

/* STORE_REDACTED_DETAIL; the tables allow no other change of an entry. */
#define REDACTED "{\"erased\":true}"

const struct sql_statement sql_statements[] = {
	[SQL_BEGIN_READ] = { "BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" },
	[SQL_BEGIN_WRITE] = { "BEGIN IMMEDIATE",
	    "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE" },
	/* For one transaction: the settings that conn.c otherwise makes once per session. */
	[SQL_SET_TIMEOUTS] = { 0,
	    "SELECT set_config('statement_timeout', '8s', true),"
	    " set_config('idle_in_transaction_session_timeout', '60s', true),"
	    " CASE WHEN current_setting('client_connection_check_interval', true) IS NOT NULL"
	    " THEN set_config('client_connection_check_interval', '1s', true) END,"
	    " CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')"
	    " THEN set_config('synchronous_commit', 'on', true) END" },
	[SQL_COMMIT] = { "COMMIT", 0 },
	[SQL_ROLLBACK] = { "ROLLBACK", 0 },
	[SQL_SAVEPOINT] = { "SAVEPOINT own", 0 },
	[SQL_RELEASE] = { "RELEASE own", 0 },
	[SQL_ROLLBACK_TO] = { "ROLLBACK TO own", 0 },
	[SQL_HAS_ANY_DATA] = { "SELECT 1 WHERE EXISTS (SELECT 1 FROM baskets) OR EXISTS (SELECT 1 FROM"
			       " items) OR EXISTS (SELECT 1 FROM owners)",
	    0 },
	[SQL_CLEAR_BASKETS] = { "DELETE FROM baskets", 0 },
	[SQL_CLEAR_BASKET_IDS] = { 0, "DELETE FROM basket_ids" },
	[SQL_CLEAR_ITEMS] = { "DELETE FROM items", 0 },
	[SQL_CLEAR_FEEDS] = { "DELETE FROM feeds", 0 },
	[SQL_CLEAR_OWNERS] = { "DELETE FROM owners", 0 },
	[SQL_CLEAR_LINKS] = { "DELETE FROM links", 0 },
	[SQL_CLEAR_ANSWERS] = { "DELETE FROM callers_answers", 0 },
	[SQL_CLEAR_OLD_ANSWERS] = { "DELETE FROM answers", 0 },
	[SQL_BASKETS_OPEN] = { BASKETS_OF("1") NEWEST_FIRST,
	    BASKET "is_open = 1 AND " BASKETS_IN_MONTHS NEWEST_FIRST },
	[SQL_BASKETS_ALL] = { BASKETS_OF("1") " UNION ALL " BASKETS_OF("0") NEWEST_FIRST,
	    BASKET BASKETS_IN_MONTHS NEWEST_FIRST },
	/* Baskets are in their month's table. The month of an id is in a separate table, since
	 * no index spans all months. A single statement to look up and delete would lock every
	 * month. */
	[SQL_BASKET_CREATED] = { 0, "SELECT created FROM basket_ids WHERE id = ?1" },
	[SQL_BASKET_DROP] = { "DELETE FROM baskets WHERE id = ?1",
	    "DELETE FROM baskets WHERE id = ?1 AND created = ?2" },
	[SQL_BASKET_ID_DROP] = { 0, "DELETE FROM basket_ids WHERE id = ?1" },
	[SQL_BASKET_FIND] = { BASKET "id = ?1", BASKET "id = ?1 AND created = ?2" },
	[SQL_BASKET_PUT] = { "REPLACE INTO baskets (created, id, is_open, json)"
			     " VALUES (?1, ?2, ?3, ?4)",
	    "WITH named AS (INSERT INTO basket_ids (id, created) VALUES (?2, ?1)"
	    " ON CONFLICT (id) DO UPDATE SET created = excluded.created"
	    " WHERE basket_ids.created <> excluded.created)"
	    " INSERT INTO baskets (created, id, is_open, json) VALUES (?1, ?2, ?3, ?4)"
	    " ON CONFLICT (created, id) DO UPDATE SET is_open = excluded.is_open,"
	    " json = excluded.json" },
	/* The oldest ones with a time. */
	[SQL_BASKETS_DROP_OLD] = { "DELETE FROM baskets WHERE (is_open, created, id) IN (SELECT is_open,"
				   " created, id FROM baskets WHERE is_open = ?1 AND created > ?2"
				   " AND created < ?3 ORDER BY created, id LIMIT ?4)",
	    "WITH old AS (SELECT created, id FROM baskets WHERE is_open = ?1 AND created > ?2"
	    " AND created < ?3 ORDER BY created, id LIMIT ?4), named AS (DELETE FROM basket_ids"
	    " USING old WHERE basket_ids.id = old.id AND basket_ids.created = old.created)"
	    " DELETE FROM baskets USING old WHERE baskets.created = old.created"
	    " AND baskets.id = old.id AND baskets.created > ?2 AND baskets.created < ?3" },
	/* A removed item keeps its row, in the list with the number + 100 and without content, so
	 * that a cursor can continue after it and its number is not used again. */
	[SQL_ITEM_KEY] = { "SELECT path, id FROM items WHERE number = ?1 AND list IN (?2, ?2 + 100)",
	    0 },
	/* Compares id alone, not (path, id), so that the index search ends with this path. */
	[SQL_ITEMS_AT] = { ITEM "list = ?1" WANTED " AND path = ?4 AND id >= ?6"
				" ORDER BY id LIMIT ?7",
	    0 },
	[SQL_ITEMS_BEFORE] = { ITEM "list = ?1" WANTED " AND path < ?4 AND (path, id) >= (?5, ?6)"
				    " ORDER BY path, id LIMIT ?7",
	    0 },
	[SQL_ITEMS_TO_END] = { ITEM "list = ?1" WANTED " AND (path, id) >= (?5, ?6)"
				    " ORDER BY path, id LIMIT ?7",
	    0 },
	[SQL_ITEMS_COUNT_BEFORE] = { "SELECT count(*) FROM items WHERE list = ?1 AND path >= ?2"
				     " AND path < ?3",
	    0 },
	[SQL_ITEMS_COUNT_TO_END] = { "SELECT count(*) FROM items WHERE list = ?1 AND path >= ?2",
	    0 },
	[SQL_ITEMS_BY_PATH] = { ITEM "list IN (1, 2, 3, 4, 5) AND path = ?1", 0 },
	[SQL_ITEM_RESTORE] = { "UPDATE items SET list = ?1, published = ?4, modified = ?5,"
			       " json = ?6 WHERE list = ?1 + 100 AND path = ?2 AND id = ?3",
	    0 },
	[SQL_ITEM_FORGET] = { "DELETE FROM items WHERE list = ?1 + 100 AND path = ?2"
			      " AND id = ?3 AND EXISTS (SELECT 1 FROM items WHERE list = ?1"
			      " AND path = ?2 AND id = ?3)",
	    0 },
	[SQL_ITEM_REMOVE] = { "UPDATE items SET list = ?1 + 100, json = ?4"
			      " WHERE list = ?1 AND path = ?2 AND id = ?3",
	    0 },
	/* Changes no row if nothing differs: the catalog then keeps its commit id. */
	[SQL_ITEM_PUT] = { "INSERT INTO items (list, path, id, published, modified, json)"
			   " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (list, path, id) DO UPDATE"
			   " SET published = excluded.published, modified = excluded.modified,"
			   " json = excluded.json WHERE items.published <> excluded.published"
			   " OR items.json <> excluded.json",
	    0 },
	/* Keeps the item's number from the other store. SQL_ITEMS_RESET_NUMBERS then makes new
	 * items continue after the highest number. */
	[SQL_ITEM_COPY] = { "INSERT INTO items (number, list, path, id, published, modified, json)"
			    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
	    0 },
	[SQL_ITEMS_RESET_NUMBERS] = { 0,
	    "SELECT setval(pg_get_serial_sequence('items', 'number'),"
	    " max(number)) FROM items" },
	[SQL_OWNER_PUT] = { "INSERT INTO owners (id, root) VALUES (?1, ?2)"
			    " ON CONFLICT (id) DO UPDATE SET root = excluded.root",
	    0 },
	[SQL_OWNER_FIND] = { "SELECT root FROM owners WHERE id = ?1", 0 },
	/* A writer that links to an owner waits for another that removes it, and vice versa. */
	[SQL_OWNER_FIND_TO_LINK] = { "SELECT root FROM owners WHERE id = ?1",
	    "SELECT root FROM owners WHERE id = ?1 FOR KEY SHARE" },
	[SQL_OWNER_FIND_TO_REMOVE] = { "SELECT root FROM owners WHERE id = ?1",
	    "SELECT root FROM owners WHERE id = ?1 FOR UPDATE" },
	[SQL_OWNER_IS_LINKED] = { "SELECT 1 FROM links WHERE owner = ?1 AND state = 1 LIMIT 1", 0 },
	[SQL_OWNER_REMOVE] = { "DELETE FROM owners WHERE id = ?1", 0 },
	[SQL_OWNERS] = { "SELECT id, root FROM owners WHERE id > ?1 ORDER BY id LIMIT ?2", 0 },
	[SQL_LINKS_ALL] = { "SELECT sub, iss, owner, state, linked_at, linked_by, json FROM links"
			    " WHERE (sub, iss, owner) > (?1, ?2, ?3) ORDER BY sub, iss, owner"
			    " LIMIT ?4",
	    0 },
	[SQL_LINKS] = { "SELECT owner, state, linked_at, linked_by, json FROM links WHERE sub = ?1"
			" AND iss = ?2 ORDER BY owner",
	    0 },
	/* Only if no other owner has an active link. */
	[SQL_LINK_PUT] = { "INSERT INTO links (sub, iss, owner, state, linked_at, linked_by, json)"
			   " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE ?4 <> 1 OR NOT EXISTS (SELECT"
			   " 1 FROM links WHERE sub = ?1 AND iss = ?2 AND state = 1 AND owner <> ?3)"
			   " ON CONFLICT (sub, iss, owner) DO UPDATE SET state = excluded.state,"
			   " linked_at = excluded.linked_at, linked_by = excluded.linked_by,"
			   " json = excluded.json",
	    0 },
	[SQL_LINK_DROP] = { "DELETE FROM links WHERE sub = ?1 AND iss = ?2 AND owner = ?3", 0 },
	[SQL_FEED_FIND] = { "SELECT seq FROM feeds WHERE source = ?1", 0 },
	[SQL_FEED_PUT] = { "INSERT INTO feeds (source, seq, at) VALUES (?1, ?2, ?3)"
			   " ON CONFLICT (source) DO UPDATE SET seq = excluded.seq,"
			   " at = excluded.at",
	    0 },
	[SQL_FEEDS] = { "SELECT source, seq, at FROM feeds WHERE source > ?1 ORDER BY source"
			" LIMIT ?2",
	    0 },
	/* The caller's own answer, else one from the older table, which does not distinguish
	 * callers. */
	[SQL_ANSWER_FIND] = { "SELECT digest, at, status, body, 1 AS own FROM callers_answers"
			      " WHERE subject = ?1 AND root = ?2 AND client = ?3 AND key = ?4"
			      " AND at >= ?5 UNION ALL SELECT digest, at, status, body, 0"
			      " FROM answers WHERE subject = ?1 AND key = ?4 AND at >= ?5"
			      " ORDER BY own DESC LIMIT 1",
	    "SELECT digest, at, status, body FROM callers_answers WHERE subject = ?1"
	    " AND root = ?2 AND client = ?3 AND key = ?4 AND at >= ?5" },
	[SQL_ANSWERS] = { "SELECT subject, root, client, key, digest, at, status, body FROM"
			  " callers_answers WHERE (subject, root, client, key) > (?1, ?2, ?3, ?4)"
			  " ORDER BY subject, root, client, key LIMIT ?5",
	    0 },
	/* Does not replace an answer that has not expired. */
	[SQL_ANSWER_PUT] = { "INSERT INTO callers_answers (subject, root, client, key, digest, at,"
			     " status, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
			     " ON CONFLICT (subject, root, client, key) DO UPDATE"
			     " SET digest = excluded.digest, at = excluded.at,"
			     " status = excluded.status, body = excluded.body"
			     " WHERE callers_answers.at < ?9",
	    0 },
	[SQL_ANSWER_DROP] = { "DELETE FROM callers_answers WHERE subject = ?1 AND root = ?2"
			      " AND client = ?3 AND key = ?4",
	    0 },
	/* Concurrent cleanups take different rows. */
	[SQL_ANSWERS_DROP] = { "DELETE FROM callers_answers WHERE at < ?1",
	    "DELETE FROM callers_answers WHERE (subject, root, client, key) IN (SELECT subject,"
	    " root, client, key FROM callers_answers WHERE at < ?1 ORDER BY at LIMIT 100"
	    " FOR UPDATE SKIP LOCKED)" },
	[SQL_OLD_ANSWERS_DROP] = { "DELETE FROM answers WHERE at < ?1", 0 },
	[SQL_AUDIT_PUT] = { "INSERT INTO audit (" ENTRY
			    ") SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9"
			    " WHERE ?10 = 0",
	    "INSERT INTO audit (" ENTRY ", lane)"
	    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)" },
	[SQL_AUDIT_PUT_CHAIN] = { "INSERT INTO audit_lanes (" ENTRY ", lane)"
				  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
	    "INSERT INTO audit (" ENTRY ", lane)"
	    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)" },
	[SQL_AUDIT] = { ENTRIES_OF("audit", "?1 = 0 AND seq > ?2"),
	    ENTRIES_OF("audit", "lane = ?1 AND seq > ?2") },
	[SQL_AUDIT_CHAIN] = { ENTRIES_OF("audit_lanes", "lane = ?1 AND seq > ?2"),
	    ENTRIES_OF("audit", "lane = ?1 AND seq > ?2") },
	/* Entries with a chain number that no service uses. */
	[SQL_AUDIT_UNKNOWN_CHAIN] = { "SELECT lane, seq FROM audit_lanes WHERE lane < 1 OR lane >= ?1"
				      " ORDER BY lane, seq LIMIT 1",
	    "SELECT lane, seq FROM audit WHERE lane < 0 OR lane >= ?1 ORDER BY lane, seq LIMIT 1" },
	/* All chains, from just before (?1, ?2, ?3) on, newest first. */
	[SQL_AUDIT_NEWEST] = { "SELECT " ENTRY ", 0 AS lane FROM audit WHERE at <= ?1 AND (at, 0, seq)"
			       " < (?1, ?2, ?3) AND at >= ?4 UNION ALL SELECT " ENTRY ", lane FROM"
			       " audit_lanes WHERE at <= ?1 AND (at, lane, seq) < (?1, ?2, ?3)"
			       " AND at >= ?4 ORDER BY at DESC, lane DESC, seq DESC LIMIT ?5",
	    "SELECT " ENTRY ", lane FROM audit WHERE (at, lane, seq) < (?1, ?2, ?3) AND at >= ?4"
	    " ORDER BY at DESC, lane DESC, seq DESC LIMIT ?5" },
	[SQL_AUDIT_REDACT] = { "UPDATE audit SET target = '', detail = '" REDACTED "'"
			       " WHERE ?1 = 0 AND seq = ?2",
	    "UPDATE audit SET target = '', detail = convert_to('" REDACTED "', 'UTF8')"
	    " WHERE lane = ?1 AND seq = ?2" },
	[SQL_AUDIT_REDACT_CHAIN] = { "UPDATE audit_lanes SET target = '', detail = '" REDACTED "'"
				     " WHERE lane = ?1 AND seq = ?2",
	    "UPDATE audit SET target = '', detail = convert_to('" REDACTED "', 'UTF8')"
	    " WHERE lane = ?1 AND seq = ?2" },
	[SQL_HEAD] = { "SELECT seq, hash FROM heads WHERE name = ?1", 0 },
	[SQL_HEAD_LOCK] = { 0, "SELECT seq, hash FROM heads WHERE name = ?1 FOR UPDATE" },
	[SQL_HEADS] = { "SELECT name, seq, hash FROM heads ORDER BY name", 0 },
	[SQL_TWO_HEADS] = { "SELECT name, seq, hash FROM heads WHERE name IN (?1, ?2)", 0 },
	[SQL_HEAD_PUT] = { "INSERT INTO heads (name, seq, hash) VALUES (?1, ?2, ?3)"
			   " ON CONFLICT (name) DO UPDATE SET seq = excluded.seq,"
			   " hash = excluded.hash",
	    0 },
	/* Each write inserts a unique token. To find out whether it was committed, the same
	 * token is inserted as given up: then the write was committed before, or can no longer
	 * be. */
	[SQL_COMMIT_INSERT] = { 0, "INSERT INTO commits (token, at, given_up) VALUES (?1, ?2, 0)" },
	[SQL_COMMIT_RESOLVE] = { 0,
	    "INSERT INTO commits (token, at, given_up) VALUES (?1, ?2, 1)"
	    " ON CONFLICT (token) DO UPDATE SET at = excluded.at"
	    " RETURNING given_up" },
	[SQL_COMMITS_DROP] = { 0,
	    "DELETE FROM commits WHERE token IN (SELECT token FROM commits WHERE token < ?1"
	    " ORDER BY token LIMIT ?2)" },
};
_Static_assert(sizeof(sql_statements) / sizeof(*sql_statements) == SQL_STATEMENT_COUNT,
    "every statement needs a row in this table");
