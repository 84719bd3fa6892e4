#include "journal/row.h"

#include "journal/line.h"
#include "list/columns.h"
#include "model/identity_check.h"
#include "wire/json_lex.h"
#include "wire/json_scan.h"
#include "wire/member.h"

#include <stddef.h>

enum { RECORD_INDENT = 20 };

/* Appends "link …8841", "plan, 18 changes", "api PUT", "unknown action merge"; only the detail
 * shows the whole subject. */
static void
append_journal_target(struct buf *out, const struct journal_write *w)
{
	if (w->request.n) {
		buf_addf(out, "api %.*s",
		    STR_ARG(str_sub(w->request, 0, str_find_char(w->request, ' '))));
		return;
	}
	if (w->unsupported_action.n) {
		buf_addf(out, "unknown action %.*s", STR_ARG(w->unsupported_action));
		return;
	}
	if (w->plan.n) {
		static const char only_batch[] = "1 of 1: ";
		size_t at = str_starts(w->batch, str_of(only_batch)) ? sizeof(only_batch) - 1 : 0;
		buf_addz(out, at ? "plan, " : "plan, batch ");
		buf_adds(out, str_sub(w->batch, at, w->batch.n));
		return;
	}
	buf_addz(out, w->is_unlink ? "unlink " : "link ");
	identity_tail_write(out, w->sub);
}

void
append_journal_result(struct buf *out, const struct journal_write *w)
{
	unsigned by = w->undone_by ? w->undone_by : w->settled_by;
	if (w->undone_by)
		buf_addz(out, w->is_partly_undone ? "partly undone" : "undone");
	else
		buf_addz(out, journal_result_name(w));
	if (by) {
		buf_addz(out, w->undone_by ? " by " : ", then ");
		journal_number_write(out, by);
	}
}

void
append_journal_row_result(struct buf *out, const struct journal_row *row)
{
	buf_adds(out, row->result);
	if (row->undoes) {
		buf_addz(out, ", undoes ");
		journal_number_write(out, row->undoes);
	}
}

/* ---- rows ---- */

static void
fill_journal_row(struct journal_row *row, struct arena *a, const struct journal_write *w)
{
	struct buf text = { 0 };
	*row = (struct journal_row){ .write_number = w->number,
		.state = w->status.state,
		.recorded_at = w->recorded_at,
		.owner = w->owner,
		.reason = w->reason,
		.iss = w->iss,
		.account = w->who,
		.host = w->host,
		.environment = w->environment,
		.request_id = w->status.request_id,
		.undoes = w->status.state == JOURNAL_DONE && !w->undone_by ? w->undoes : 0 };
	journal_number_write(&text, w->number);
	row->id = arena_move_buf(a, &text);
	append_journal_target(&text, w);
	row->target = arena_move_buf(a, &text);
	append_journal_result(&text, w);
	row->result = arena_move_buf(a, &text);
	if (w->owner.n)
		identity_tail_write(&text, w->owner);
	row->owner_tail = arena_move_buf(a, &text);
	const struct str words[] = { row->id, row->target, row->result, w->owner, w->iss, w->sub,
		w->reason, w->who, w->host, w->environment, w->plan, w->status.request_id };
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		row_fold_line(&text, words[i]);
	row->search_text = arena_move_buf(a, &text);
	buf_free(&text);
}

/* Writes and batches are shown as one list, by number. */
void
journal_rows_make(struct journal_rows *rows, const struct journal *j)
{
	const struct journal_write *w = journal_nth_newest(j, 0),
				   *b = journal_nth_newest_batch(j, 0);
	size_t writes = 0, batches = 0;
	*rows = (struct journal_rows){ 0 };
	while (w || b) {
		struct journal_row row;
		bool batch = !w || (b && b->number > w->number);
		fill_journal_row(&row, &rows->text_arena, batch ? b : w);
		vec_push(&rows->list, row);
		if (batch)
			b = journal_nth_newest_batch(j, ++batches);
		else
			w = journal_nth_newest(j, ++writes);
	}
}

