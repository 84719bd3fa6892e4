/*
 * pool.h - the connections to one SQLite database, and who may use which when.
 *
 * A file has one writer and a pool of readers. A database in memory is a single connection:
 * SQLite's shared-memory modes starve under a pool. Everything is lent and given back.
 */
#ifndef STORE_SQLITE_POOL_H
#define STORE_SQLITE_POOL_H

#include "store/sqlite/conn.h"

#include "store/figures.h"

#include <pthread.h>
#include <sys/types.h>

enum { CONN_READERS = 8 };

struct conn_pool {
	char *file; /* NULL: in memory */
	dev_t device; /* where file was when it was opened, */
	ino_t inode, wal_inode; /* and its log */
	struct conn writer;
	atomic_int_fast64_t locked_until; /* writers are refused at once; clock_ticks() */
	atomic_bool ended; /* nothing may be waited for any more */
	const void *wal_index_header; /* conn_wal_index_header() of the writer */
	atomic_ullong commits;   /* so far, by this program */
	pthread_mutex_t writing; /* who holds it holds the writer */
	atomic_uint writers;     /* who hold it or wait for it */
	struct {                 /* commit.c's; guarded by `writing` but for the list */
		bool open;
		unsigned members;
		struct group_member *waiting; /* guarded by `lock` */
		pthread_mutex_t lock;
		pthread_cond_t ended;
	} group;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t returned;
	struct conn readers[CONN_READERS];
	struct conn *idle[CONN_READERS];
	size_t idle_n, opened_n;
	unsigned waiting_n;
};

/* file NULL is memory; `may` are bits of enum store_may. False with err set (ERR_IO); nothing is
 * left open then. */
bool conn_pool_open(struct conn_pool *p, struct str file, unsigned may, struct err *err);
void conn_pool_close(struct conn_pool *p);

/* Are the file and its log still those that were opened? store_is_unavailable() if not: what is
 * written then is lost. */
bool conn_pool_is_there(const struct conn_pool *p, struct err *err);
/* From any thread: what is under way fails, and whatever is begun later. */
void conn_pool_interrupt(struct conn_pool *p);

/* Waits for one, whose statements then have until that time (clock_ticks(), 0: as long as they
 * take). NULL with err set when that is over, or a reader cannot be opened. */
struct conn *conn_borrow_reader(struct conn_pool *p, int64_t until, struct err *err);
void conn_return_reader(struct conn_pool *p, struct conn *c);
struct conn *conn_borrow_writer(struct conn_pool *p);
void conn_return_writer(struct conn_pool *p);
/* The current state, whichever process wrote it; false: not known, or being written. */
bool conn_pool_state(struct conn_pool *p, struct store_state *out);
void conn_pool_figures(struct conn_pool *p, struct store_pool_figures *out);
/* How many wait for the writer while the caller holds it. */
unsigned conn_writers_waiting(struct conn_pool *p);

#endif
