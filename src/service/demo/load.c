#include "service/demo/load.h"

#include "base/clock.h"
#include "base/index.h"
#include "base/regular_file.h"
#include "service/demo/load_check.h"
#include "service/feed/object.h"
#include "wire/json_lex.h"
#include "wire/member.h"
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
	struct index *keys; /* keys of the objects stored so far */
	struct loaded_items items;
	bool keep, is_in_long_line;
	load_fault_fn *on_error;
	void *ctx;
	size_t line;
	struct load_counts counts;
};

static void
start_load(struct object_load *l)
{
	l->keys = index_new();
	l->items.by_key = index_new();
	l->items.refused_paths = index_new();
}

static void
end_load(struct object_load *l)
{
	index_free(l->keys);
	index_free(l->items.by_key);
	index_free(l->items.refused_paths);
	vec_free(&l->items.places);
	buf_free(&l->bytes);
}

/* `at` is in the line, which is without a byte order mark. */
static struct load_place
place_in_line(const struct object_load *l, struct str line, const char *at)
{
	struct str before = str_sub(line, 0, at ? (size_t)(at - line.p) : 0);
	return (struct load_place){ l->line, load_count_characters(before) + 1 };
}

static void
add_item_place(struct object_load *l, const struct store_item *item, struct load_place place)
{
	struct buf key = { 0 };
	load_item_key(&key, item);
	index_put(l->items.by_key, buf_str(&key), (uint32_t)l->items.places.n);
	buf_free(&key);
	vec_push(&l->items.places, place);
}

/* `text` is the line without spaces around it; on an error err->at is in it. */
static bool
load_object_line(struct object_load *l, struct str whole, struct str text, struct err *err)
{
	struct object_line line;
	if (!object_line_read(&line, text, err))
		return false;
	struct arena arena = { 0 };
	struct object o = { .kind = OBJECT_KINDS };
	bool ok = put_object(&o, &arena, l->tx, line.kind, line.published, line.item, err);
	if (ok) {
		struct str key = arena_printf(&arena, "%s\n%.*s", line.kind, STR_ARG(o.key));
		bool first = index_add(l->keys, key, 1) == UINT32_MAX;
		l->counts.objects += first;
		l->counts.replaced += !first;
		if (object_list(o.kind))
			add_item_place(l, &o.item, place_in_line(l, whole, line.item.p));
	} else if (!err->at) {
		err->at = o.kind == OBJECT_KINDS ? member_find(text, STR("kind")).p : line.item.p;
	}
	arena_free(&arena);
	return ok;
}

/* Remembers the texts that may be paths. The line may be no JSON. */
static void
note_refused_paths(struct object_load *l, struct str line)
{
	struct buf path = { 0 };
	for (size_t i = 0, end; i + 1 < line.n; i++) {
		if (line.p[i] != '"' || (line.p[i + 1] != '/' && line.p[i + 1] != '\\'))
			continue;
		end = str_find_char(str_sub(line, i + 1, line.n), '"');
		if (end == SIZE_MAX)
			break;
		buf_reset(&path);
		json_lex_unquote(&path, str_sub(line, i, end + 2));
		index_put(l->items.refused_paths, buf_str(&path), 1);
	}
	buf_free(&path);
}

static void
refuse_line(struct object_load *l, struct str line, const struct err *why)
{
	l->on_error(l->ctx, place_in_line(l, line, why->at), why->text);
	l->counts.refused++;
	l->items.has_refused = true;
	note_refused_paths(l, line);
}

/* Reports and skips an invalid line, to find further ones. A failure of the store ends the
 * import. */
static bool
load_next_line(struct object_load *l, struct str line, struct err *err)
{
	if (l->line == 1 && str_starts(line, STR("\xEF\xBB\xBF")))
		line = str_sub(line, 3, line.n);
	struct str object = str_trim(line);
	if (!object.n)
		return true;
	if (load_object_line(l, line, object, err))
		return true;
	if (err->kind != ERR_INVALID && err->kind != ERR_PROTOCOL) {
		err_prefix(err, "line %zu", l->line);
		return false;
	}
	refuse_line(l, line, err);
	return true;
}

/* Reports the line at the start of the buffer, whose rest is skipped. */
static void
refuse_long_line(struct object_load *l)
{
	struct err err;
	err_set(&err, ERR_INVALID, "the line is longer than %d bytes", OBJECT_LINE_SIZE_MAX);
	l->line++;
	refuse_line(l, buf_str(&l->bytes), &err);
	buf_reset(&l->bytes);
	l->is_in_long_line = true;
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
		if (!l->is_in_long_line)
			l->line++;
		if (!l->is_in_long_line && !load_next_line(l, str_sub(rest, 0, end), err))
			return false;
		l->is_in_long_line = false;
		rest = end == SIZE_MAX ? STR("") : str_sub(rest, end + 1, SIZE_MAX);
	}
	memmove(l->bytes.p, rest.p, rest.n);
	l->bytes.n = rest.n;
	if (l->is_in_long_line)
		buf_reset(&l->bytes);
	else if (l->bytes.n > OBJECT_LINE_SIZE_MAX)
		refuse_long_line(l);
	return true;
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
	return ok;
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
keep_error(void *ctx, struct load_place place, const char *words)
{
	struct err *first = ctx;
	if (!first->kind)
		err_set(first, ERR_INVALID, "%zu:%zu: %s", place.line, place.column, words);
}

bool
load_file(struct store_tx *tx, const char *path, struct err *err)
{
	struct err first = { 0 };
	struct object_load l = { .tx = tx, .on_error = keep_error, .ctx = &first };
	int fd = regular_file_open(path, O_RDONLY, REGULAR_FILE_FOLLOW, err);
	if (fd < 0)
		return false;
	start_load(&l);
	bool ok = load_from_fd(&l, fd, err);
	close(fd);
	end_load(&l);
	if (!ok)
		err_prefix(err, "%s", path);
	else if (first.kind)
		ok = err_set(err, ERR_INVALID, "%s:%s", path, first.text);
	return ok;
}

static void
take_problem(void *ctx, struct load_place place, const char *words)
{
	struct object_load *l = ctx;
	l->counts.problems++;
	if (!l->keep)
		l->on_error(l->ctx, place, words);
}

static bool
check_items(struct object_load *l, struct err *err)
{
	return !l->items.places.n ||
	    load_check(l->tx, &l->items, take_problem, l, &l->counts.unsure, err);
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
	start_load(&l);
	bool ok = store_lock_chain(&tx, store_catalog_subject, err) && load_from_fd(&l, fd, err) &&
	    check_items(&l, err) &&
	    append_import_audit(&tx, who, l.counts.objects, err);
	end_load(&l);
	*counts = l.counts;
	if (ok)
		return store_end(&tx, keep && !l.counts.refused, err);
	store_end(&tx, false, &ignored);
	return false;
}