void
journal_rows_free(struct journal_rows *rows)
{
	arena_free(&rows->text_arena);
	vec_free(&rows->list);
}

static bool
match_journal_row(const struct row_term *t, const void *of, struct str json)
{
	const struct journal_row *row = of;
	(void)json;
	if (row_term_is_word(t) || row_term_has_key(t, "text"))
		return row_term_matches_any(t, row->search_text);
	if (row_term_has_key(t, "owner"))
		return row_term_matches_text(t, row->owner);
	if (row_term_has_key(t, "since"))
		return row->recorded_at >= t->time;
	if (row_term_has_key(t, "until"))
		return row->recorded_at <= t->time;
	return row_term_matches_column(t, row);
}

/* Sorts by number, newest first. */
static int
compare_journal_rows(const void *x, const void *y)
{
	const struct journal_row *a = x, *b = y;
	return (b->write_number > a->write_number) - (b->write_number < a->write_number);
}

static const struct row_ops ops = {
	.size = sizeof(struct journal_row),
	.match_term = match_journal_row,
	.compare = compare_journal_rows,
	.id_offset = offsetof(struct journal_row, id),
	.search_text_offset = offsetof(struct journal_row, search_text),
};

/* As data, and so in a filter, an undo is done like any other write. */
static void
write_result_cell(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct journal_row *row = of;
	if (c->as_data)
		cell_add_text(out, row->result, c);
	else
		append_journal_row_result(out, row);
}

#define TEXT(member) .text_offset = offsetof(struct journal_row, member)
#define FULL(member) .full_text_offset = offsetof(struct journal_row, member)

