#include "journal/journal.h"

#include "app/account.h"
#include "app/state.h"
#include "base/mem.h"
#include "base/regular_file.h"
#include "journal/line.h"
#include "model/when.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char journal_file[] = JOURNAL_FILE, head_file[] = "journal.head",
		  torn_file[] = "journal.torn";

const int64_t journal_key_lifetime_ms = WHEN_DAY;

/* ---- results of writes ---- */

static struct journal_write *
find_in_list(const struct journal_list *list, unsigned number)
{
	for (size_t i = list->n; number && i > 0; i--)
		if (list->v[i - 1].number == number)
			return &list->v[i - 1];
	return NULL;
}

static struct journal_write *
find_write(const struct journal *j, unsigned number)
{
	struct journal_write *batch = find_in_list(&j->batches, number);
	return batch ? batch : find_in_list(&j->writes, number);
}

/* The list that a write belongs to: batches and unsupported actions, or writes of identities. */
static struct journal_list *
list_of(struct journal *j, const struct journal_write *w)
{
	return w->plan.n || w->unsupported_action.n ? &j->batches : &j->writes;
}

static size_t *
unknown_counter(struct journal *j, const struct journal_write *w)
{
	return w->unsupported_action.n ? &j->unknown_unsupported_count
	    : w->plan.n                ? &j->unknown_batch_count
				       : &j->unknown_write_count;
}

static bool
has_same_target(const struct journal_write *a, const struct journal_write *b)
{
	return str_eq(a->service, b->service) && str_eq(a->owner, b->owner) &&
	    str_eq(a->iss, b->iss) && str_eq(a->sub, b->sub) && str_eq(a->plan, b->plan) &&
	    str_eq(a->unsupported_action, b->unsupported_action) && str_eq(a->request, b->request);
}

/* Marks earlier unknown writes of the same target: the new write determines its state, so their
 * results no longer matter. */
static void
mark_overtaken(struct journal *j, const struct journal_write *by)
{
	struct journal_list *list = list_of(j, by);
	size_t *unknown = unknown_counter(j, by);
	for (size_t i = (size_t)(by - list->v); *unknown && i > 0; i--) {
		struct journal_write *w = &list->v[i - 1];
		if (!journal_is_unknown(w) || !has_same_target(w, by))
			continue;
		w->settled_by = by->number;
		--*unknown;
	}
}

/* The number of changes in "2 of 7: 1,000 changes". */
static size_t
count_changes_in(struct str batch)
{
	size_t n = 0, at = str_find_char(batch, ':');
	for (; at < batch.n; at++)
		if (batch.p[at] >= '0' && batch.p[at] <= '9')
			n = n * 10 + (size_t)(batch.p[at] - '0');
	return n;
}

static bool
is_done_batch_of(const struct journal_write *w, struct str service, struct str plan)
{
	return w->status.state == JOURNAL_DONE && str_eq(w->service, service) &&
	    str_eq(w->plan, plan);
}

/* The number of the first completed batch of a plan, or 0. */
static unsigned
find_first_batch(const struct journal *j, struct str service, struct str plan)
{
	for (size_t i = 0; plan.n && i < j->batches.n; i++)
		if (is_done_batch_of(&j->batches.v[i], service, plan))
			return j->batches.v[i].number;
	return 0;
}

/* Marks the batches of the plan that a completed batch undoes. They are undone together, as soon
 * as the plans that undo them have as many changes. */
static void
mark_plan_undone(struct journal *j, const struct journal_write *by)
{
	size_t changes = 0, undone = 0;
	for (size_t i = 0; by->undone_plan.n && i < j->batches.n; i++) {
		const struct journal_write *w = &j->batches.v[i];
		if (is_done_batch_of(w, by->service, by->undone_plan))
			changes += count_changes_in(w->batch);
		if (str_eq(w->undone_plan, by->undone_plan) &&
		    is_done_batch_of(w, by->service, w->plan))
			undone += count_changes_in(w->batch);
	}
	for (size_t i = 0; changes && i < j->batches.n; i++) {
		struct journal_write *w = &j->batches.v[i];
		if (!is_done_batch_of(w, by->service, by->undone_plan))
			continue;
		w->undone_by = by->number;
		w->is_partly_undone = undone < changes;
	}
}

