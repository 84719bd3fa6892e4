#include "store/sqlite/scrub.h"

#include "base/clock.h"
#include "store/failures.h"

#include <poll.h>
#include <string.h>

/* CHUNK_SIZE: bytes read at a time. CHECKPOINT_TIMEOUT_MS: how long to wait for readers. */
enum { CHUNK_SIZE = 1 << 20, CHECKPOINT_TIMEOUT_MS = 10000, CHECKPOINT_PAUSE_MS = 50 };

/* ---- search ---- */

static void
count_in(struct str bytes, struct scrub_text *t)
{
	const char *at = bytes.p, *end = bytes.p + bytes.n;
	while ((at = memmem(at, (size_t)(end - at), t->text.p, t->text.n))) {
		t->found++;
		at++;
	}
}

static size_t
longest_text(const struct scrub_text *texts, size_t n)
{
	size_t longest = 1;
	for (size_t i = 0; i < n; i++)
		longest = texts[i].text.n > longest ? texts[i].text.n : longest;
	return longest;
}

/* Reads through SQLite's own handle: closing another one would release its locks. Each chunk
 * begins with the end of the last one, less than the longest text: a shorter one there counts
 * twice. */
static bool
count_in_file(sqlite3_file *file, struct scrub_text *texts, size_t n, struct buf *chunk,
    size_t overlap, struct err *err)
{
	sqlite3_int64 size = 0, at = 0;
	size_t kept = 0;
	if (!file || !file->pMethods)
		return true;
	if (file->pMethods->xFileSize(file, &size) != SQLITE_OK)
		return err_set(err, ERR_UPSTREAM, "cannot read the size of the store's file");
	while (at < size) {
		size_t bytes = size - at < CHUNK_SIZE ? (size_t)(size - at) : CHUNK_SIZE;
		if (file->pMethods->xRead(file, chunk->p + kept, (int)bytes, at) != SQLITE_OK)
			return err_set(err, ERR_UPSTREAM, "cannot read the store's file");
		for (size_t i = 0; i < n; i++)
			count_in(str_from(chunk->p, kept + bytes), &texts[i]);
		at += (sqlite3_int64)bytes;
		bytes += kept;
		kept = bytes < overlap ? bytes : overlap;
		memmove(chunk->p, chunk->p + bytes - kept, kept);
	}
	return true;
}

static sqlite3_file *
file_of(struct conn *c, int which)
{
	sqlite3_file *file = NULL;
	return sqlite3_file_control(c->db, "main", which, &file) == SQLITE_OK ? file : NULL;
}

static bool
count_texts(struct conn *c, struct scrub_text *texts, size_t n, uint64_t *sum, struct err *err)
{
	struct buf chunk = { 0 };
	size_t overlap = longest_text(texts, n) - 1;
	buf_reserve(&chunk, CHUNK_SIZE + overlap);
	for (size_t i = 0; i < n; i++)
		texts[i].found = 0;
	bool ok = count_in_file(
		      file_of(c, SQLITE_FCNTL_FILE_POINTER), texts, n, &chunk, overlap, err) &&
	    count_in_file(file_of(c, SQLITE_FCNTL_JOURNAL_POINTER), texts, n, &chunk, overlap, err);
	*sum = 0;
	for (size_t i = 0; i < n; i++)
		*sum += texts[i].found;
	buf_free(&chunk);
	return ok;
}

/* ---- the file ---- */

static bool
run(struct conn *c, const char *sql, struct err *err)
{
	return sqlite3_exec(c->db, sql, NULL, NULL, NULL) == SQLITE_OK || conn_fail(c, err);
}

/* Writes all of the WAL into the file, and cuts it to nothing. Waits for readers of an older state.
 */
static bool
empty_wal(struct conn *c, struct err *err)
{
	int64_t until = clock_ticks() + CHECKPOINT_TIMEOUT_MS;
	int status, frames = 0;
	while ((status = sqlite3_wal_checkpoint_v2(
		    c->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, &frames, NULL)) == SQLITE_BUSY &&
	    clock_ticks() < until)
		poll(NULL, 0, CHECKPOINT_PAUSE_MS);
	if (status == SQLITE_BUSY)
		return store_fail_unavailable(
		    err, "a reader keeps an older state of the store: run this again later");
	return status == SQLITE_OK || conn_fail(c, err);
}

bool
scrub_file(struct conn_pool *p, struct scrub_text *texts, size_t n, struct scrub_report *report,
    struct err *err)
{
	uint64_t found;
	if (!p->file)
		return true;
	struct conn *c = conn_borrow_writer(p);
	bool ok = empty_wal(c, err) && count_texts(c, texts, n, &found, err);
	if (ok && (found || report->must_rewrite)) {
		ok = run(c, "VACUUM", err) && empty_wal(c, err) &&
		    count_texts(c, texts, n, &found, err);
		report->was_rewritten = true;
	}
	report->was_counted = ok;
	conn_return_writer(p);
	return ok;
}
