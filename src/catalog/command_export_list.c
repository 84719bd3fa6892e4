#include "catalog/command_export_list.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "catalog/charge_row.h"
#include "catalog/price_grid.h"
#include "catalog/user_row.h"
#include "cli/commands.h"
#include "cli/exits.h"
#include "cli/report.h"
#include "cli/walk.h"

#include <stdio.h>

struct list_job {
	struct args *args;
	struct app_context app;
	struct connection connection;
	struct catalog *catalog;
	struct str path; /* as typed */
	struct arena text_arena;
	VEC(struct charge_row) charges;
	struct price_grid prices;
	struct used_by users;
	struct table table;
	struct report report;
	int attempt_count;
};

/* ---- rows ---- */

static bool
refuse_path(const struct list_job *j, const char *kind, struct err *err)
{
	struct buf path = { 0 };
	text_clean(&path, j->path, false);
	err_set(err, ERR_NOT_FOUND, "no %s has the path %s", kind, buf_z(&path));
	buf_free(&path);
	return false;
}

static bool
collect_charges(struct list_job *j, struct err *err)
{
	size_t at = catalog_find(j->catalog, CATALOG_OFFERS, j->path);
	if (at == SIZE_MAX)
		return refuse_path(j, "offer", err);
	const struct catalog_item *offer = &catalog_list(j->catalog, CATALOG_OFFERS)->items.v[at];
	const struct catalog_item *owner = catalog_charge_owner(j->catalog, offer);
	for (size_t i = 0; owner && i < owner->charges_n; i++) {
		struct charge_row row;
		charge_row_fill(&row, &j->text_arena, &owner->charges[i]);
		vec_push(&j->charges, row);
	}
	charge_rows_set_ids(j->charges.v, j->charges.n, &j->text_arena);
	if (owner && owner != offer) {
		struct buf path = { 0 };
		text_clean(&path, owner->path, false);
		fprintf(stderr, "The charges of %s, which sets the price\n", buf_z(&path));
		buf_free(&path);
	}
	table_init(&j->table, &charge_resource);
	table_set_rows(&j->table, j->charges.v, j->charges.n);
	return true;
}

static bool
collect_prices(struct list_job *j, struct err *err)
{
	const struct check_items offers = catalog_items(j->catalog, CATALOG_OFFERS);
	if (catalog_find(j->catalog, CATALOG_CAMPAIGNS, j->path) == SIZE_MAX)
		return refuse_path(j, "campaign", err);
	price_grid_collect(
	    &j->prices, &offers, j->path, j->args->option_values[OPTION_ASCII] != NULL);
	if (j->prices.is_truncated)
		fprintf(stderr, "The first %zu offers in %zu currencies; the campaign has more\n",
		    j->prices.offer_count, j->prices.currency_count);
	table_init(&j->table, &j->prices.resource);
	table_set_rows(&j->table, j->prices.rows.v, j->prices.rows.n);
	return true;
}

/* The users in the catalog; a list of baskets has a term of its own for the ones with the item. */
static bool
collect_users(struct list_job *j, struct err *err)
{
	const struct baskets none = { 0 };
	const struct graph *g = catalog_graph(j->catalog);
	uint32_t node = g ? graph_find_any_kind(g, j->path) : GRAPH_NONE;
	if (node == GRAPH_NONE)
		return refuse_path(j, "item of the catalog", err);
	used_by_collect(&j->users, j->catalog, &none, g->nodes.v[node].kind, j->path);
	table_init(&j->table, &used_by_resource);
	table_set_rows(&j->table, j->users.rows.v, j->users.rows.n);
	return true;
}

static const struct {
	const char *name, *of; /* the kind of the item */
	unsigned parts;        /* of the catalog that it needs */
	bool (*collect)(struct list_job *j, struct err *err);
} lists[] = {
	{ "charges", "an offer", CATALOG_LIST(CATALOG_OFFERS), collect_charges },
	{ "prices", "a campaign", CATALOG_LIST(CATALOG_CAMPAIGNS) | CATALOG_LIST(CATALOG_OFFERS),
	    collect_prices },
	{ "users", "an item of the catalog", CATALOG_LISTS | CATALOG_JOURNEYS, collect_users },
};