static void
apply_status(struct journal *j, const struct journal_write *read)
{
	struct journal_write *w = find_write(j, read->number);
	if (!w || (w->status.state != JOURNAL_UNKNOWN && read->status.state == JOURNAL_UNKNOWN))
		return;
	*unknown_counter(j, w) -= journal_is_unknown(w);
	w->status = read->status;
	*unknown_counter(j, w) += journal_is_unknown(w);
	if (w->status.state != JOURNAL_DONE)
		return;
	mark_overtaken(j, w);
	struct journal_write *undone = find_write(j, w->undoes);
	if (undone)
		undone->undone_by = w->number;
	mark_plan_undone(j, w);
}

static void
mask_text_in_place(struct journal *j, enum mask_kind kind, struct str *text)
{
	struct buf other = { 0 };
	if (!text->n)
		return;
	mask_text(&other, j->mask, kind, *text);
	*text = arena_str(&j->text_arena, buf_str(&other));
	buf_free(&other);
}

static void
mask_write(struct journal *j, struct journal_write *w)
{
	struct str *const texts[] = { &w->host, &w->ssh, &w->owner, &w->iss, &w->sub, &w->reason,
		&w->request };
	if (!j->mask)
		return;
	mask_text_in_place(j, MASK_PERSON, &w->who);
	mask_text_in_place(j, MASK_PERSON, &w->approved);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		mask_text_in_place(j, MASK_TEXT, texts[i]);
	w->status.record = STR_NONE;
}

/* Keeps unmasked copies for a journal in memory. Nothing is added while people are masked. */
static void
copy_unmasked_writes(struct journal *j)
{
	j->unmasked_writes.n = 0;
	for (size_t i = 0; i < j->writes.n; i++)
		vec_push(&j->unmasked_writes, j->writes.v[i]);
	for (size_t i = 0; i < j->batches.n; i++)
		vec_push(&j->unmasked_writes, j->batches.v[i]);
}

static void
restore_unmasked_writes(struct journal *j)
{
	for (size_t i = 0; i < j->unmasked_writes.n; i++) {
		struct journal_write *w = find_write(j, j->unmasked_writes.v[i].number);
		if (w)
			*w = j->unmasked_writes.v[i];
	}
	j->unmasked_writes.n = 0;
}

static void
apply_line(struct journal *j, struct str line)
{
	struct journal_head at;
	struct journal_write read;
	j->version++;
	if (!journal_chain_read(&at, line)) {
		j->highest_number++; /* it may have used the next number */
		return;
	}
	j->previous_head = j->last_head;
	j->last_head = at;
	enum journal_line_kind what = journal_line_read(&read, &j->text_arena, line);
	if (what != JOURNAL_LINE_OTHER && read.number > j->highest_number)
		j->highest_number = read.number;
	mask_write(j, &read);
	if (what == JOURNAL_LINE_OUTCOME)
		apply_status(j, &read);
	if (what != JOURNAL_LINE_BEGIN)
		return;
	if (read.undone_plan.n)
		read.undoes = find_first_batch(j, read.service, read.undone_plan);
	struct journal_list *list = list_of(j, &read);
	vec_push(list, read);
	++*unknown_counter(j, &read);
}

/* Applies the complete lines of *text, and leaves a partial one in it. */
static void
apply_lines(struct journal *j, struct str *text)
{
	struct str line;
	while (str_find_char(*text, '\n') != SIZE_MAX && str_next(text, '\n', &line)) {
		apply_line(j, line);
		j->read_offset += line.n + 1;
	}
}

/* Resets to the state before reading. Texts stay: panes and forms may still refer to them. */
static void
reset_journal(struct journal *j)
{
	j->writes.n = j->batches.n = 0;
	j->unknown_write_count = j->unknown_batch_count = j->unknown_unsupported_count =
	    j->read_offset = 0;
	j->highest_number = j->last_own_number = 0;
	j->last_head = j->previous_head = journal_head_start();
	j->version++;
}

