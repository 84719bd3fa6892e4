#include "plan/log.h"

#include "app/file.h"
#include "base/regular_file.h"
#include "plan/recheck.h"
#include "wire/json.h"
#include "wire/json_scan.h"
#include "wire/member.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PLAN_LOG_SIZE_MAX = 64 << 20 };

static const cJSON *
parse_log_line(struct arena *a, struct str line)
{
	struct err ignored;
	return json_parse(a, line, &json_scan_client_rules, &ignored);
}

/* ---- reading ---- */

static struct plan_row *
row_numbered(struct plan *p, const cJSON *number)
{
	int64_t n;
	bool ok = json_whole_number(number, &n) && n >= 1 && (uint64_t)n <= p->rows.n;
	return ok ? &p->rows.v[n - 1] : NULL;
}

static void
read_sent_rows(struct plan_log *l, struct plan *p, const cJSON *line)
{
	struct plan_sent_batch sent = { .key = arena_str(&p->text_arena, json_get_text(line, "key")) };
	const cJSON *n;
	cJSON_ArrayForEach (n, json_get(line, "sent")) {
		struct plan_row *row = row_numbered(p, n);
		if (!row)
			continue;
		row->was_sent = true;
		vec_push(&sent.rows, (size_t)(row - p->rows.v));
	}
	if (sent.rows.n)
		vec_push(&l->sent, sent);
}

static void
read_results(struct plan *p, const cJSON *results)
{
	const cJSON *r;
	cJSON_ArrayForEach (r, results) {
		struct plan_row *row = row_numbered(p, json_get(r, "row"));
		if (!row)
			continue;
		row->hash_after = arena_str(&p->text_arena, json_get_text(r, "after"));
		row->state = arena_str(&p->text_arena, json_get_text(r, "state"));
		row->service_reason = arena_str(&p->text_arena, json_get_text(r, "why"));
		row->was_sent = !str_eqz(row->state, plan_state_refused) &&
		    !str_eqz(row->state, plan_state_as_planned) &&
		    !str_eqz(row->state, plan_state_done_already);
	}
}

static bool
is_log_line_of_plan(const struct plan *p, struct str line)
{
	struct arena a = { 0 };
	const cJSON *tree = parse_log_line(&a, line);
	bool same = tree && str_eq(json_get_text(tree, "plan"), p->seal);
	arena_free(&a);
	return same;
}

static bool
read_log(struct plan_log *l, struct plan *p, struct str text, struct err *err)
{
	struct str rest = text, line;
	l->has_partial_line = text.n && !str_ends(text, STR("\n"));
	if (!text.n || !str_next(&rest, '\n', &line) || (l->has_partial_line && !rest.n))
		return true; /* killed before anything was sent */
	if (!is_log_line_of_plan(p, line))
		return err_set(err, ERR_CONFIG,
		    "%s belongs to another plan: move it, or rename this plan", buf_z(&l->path));
	l->exists = true;
	while (rest.n && str_next(&rest, '\n', &line)) {
		struct arena a = { 0 };
		const cJSON *tree = parse_log_line(&a, line);
		read_sent_rows(l, p, tree);
		read_results(p, json_get(tree, "results"));
		arena_free(&a);
	}
	return true;
}

static bool
read_log_file(struct plan_log *l, struct plan *p, struct err *err)
{
	struct buf text = { 0 };
	bool ok = file_read_no_follow(&text, buf_z(&l->path), PLAN_LOG_SIZE_MAX, err);
	if (!ok && err->kind == ERR_NOT_FOUND)
		ok = true;
	else if (ok)
		ok = read_log(l, p, buf_str(&text), err);
	buf_free(&text);
	return ok;
}

bool
plan_log_open(struct plan_log *l, struct plan *p, const char *plan_path, struct err *err)
{
	*l = (struct plan_log){ 0 };
	buf_addf(&l->path, "%s.applied", plan_path);
	return read_log_file(l, p, err);
}

/* ---- the lock ---- */

/* Another run may have removed the empty file between open() and flock(). */
static bool
is_file_at(int fd, const char *path)
{
	struct stat opened, named;
	return fstat(fd, &opened) == 0 && stat(path, &named) == 0 &&
	    opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/* The lock is on the log, because `plan approve` replaces the plan's file. */
static bool
lock_log(struct plan_log *l, const char *plan_path, struct err *err)
{
	const char *path = buf_z(&l->path);
	while (!l->is_locked) {
		int fd = regular_file_open(path, O_RDWR | O_CREAT, 0, err);
		if (fd < 0)
			return false;
		if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
			if (errno == EWOULDBLOCK)
				err_set(
				    err, ERR_CONFLICT, "%s: another run is sending it", plan_path);
			else
				err_set(err, ERR_IO, "%s: %s", path, strerror(errno));
			close(fd);
			return false;
		}
		l->is_locked = is_file_at(fd, path);
		l->lock_fd = fd;
		if (!l->is_locked)
			close(fd);
	}
	return true;
}

