#include "cli/commands.h"

#include "app/saved_views.h"
#include "audit/row.h"
#include "base/mem.h"
#include "basket/common.h"
#include "basket/row.h"
#include "basket/sent_links.h"
#include "cli/contract.h"
#include "cli/exits.h"
#include "cli/for_mail.h"
#include "cli/get_notes.h"
#include "cli/get_state.h"
#include "cli/list_needs.h"
#include "cli/tree_output.h"
#include "wire/member.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	DEFAULT_ROW_COUNT = 50,
	PAGE_SIZE_MAX = 500,
	SEARCHED_ROWS_MAX = 10000,
	OPTION_MAX_LIMIT = 100000000
};

/* ---- pages ---- */

/* A list that is printed as it comes is read only as far as it is needed. */
static int
page_size(const struct get_job *g)
{
	size_t left = g->max_items && !g->sorted ? g->max_items - g->matched_count : PAGE_SIZE_MAX;
	return g->derived_rows || g->service_query.has_local_terms || left > PAGE_SIZE_MAX
	    ? PAGE_SIZE_MAX
	    : (int)left;
}

static bool
row_matches(struct get_job *g, const void *row, struct str json)
{
	/* Groups are built from matching baskets. */
	return g->view.terms.n == 0 || g->view.group_keys.n ||
	    row_filter_match(&g->filter, row, json);
}

/* Fills the row of an item, if rows are needed. */
static void
read_row(struct get_job *g, struct sort_row *k)
{
	struct arena *a = &g->text_arena;
	bool needed = g->view.terms.n || g->view.sort_count || output_needs_rows(&g->output);
	k->row = arena_alloc(a, g->ops->size);
	if (needed && g->ops == &basket_row_ops)
		basket_row_read(k->row, a, g->common_texts, k->json, k->flags);
	else if (needed)
		g->ops->fill_row(k->row, a, k->json, k->flags);
	if (g->contact_source)
		basket_row_set_contact(k->row, &g->contact_source->contact_log,
		    g->contact_source->consent_field, k->json);
	if (g->dependencies)
		view_dependencies_complete(g->dependencies, k->row, a, k->json, k->flags);
}

static void
add_sort_row(struct get_job *g, struct sort_row *k)
{
	k->json = arena_str(&g->text_arena, k->json);
	vec_push(&g->sort_rows, *k);
}

/* True if the path occurred before; in a catalog, paths should be unique. */
static bool
is_duplicate_path(struct get_job *g, struct str json)
{
	struct buf path = { 0 };
	bool second = false;
	if (g->printed_paths && member_read_text(&path, json, STR("path")) && path.n)
		second = index_add(g->printed_paths, buf_str(&path), 1) != UINT32_MAX;
	buf_free(&path);
	return second;
}

static bool
is_odd_row(const struct get_job *g, const void *row)
{
	return row && g->ops->is_malformed && output_needs_rows(&g->output) &&
	    g->ops->is_malformed(row);
}

static void
output_row(struct get_job *g, const struct sort_row *k)
{
	bool second = is_duplicate_path(g, k->json), odd = is_odd_row(g, k->row);
	g->output.mark_next_item = second || odd;
	g->duplicate_path_count += second;
	/* Invalid bytes are marked in their own cell. */
	g->malformed_count += odd && (k->flags & ~(unsigned)SPAN_DUPLICATE) == 0;
	if (g->tree)
		tree_output_add_item(g->tree, k->json);
	else
		output_write_item(&g->output, k->row, k->json, k->flags);
}

/* Prints or stores an item. */
static void
add_matched_row(struct get_job *g, struct sort_row *k)
{
	bool wanted = row_matches(g, k->row, k->json);
	fields_note_item(&g->output.fields, k->json);
	g->matched_count += wanted;
	if (g->matched_count == 0)
		suggestions_add_row(&g->suggestions, k->row, k->json);
	if (wanted && g->sorted)
		add_sort_row(g, k);
	else if (wanted)
		output_row(g, k);
	if (!g->sorted)
		arena_reset(&g->text_arena);
}

static void
add_item(struct get_job *g, struct str json, unsigned flags)
{
	struct sort_row k = { .json = json, .flags = flags };
	if (g->for_mail) {
		g->matched_count += for_mail_add_basket(
		    g->for_mail, g->contact_source, &g->filter, g->dependencies, json, flags);
		return;
	}
	read_row(g, &k);
	add_matched_row(g, &k);
}

