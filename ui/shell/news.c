#include "ui/shell/news.h"

#include "ui/basket/baskets_pane.h"
#include "ui/basket/recheck.h"
#include "ui/catalog/catalog_pane.h"
#include "ui/shell/shell.h"

void
on_baskets_changed(void *ctx)
{
	struct console *c = ctx;
	baskets_pane_changed(console_tab(c, TAB_BASKETS));
	console_changed_above(c, TAB_BASKETS);
	last_visit_show_news(&shell_of(c)->last_visit, c);
	recheck_on_baskets_changed(c);
	if (c->baskets->state != BASKETS_QUIET)
		return;
	catalog_read_ahead(c->catalog);
	catalog_count_baskets(c->catalog, c->baskets->rows.v, c->baskets->rows.n);
	estimates_run(shell_of(c)->estimates, false);
}

/* Adds the catalog's status to the list of messages. */
static void
notice_catalog(struct console *c)
{
	const struct catalog *catalog = c->catalog;
	const struct err *journeys = catalog_journeys_err(catalog);
	bool failed = catalog->state == CATALOG_FAILED,
	     first = failed && !shell_of(c)->catalog_failed;
	struct buf words = { 0 };
	shell_of(c)->catalog_failed = failed;
	if (first) {
		buf_addz(&words, "The catalog: ");
		format_err(&words, &catalog->err, catalog->tries);
		console_log_message(c, ROLE_BAD, buf_str(&words), &catalog->err);
	} else if (catalog_has_cursor_loop(catalog) &&
	    shell_of(c)->catalog_round != catalog->revisions) {
		shell_of(c)->catalog_round = catalog->revisions;
		catalog_append_cursor_loop(&words, catalog);
		console_log_message(c, ROLE_WARN, buf_str(&words), NULL);
	} else if (journeys && journeys->kind != ERR_NOT_FOUND &&
	    shell_of(c)->journeys_failed != catalog->revisions) {
		shell_of(c)->journeys_failed = catalog->revisions;
		buf_addz(&words, "The journeys: ");
		format_err(&words, journeys, 0);
		console_log_message(c, ROLE_BAD, buf_str(&words), journeys);
	}
	buf_free(&words);
}

void
on_catalog_changed(void *ctx)
{
	struct console *c = ctx;
	notice_catalog(c);
	catalog_count_baskets(c->catalog, c->baskets->rows.v, c->baskets->rows.n);
	estimates_run(shell_of(c)->estimates, false);
	last_visit_show_news(&shell_of(c)->last_visit, c);
	console_changed(c);
}

void
on_estimates_changed(void *ctx)
{
	struct console *c = ctx;
	baskets_pane_estimated(console_tab(c, TAB_BASKETS));
	console_changed_above(c, TAB_BASKETS);
}
