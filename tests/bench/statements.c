/*
 * statements FILE ROUNDS - the measure for S7: the cost of changing a thousand offers with plain
 * prepared statements in one durable transaction, on the service's own schema: find the offer,
 * write it back. Prints the milliseconds of the median round.
 */
#include "bench/driver.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANGES = 1000 };

static const char find_sql[] = "SELECT number, list, path, id, modified, published, json FROM items"
			       " WHERE list IN (1, 2, 3, 4, 5) AND path = ?1";
static const char put_sql[] =
    "INSERT INTO items (list, path, id, published, modified, json)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (list, path, id) DO UPDATE SET"
    " published = excluded.published, modified = excluded.modified, json = excluded.json"
    " WHERE published <> excluded.published OR json <> excluded.json";

static void
check(sqlite3 *db, bool ok)
{
	if (ok)
		return;
	fprintf(stderr, "statements: %s\n", sqlite3_errmsg(db));
	exit(1);
}

static sqlite3_stmt *
prepare(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *stmt;
	check(db, sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK);
	return stmt;
}

/* Changes only the last digit of the price. */
static void
change(char *json, int round)
{
	char *price = strstr(json, "\"price\":");
	char *point = price ? strchr(price, '.') : NULL;
	if (point)
		point[1] = (char)('0' + round % 10);
}

static void
update(sqlite3 *db, sqlite3_stmt *find, sqlite3_stmt *put, int i, int round)
{
	char path[80], json[4096];
	int n = snprintf(path, sizeof(path), "/offers/2026 Spring Launch/offers-%07d", i);
	sqlite3_bind_text(find, 1, path, n, SQLITE_STATIC);
	check(db, sqlite3_step(find) == SQLITE_ROW);
	int size = sqlite3_column_bytes(find, 6);
	snprintf(json, sizeof(json), "%.*s", size, (const char *)sqlite3_column_blob(find, 6));
	change(json, round);
	sqlite3_bind_int64(put, 1, sqlite3_column_int64(find, 1));
	sqlite3_bind_text(put, 2, path, n, SQLITE_STATIC);
	sqlite3_bind_text(put, 3, (const char *)sqlite3_column_text(find, 3), -1, SQLITE_TRANSIENT);
	sqlite3_bind_int64(put, 4, sqlite3_column_int64(find, 5));
	sqlite3_bind_int64(put, 5, round);
	sqlite3_bind_blob(put, 6, json, size, SQLITE_STATIC);
	check(db, sqlite3_step(put) == SQLITE_DONE);
	sqlite3_reset(find);
	sqlite3_reset(put);
}

static double
measure(sqlite3 *db, sqlite3_stmt *find, sqlite3_stmt *put, int round)
{
	double began = now_ms();
	check(db, sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK);
	for (int i = 0; i < CHANGES; i++)
		update(db, find, put, i, round);
	check(db, sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK);
	return now_ms() - began;
}

int
main(int argc, char **argv)
{
	double took[100];
	sqlite3 *db;
	int rounds = argc == 3 ? (int)strtol(argv[2], NULL, 10) : 0;
	if (rounds < 1 || rounds > 100 || sqlite3_open(argv[1], &db) != SQLITE_OK)
		return 2;
	sqlite3_exec(db, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
	sqlite3_stmt *find = prepare(db, find_sql), *put = prepare(db, put_sql);
	for (int i = 0; i < rounds; i++)
		took[i] = measure(db, find, put, i);
	printf("%.2f\n", median(took, (size_t)rounds));
	sqlite3_finalize(find);
	sqlite3_finalize(put);
	sqlite3_close(db);
	return 0;
}