/* Processes the items of a page until there are enough. */
static void
add_page_items(struct get_job *g, const struct json_scan *page)
{
	for (size_t i = 0; i < page->items.n; i++) {
		unsigned flags = page->items.v[i].flags;
		if (seen_ids_check_and_add(&g->seen_ids, json_scan_item(page, i)))
			continue;
		get_note_time(g, json_scan_item(page, i));
		if (g->derived_rows) {
			derived_rows_add_basket(g->derived_rows, json_scan_item(page, i), flags);
			continue;
		}
		if (get_is_full(g)) {
			g->is_truncated = true;
			return;
		}
		add_item(g, json_scan_item(page, i), flags);
	}
}

/* Quitting the pager ends the command, even while it waits for a response. */
static void
on_pager_quit(void *arg, int fd, unsigned ready)
{
	struct get_job *g = arg;
	(void)ready;
	g->connection.io.watch_fd(g->connection.io.ctx, fd, 0, NULL, NULL);
	connection_stop(&g->connection);
}

/* Prints a slow list as it arrives, so that Ctrl-C loses none of it: only output that fills the
 * screen at once is paged. */
static void
flush_pager(void *ctx)
{
	struct get_job *g = ctx;
	if (g->output.writer.paging.pid)
		return;
	g->output.writer.paging.rows = 0;
	writer_write_all(&g->output.writer);
}

static void
watch_pager(struct get_job *g)
{
	struct io_watch *io = &g->connection.io;
	if (!g->output.writer.paging.pid)
		return;
	g->connection.is_quiet = true;
	io->watch_fd(io->ctx, g->output.writer.paging.fd, IO_READ, on_pager_quit, g);
}

static enum walk_step
on_list_page(void *ctx, const struct json_scan *page)
{
	struct get_job *g = ctx;
	size_t again = g->seen_ids.repeat_count;
	g->seen_ids.allows_page_duplicates = !list_is_newest_first(g->service_query.endpoint);
	g->seen_ids.current_page++;
	if (g->output.format == FORMAT_RAW) {
		output_raw_response(&g->output, buf_str(&page->body));
		g->matched_count += page->items.n;
	} else {
		add_page_items(g, page);
	}
	if (!g->sorted)
		basket_common_trim(g->common_texts);
	g->read_count += page->items.n - (g->seen_ids.repeat_count - again);
	bool searched = !g->read_all && !g->args->option_values[OPTION_MAX] &&
	    g->read_count >= SEARCHED_ROWS_MAX;
	if (!output_end_page(&g->output) || get_is_full(g) || searched)
		return WALK_ENOUGH;
	watch_pager(g);
	g->walk_request.query.limit = page_size(g);
	return WALK_CONTINUE;
}

/* Prints derived rows like items. */
static void
print_derived_rows(struct get_job *g)
{
	struct buf json = { 0 };
	size_t n = g->derived_rows
	    ? derived_rows_finish(g->derived_rows, g->walk_end.reason == PAGER_WHOLE)
	    : 0;
	for (size_t i = 0; i < n; i++) {
		struct sort_row k = { 0 };
		if (get_is_full(g)) {
			g->is_truncated = true;
			break;
		}
		buf_reset(&json);
		k.row = arena_alloc(&g->text_arena, g->ops->size);
		derived_rows_fill(g->derived_rows, i, k.row, &g->text_arena, &json);
		k.json = buf_str(&json);
		add_matched_row(g, &k);
	}
	buf_free(&json);
}

/* ---- sort= ---- */

static int
compare_sort_rows(const void *a, const void *b, void *ctx)
{
	return row_sort_compare(
	    ctx, ((const struct sort_row *)a)->row, ((const struct sort_row *)b)->row);
}

static void
print_sorted(struct get_job *g)
{
	struct row_sort sort = row_sort_of(&g->view);
	vec_sort(&g->sort_rows, compare_sort_rows, &sort);
	g->is_truncated = g->is_truncated ||
	    (g->sorted && g->max_items && g->sort_rows.n > g->max_items);
	for (size_t i = 0; i < g->sort_rows.n && !(g->max_items && i == g->max_items); i++)
		output_row(g, &g->sort_rows.v[i]);
	output_end_page(&g->output);
}

