/*
 * pool.h - the connections to one SQLite database.
 *
 * A file has one writer connection and a pool of readers. A database in memory has a single
 * connection for both, since SQLite's shared-memory modes starve under a pool. Callers borrow and
 * return connections.
 */
#ifndef STORE_SQLITE_POOL_H
#define STORE_SQLITE_POOL_H

#include "store/sqlite/conn.h"

#include "store/figures.h"

#include <pthread.h>
#include <sys/types.h>

enum { CONN_READERS_MAX = 8 };

struct conn_pool {
	char *file;             /* NULL: in memory */
	dev_t device;           /* device and inode of the file when it was opened */
	ino_t inode, wal_inode; /* wal_inode: of its WAL file */
	struct conn writer;
	atomic_int_fast64_t locked_until; /* until then, refuse writers at once; clock_ticks() */
	atomic_bool ended;                /* all waits must end */
	atomic_ullong commit_count;       /* number of commits by this process */
	struct {                          /* for conn_pool_data_version(); only for a file */
		struct conn conn, anchor_conn;
		sqlite3_stmt *data_version;
		sqlite3_stmt *anchor; /* while it is open, SQLite's locks need no system call */
		atomic_bool anchored;
		pthread_mutex_t lock;
	} version_reader;
	pthread_mutex_t writer_lock; /* guards the writer connection */
	atomic_uint writer_count;    /* callers that hold `writer_lock` or wait for it */
	struct { /* state of commit.c; guarded by `writer_lock` except the list */
		bool open;
		unsigned member_count;
		struct group_member *waiting_members; /* guarded by `lock` */
		pthread_mutex_t lock;
		pthread_cond_t ended;
	} commit_group;
	pthread_mutex_t lock; /* guards the members below */
	pthread_cond_t returned;
	struct conn readers[CONN_READERS_MAX];
	struct conn *idle[CONN_READERS_MAX];
	size_t idle_n, opened_n;
	unsigned waiting_n;
};

/* file NULL: in memory; `may` are bits of enum store_permission. Returns false and sets err
 * (ERR_IO) if it fails; nothing is left open then. */
bool conn_pool_open(struct conn_pool *p, struct str file, unsigned may, struct err *err);
void conn_pool_close(struct conn_pool *p);

/* True if the path still leads to the opened file and its WAL. If not, sets
 * store_is_unavailable(): further writes would be lost. */
bool conn_pool_check_file(const struct conn_pool *p, struct err *err);
/* Makes all current and later operations fail. Can be called from any thread. */
void conn_pool_interrupt(struct conn_pool *p);

/* Waits for a reader, whose statements must finish by `until` (clock_ticks(), 0: no limit).
 * Returns NULL and sets err at that time, or if a reader cannot be opened. */
struct conn *conn_borrow_reader(struct conn_pool *p, int64_t until, struct err *err);
void conn_return_reader(struct conn_pool *p, struct conn *c);
struct conn *conn_borrow_writer(struct conn_pool *p);
void conn_return_writer(struct conn_pool *p);
/* Returns a number that differs after each commit, by this or any other process; 0 if SQLite cannot
 * tell, for example while another process recovers the WAL. `repeated` keeps a read transaction
 * open until conn_pool_release_anchor(), which makes further calls ten times as fast. */
uint64_t conn_pool_data_version(struct conn_pool *p, bool repeated);
void conn_pool_release_anchor(struct conn_pool *p);
void conn_pool_read_figures(struct conn_pool *p, struct store_pool_figures *out);
/* Number of callers that wait for the writer while the caller holds it. */
unsigned conn_count_waiting_writers(struct conn_pool *p);

#endif
