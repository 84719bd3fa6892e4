#include "audit/row.h"

#include "model/identity_check.h"
#include "model/when.h"
#include "wire/audit_words.h"
#include "wire/value.h"

#include <stddef.h>
#include <stdio.h>

/* ---- words ---- */

static bool
write_operation(struct buf *out, struct str typed)
{
	buf_adds(out, audit_operation_of_action(typed));
	return true;
}

/* The parameter is an issuer, a space and a subject, or a subject without a space. */
static bool
write_subject(struct buf *out, struct str typed)
{
	buf_adds(out, typed);
	return str_find_char(typed, ' ') == SIZE_MAX;
}

const struct service_term audit_service_terms[] = {
	{ .key = "user", .param = PARAM_AUDIT_SUBJECT, .names_person = true },
	{ .key = "owner", .param = PARAM_AUDIT_OWNER, .names_person = true },
	{ .key = "identity",
	    .param = PARAM_AUDIT_IDENTITY,
	    .names_person = true,
	    .write_value = write_subject },
	{ .key = "action", .param = PARAM_AUDIT_OPERATION, .write_value = write_operation },
	{ .key = "request", .param = PARAM_AUDIT_REQUEST },
	{ .key = NULL },
};

void
audit_explain_error(struct err *err)
{
	enum { HTTP_NOT_FOUND = 404 };
	if (err->http_status != HTTP_NOT_FOUND)
		return;
	snprintf(err->text, sizeof(err->text), "this service has no audit to read");
	err->is_server_text = false;
}

/* `undone`: an unlink that takes back a recent link. */
static bool
is_refusal(struct str outcome)
{
	static const char *const successes[] = { "done", "undone", "unchanged" };
	for (size_t i = 0; i < sizeof(successes) / sizeof(*successes); i++)
		if (str_eqz(outcome, successes[i]))
			return false;
	return outcome.n > 0;
}

/* ---- rows ---- */

/* A short text is shown whole: the number of a catalog, the name of a source. */
static struct str
tail_of(struct arena *a, struct str text)
{
	enum { WHOLE_BYTES_MAX = 9 };
	struct buf tail = { 0 };
	if (text.n <= WHOLE_BYTES_MAX)
		return text;
	identity_tail_write(&tail, text);
	struct str kept = arena_move_buf(a, &tail);
	buf_free(&tail);
	return kept;
}

static struct str
audit_search_text(struct arena *a, const struct audit_row *row)
{
	struct buf text = { 0 };
	const struct str words[] = { row->user, row->action, row->operation, row->owner,
		row->identity, row->issuer, row->outcome, row->request_id, row->detail };
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		row_fold_line(&text, words[i]);
	row_fold_line(&text, row->is_refused ? STR("refused") : STR_NONE);
	struct str kept = arena_move_buf(a, &text);
	buf_free(&text);
	return kept;
}

static void
fill_audit_row(void *of, struct arena *a, struct str json, unsigned flags)
{
	struct audit_row *row = of;
	struct member_reader r = { .a = a, .scratch = a };
	struct member_index o = read_members(&r, value_of_text(a, arena_str(a, json), flags));
	struct str detail = read_value_of_kind(&r, member_get(&o, "detail"), JSON_OBJECT);
	struct member_index facts = read_members(&r, detail);
	*row = (struct audit_row){
		.id = read_id(&r, member_get(&o, "id")),
		.user = read_text(&r, &o, "subject"),
		.operation = read_text(&r, &o, "operation"),
		.owner = read_text(&r, &o, "owner"),
		.outcome = read_text(&r, &o, "outcome"),
		.request_id = read_text(&r, &o, "requestId"),
		.identity = read_text(&r, &facts, "sub"),
		.issuer = read_text(&r, &facts, "iss"),
	};
	if (!when_parse_lenient(read_text(&r, &o, "at"), &row->recorded_at))
		row->recorded_at = WHEN_NONE;
	row->is_malformed = r.malformed || row->recorded_at == WHEN_NONE;
	row->action = audit_action_of_operation(row->operation);
	row->owner_tail = tail_of(a, row->owner);
	row->identity_tail = tail_of(a, row->identity);
	row->is_refused = is_refusal(row->outcome);
	row->detail = audit_detail_in_words(a, read_text(&r, &o, "target"), detail);
	row->search_text = audit_search_text(a, row);
}

/* ---- terms and order ---- */

/* "refused" matches every refusal, its code this one. */
static bool
matches_result(const struct row_term *t, const struct audit_row *row)
{
	return row_term_matches_text(t, row->outcome) ||
	    (row->is_refused && row_term_matches_text(t, STR("refused")));
}