/* True if the VIEW selects one item by its id or path: then an empty result is an error. */
static bool
asks_for_one_item(const struct view *v)
{
	for (size_t i = 0; i < v->terms.n; i++) {
		const struct view_term *t = &v->terms.v[i];
		if (t->op == VIEW_EXACT && !t->negated &&
		    (str_eqz(t->key, "id") || str_eqz(t->key, "path")))
			return true;
	}
	return false;
}

static int
finish_get(struct get_job *g)
{
	const struct walk_end *end = &g->walk_end;
	struct err err;
	if (g->output.writer.failed)
		return fail_with_exit_code(&g->output.writer.err, 0);
	get_print_oddities(g);
	walk_print_revision_change(end);
	if (walk_has_cursor_loop(end)) {
		get_print_cursor_loop(g);
		return EXIT_PARTLY;
	}
	if (end->err.kind) {
		int code = fail_with_exit_code(&end->err, end->attempt_count);
		return end->page_count ? EXIT_PARTLY : code;
	}
	get_print_count(g);
	if (!get_check_fields(g, &err))
		return fail_with_exit_code(&err, 0);
	if (g->matched_count == 0 && asks_for_one_item(&g->view))
		return EXIT_NOT_FOUND;
	bool whole = end->reason == PAGER_WHOLE && !g->is_truncated;
	return whole || !g->args->option_values[OPTION_STRICT] ? EXIT_OK : EXIT_PARTLY;
}

/* ---- command line ---- */

static bool
read_max(struct get_job *g, struct err *err)
{
	const char *text = g->args->option_values[OPTION_MAX];
	int64_t n = DEFAULT_ROW_COUNT;
	g->read_all = g->args->option_values[OPTION_ALL] != NULL;
	if (g->read_all && text)
		return err_set(err, ERR_USAGE, "use --all or --max, not both");
	if (text && (!str_to_int64(str_of(text), &n) || n < 1 || n > OPTION_MAX_LIMIT))
		return err_set(err, ERR_USAGE, "--max takes a number of 1 or more");
	g->max_items = g->read_all ? 0 : (size_t)n;
	return true;
}

/* True if the service sends the items in the order that sort= asks for. */
static bool
is_service_order(const struct get_job *g)
{
	if (g->service_query.endpoint == ENDPOINT_AUDIT)
		return g->view.sort_count == 1 && g->view.sorts[0].descending &&
		    view_sorts_by(&g->view, "when");
	return g->service_query.endpoint == ENDPOINT_BASKETS && !g->derived_rows &&
	    basket_view_is_service_order(&g->view);
}

static bool
read_view(struct get_job *g, struct err *err)
{
	const char *line = g->args->app_options.view_line;
	struct buf whole = { 0 };
	if (!line)
		return err_set(err, ERR_USAGE, "get needs a VIEW, as in: backroom get baskets");
	bool ok = saved_view_expand(&whole, str_of(line), err) &&
	    view_parse(&g->view, buf_str(&whole), err);
	buf_free(&whole);
	if (!ok)
		return false;
	g->ops = g->view.resource->row_ops;
	if (!row_filter_init(&g->filter, &g->view, app_context_ages(&g->app), err))
		return false;
	for (size_t i = 0; i < g->filter.terms.n; i++)
		if (row_term_has_time(&g->filter.terms.v[i]) &&
		    !row_term_has_key(&g->filter.terms.v[i], "contacted") &&
		    !g->filter.terms.v[i].term->negated && !view_is_of_sent_links(&g->view))
			g->time_term = &g->filter.terms.v[i];
	err->kind = ERR_NONE;
	g->derived_rows = derived_rows_new(&g->view, app_context_ages(&g->app), err);
	if (!g->derived_rows && err->kind)
		return false;
	if (!g->view.group_keys.n)
		suggestions_begin(&g->suggestions, &g->filter);
	service_query_init(&g->service_query, &g->view, &g->filter,
	    &g->app.client_config.wire_names, g->app.masked);
	g->dependencies = view_dependencies_new(&g->filter, &g->view);
	g->sorted = g->view.sort_count && !is_service_order(g);
	if (!list_is_newest_first(g->service_query.endpoint) &&
	    g->service_query.endpoint != ENDPOINT_JOURNEYS)
		g->printed_paths = index_new();
	return true;
}

