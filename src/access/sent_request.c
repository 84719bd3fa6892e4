#include "access/sent_request.h"

#include "client/client.h"
#include "list/columns.h"
#include "list/rows.h"

#include <stddef.h>

bool
sent_request_has_failed(const struct sent_request *row)
{
	return row->status == 0 || row->status >= 400;
}

/* The part of an address from the path on. */
static struct str
path_of(struct str address)
{
	size_t scheme = str_find(address, STR("://"));
	struct str rest = scheme == SIZE_MAX ? address : str_sub(address, scheme + 3, address.n);
	size_t slash = str_find_char(rest, '/');
	return slash == SIZE_MAX ? STR("/") : str_sub(rest, slash, rest.n);
}

static void
fill_request_row(struct sent_request *row, struct arena *a, const struct exchange *x, int64_t ended_at)
{
	struct buf text = { 0 };
	*row = (struct sent_request){ .id = arena_printf(a, "%u", x->number),
		.ended_at = ended_at,
		.method = str_of(x->method),
		.query = *x->query ? arena_str(a, str_of(x->query)) : STR_NONE,
		.body = arena_str(a, str_of(x->body)),
		.is_body_cut = x->is_body_cut,
		.status = x->http_status,
		.duration_ms = x->duration_ms,
		.attempt = (uint32_t)x->attempt,
		.request_id = arena_str(a, str_of(x->request_id)),
		.error = arena_str(a, str_of(x->error)) };
	row->address = arena_printf(a, "%s%s", x->address, x->query);
	row->path = path_of(arena_str(a, str_of(x->address)));
	row->operation = x->operation ? str_of(x->operation) : row->path;
	struct str status = row->status ? arena_printf(a, "%d", row->status) : STR_NONE;
	const struct str words[] = { row->method, status, row->operation, row->path, row->query,
		row->request_id, row->error };
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		row_fold_line(&text, words[i]);
	row->search_text = arena_move_buf(a, &text);
	buf_free(&text);
}

void
sent_requests_make(
    struct sent_requests *rows, const struct exchanges *e, int64_t now, int64_t now_ticks)
{
	const struct exchange *x;
	*rows = (struct sent_requests){ 0 };
	for (unsigned i = 0; (x = exchanges_nth_newest(e, i)); i++) {
		struct sent_request row;
		fill_request_row(&row, &rows->text_arena, x, now - (now_ticks - x->ended_ticks));
		rows->failed_count += sent_request_has_failed(&row);
		vec_push(&rows->list, row);
	}
}

void
sent_requests_free(struct sent_requests *rows)
{
	arena_free(&rows->text_arena);
	vec_free(&rows->list);
}

void
sent_request_write_curl(struct buf *out, const struct sent_request *row, bool bare)
{
	client_append_curl_of(
	    out, bare, row->method, row->address, row->is_body_cut ? STR_NONE : row->body);
}

/* ---- columns ---- */

static void
write_request_time(struct buf *out, const void *of, const struct cell_context *c)
{
	cell_add_time(out, ((const struct sent_request *)of)->ended_at, c);
}

static void
write_request_status(struct buf *out, const void *of, const struct cell_context *c)
{
	int status = ((const struct sent_request *)of)->status;
	(void)c;
	if (status)
		buf_addf(out, "%d", status);
	else
		buf_addz(out, "none");
}

static void
write_request_duration(struct buf *out, const void *of, const struct cell_context *c)
{
	(void)c;
	buf_addf(out, "%lld", (long long)((const struct sent_request *)of)->duration_ms);
}

static int
compare_durations(const void *x, const void *y)
{
	const struct sent_request *a = x, *b = y;
	return (a->duration_ms > b->duration_ms) - (a->duration_ms < b->duration_ms);
}

#define TEXT(member) .text_offset = offsetof(struct sent_request, member)

static const struct column columns[] = {
	{ COLUMN("when", "WHEN", 6, 6, ALWAYS),
	    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT | COLUMN_PRIVATE,
	    .write_cell = write_request_time,
	    .time_offset = offsetof(struct sent_request, ended_at) },
	{ COLUMN("method", "METHOD", 6, 6, ALWAYS), .flags = COLUMN_NEVER_CUT, TEXT(method) },
	{ COLUMN("operation", "REQUEST", 16, 28, ALWAYS), TEXT(operation) },
	{ COLUMN("status", "STATUS", 6, 6, ALWAYS),
	    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT | COLUMN_NUMERIC,
	    .write_cell = write_request_status },
	{ COLUMN("ms", "MS", 6, 6, ALWAYS),
	    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT | COLUMN_NUMERIC,
	    .write_cell = write_request_duration, .compare = compare_durations },
	{ COLUMN("query", "QUERY", 16, 40, ROOM), .flags = COLUMN_PRIVATE, TEXT(query) },
	{ COLUMN("path", "PATH", 16, 40, ROOM), .flags = COLUMN_PRIVATE, TEXT(path) },
	{ COLUMN("request", "REQUEST ID", 12, 36, ROOM),
	    .flags = COLUMN_PRIVATE | COLUMN_CUT_MIDDLE, TEXT(request_id) },
	{ COLUMN("try", "TRY", 3, 3, ASKED), .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT,
	    .count_offset = offsetof(struct sent_request, attempt) },
	{ COLUMN("error", "ERROR", 16, 40, ASKED), TEXT(error) },
	{ .id = NULL },
};

static bool
match_request(const struct row_term *t, const void *of, struct str json)
{
	const struct sent_request *row = of;
	(void)json;
	return row_term_is_word(t) ? row_term_matches_any(t, row->search_text)
				   : row_term_matches_column(t, row);
}

/* The newest is first. */
static int
compare_request_rows(const void *x, const void *y)
{
	(void)x;
	(void)y;
	return 0;
}

static const struct row_ops ops = {
	.size = sizeof(struct sent_request),
	.id_offset = offsetof(struct sent_request, id),
	.match_term = match_request,
	.compare = compare_request_rows,
	.search_text_offset = offsetof(struct sent_request, search_text),
};

static const char *const keys[] = { "method", "operation", "status", "ms", "when", "path", "query",
	"request", "error", NULL };

const struct view_resource requests_resource = { .name = "requests",
	.singular = "request",
	.keys = keys,
	.columns = columns,
	.row_ops = &ops };