static const struct column columns[] = {
	{ COLUMN("time", "TIME", 12, 16, ALWAYS), .flags = COLUMN_NEVER_CUT,
	    .time_offset = offsetof(struct journal_row, recorded_at) },
	{ COLUMN("what", "WHAT", 16, 24, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(target) },
	{ COLUMN("result", "RESULT", 8, 16, ALWAYS), .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_result_cell },
	{ COLUMN("owner", "OWNER", 5, 9, ROOM), .flags = COLUMN_PRIVATE, TEXT(owner_tail),
	    FULL(owner) },
	{ COLUMN("id", "ID", 7, 7, ROOM), TEXT(id) },
	{ COLUMN("reason", "REASON", 20, 30, ROOM), .flags = COLUMN_PRIVATE, TEXT(reason) },
	{ COLUMN("iss", "ISSUER", 24, 36, ROOM), .flags = COLUMN_PRIVATE, TEXT(iss) },
	{ COLUMN("host", "HOST", 8, 12, ROOM), .flags = COLUMN_PRIVATE, TEXT(host) },
	{ COLUMN("who", "WHO", 6, 10, ASKED), .flags = COLUMN_PRIVATE, TEXT(account) },
	{ COLUMN("environment", "ENVIRONMENT", 8, 12, ASKED), TEXT(environment) },
	{ COLUMN("request", "REQUEST", 12, 36, ASKED), TEXT(request_id) },
	{ .id = NULL },
};

static const char *const view_keys[] = { "id", "what", "result", "owner", "iss", "reason", "who",
	"host", "environment", "request", "since", "until", "text", NULL };

const struct view_resource journal_resource = { .name = "journal",
	.singular = "journal entry",
	.plural = "journal entries",
	.keys = view_keys,
	.columns = columns,
	.row_ops = &ops };

/* ---- document of one write ---- */

static void
add_text_line(struct doc *d, const char *label, struct str text)
{
	if (!text.n)
		return;
	doc_add_label(d, label);
	doc_add_value(d, ROLE_TEXT, text);
}

static void
add_write_link(struct doc *d, const char *label, const char *before, unsigned number, int link_kind)
{
	struct buf text = { 0 };
	if (!number)
		return;
	journal_number_write(&text, number);
	const struct doc_target write = { link_kind, buf_str(&text) };
	doc_add_label(d, label);
	doc_printf(d, ROLE_LABEL, "%s", before);
	doc_add_link(d, ROLE_REFERENCE, buf_str(&text), &write);
	buf_free(&text);
}

/* The remedy is shown next to the result. */
static void
add_result(struct doc *d, const struct journal_write *w)
{
	static const struct {
		enum role role;
		const char *text;
	} results[] = {
		[JOURNAL_UNKNOWN] = { ROLE_UNKNOWN,
		    "? not confirmed: no response. A retry uses the same key, so the write cannot "
		    "happen twice" },
		[JOURNAL_DONE] = { ROLE_GOOD, "ok done" },
		[JOURNAL_REFUSED] = { ROLE_BAD, "refused: nothing was changed" },
	};
	_Static_assert(sizeof(results) / sizeof(*results) == JOURNAL_STATES,
	    "every state needs a row in this table");
	struct buf words = { 0 };
	enum role role = results[w->status.state].role;
	buf_addz(&words, results[w->status.state].text);
	if (journal_is_partly_done(w)) {
		role = ROLE_WARN;
		buf_reset(&words);
		buf_addz(&words, "! partly done: the record has the refused changes");
	} else if (w->settled_by) {
		buf_reset(&words);
		buf_addz(&words, "? not confirmed, but a later write replaced it");
	} else if (w->request.n && w->status.state == JOURNAL_UNKNOWN) {
		buf_reset(&words);
		buf_addz(&words,
		    "? not confirmed: no response. Read the path to see whether it was done");
	} else if (w->unsupported_action.n && w->status.state == JOURNAL_UNKNOWN) {
		buf_reset(&words);
		buf_addz(
		    &words, "? not confirmed; this version of Backroom does not know the action");
	} else if (w->plan.n && w->status.state == JOURNAL_UNKNOWN) {
		buf_reset(&words);
		buf_addz(&words, "? not confirmed: no response. backroom plan resume checks it");
	}
	if (w->status.http_status)
		buf_addf(&words, " (%d", w->status.http_status);
	if (w->status.code.n)
		buf_addf(&words, ", %.*s", STR_ARG(w->status.code));
	buf_addz(&words, w->status.http_status ? ")" : "");
	doc_add_label(d, "Result");
	doc_add_value(d, role, buf_str(&words));
	buf_free(&words);
}

/* The state of the identity before and after a confirmed write. */
static void
add_change(struct doc *d, const struct journal_write *w)
{
	const char *arrow = d->ascii ? "->" : "\xE2\x86\x92";
	if (w->status.state != JOURNAL_DONE || w->plan.n || w->unsupported_action.n)
		return;
	doc_add_label(d, "Change");
	doc_printf(
	    d, ROLE_TEXT, w->is_unlink ? "linked %s not linked" : "not linked %s linked", arrow);
}

/* Adds the members of the record that are not shown above. */
bool
journal_walk_record(const struct journal_write *w,
    void (*each)(void *ctx, struct str path, struct str value), void *ctx)
{
	struct json_leaves leaves = { 0 };
	struct arena a = { 0 };
	struct buf value = { 0 };
	struct err ignored;
	struct str record = w->status.record;
	unsigned flags = 0;
	if (record.n < 3 || !json_scan_check(record, &json_scan_client_rules, &flags, &ignored))
		return false;
	json_flatten(&leaves, &a, record);
	for (size_t i = 0; i < leaves.list.n; i++) {
		const struct json_leaf *leaf = &leaves.list.v[i];
		buf_reset(&value);
		if (leaf->value.p[0] == '"')
			json_lex_unquote(&value, leaf->value);
		else
			buf_adds(&value, leaf->value);
		each(ctx, leaf->path, buf_str(&value));
	}
	leaves_free(&leaves);
	buf_free(&value);
	arena_free(&a);
	return true;
}

struct record_lines {
	struct doc *doc;
	bool has_title;
};

static void
add_record_line(void *ctx, struct str path, struct str value)
{
	struct record_lines *lines = ctx;
	struct doc *d = lines->doc;
	if (!lines->has_title) {
		doc_begin_line(d);
		doc_begin_line(d);
		doc_printf(d, ROLE_LEAD, " The record in the service's response");
		lines->has_title = true;
	}
	doc_begin_line(d);
	doc_pad_to_column(d, 3);
	doc_add_text(d, ROLE_LABEL, path);
	doc_pad_to_column(d, RECORD_INDENT);
	doc_add_value(d, ROLE_TEXT, value);
}

void
journal_write_doc(
    struct doc *d, const struct journal_write *w, int64_t now, enum time_style times, int link_kind)
{
	struct record_lines record_lines = { .doc = d };
	struct buf at = { 0 };
	add_result(d, w);
	add_change(d, w);
	add_text_line(d, "Action", w->unsupported_action);
	add_text_line(d, "Request", w->request);
	add_text_line(d, "Plan", w->plan);
	add_text_line(d, "Batch", w->batch);
	add_text_line(d, "Approved", w->approved);
	add_text_line(d, "Owner", w->owner);
	add_text_line(d, "Issuer", w->iss);
	add_text_line(d, "Subject", w->sub);
	add_text_line(d, "Reason", w->reason);
	format_time_long(&at, w->recorded_at, times == TIME_UTC);
	if (now - w->recorded_at >= 60000) {
		buf_addz(&at, ", ");
		when_write_age(&at, now, w->recorded_at);
		buf_addz(&at, " ago");
	}
	add_text_line(d, "When", buf_str(&at));
	buf_reset(&at);
	buf_addf(&at, "%.*s on %.*s", STR_ARG(w->who), STR_ARG(w->host));
	if (w->ssh.n)
		buf_addf(&at, ", from %.*s", STR_ARG(w->ssh));
	add_text_line(d, "By", buf_str(&at));
	buf_reset(&at);
	buf_addf(&at, "%.*s", STR_ARG(w->environment));
	if (!str_eq(w->environment, w->service))
		buf_addf(&at, ", %.*s", STR_ARG(w->service));
	add_text_line(d, "Where", buf_str(&at));
	add_write_link(d, "Undoes", "", w->undoes, link_kind);
	add_write_link(d, "Undone", "by ", w->undone_by, link_kind);
	if (w->is_partly_undone)
		doc_printf(d, ROLE_TEXT, "   only some of the plan's changes");
	add_write_link(d, "Later", "", w->settled_by, link_kind);
	add_text_line(d, "Request", w->status.request_id);
	journal_walk_record(w, add_record_line, &record_lines);
	buf_free(&at);
}

/* ---- user commands ---- */

static struct str
action_of(const struct journal_write *w)
{
	if (w->plan.n)
		return STR("plan");
	if (w->unsupported_action.n)
		return w->unsupported_action;
	return w->is_unlink ? STR("unlink") : STR("link");
}

void
journal_write_add_variables(struct command_variables *v, const struct journal_write *w)
{
	struct buf number = { 0 };
	buf_addf(&number, "%u", w->number);
	command_variables_add(v, "BACKROOM_NUMBER", buf_str(&number));
	command_variables_add(v, "BACKROOM_ACTION", action_of(w));
	command_variables_add(v, "BACKROOM_RESULT", str_of(journal_result_name(w)));
	command_variables_add(v, "BACKROOM_OWNER", w->owner);
	command_variables_add(v, "BACKROOM_ISSUER", w->iss);
	command_variables_add(v, "BACKROOM_SUBJECT", w->sub);
	command_variables_add(v, "BACKROOM_REASON", w->reason);
	command_variables_add(v, "BACKROOM_USER", w->who);
	command_variables_add(v, "BACKROOM_REQUEST", w->status.request_id);
	command_variables_add_time(v, "BACKROOM_CREATED", w->recorded_at);
	buf_free(&number);
}
