/*
 * postgres.h - stores on the tests' own PostgreSQL server, each in its own schema.
 *
 * BACKROOM_POSTGRES names a file with the server's URL; a file next to it has the replica's
 * (tests/lib/postgres.sh). If the file is missing or empty, tests that need a server are skipped.
 */
#ifndef TESTS_POSTGRES_H
#define TESTS_POSTGRES_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POSTGRES_URL = 260 };

static inline bool
postgres_read_url(const char *more, char url[POSTGRES_URL])
{
	char file[1000];
	const char *name = getenv("BACKROOM_POSTGRES");
	snprintf(file, sizeof(file), "%s%s", name ? name : "", more);
	FILE *f = fopen(file, "r");
	if (!f)
		return false;
	size_t n = fread(url, 1, POSTGRES_URL / 2, f);
	fclose(f);
	url[n] = '\0';
	return n > 0;
}

/* Gets the server's URL; false if there is no server. */
static inline bool
postgres_server(char url[POSTGRES_URL])
{
	return postgres_read_url("", url);
}

/* Runs one statement with psql; its output goes to `out` unless that is NULL. */
static inline bool
postgres_run(const char *url, const char *sql, char *out, size_t size)
{
	char command[2 * POSTGRES_URL + 1000];
	snprintf(command, sizeof(command),
	    "psql -X -q -A -t -v ON_ERROR_STOP=1 -d '%s' -c \"%s\" 2>&1", url, sql);
	FILE *p = popen(command, "r");
	if (!p)
		return false;
	char line[400];
	size_t n = 0;
	bool all = out != NULL;
	while (fgets(line, sizeof(line), p))
		if (all && n + strlen(line) < size)
			n += (size_t)snprintf(out + n, size - n, "%s", line);
	if (all)
		out[n] = '\0';
	return pclose(p) == 0;
}

/* Creates a schema and makes the URL of a store in it, whose connections carry its name; false
 * if there is no server. The URL sets a longer connection timeout than the program's two
 * seconds: with all tests on two cores, a connection was seen to take three. */
static inline bool
postgres_schema(char url[POSTGRES_URL])
{
	static int number;
	char server[POSTGRES_URL], sql[80], schema[40];
	if (!postgres_server(server))
		return false;
	snprintf(schema, sizeof(schema), "test_%ld_%d", (long)getpid(), number++);
	snprintf(sql, sizeof(sql), "CREATE SCHEMA %s", schema);
	if (!postgres_run(server, sql, NULL, 0)) {
		fprintf(stderr, "the tests' PostgreSQL does not answer\n");
		exit(1);
	}
	snprintf(url, POSTGRES_URL,
	    "%.100s?application_name=%s&connect_timeout=20&options=-csearch_path%%3D%s", server,
	    schema, schema);
	return true;
}

/* The URL of the same store on the replica. */
static inline bool
postgres_replica(const char *url, char replica[POSTGRES_URL])
{
	char server[POSTGRES_URL];
	const char *rest = strchr(url, '?');
	if (!rest || !postgres_read_url(".replica", server))
		return false;
	snprintf(replica, POSTGRES_URL, "%.100s%.150s", server, rest);
	return true;
}

/* Pauses or resumes the replica. */
static inline bool
postgres_let_replay(const char *replica, bool on)
{
	return postgres_run(replica,
	    on ? "SELECT pg_wal_replay_resume()" : "SELECT pg_wal_replay_pause()", NULL, 0);
}

/* Drops the schema that the URL names. */
static inline void
postgres_drop(const char *url)
{
	char server[POSTGRES_URL], sql[120];
	const char *schema = strstr(url, "%3D");
	if (!schema || !postgres_server(server))
		return;
	snprintf(sql, sizeof(sql), "DROP SCHEMA %.40s CASCADE", schema + 3);
	postgres_run(server, sql, NULL, 0);
}

#endif
