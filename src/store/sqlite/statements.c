#include "store/sqlite/statements.h"

/* One stretch of the primary key, read backwards: from behind (?2, ?3) down to the time ?1. */
#define BASKETS_OF(state)                                                       \
	"SELECT created, id, is_open, json FROM baskets WHERE is_open = " state \
	" AND created >= ?1 AND (created, id) < (?2, ?3)"

/* What a query for items asks for beside its list and its stretch of paths. */
#define WANTED " AND modified >= ?2 AND published >= ?3"

#define ITEM "SELECT number, list, path, id, modified, published, json FROM items WHERE "

const char *const sql_texts[] = {
	[SQL_BEGIN_READ] = "BEGIN",
	[SQL_BEGIN_WRITE] = "BEGIN IMMEDIATE",
	[SQL_COMMIT] = "COMMIT",
	[SQL_ROLLBACK] = "ROLLBACK",
	[SQL_SAVEPOINT] = "SAVEPOINT own",
	[SQL_RELEASE] = "RELEASE own",
	[SQL_ROLLBACK_TO] = "ROLLBACK TO own",
	[SQL_ANY] = "SELECT 1 WHERE EXISTS (SELECT 1 FROM baskets) OR EXISTS (SELECT 1 FROM "
		    "items) OR EXISTS (SELECT 1 FROM owners)",
	[SQL_CLEAR_BASKETS] = "DELETE FROM baskets",
	[SQL_CLEAR_ITEMS] = "DELETE FROM items",
	[SQL_CLEAR_OWNERS] = "DELETE FROM owners",
	[SQL_CLEAR_LINKS] = "DELETE FROM links",
	[SQL_CLEAR_ANSWERS] = "DELETE FROM callers_answers",
	[SQL_CLEAR_OLD_ANSWERS] = "DELETE FROM answers",
	[SQL_BASKETS_OPEN] = BASKETS_OF("1") " ORDER BY created DESC, id DESC LIMIT ?4",
	[SQL_BASKETS_ALL] = BASKETS_OF("1") " UNION ALL " BASKETS_OF(
	    "0") " ORDER BY created DESC, id DESC LIMIT ?4",
	[SQL_BASKET_PUT] =
	    "REPLACE INTO baskets (created, id, is_open, json) VALUES (?1, ?2, ?3, ?4)",
	[SQL_ITEM_KEY] = "SELECT path, id FROM items WHERE number = ?1 AND list = ?2",
	/* By the id alone, not (path, id): the index is entered at the path, left behind it. */
	[SQL_ITEMS_AT] = ITEM "list = ?1" WANTED " AND path = ?4 AND id >= ?6"
			      " ORDER BY id LIMIT ?7",
	[SQL_ITEMS] = ITEM "list = ?1" WANTED " AND path < ?4 AND (path, id) >= (?5, ?6)"
			   " ORDER BY path, id LIMIT ?7",
	[SQL_ITEMS_COUNT] = "SELECT count(*) FROM items WHERE list = ?1 AND path >= ?2 AND "
			    "path < ?3",
	[SQL_ITEMS_FIND] = ITEM "list IN (1, 2, 3, 4, 5) AND path = ?1",
	/* Without a change it is no change: the catalog then keeps its commit id. */
	[SQL_ITEM_PUT] =
	    "INSERT INTO items (list, path, id, published, modified, json)"
	    " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (list, path, id) DO UPDATE SET"
	    " published = excluded.published, modified = excluded.modified, json = excluded.json"
	    " WHERE published <> excluded.published OR json <> excluded.json",
	[SQL_OWNER_PUT] = "REPLACE INTO owners (id, root) VALUES (?1, ?2)",
	[SQL_OWNER_FIND] = "SELECT root FROM owners WHERE id = ?1",
	[SQL_LINKS] = "SELECT owner, state, linked_at, linked_by, json FROM links WHERE sub = ?1 "
		      "AND iss = ?2 ORDER BY owner",
	[SQL_LINK_PUT] =
	    "INSERT INTO links (sub, iss, owner, state, linked_at, linked_by, json)"
	    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (sub, iss, owner) DO UPDATE SET"
	    " state = excluded.state, linked_at = excluded.linked_at,"
	    " linked_by = excluded.linked_by, json = excluded.json",
	/* The caller's own, else one of before callers were told apart. */
	[SQL_ANSWER_FIND] =
	    "SELECT digest, at, status, body, 1 AS own FROM callers_answers WHERE subject = ?1"
	    " AND root = ?2 AND client = ?3 AND key = ?4 AND at >= ?5"
	    " UNION ALL SELECT digest, at, status, body, 0 FROM answers WHERE subject = ?1"
	    " AND key = ?4 AND at >= ?5 ORDER BY own DESC LIMIT 1",
	[SQL_ANSWER_PUT] = "REPLACE INTO callers_answers (subject, root, client, key, digest, at,"
			   " status, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
	[SQL_ANSWERS_DROP] = "DELETE FROM callers_answers WHERE at < ?1",
	[SQL_OLD_ANSWERS_DROP] = "DELETE FROM answers WHERE at < ?1",
	[SQL_AUDIT_PUT] = "INSERT INTO audit (seq, at, request_id, subject, operation, target,"
			  " outcome, detail, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
	[SQL_AUDIT] = "SELECT seq, at, request_id, subject, operation, target, outcome, detail,"
		      " hash FROM audit ORDER BY seq",
	[SQL_HEAD] = "SELECT seq, hash FROM heads WHERE name = ?1",
	[SQL_HEAD_PUT] = "REPLACE INTO heads (name, seq, hash) VALUES (?1, ?2, ?3)",
};
_Static_assert(sizeof(sql_texts) / sizeof(*sql_texts) == SQL_COUNT, "a row for every text");
