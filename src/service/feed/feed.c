#include "service/feed/feed.h"

#include "base/clock.h"
#include "store/feed.h"
#include "wire/member.h"

#include <poll.h>
#include <stdio.h>

/* BATCH_US: after this time a batch takes no more lines. If it takes LONG_BATCH_US with its commit
 * the next one has half as many lines, below SHORT_BATCH_US twice as many. BATCH_LINES_MIN: with
 * fewer, most of the time is the wait for the disk. */
enum {
	BATCH_US = 10000,
	LONG_BATCH_US = 30000,
	SHORT_BATCH_US = 15000,
	BATCH_LINES_MIN = 64,
	BATCH_LINES_MAX = 512,
	BATCH_BYTES_MAX = 1 << 19,
	TRIES_MAX = 6,
	RETRY_WAIT_MS = 40,
};

void
feed_pace_init(struct feed_pace *p)
{
	*p = (struct feed_pace){ .batch_lines = BATCH_LINES_MIN };
	pthread_mutex_init(&p->lock, NULL);
}

void
feed_pace_free(struct feed_pace *p)
{
	pthread_mutex_destroy(&p->lock);
}

void
feed_init(struct feed *f, const struct feed_settings *settings)
{
	*f = (struct feed){ .settings = settings };
}

void
feed_free(struct feed *f)
{
	vec_free(&f->lines);
	arena_free(&f->arena);
}

/* ---- lines ---- */

static void
push_line(struct feed *f, struct feed_line *line)
{
	line->number = f->line_count;
	f->bytes += line->size;
	vec_push(&f->lines, *line);
}

void
feed_add(struct feed *f, struct str text)
{
	struct feed_line line;
	if (++f->line_count == 1 && str_starts(text, STR("\xEF\xBB\xBF")))
		text = str_sub(text, 3, text.n);
	text = str_trim(text);
	if (!text.n)
		return;
	feed_line_read(&line, &f->arena, text, f->settings->source);
	const char *refusal = line.outcome == FEED_REFUSED ? NULL
							   : f->settings->refusals[line.kind];
	if (refusal)
		feed_line_refuse(&line, &f->arena, refusal);
	push_line(f, &line);
}

void
feed_add_refused(struct feed *f, const char *reason)
{
	struct feed_line line = { .seq = -1 };
	f->line_count++;
	feed_line_refuse(&line, &f->arena, reason);
	push_line(f, &line);
}

bool
feed_is_full(const struct feed *f)
{
	return f->lines.n >= BATCH_LINES_MAX || f->bytes >= BATCH_BYTES_MAX;
}

/* ---- one line ---- */

/* The last number of a source, as of this transaction. */
struct position {
	struct str source;
	int64_t seq;
	bool moved;
};

struct batch {
	struct feed *feed;
	struct store_tx tx;
	VEC(struct position) positions;
	size_t counts[FEED_OUTCOMES];
	int64_t first_seq, last_seq; /* of the lines that were not skipped; -1: none */
};

static bool
find_position(struct batch *b, struct str source, struct position **p, struct err *err)
{
	struct position new = { .source = source };
	for (size_t i = 0; i < b->positions.n; i++)
		if (str_eq(b->positions.v[i].source, source)) {
			*p = &b->positions.v[i];
			return true;
		}
	if (!store_read_feed(&b->tx, source, &new.seq, err))
		return false;
	vec_push(&b->positions, new);
	*p = &b->positions.v[b->positions.n - 1];
	return true;
}

struct found_basket {
	int64_t created;
	struct buf json;
};

static bool
on_basket(void *ctx, const struct store_basket *b)
{
	struct found_basket *found = ctx;
	found->created = b->created;
	buf_adds(&found->json, b->json);
	return true;
}

static bool
store_completed(struct store_tx *tx, const struct feed_line *line, const struct found_basket *found,
    bool *changed, struct err *err)
{
	struct buf marked = { 0 }, json = { 0 };
	member_set(&marked, buf_str(&found->json), STR("completed"), STR("true"));
	if (line->at.p)
		member_set(&json, buf_str(&marked), STR("completedAt"), line->at);
	else
		buf_adds(&json, buf_str(&marked));
	struct store_basket b = {
		.created = found->created, .id = line->id, .completed = true, .json = buf_str(&json)
	};
	*changed = !str_eq(buf_str(&json), buf_str(&found->json));
	bool ok = !*changed || store_put_basket(tx, &b, err);
	buf_free(&marked);
	buf_free(&json);
	return ok;
}