/* raw prints whole responses, so nothing may be left to filter or sort here. */
static bool
check_raw_output(const struct get_job *g, struct err *err)
{
	const struct output *o = &g->output;
	if (o->format != FORMAT_RAW)
		return true;
	if (g->app.masked)
		return err_set(err, ERR_USAGE,
		    "-o raw prints unmasked responses, so it does not work with --mask");
	if (g->derived_rows)
		return err_set(err, ERR_USAGE, "-o raw: the service has no list of %s",
		    view_plural_name(g->view.resource));
	if (o->fields.n || g->view.sort_count || g->service_query.has_local_terms)
		return err_set(err, ERR_USAGE,
		    "-o raw prints whole responses: use only terms that the service applies, such "
		    "as since= or path=, and no --fields");
	return true;
}

static bool
prepare_tree(struct get_job *g, struct err *err)
{
	const struct output *o = &g->output;
	if (o->format == FORMAT_GITHUB)
		return err_set(err, ERR_USAGE, "-o github works with check only");
	if (o->format != FORMAT_TREE && o->format != FORMAT_DOT && o->format != FORMAT_SVG)
		return true;
	if (o->fields.n)
		return err_set(
		    err, ERR_USAGE, "-o %s does not work with --fields", format_names[o->format]);
	return (g->tree = tree_output_new(&g->view, o->format, err));
}

/* Marks members of the contract as known: they are printed even if absent. */
static void
mark_known_fields(struct get_job *g)
{
	struct buf plain = { 0 };
	for (size_t i = 0; i < g->output.fields.n; i++) {
		struct field *field = &g->output.fields.v[i];
		buf_reset(&plain);
		field_append_path(&plain, field);
		field->is_known_member = !g->derived_rows &&
		    contract_has_member(g->service_query.endpoint, buf_str(&plain));
	}
	buf_free(&plain);
}

static bool
read_get_options(struct get_job *g, struct err *err)
{
	if (!read_max(g, err) || !read_view(g, err))
		return false;
	if (!output_open(&g->output, g->args, &g->view, clock_now(&g->app.clock), err))
		return false;
	g->output.table_writer.context.link_rules = &g->app.link_rules;
	mark_known_fields(g);
	bool fills_columns = output_has_contacts(&g->output) && !g->app.masked &&
	    g->view.resource->endpoint == ENDPOINT_BASKETS;
	if (!for_mail_open(&g->for_mail, g->args, &g->app, &g->view, err) ||
	    !contact_source_open(
		&g->contact_source, &g->app, &g->view, g->for_mail, fills_columns, err))
		return false;
	if (g->derived_rows)
		derived_rows_set_shared_emails(g->derived_rows, g->app.environment->shared_emails);
	if (g->derived_rows && g->contact_source)
		derived_rows_set_contacts(g->derived_rows, &g->contact_source->contact_log,
		    g->contact_source->consent_field, g->app.masked ? &g->app.mask : NULL);
	return check_raw_output(g, err) && prepare_tree(g, err) &&
	    (!g->derived_rows || derived_rows_open_journal(g->derived_rows, &g->app, err));
}

static void
init_walk_request(struct get_job *g)
{
	g->walk_request = (struct walk_request){ .connection = &g->connection,
		.endpoint = g->service_query.endpoint,
		.query = g->service_query.query,
		.singular = g->derived_rows ? "basket" : g->view.resource->singular,
		.plural = g->derived_rows ? "baskets" : view_plural_name(g->view.resource),
		.on_page = on_list_page,
		.ctx = g };
	g->walk_request.query.limit = page_size(g);
}

static int
print_curl(struct get_job *g)
{
	struct buf *out = &g->output.writer.pending_output;
	init_walk_request(g);
	list_append_curl(
	    out, g->connection.client, g->walk_request.endpoint, &g->walk_request.query);
	buf_addc(out, '\n');
	bool ok = writer_end(&g->output.writer);
	get_print_local_terms(g);
	if (g->args->app_options.demo_pack)
		fprintf(stderr,
		    "The demo's port closes when this command ends; backroom serve --demo %s "
		    "keeps running\n",
		    g->args->app_options.demo_pack);
	return ok ? EXIT_OK : fail_with_exit_code(&g->output.writer.err, 0);
}