static bool
match_audit_row(const struct row_term *t, const void *of, struct str json)
{
	const struct audit_row *row = of;
	(void)json;
	if (row_term_is_word(t) || row_term_has_key(t, "text"))
		return row_term_matches_any(t, row->search_text);
	if (row_term_has_key(t, "since"))
		return row->recorded_at != WHEN_NONE && row->recorded_at >= t->time;
	if (row_term_has_key(t, "until"))
		return row->recorded_at != WHEN_NONE && row->recorded_at <= t->time;
	if (row_term_has_key(t, "owner"))
		return row_term_matches_text(t, row->owner);
	if (row_term_has_key(t, "identity"))
		return row_term_matches_text(t, row->identity);
	if (row_term_has_key(t, "action"))
		return row_term_matches_text(t, row->action) ||
		    row_term_matches_text(t, row->operation);
	if (row_term_has_key(t, "result"))
		return matches_result(t, row);
	return row_term_matches_column(t, row);
}

/* Newest first; entries of one time by their id, so that the order does not change. */
static int
compare_audit_rows(const void *x, const void *y)
{
	const struct audit_row *a = x, *b = y;
	int order = row_order_reversed(row_compare_times(a->recorded_at, b->recorded_at));
	return order ? (order > 0) - (order < 0) : str_cmp(b->id, a->id);
}

static bool
is_malformed_row(const void *row)
{
	return ((const struct audit_row *)row)->is_malformed;
}

const struct row_ops audit_row_ops = {
	.size = sizeof(struct audit_row),
	.fill_row = fill_audit_row,
	.match_term = match_audit_row,
	.compare = compare_audit_rows,
	.id_offset = offsetof(struct audit_row, id),
	.search_text_offset = offsetof(struct audit_row, search_text),
	.is_malformed = is_malformed_row,
};

/* ---- columns ---- */

/* A screen marks a refusal; data has the outcome as sent. */
static void
write_result_cell(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct audit_row *row = of;
	if (row->is_refused && !c->as_data)
		buf_addz(out, "x ");
	cell_add_text(out, row->outcome, c);
}

#define TEXT(member) .text_offset = offsetof(struct audit_row, member)
#define FULL(member) .full_text_offset = offsetof(struct audit_row, member)

const struct column audit_columns[] = {
	{ COLUMN("when", "WHEN", 12, 16, ALWAYS), .alias = "time at", .flags = COLUMN_NEVER_CUT,
	    .time_offset = offsetof(struct audit_row, recorded_at) },
	{ COLUMN("user", "USER", 8, 20, ALWAYS), .alias = "who subject", .flags = COLUMN_PRIVATE,
	    TEXT(user) },
	{ COLUMN("action", "ACTION", 8, 14, ALWAYS), .alias = "what operation",
	    .flags = COLUMN_SHOWN_IF_EMPTY | COLUMN_NEVER_CUT, TEXT(action) },
	{ COLUMN("result", "RESULT", 8, 12, ALWAYS), .alias = "outcome", .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_result_cell },
	{ COLUMN("owner", "OWNER", 5, 9, ALWAYS), .flags = COLUMN_PRIVATE, TEXT(owner_tail),
	    FULL(owner) },
	{ COLUMN("identity", "IDENTITY", 8, 9, ALWAYS), .alias = "sub", .flags = COLUMN_PRIVATE,
	    TEXT(identity_tail), FULL(identity) },
	{ COLUMN("detail", "DETAIL", 16, 30, ROOM), .flags = COLUMN_PRIVATE, TEXT(detail) },
	{ COLUMN("issuer", "ISSUER", 24, 36, ROOM), .alias = "iss", .flags = COLUMN_PRIVATE,
	    TEXT(issuer) },
	{ COLUMN("request", "REQUEST", 12, 22, ROOM), .flags = COLUMN_PRIVATE, TEXT(request_id) },
	{ .id = NULL },
};

void
audit_row_add_variables(struct command_variables *v, const struct audit_row *row)
{
	command_variables_add(v, "BACKROOM_ACTION", row->action);
	command_variables_add(v, "BACKROOM_RESULT", row->outcome);
	command_variables_add(v, "BACKROOM_OWNER", row->owner);
	command_variables_add(v, "BACKROOM_ISSUER", row->issuer);
	command_variables_add(v, "BACKROOM_SUBJECT", row->identity);
	command_variables_add(v, "BACKROOM_USER", row->user);
	command_variables_add(v, "BACKROOM_REQUEST", row->request_id);
	command_variables_add_time(v, "BACKROOM_CREATED", row->recorded_at);
}