static bool
complete_basket(struct store_tx *tx, const struct feed_line *line, bool *changed, struct err *err)
{
	struct found_basket found = { 0 };
	bool exists;
	bool ok = store_find_basket(tx, line->id, on_basket, &found, &exists, err);
	if (ok && !exists)
		ok = err_set(err, ERR_NOT_FOUND, "there is no basket \"%.*s\"",
		    STR_ARG(str_sub(line->id, 0, STORE_ID_SIZE_MAX)));
	ok = ok && store_completed(tx, line, &found, changed, err);
	buf_free(&found.json);
	return ok;
}

struct found_items {
	enum store_list list;
	size_t n;
	struct buf id;
};

static bool
on_item(void *ctx, const struct store_item *item)
{
	struct found_items *found = ctx;
	if (item->list != found->list)
		return true;
	if (found->n++ == 0)
		buf_adds(&found->id, item->id);
	return true;
}

/* A path is enough if only one item of the list has it. */
static bool
remove_by_path(struct store_tx *tx, const struct feed_line *line, bool *removed, struct err *err)
{
	struct found_items found = { .list = object_list(line->kind) };
	bool ok = store_find_items(tx, line->path, on_item, &found, err);
	*removed = false;
	if (ok && found.n > 1)
		ok = err_set(err, ERR_CONFLICT, "%zu items have this path: name the id", found.n);
	else if (ok && found.n == 1)
		ok = store_remove_item(
		    tx, found.list, line->path, buf_str(&found.id), removed, err);
	buf_free(&found.id);
	return ok;
}

static bool
remove_object(struct store_tx *tx, const struct feed_line *line, bool *removed, struct err *err)
{
	if (line->kind == OBJECT_BASKET)
		return store_remove_basket(tx, line->id, removed, err);
	if (line->kind == OBJECT_OWNER)
		return store_remove_owner(tx, line->id, removed, err);
	if (!line->id.p)
		return remove_by_path(tx, line, removed, err);
	return store_remove_item(tx, object_list(line->kind), line->path, line->id, removed, err);
}

static bool
apply_operation(struct store_tx *tx, const struct feed_line *line, bool *changed, struct err *err)
{
	if (line->op == FEED_PUT)
		return object_put(tx, &line->object, changed, err);
	return line->op == FEED_COMPLETE ? complete_basket(tx, line, changed, err)
					 : remove_object(tx, line, changed, err);
}

/* True if the error is a mistake in the line, not a failure of the store. */
static bool
is_mistake(const struct err *err)
{
	return err->kind == ERR_INVALID || err->kind == ERR_CONFLICT || err->kind == ERR_NOT_FOUND;
}

/* Applies a line that was read and that its source has not passed. */
static bool
apply_new_line(struct batch *b, struct feed_line *line, struct err *err)
{
	bool changed;
	if (line->is_misread) {
		line->outcome = FEED_REFUSED;
	} else if (apply_operation(&b->tx, line, &changed, err)) {
		line->error = STR_NONE; /* of a try before */
		line->outcome = changed ? FEED_DONE : FEED_UNCHANGED;
	} else if (is_mistake(err)) {
		line->outcome = FEED_REFUSED;
		line->error = arena_str(&b->feed->arena, str_of(err->text));
	} else {
		return false;
	}
	return true;
}

/* Returns false only if the store failed. */
static bool
apply_line(struct batch *b, struct feed_line *line, struct err *err)
{
	struct position *p = NULL;
	if (line->seq >= 0 && !find_position(b, line->source, &p, err))
		return false;
	if (p && line->seq <= p->seq) {
		line->outcome = FEED_SKIPPED;
	} else {
		if (!apply_new_line(b, line, err))
			return false;
		if (p) {
			p->seq = line->seq;
			p->moved = true;
			b->first_seq = b->first_seq < 0 ? line->seq : b->first_seq;
			b->last_seq = line->seq;
		}
	}
	b->counts[line->outcome]++;
	return true;
}

/* ---- batches ---- */

static bool
store_positions(struct batch *b, int64_t now, struct err *err)
{
	bool ok = true;
	for (size_t i = 0; ok && i < b->positions.n; i++) {
		const struct position *p = &b->positions.v[i];
		ok = !p->moved || store_put_feed(&b->tx, p->source, p->seq, now, err);
	}
	return ok;
}

/* One entry for the whole batch, with the numbers of the first and the last line if all are of
 * one source. */