/* Prints the tree of the items, unless the list could not be read. */
static void
print_tree(struct get_job *g)
{
	struct walk_end *end = &g->walk_end;
	bool all = end->reason == PAGER_WHOLE && !g->is_truncated && g->view.terms.n == 0;
	if (!g->tree || end->err.kind || walk_has_cursor_loop(end))
		return;
	if (!tree_output_print(
		g->tree, &g->connection, &g->output, all, &end->attempt_count, &end->err))
		end->page_count = 0; /* nothing was printed */
}

/* Prints no mailing list from an incomplete list, since later purchases are not known. */
static int
print_mail(struct get_job *g)
{
	const struct walk_end *end = &g->walk_end;
	if (end->err.kind)
		return report_fail(g->args, &end->err, end->attempt_count);
	int status = walk_has_cursor_loop(end) ? EXIT_PARTLY : EXIT_OK;
	get_print_oddities(g);
	if (status == EXIT_OK)
		get_print_count(g);
	else
		get_print_cursor_loop(g);
	return for_mail_print(g->for_mail, g->contact_source, &g->app, status);
}

/* Reads the parts of the catalog that rows need. */
static bool
read_view_dependencies(struct get_job *g)
{
	int64_t now = clock_now(&g->app.clock);
	if (!g->dependencies)
		return true;
	if (!view_dependencies_read(
		g->dependencies, &g->connection, now, &g->walk_end.attempt_count, &g->walk_end.err))
		return false;
	if (g->derived_rows && view_dependencies_price_catalog(g->dependencies))
		derived_rows_set_prices(
		    g->derived_rows, view_dependencies_price_catalog(g->dependencies));
	return true;
}

static int
print_items(struct get_job *g)
{
	struct io_watch *io = &g->connection.io;
	init_walk_request(g);
	g->connection.before_progress_line = flush_pager;
	g->connection.ctx = g;
	if (!read_view_dependencies(g))
		return report_fail(g->args, &g->walk_end.err, g->walk_end.attempt_count);
	walk_run(&g->walk_request, &g->walk_end);
	if (g->walk_request.endpoint == ENDPOINT_AUDIT)
		audit_explain_error(&g->walk_end.err);
	if (g->output.writer.paging.pid)
		io->watch_fd(io->ctx, g->output.writer.paging.fd, 0, NULL, NULL);
	if (g->for_mail)
		return print_mail(g);
	print_derived_rows(g);
	print_sorted(g);
	print_tree(g);
	output_end(&g->output);
	return finish_get(g);
}

/* -o json prints valid JSON even if nothing could be requested. */
static int
fail_early(struct get_job *g, const struct err *err)
{
	const char *format = g->args->option_values[OPTION_OUTPUT];
	if (format && strcmp(format, "json") == 0 && !g->args->option_values[OPTION_CURL]) {
		g->output.format = FORMAT_JSON;
		output_end(&g->output);
	}
	return fail_with_exit_code(err, 0);
}

static void
get_free(struct get_job *g)
{
	output_free(&g->output);
	view_dependencies_free(g->dependencies);
	tree_output_free(g->tree);
	connection_close(&g->connection);
	derived_rows_free(g->derived_rows);
	for_mail_free(g->for_mail);
	contact_source_free(g->contact_source);
	index_free(g->printed_paths);
	basket_common_free(g->common_texts);
	seen_ids_free(&g->seen_ids);
	service_query_free(&g->service_query);
	suggestions_free(&g->suggestions);
	row_filter_free(&g->filter);
	view_free(&g->view);
	vec_free(&g->sort_rows);
	arena_free(&g->text_arena);
	app_context_free(&g->app);
}

int
get_run(struct args *args)
{
	struct get_job g = { .args = args, .common_texts = basket_common_new() };
	struct err err;
	int status;
	if (!app_context_init(&g.app, &args->app_options, &err) || !read_get_options(&g, &err) ||
	    !connection_open(&g.connection, &g.app, &err))
		status = fail_early(&g, &err);
	else if (args->option_values[OPTION_CURL])
		status = print_curl(&g);
	else
		status = report_saved_session(&g.app, print_items(&g));
	get_free(&g);
	return status;
}
