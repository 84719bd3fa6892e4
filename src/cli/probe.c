#include "cli/commands.h"

#include "base/json_quote.h"
#include "cli/contract.h"
#include "cli/exits.h"
#include "cli/report.h"
#include "cli/walk.h"
#include "model/format.h"

#include <stddef.h>

enum { PROBE_PAGE_ITEMS = 2, PROBE_PAGE_COUNT = 2 };

static const enum endpoint probed_endpoints[] = { ENDPOINT_BASKETS, ENDPOINT_CAMPAIGNS,
	ENDPOINT_OFFERS, ENDPOINT_STANDALONE, ENDPOINT_ASSETS, ENDPOINT_PRODUCTS, ENDPOINT_SEGMENTS,
	ENDPOINT_JOURNEYS };

/* The findings about one read. */
struct probe_finding {
	enum endpoint endpoint;
	struct buf missing_members; /* one per line */
	size_t item_count, page_count, unknown_member_count;
	int64_t hits;
	struct buf first_item; /* the first item of the first page */
};

/* ---- output ---- */

struct probe_row {
	struct str endpoint, path, result, missing_members;
};

#define TEXT(member) .text_offset = offsetof(struct probe_row, member)

static const struct column columns[] = {
	{ COLUMN("endpoint", "READ", 10, 12, ALWAYS), TEXT(endpoint) },
	{ COLUMN("answered", "ANSWERED", 14, 18, ALWAYS), TEXT(result) },
	{ COLUMN("lacks", "LACKS", 20, 60, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY,
	    .has_lines = true, TEXT(missing_members) },
	{ COLUMN("path", "PATH", 18, 24, ROOM), TEXT(path) },
	{ .id = NULL },
};

static const char *const optional_members[] = { "hits",
	NULL }; /* members that only some rows have */

static const struct view_resource probe_resource = {
	.name = "reads", .singular = "read", .columns = columns
};

static void
add_item_counts(struct buf *out, const struct probe_finding *f)
{
	if (f->page_count == 0) {
		buf_addz(out, "no");
		return;
	}
	format_plural(out, f->item_count, "item", "items");
	if (f->hits >= 0) {
		buf_addz(out, " of ");
		format_count(out, (uint64_t)f->hits);
	}
}

static void
add_finding_json(struct buf *json, const struct probe_finding *f, struct str path)
{
	struct str rest = buf_str(&f->missing_members), line;
	report_add_text_member(json, "endpoint", str_of(endpoint_infos[f->endpoint].setting_name));
	report_add_text_member(json, "path", path);
	report_add_number_member(json, "pages", (int64_t)f->page_count);
	report_add_number_member(json, "items", (int64_t)f->item_count);
	if (f->hits >= 0)
		report_add_number_member(json, "hits", f->hits);
	report_add_number_member(json, "unknownMembers", (int64_t)f->unknown_member_count);
	buf_addz(json, ",\"lacks\":[");
	for (bool first = true; rest.n && str_next(&rest, '\n', &line); first = false) {
		buf_addz(json, first ? "" : ",");
		json_quote(json, line);
	}
	buf_addz(json, "]}");
}

static void
print_answer(struct report *r, const struct probe_finding *f, const struct wire_names *names)
{
	struct buf path = { 0 }, answered = { 0 }, lacks = { 0 }, json = { 0 };
	wire_append_path(&path, names, f->endpoint, STR_NONE);
	add_item_counts(&answered, f);
	buf_adds(&lacks, buf_str(&f->missing_members));
	if (f->unknown_member_count)
		buf_addf(&lacks, "%s%zu members that are not in the contract", lacks.n ? "\n" : "",
		    f->unknown_member_count);
	const struct probe_row row = { .endpoint = str_of(endpoint_infos[f->endpoint].setting_name),
		.path = buf_str(&path),
		.result = buf_str(&answered),
		.missing_members = buf_str(&lacks) };
	add_finding_json(&json, f, buf_str(&path));
	report_add(r, &row, buf_str(&json));
	buf_free(&path);
	buf_free(&answered);
	buf_free(&lacks);
	buf_free(&json);
}

/* ---- requests ---- */

static enum walk_step
add_page(void *ctx, const struct json_scan *page)
{
	struct probe_finding *f = ctx;
	struct str first = page->items.n ? json_scan_item(page, 0) : STR_NONE;
	contract_check(
	    &f->missing_members, &f->unknown_member_count, f->endpoint, page, PROBE_PAGE_ITEMS);
	if (f->page_count && first.n && str_eq(first, buf_str(&f->first_item)))
		contract_add_gap(&f->missing_members, "the cursor returns the same page again");
	buf_reset(&f->first_item);
	buf_adds(&f->first_item, first);
	f->item_count += page->items.n;
	return ++f->page_count == PROBE_PAGE_COUNT ? WALK_ENOUGH : WALK_CONTINUE;
}

static void
request_probe_pages(struct probe_finding *f, struct connection *connection)
{
	const struct walk_request request = { .connection = connection,
		.endpoint = f->endpoint,
		.query = { .limit = PROBE_PAGE_ITEMS, .changed_after = WHEN_NONE },
		.on_page = add_page,
		.ctx = f };
	struct walk_end end;
	struct buf words = { 0 };
	walk_run(&request, &end);
	f->hits = end.hits;
	if (end.err.kind) {
		format_err(&words, &end.err, end.attempt_count);
		contract_add_gap(&f->missing_members, "%s", buf_z(&words));
	}
	if (end.catalog_changed)
		contract_add_gap(&f->missing_members, "the catalog changed while it was read");
	buf_free(&words);
}

static int
probe_endpoints(struct report *r, struct connection *connection)
{
	int status = EXIT_OK;
	for (size_t i = 0; i < sizeof(probed_endpoints) / sizeof(*probed_endpoints); i++) {
		struct probe_finding f = { .endpoint = probed_endpoints[i], .hits = -1 };
		request_probe_pages(&f, connection);
		print_answer(r, &f, client_names(connection->client));
		if (f.missing_members.n)
			status = EXIT_FAILED;
		buf_free(&f.missing_members);
		buf_free(&f.first_item);
	}
	return report_end(r, status);
}

int
probe_run(struct args *args)
{
	struct app_context app;
	struct connection connection = { 0 };
	struct report report = { 0 };
	struct err err;
	int status;
	bool ok = app_context_init(&app, &args->app_options, &err) &&
	    report_open(&report, args, &probe_resource, optional_members, &err) &&
	    connection_open(&connection, &app, &err);
	status = ok ? probe_endpoints(&report, &connection) : report_fail(args, &err, 0);
	connection_close(&connection);
	app_context_free(&app);
	return status;
}