/* ---- the files ---- */

static bool
set_journal_errno(const char *name, struct err *err)
{
	return err_set(err, ERR_IO, "%s: %s", name, strerror(errno));
}

/* Appends the file's content after `from`. */
static bool
read_from_offset(struct buf *out, int fd, size_t from)
{
	enum { JOURNAL_PIECE_SIZE = 1 << 16 };
	ssize_t n = 1;
	while (n > 0) {
		n = pread(
		    fd, buf_reserve(out, JOURNAL_PIECE_SIZE), JOURNAL_PIECE_SIZE, (off_t)from);
		if (n < 0 && errno == EINTR) {
			n = 1;
			continue;
		}
		out->n += n > 0 ? (size_t)n : 0;
		from += n > 0 ? (size_t)n : 0;
	}
	return n == 0;
}

/* Reads and applies the lines added to the file; appends a partial last line to `half`. */
static bool
read_new_lines(struct journal *j, int fd, struct buf *half, struct err *err)
{
	struct buf text = { 0 };
	struct stat st;
	if (fstat(fd, &st) < 0)
		return set_journal_errno(journal_file, err);
	if ((size_t)st.st_size < j->read_offset)
		reset_journal(j); /* the file was truncated by hand: its current content counts */
	bool ok = read_from_offset(&text, fd, j->read_offset) ||
	    set_journal_errno(journal_file, err);
	struct str rest = buf_str(&text);
	if (ok) {
		apply_lines(j, &rest);
		buf_adds(half, rest);
	}
	buf_free(&text);
	return ok;
}

static bool
read_note(struct journal_note *note, struct err *err)
{
	struct buf text = { 0 };
	bool ok = state_read(&text, head_file, err);
	note->state = !text.n                                ? JOURNAL_NOTE_NONE
	    : journal_head_read(&note->head, buf_str(&text)) ? JOURNAL_NOTE_READ
							     : JOURNAL_NOTE_UNREADABLE;
	buf_free(&text);
	return ok;
}

/* Overwrites journal.head: its length is constant, and smaller than a disk sector. */
static bool
write_head(const struct journal_head *head, struct err *err)
{
	struct buf text = { 0 };
	int fd = state_open(head_file, O_WRONLY | O_CREAT, err);
	if (fd < 0)
		return false;
	journal_head_write(&text, head);
	bool ok = pwrite(fd, text.p, text.n, 0) == (ssize_t)text.n &&
	    ftruncate(fd, (off_t)text.n) == 0 && fsync(fd) == 0;
	ok = ok || set_journal_errno(head_file, err);
	close(fd);
	buf_free(&text);
	return ok;
}

