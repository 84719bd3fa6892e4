#include "access/logged_request.h"

#include "list/columns.h"
#include "list/rows.h"
#include "model/when.h"
#include "wire/value.h"

#include <stddef.h>

static const char base_path[] = "/api";
enum { ID_END_SIZE_MIN = 6 };

/* ---- rows ---- */

/* An empty text would be printed as "". */
static struct str
text_or_none(struct str text)
{
	return text.n ? text : STR_NONE;
}

static void
fill_logged_request(void *of, struct arena *a, struct str json, unsigned flags)
{
	struct logged_request *row = of;
	struct buf text = { 0 };
	struct member_reader r = { .a = a, .scratch = a };
	struct member_index o = read_members(&r, value_of_text(a, arena_str(a, json), flags));
	*row = (struct logged_request){
		.id = read_text(&r, &o, "id"),
		.method = read_text(&r, &o, "method"),
		.operation = read_text(&r, &o, "operation"),
		.path = read_text(&r, &o, "path"),
		.status = read_value_of_kind(&r, member_get(&o, "status"), JSON_NUMBER),
		.duration_ms = read_value_of_kind(&r, member_get(&o, "ms"), JSON_NUMBER),
		.bytes = read_value_of_kind(&r, member_get(&o, "bytes"), JSON_NUMBER),
		.user = text_or_none(read_text(&r, &o, "subject")),
		.code = read_text(&r, &o, "code"),
		.request_id = read_text(&r, &o, "requestId"),
	};
	if (!when_parse_lenient(read_text(&r, &o, "at"), &row->ended_at))
		row->ended_at = WHEN_NONE;
	row->is_malformed = r.malformed || row->ended_at == WHEN_NONE;
	const struct str words[] = { row->method, row->operation, row->path, row->status, row->user,
		row->code, row->request_id };
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		row_fold_line(&text, words[i]);
	row->search_text = arena_move_buf(a, &text);
	buf_free(&text);
}

static bool
is_malformed_request(const void *row)
{
	return ((const struct logged_request *)row)->is_malformed;
}

/* ---- terms ---- */

/* "5xx": all of a class. */
static bool
is_status_class(struct str value)
{
	return value.n == 3 && value.p[0] >= '1' && value.p[0] <= '5' &&
	    str_eq_nocase(str_sub(value, 1, 2), STR("xx"));
}

static bool
matches_status(const struct row_term *t, const struct logged_request *row)
{
	if (t->term->op == VIEW_EXACT && is_status_class(t->term->value))
		return row->status.n == 3 && row->status.p[0] == t->term->value.p[0];
	return row_term_matches_text(t, row->status);
}

/* A path is typed as the service names it, or below its API: "/offers". */
static bool
matches_path(const struct row_term *t, struct str path)
{
	size_t n = sizeof(base_path) - 1;
	return row_term_matches_text(t, path) ||
	    (str_starts(path, STR("/api/")) && row_term_matches_text(t, str_sub(path, n, path.n)));
}

static bool
match_logged_request(const struct row_term *t, const void *of, struct str json)
{
	const struct logged_request *row = of;
	(void)json;
	if (row_term_is_word(t) || row_term_has_key(t, "text"))
		return row_term_matches_any(t, row->search_text);
	if (row_term_has_key(t, "since"))
		return row->ended_at != WHEN_NONE && row->ended_at >= t->time;
	if (row_term_has_key(t, "status"))
		return matches_status(t, row);
	if (row_term_has_key(t, "path"))
		return matches_path(t, row->path);
	/* errors print only the end of an id */
	bool is_id = row_term_has_key(t, "id") || row_term_has_key(t, "request");
	if (is_id && t->term->op == VIEW_EXACT && t->term->value.n >= ID_END_SIZE_MIN)
		return str_ends(row->request_id, t->term->value);
	return row_term_matches_column(t, row);
}

static bool
check_logged_request_term(const struct row_term *t, struct err *err)
{
	struct str value = t->term->value;
	int64_t status;
	return !row_term_has_key(t, "status") || t->term->op != VIEW_EXACT ||
	    is_status_class(value) || (str_to_int64(value, &status) && value.n == 3) ||
	    err_set(err, ERR_USAGE, "status must be a number such as 404, or a class such as 5xx");
}

/* In the order in which they ended. */
static int
compare_logged_requests(const void *x, const void *y)
{
	(void)x;
	(void)y;
	return 0;
}

static const struct row_ops ops = {
	.size = sizeof(struct logged_request),
	.fill_row = fill_logged_request,
	.match_term = match_logged_request,
	.check_term = check_logged_request_term,
	.compare = compare_logged_requests,
	.id_offset = offsetof(struct logged_request, id),
	.search_text_offset = offsetof(struct logged_request, search_text),
	.is_malformed = is_malformed_request,
};

/* ---- columns ---- */

/* With seconds, which other lists do not need: "11-20T10:42:17Z". */
static void
write_log_time(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct logged_request *row = of;
	struct buf text = { 0 };
	enum { YEAR_SIZE = 5, TO_SECONDS_SIZE = 14 };
	if (c->as_data || row->ended_at == WHEN_NONE) {
		cell_add_time(out, row->ended_at, c);
		return;
	}
	when_write(&text, row->ended_at);
	buf_adds(out, str_sub(buf_str(&text), YEAR_SIZE, TO_SECONDS_SIZE));
	buf_addc(out, 'Z');
	buf_free(&text);
}

static void
write_operation(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct logged_request *row = of;
	if (row->operation.n || c->as_data)
		cell_add_text(out, row->operation, c);
	else
		buf_addz(out, "unknown path");
}

#define TEXT(member) .text_offset = offsetof(struct logged_request, member)

static const struct column columns[] = {
	{ COLUMN("when", "WHEN", 15, 15, ALWAYS), .alias = "time at", .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_log_time,
	    .time_offset = offsetof(struct logged_request, ended_at) },
	{ COLUMN("method", "METHOD", 6, 6, ALWAYS), .flags = COLUMN_NEVER_CUT, TEXT(method) },
	{ COLUMN("operation", "REQUEST", 16, 28, ALWAYS), .write_cell = write_operation },
	{ COLUMN("status", "STATUS", 6, 6, ALWAYS),
	    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT | COLUMN_NUMERIC, TEXT(status) },
	{ COLUMN("ms", "MS", 5, 6, ALWAYS),
	    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT | COLUMN_NUMERIC, TEXT(duration_ms) },
	{ COLUMN("user", "USER", 8, 20, ALWAYS), .alias = "subject", TEXT(user) },
	{ COLUMN("request", "REQUEST ID", 12, 23, ALWAYS), .alias = "id requestId", TEXT(request_id) },
	{ COLUMN("bytes", "BYTES", 6, 8, ROOM),
	    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT | COLUMN_NUMERIC, TEXT(bytes) },
	{ COLUMN("code", "CODE", 10, 20, ROOM), TEXT(code) },
	{ COLUMN("path", "PATH", 16, 40, ROOM), TEXT(path) },
	{ .id = NULL },
};

static const char *const keys[] = { "status", "path", "id", "request", "method", "operation", "user",
	"code", "ms", "bytes", "since", "text", NULL };

const struct view_resource logged_requests_resource = { .name = "logs",
	.singular = "request",
	.plural = "requests",
	.endpoint = ENDPOINT_REQUESTS,
	.keys = keys,
	.columns = columns,
	.row_ops = &ops };