enum { LISTS = sizeof lists / sizeof *lists };

static size_t
find_list(struct str word)
{
	size_t i = 0;
	while (i < LISTS && !str_eqz(word, lists[i].name))
		i++;
	return i;
}

bool
export_list_is_name(struct str word)
{
	return find_list(word) < LISTS;
}

/* ---- output ---- */

/* The columns of a VIEW are the report's, its terms and order the table's. */
static bool
apply_view(struct list_job *j, struct str line, struct err *err)
{
	const struct view_resource *rows = j->table.view.resource;
	struct view terms = { 0 }, columns = { 0 };
	bool ok = view_parse_terms(&terms, rows, line, err) &&
	    view_parse_terms(&columns, rows, line, err) &&
	    table_set_view(&j->table, &terms, app_context_ages(&j->app), err) &&
	    report_open_view(&j->report, j->args, &columns, NULL, err);
	view_free(&terms);
	view_free(&columns);
	return ok;
}

static void
print_no_match(const struct list_job *j)
{
	const struct view_resource *rows = j->table.view.resource;
	struct buf count = { 0 };
	format_plural(&count, j->table.n, rows->singular, view_plural_name(rows));
	fprintf(stderr, "No match in %s\n", buf_z(&count));
	buf_free(&count);
}

static int
print_rows(struct list_job *j)
{
	struct placed_column columns[COLUMNS_MAX];
	struct table_writer values = { .format = TABLE_CSV };
	struct buf json = { 0 };
	size_t n = columns_choose_all(columns, j->table.view.resource->columns, 0);
	table_writer_begin(&values, columns, n, false);
	for (size_t i = 0; i < j->table.shown_numbers.n; i++) {
		buf_reset(&json);
		export_write_object(&json, &values, table_row(&j->table, i));
		report_add(&j->report, table_row(&j->table, i), buf_str(&json));
	}
	if (j->table.shown_numbers.n == 0)
		print_no_match(j);
	table_writer_free(&values);
	buf_free(&json);
	return report_end(&j->report, EXIT_OK);
}

static bool
read_parts(struct list_job *j, unsigned parts, struct err *err)
{
	const struct catalog_scope scope = { .wanted_parts = parts,
		.required_parts = parts & CATALOG_LISTS };
	j->catalog = catalog_read_all(&j->connection, scope, &j->attempt_count, err);
	return j->catalog &&
	    (!(parts & CATALOG_JOURNEYS) ||
		catalog_check_journeys_read(j->catalog, &j->attempt_count, err));
}

static void
free_job(struct list_job *j)
{
	table_free(&j->table);
	vec_free(&j->charges);
	price_grid_free(&j->prices);
	used_by_free(&j->users);
	arena_free(&j->text_arena);
	catalog_free(j->catalog);
	connection_close(&j->connection);
	app_context_free(&j->app);
	x_free(j);
}

int
export_list_run(struct args *args)
{
	struct list_job *j = x_new(struct list_job);
	const char *terms = args->app_options.view_line;
	size_t list = find_list(str_of(args->positional_args.v[0]));
	struct err err;
	bool ok = true;
	j->args = args;
	args->app_options.view_line = NULL; /* the terms are read when the columns are known */
	if (args->positional_args.n > 1)
		j->path = str_of(args->positional_args.v[1]);
	else
		ok = err_set(&err, ERR_USAGE, "export %s takes the path of %s", lists[list].name,
		    lists[list].of);
	if (args->option_values[OPTION_SELECT] || args->option_values[OPTION_YES])
		ok = err_set(&err, ERR_USAGE, "--select and --yes are for export page");
	ok = ok && app_context_init(&j->app, &args->app_options, &err) &&
	    connection_open(&j->connection, &j->app, &err) &&
	    read_parts(j, lists[list].parts, &err) && lists[list].collect(j, &err) &&
	    apply_view(j, str_of(terms), &err);
	int status = ok ? print_rows(j) : report_fail(args, &err, j->attempt_count);
	if (!ok)
		report_free(&j->report);
	free_job(j);
	return status;
}