bool
plan_log_open_to_send(struct plan_log *l, struct plan *p, const char *plan_path, struct err *err)
{
	*l = (struct plan_log){ 0 };
	buf_addf(&l->path, "%s.applied", plan_path);
	return lock_log(l, plan_path, err) && read_log_file(l, p, err);
}

void
plan_log_unlock(struct plan_log *l)
{
	struct stat st;
	if (!l->is_locked)
		return;
	if (fstat(l->lock_fd, &st) == 0 && st.st_size == 0)
		unlink(buf_z(&l->path)); /* nothing was sent */
	close(l->lock_fd);
	l->is_locked = false;
}

void
plan_log_close(struct plan_log *l)
{
	plan_log_unlock(l);
	for (size_t i = 0; i < l->sent.n; i++)
		vec_free(&l->sent.v[i].rows);
	vec_free(&l->sent);
	buf_free(&l->path);
}

/* ---- appending ---- */

/* Appends a line; ends a partial line before it, if there is one. */
static bool
add_log_line(struct plan_log *l, struct buf *line, struct err *err)
{
	struct buf whole = { 0 };
	if (!l->path.n)
		return true;
	buf_addz(&whole, l->has_partial_line ? "\n" : "");
	buf_adds(&whole, buf_str(line));
	bool ok = file_add_line(buf_z(&l->path), buf_str(&whole), err);
	l->has_partial_line = l->has_partial_line && !ok;
	buf_free(&whole);
	return ok;
}

static bool
add_first_line(struct plan_log *l, const struct plan *p, struct err *err)
{
	struct buf line = { 0 };
	l->exists = true;
	if (!l->path.n)
		return true;
	if (l->has_partial_line && truncate(buf_z(&l->path), 0) < 0)
		return err_set(err, ERR_IO, "%s: %s", buf_z(&l->path), strerror(errno));
	l->has_partial_line = false;
	buf_addc(&line, '{');
	member_add_text(&line, "plan", p->seal);
	buf_addc(&line, '}');
	l->exists = file_add_line(buf_z(&l->path), buf_str(&line), err);
	buf_free(&line);
	return l->exists;
}

bool
plan_log_begin(struct plan_log *l, struct plan *p, const struct plan_batch *b, struct str key,
    struct err *err)
{
	struct buf line = { 0 };
	if (!l->exists && !add_first_line(l, p, err))
		return false;
	buf_addz(&line, "{\"sent\":[");
	for (size_t i = 0; i < b->rows.n; i++) {
		p->rows.v[b->rows.v[i]].was_sent = true;
		buf_addf(&line, "%s%zu", i ? "," : "", b->rows.v[i] + 1);
	}
	buf_addc(&line, ']');
	member_add_text(&line, "key", key);
	buf_addc(&line, '}');
	bool ok = add_log_line(l, &line, err);
	buf_free(&line);
	return ok;
}

const struct plan_sent_batch *
plan_log_find_sent(const struct plan_log *l, struct str key)
{
	for (size_t i = 0; key.n && i < l->sent.n; i++)
		if (str_eq(l->sent.v[i].key, key))
			return &l->sent.v[i];
	return NULL;
}

static void
add_result(struct buf *line, const struct plan *p, size_t at)
{
	const struct plan_row *row = &p->rows.v[at];
	buf_addf(line, "{\"row\":%zu", at + 1);
	member_add_text(line, "state", row->state);
	if (row->hash_after.n)
		member_add_text(line, "after", row->hash_after);
	if (row->service_reason.n)
		member_add_text(line, "why", row->service_reason);
	buf_addc(line, '}');
}

bool
plan_log_finish(
    struct plan_log *l, const struct plan *p, const struct plan_batch *b, struct err *err)
{
	struct buf line = { 0 };
	buf_addz(&line, "{\"results\":[");
	for (size_t i = 0; i < b->rows.n; i++) {
		buf_addz(&line, i ? "," : "");
		add_result(&line, p, b->rows.v[i]);
	}
	for (size_t i = 0; i < b->other_rows.n; i++)
		if (plan_row_is_unchanged_elsewhere(&p->rows.v[b->other_rows.v[i]])) {
			buf_addc(&line, ',');
			add_result(&line, p, b->other_rows.v[i]);
		}
	buf_addz(&line, "]}");
	bool ok = add_log_line(l, &line, err);
	buf_free(&line);
	return ok;
}