static bool
append_batch_audit(struct batch *b, int64_t now, struct err *err)
{
	const struct feed_settings *s = b->feed->settings;
	struct buf detail = { 0 };
	bool one = b->positions.n == 1;
	for (size_t i = 0; i < FEED_OUTCOMES; i++)
		buf_addf(
		    &detail, "%s\"%s\":%zu", i ? "," : "{", feed_outcome_names[i], b->counts[i]);
	if (one && b->first_seq >= 0)
		buf_addf(&detail, ",\"first\":%lld,\"last\":%lld", (long long)b->first_seq,
		    (long long)b->last_seq);
	buf_addc(&detail, '}');
	struct store_audit entry = { .recorded_at = now,
		.request_id = str_of(s->request_id),
		.subject = str_of(s->subject),
		.operation = STR("feed"),
		.target = one ? b->positions.v[0].source : STR(""),
		.outcome = str_of(b->counts[FEED_DONE] ? "done" : "unchanged"),
		.detail = buf_str(&detail) };
	bool ok = store_append_audit(&b->tx, &entry, err);
	buf_free(&detail);
	return ok;
}

/* Applies lines until the batch is large enough; sets *n to their number. */
static bool
apply_lines(struct batch *b, size_t first, size_t lines_max, size_t *n, struct err *err)
{
	struct feed *f = b->feed;
	int64_t until = clock_ticks_us() + BATCH_US;
	size_t bytes = 0;
	bool ok = true;
	for (*n = 0; ok && first + *n < f->lines.n && *n < lines_max; ++*n) {
		struct feed_line *line = &f->lines.v[first + *n];
		if (*n && (bytes + line->size > BATCH_BYTES_MAX || clock_ticks_us() >= until))
			break;
		bytes += line->size;
		ok = apply_line(b, line, err);
	}
	return ok;
}

/* One transaction. If every line was skipped, it changes nothing. */
static bool
run_batch(struct batch *b, size_t first, size_t lines_max, size_t *n, struct err *err)
{
	struct err ignored;
	int64_t now = clock_real();
	bool ok = apply_lines(b, first, lines_max, n, err);
	bool new = ok && b->counts[FEED_SKIPPED] < *n;
	ok = ok && (!new || (store_positions(b, now, err) && append_batch_audit(b, now, err)));
	return store_end(&b->tx, ok && new, ok ? err : &ignored) && ok;
}

/* Adapts the size of batches to the time that the last one took, and sets the time of the next
 * one: others get at least as much time as the batch. */
static void
adapt_pace(struct feed_pace *p, size_t n, int64_t began_us)
{
	int64_t now = clock_ticks_us(), took = now - began_us;
	if (took > LONG_BATCH_US && p->batch_lines > BATCH_LINES_MIN)
		p->batch_lines /= 2;
	else if (took < SHORT_BATCH_US && n == p->batch_lines && n < BATCH_LINES_MAX)
		p->batch_lines *= 2;
	p->next_batch_us = now + took;
}

static void
wait_for_others(const struct feed_pace *p)
{
	int64_t wait_us = p->next_batch_us - clock_ticks_us();
	if (wait_us > 0)
		poll(NULL, 0, (int)(wait_us / 1000) + 1);
}

static bool
try_batch(struct feed *f, size_t first, size_t *n, struct err *err)
{
	struct feed_pace *p = f->settings->pace;
	struct batch b = { .feed = f, .first_seq = -1, .last_seq = -1 };
	struct err ignored;
	bool ok = store_begin(f->settings->store, &b.tx, STORE_WRITE, err);
	if (ok && !store_lock_chain(&b.tx, store_catalog_subject, err)) {
		store_end(&b.tx, false, &ignored);
		ok = false;
	}
	int64_t began = clock_ticks_us();
	ok = ok && run_batch(&b, first, p->batch_lines, n, err);
	if (ok) {
		f->written_changes = watermark_max(&f->written_changes, &b.tx.written_changes);
		adapt_pace(p, *n, began);
	}
	vec_free(&b.positions);
	return ok;
}

/* Repeats a batch that another writer or a lost connection has prevented. */
static bool
apply_batch(struct feed *f, size_t first, size_t *n, struct err *err)
{
	struct feed_pace *p = f->settings->pace;
	bool ok = false;
	pthread_mutex_lock(&p->lock);
	for (int tries = 1; !ok; tries++) {
		wait_for_others(p);
		ok = try_batch(f, first, n, err);
		if (!ok && (!store_failure_is_retryable(err) || tries == TRIES_MAX))
			break;
		if (!ok)
			poll(NULL, 0, tries * RETRY_WAIT_MS);
	}
	pthread_mutex_unlock(&p->lock);
	return ok;
}

bool
feed_apply(struct feed *f, struct err *err)
{
	size_t first = 0, n = 0;
	bool ok = true;
	for (; ok && first < f->lines.n; first += n) {
		ok = apply_batch(f, first, &n, err);
		for (size_t i = first; ok && i < first + n; i++) {
			f->counts[f->lines.v[i].outcome]++;
			f->settings->on_result(f->settings->ctx, &f->lines.v[i]);
		}
	}
	f->lines.n = f->bytes = 0;
	arena_reset(&f->arena);
	return ok;
}