/* Syncs the folder, since a new file is not durable until its folder is. */
static bool
sync_folder(struct err *err)
{
	struct buf path = { 0 };
	int fd = -1;
	bool ok = state_path(&path, "", err);
	if (ok) {
		fd = open(buf_z(&path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		ok = (fd >= 0 && fsync(fd) == 0) || set_journal_errno(buf_z(&path), err);
	}
	if (fd >= 0)
		close(fd);
	buf_free(&path);
	return ok;
}

/* ---- reading ---- */

/* Reads both files under the lock that writers take, so they match. */
static bool
check_chain(struct journal *j, int fd, struct err *err)
{
	struct buf text = { 0 };
	struct journal_note note = { 0 };
	bool ok = read_note(&note, err) &&
	    (fd < 0 || read_from_offset(&text, fd, 0) || set_journal_errno(journal_file, err));
	buf_reset(&j->chain_errors);
	if (ok)
		journal_chain_check(&j->chain_errors, buf_str(&text), &note);
	buf_free(&text);
	return ok;
}

static bool
read_locked(struct journal *j, int fd, struct err *err)
{
	struct buf half = { 0 };
	bool ok = regular_file_lock(fd, LOCK_SH, STATE_LOCK_TIMEOUT_MS, journal_file, err) &&
	    read_new_lines(j, fd, &half, err) && check_chain(j, fd, err);
	j->tail_moved_aside = j->tail_moved_aside || half.n;
	buf_free(&half);
	return ok;
}

bool
journal_refresh(struct journal *j, struct err *err)
{
	if (!j->persistent)
		return true;
	int fd = state_open(journal_file, O_RDONLY, err);
	if (fd < 0)
		return errno == ENOENT && check_chain(j, fd, err);
	bool ok = read_locked(j, fd, err);
	close(fd);
	return ok;
}

bool
journal_mask(struct journal *j, const struct mask *mask, struct err *err)
{
	if (mask && !j->mask && !j->persistent)
		copy_unmasked_writes(j);
	j->mask = mask;
	j->version++;
	if (!mask && j->persistent) {
		reset_journal(j);
		return journal_refresh(j, err);
	}
	if (!mask)
		restore_unmasked_writes(j);
	for (size_t i = 0; i < j->writes.n; i++)
		mask_write(j, &j->writes.v[i]);
	for (size_t i = 0; i < j->batches.n; i++)
		mask_write(j, &j->batches.v[i]);
	return true;
}

bool
journal_open(struct journal *j, bool persistent, struct err *err)
{
	*j = (struct journal){ .persistent = persistent };
	j->last_head = j->previous_head = journal_head_start();
	return journal_refresh(j, err);
}

void
journal_close(struct journal *j)
{
	arena_free(&j->text_arena);
	vec_free(&j->writes);
	vec_free(&j->batches);
	vec_free(&j->unmasked_writes);
	buf_free(&j->chain_errors);
}

void
journal_reset(struct journal *j)
{
	if (!j->persistent)
		reset_journal(j);
}

/* ---- appending ---- */

/* The lock on the files against other writers. */
struct journal_lock {
	int fd;                             /* -1: in memory only */
	struct journal_head head;           /* the end of the chain before the next line */
	enum journal_head_fault head_fault; /* remark about journal.head for the next line */
};

/* Moves a partial last line (killed process) to journal.torn. */
static bool
move_torn_line(struct journal *j, int fd, struct str half, struct err *err)
{
	if (!half.n)
		return true;
	j->tail_moved_aside = true;
	return state_append(torn_file, half, err) &&
	    (ftruncate(fd, (off_t)j->read_offset) == 0 || set_journal_errno(journal_file, err));
}

/* Finds the end of the chain. If lines are missing at the end it continues after them, so that
 * they stay missing. If a process was killed before it updated journal.head, it continues after
 * that line and records it first: two unrecorded lines would look like lines added by hand. A
 * new journal gets its head before its first line, so that a head missing later was deleted. */
static bool
load_last_head(const struct journal *j, struct journal_lock *h, struct err *err)
{
	struct journal_note note = { 0 };
	if (!read_note(&note, err))
		return false;
	h->head = j->last_head;
	if (note.state == JOURNAL_NOTE_NONE && j->read_offset == 0)
		return write_head(&h->head, err);
	if (note.state != JOURNAL_NOTE_READ) {
		h->head_fault = note.state == JOURNAL_NOTE_NONE ? JOURNAL_HEAD_MISSING
								: JOURNAL_HEAD_UNREADABLE;
		return true;
	}
	if (j->last_head.line_count <= note.head.line_count) {
		h->head = note.head;
		return true;
	}
	if (j->last_head.line_count == note.head.line_count + 1 &&
	    journal_head_is_same(&j->previous_head, &note.head))
		return write_head(&h->head, err);
	h->head_fault = JOURNAL_HEAD_OUT_OF_DATE;
	return true;
}

static bool
lock_journal(struct journal *j, struct journal_lock *h, struct err *err)
{
	struct buf half = { 0 };
	*h = (struct journal_lock){ .fd = -1, .head = j->last_head };
	if (!j->persistent)
		return true;
	h->fd = state_open(journal_file, O_RDWR | O_APPEND | O_CREAT, err);
	if (h->fd < 0)
		return false;
	bool ok = regular_file_lock(h->fd, LOCK_EX, STATE_LOCK_TIMEOUT_MS, journal_file, err) &&
	    read_new_lines(j, h->fd, &half, err) && move_torn_line(j, h->fd, buf_str(&half), err) &&
	    load_last_head(j, h, err) && (j->read_offset > 0 || sync_folder(err));
	buf_free(&half);
	return ok;
}

static void
unlock_journal(struct journal_lock *h)
{
	if (h->fd >= 0)
		close(h->fd);
}

/* Writes a line completely, or restores the file: a partial line would be worse than none. */
static bool
write_line(struct journal *j, struct journal_lock *h, struct str line, struct err *err)
{
	if (regular_file_write(h->fd, line) && fsync(h->fd) == 0)
		return write_head(&h->head, err);
	set_journal_errno(journal_file, err);
	if (ftruncate(h->fd, (off_t)j->read_offset) < 0)
		err_prefix(err, "the line was only partly written");
	return false;
}

/* True if the line parses to the same write: the journal must match the request. */
static bool
reads_back_as_same(struct str line, enum journal_line_kind what, const struct journal_write *w)
{
	struct arena a = { 0 };
	struct journal_head at;
	struct journal_write read;
	bool same = journal_chain_read(&at, line) && journal_line_read(&read, &a, line) == what &&
	    read.number == w->number && read.status.state == w->status.state &&
	    (what != JOURNAL_LINE_BEGIN || (has_same_target(&read, w) && str_eq(read.key, w->key)));
	arena_free(&a);
	return same;
}

/* Seals and writes a line, then applies it as if it had been read. */
static bool
append_line(struct journal *j, struct journal_lock *h, struct buf *line,
    enum journal_line_kind what, const struct journal_write *w, struct err *err)
{
	journal_chain_seal(line, &h->head, h->head_fault);
	if (!reads_back_as_same(buf_str(line), what, w))
		return err_set(err, ERR_IO, "%s: the line written for J-%04u cannot be read back",
		    journal_file, w->number);
	buf_addc(line, '\n');
	if (h->fd >= 0 && !write_line(j, h, buf_str(line), err))
		return false;
	struct str text = buf_str(line);
	apply_lines(j, &text);
	return true;
}

static bool
check_reason(struct str reason, struct err *err)
{
	if (reason.n > JOURNAL_REASON_SIZE_MAX)
		return err_set(
		    err, ERR_USAGE, "the reason is over %d bytes", JOURNAL_REASON_SIZE_MAX);
	return str_find_char(reason, '\0') == SIZE_MAX ||
	    err_set(err, ERR_USAGE, "the reason is not UTF-8 text");
}

bool
journal_begin(struct journal *j, const struct journal_write *w, unsigned *number, struct err *err)
{
	struct journal_lock h;
	struct buf line = { 0 };
	struct journal_write own = *w;
	if (!check_reason(w->reason, err))
		return false;
	/* A journal in memory belongs to a demo or script, and must be the same for every
	 * account. */
	char *who = j->persistent ? account_name() : x_strdup("agent");
	char *host = j->persistent ? account_host() : x_strdup("this-host");
	bool ok = lock_journal(j, &h, err);
	if (ok) {
		own.who = str_of(who);
		own.host = str_of(host);
		own.ssh = j->persistent ? account_client_address() : STR_NONE;
		own.number = *number = j->highest_number + 1;
		own.status = (struct journal_write_status){ 0 };
		journal_line_begin(&line, &own);
		ok = append_line(j, &h, &line, JOURNAL_LINE_BEGIN, &own, err);
		j->last_own_number = ok ? own.number : j->last_own_number;
	}
	unlock_journal(&h);
	buf_free(&line);
	x_free(who);
	x_free(host);
	return ok;
}

bool
journal_finish(
    struct journal *j, unsigned number, const struct journal_write_status *o, struct err *err)
{
	const struct journal_write settled = { .number = number, .status = *o };
	struct journal_lock h;
	struct buf line = { 0 };
	bool ok = lock_journal(j, &h, err);
	if (ok) {
		journal_line_finish(&line, number, o);
		ok = append_line(j, &h, &line, JOURNAL_LINE_OUTCOME, &settled, err);
	}
	unlock_journal(&h);
	buf_free(&line);
	return ok;
}
