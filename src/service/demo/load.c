#include "service/demo/load.h"

#include "base/clock.h"
#include "base/index.h"
#include "base/regular_file.h"
#include "service/demo/load_check.h"
#include "service/feed/object.h"
#include "wire/object_line.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool
put_object(struct object *o, struct arena *a, struct store_tx *tx, const char *kind, bool published,
    struct str json, struct err *err)
{
	enum object_kind k;
	bool changed;
	return object_find_kind(&k, str_of(kind), err) &&
	    object_read(o, a, k, published, json, err) && object_put(tx, o, &changed, err);
}

bool
load_object(struct store_tx *tx, const char *kind, bool published, struct str json, struct err *err)
{
	struct arena arena = { 0 };
	struct object o;
	bool ok = put_object(&o, &arena, tx, kind, published, json, err);
	arena_free(&arena);
	return ok;
}

/* ---- lines ---- */

enum { READ_CHUNK_SIZE = 1 << 16 };

_Static_assert((int)OBJECT_LINE_SIZE_MAX > (int)STORE_ITEM_SIZE_MAX,
    "OBJECT_LINE_MAX must exceed the largest item");

struct object_load {
	struct store_tx *tx;
	struct buf bytes;
	struct index *keys;       /* keys of the objects stored so far */
	struct index *item_lines; /* lines of the catalog's objects by their path */
	bool has_items, keep;
	load_fault_fn *on_error;
	void *ctx;
	size_t line, error_count;
	struct load_counts counts;
};

static bool
load_object_line(struct object_load *l, struct str text, struct err *err)
{
	struct object_line line;
	if (!object_line_read(&line, text, err))
		return false;
	struct arena arena = { 0 };
	struct object o;
	bool ok = put_object(&o, &arena, l->tx, line.kind, line.published, line.item, err);
	if (ok) {
		struct str key = arena_printf(&arena, "%s\n%.*s", line.kind, STR_ARG(o.key));
		bool first = index_add(l->keys, key, 1) == UINT32_MAX;
		l->counts.objects += first;
		l->counts.replaced += !first;
		if (object_list(o.kind)) {
			index_put(l->item_lines, o.item.path, (uint32_t)l->line);
			l->has_items = true;
		}
	}
	arena_free(&arena);
	return ok;
}

/* Reports and skips an invalid line, to find further ones. A failure of the store ends the
 * import. */
static bool
load_next_line(struct object_load *l, struct str line, struct err *err)
{
	if (l->line == 1 && str_starts(line, STR("\xEF\xBB\xBF")))
		line = str_sub(line, 3, line.n);
	line = str_trim(line);
	if (!line.n)
		return true;
	if (load_object_line(l, line, err))
		return true;
	if (err->kind != ERR_INVALID && err->kind != ERR_PROTOCOL) {
		err_prefix(err, "line %zu", l->line);
		return false;
	}
	l->on_error(l->ctx, l->line, err->text);
	l->error_count++;
	return true;
}

/* Processes every complete line in the buffer and leaves the rest. */
static bool
load_buffered_lines(struct object_load *l, bool at_end, struct err *err)
{
	struct str rest = buf_str(&l->bytes);
	while (rest.n) {
		size_t end = str_find_char(rest, '\n');
		if (end == SIZE_MAX && !at_end)
			break;
		l->line++;
		if (!load_next_line(l, str_sub(rest, 0, end), err))
			return false;
		rest = end == SIZE_MAX ? STR("") : str_sub(rest, end + 1, SIZE_MAX);
	}
	memmove(l->bytes.p, rest.p, rest.n);
	l->bytes.n = rest.n;
	return l->bytes.n <= OBJECT_LINE_SIZE_MAX ||
	    err_set(err, ERR_INVALID, "line %zu: the line is longer than %d bytes", l->line + 1,
		OBJECT_LINE_SIZE_MAX);
}

static bool
load_from_fd(struct object_load *l, int fd, struct err *err)
{
	ssize_t got = 1;
	bool ok = true;
	while (ok && got != 0) {
		got = read(fd, buf_reserve(&l->bytes, READ_CHUNK_SIZE), READ_CHUNK_SIZE);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return err_set(err, ERR_IO, "cannot read: %s", strerror(errno));
		l->bytes.n += (size_t)got;
		ok = load_buffered_lines(l, got == 0, err);
	}
	return ok &&
	    (!l->error_count ||
		err_set(err, ERR_INVALID, "%zu %s wrong: nothing was written", l->error_count,
		    l->error_count == 1 ? "line is" : "lines are"));
}

static bool
append_import_audit(struct store_tx *tx, const char *who, size_t count, struct err *err)
{
	char detail[60];
	int n = snprintf(detail, sizeof(detail), "{\"objects\":%zu}", count);
	struct store_audit entry = { .recorded_at = clock_real(),
		.request_id = STR(""),
		.subject = str_of(who),
		.operation = STR("import"),
		.target = STR(""),
		.outcome = STR("done"),
		.detail = str_from(detail, (size_t)n) };
	return store_append_audit(tx, &entry, err);
}

/* Keeps the first error. */
static void
keep_error(void *ctx, size_t line, const char *words)
{
	struct err *first = ctx;
	if (!first->kind)
		err_set(first, ERR_INVALID, "%zu: %s", line, words);
}

bool
load_file(struct store_tx *tx, const char *path, struct err *err)
{
	struct err first = { 0 };
	struct object_load l = { .tx = tx, .on_error = keep_error, .ctx = &first };
	int fd = regular_file_open(path, O_RDONLY, REGULAR_FILE_FOLLOW, err);
	if (fd < 0)
		return false;
	l.keys = index_new();
	l.item_lines = index_new();
	bool ok = load_from_fd(&l, fd, err);
	close(fd);
	index_free(l.keys);
	index_free(l.item_lines);
	buf_free(&l.bytes);
	if (!ok && first.kind)
		err_set(err, ERR_INVALID, "%s:%s", path, first.text);
	else if (!ok)
		err_prefix(err, "%s", path);
	return ok;
}

static void
take_problem(void *ctx, size_t line, const char *words)
{
	struct object_load *l = ctx;
	l->counts.problems++;
	if (!l->keep)
		l->on_error(l->ctx, line, words);
}

static bool
check_items(struct object_load *l, struct err *err)
{
	return !l->has_items || load_check(l->tx, l->item_lines, take_problem, l, err);
}

bool
load_lines(struct store *store, int fd, const char *who, bool keep, load_fault_fn *fault, void *ctx,
    struct load_counts *counts, struct err *err)
{
	struct store_tx tx;
	struct object_load l = { .tx = &tx, .keep = keep, .on_error = fault, .ctx = ctx };
	struct err ignored;
	*counts = (struct load_counts){ 0 };
	if (!store_begin(store, &tx, STORE_WRITE, err))
		return false;
	l.keys = index_new();
	l.item_lines = index_new();
	bool ok = store_lock_chain(&tx, store_catalog_subject, err) && load_from_fd(&l, fd, err) &&
	    check_items(&l, err) &&
	    append_import_audit(&tx, who, l.counts.objects, err);
	index_free(l.keys);
	index_free(l.item_lines);
	buf_free(&l.bytes);
	*counts = l.counts;
	if (ok)
		return store_end(&tx, keep, err);
	store_end(&tx, false, &ignored);
	return false;
}
