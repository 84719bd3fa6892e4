#include "ui/shell/last_visit.h"

#include "app/state.h"
#include "base/json_quote.h"
#include "base/utf8.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/recheck.h"
#include "ui/catalog/catalog_pane.h"
#include "ui/rows/catalog_rows.h"
#include "ui/shell/shell.h"
#include "wire/json_lex.h"

#include <string.h>

/* Reports that a list is read again from its first page, because its cursor no longer works. */
static void
show_restarts(struct console *c)
{
	unsigned n = c->baskets->older_pager.restart_count +
	    c->baskets->refresh_pager.restart_count;
	for (int i = 0; i < CATALOG_PARTS; i++) {
		const struct listing *list = catalog_list(c->catalog, (enum catalog_part)i);
		n += list ? list->pager.restart_count : 0;
	}
	if (n > shell_of(c)->restarts_reported)
		console_show(c, ROLE_WARN,
		    "The service lost its place in the list. Reading again from page 1");
	shell_of(c)->restarts_reported = n;
}

void
on_baskets_changed(void *ctx)
{
	struct console *c = ctx;
	show_restarts(c);
	baskets_pane_on_changed(console_tab_pane(c, TAB_BASKETS));
	console_notify_panes_above(c, TAB_BASKETS);
	if (c->tab != TAB_BASKETS) /* Today may be above any tab */
		console_notify_panes_above(c, c->tab);
	last_visit_show_news(&shell_of(c)->last_visit, c);
	recheck_on_baskets_changed(c);
	if (c->baskets->state != BASKETS_IDLE)
		return;
	catalog_read_ahead(c->catalog);
	if (c->baskets->read_at != WHEN_NONE)
		catalog_count_baskets(c->catalog, c->baskets->rows.v, c->baskets->rows.n);
	estimates_run(shell_of(c)->estimates, false);
}

/* Adds the catalog's status to the list of messages. */
static void
log_catalog_problems(struct console *c)
{
	const struct catalog *catalog = c->catalog;
	const struct err *journeys = catalog_journeys_err(catalog);
	bool failed = catalog->state == CATALOG_FAILED,
	     first = failed && !shell_of(c)->catalog_failure_reported;
	struct buf words = { 0 };
	shell_of(c)->catalog_failure_reported = failed;
	if (first) {
		buf_addz(&words, "The catalog: ");
		format_err(&words, &catalog->err, catalog->attempt_count);
		console_log_message(c, ROLE_BAD, buf_str(&words), &catalog->err);
	} else if (catalog_has_cursor_loop(catalog) &&
	    shell_of(c)->incomplete_revision_reported != catalog->revision_count) {
		shell_of(c)->incomplete_revision_reported = catalog->revision_count;
		catalog_append_cursor_loop(&words, catalog);
		console_log_message(c, ROLE_WARN, buf_str(&words), NULL);
	} else if (journeys && journeys->kind != ERR_NOT_FOUND &&
	    shell_of(c)->failed_journeys_revision != catalog->revision_count) {
		shell_of(c)->failed_journeys_revision = catalog->revision_count;
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
	show_restarts(c);
	log_catalog_problems(c);
	if (c->baskets->read_at != WHEN_NONE)
		catalog_count_baskets(c->catalog, c->baskets->rows.v, c->baskets->rows.n);
	estimates_run(shell_of(c)->estimates, false);
	last_visit_show_news(&shell_of(c)->last_visit, c);
	console_notify_panes(c);
}

void
on_estimates_changed(void *ctx)
{
	struct console *c = ctx;
	baskets_pane_on_estimated(console_tab_pane(c, TAB_BASKETS));
	console_notify_panes_above(c, TAB_BASKETS);
}

static const char last_visit_file[] = "looked.jsonl";

static bool
saves_visits(const struct console *c)
{
	return !c->script && app_context_keeps_state(c->app) && client_has_address(c->client);
}

/* ---- the file ---- */

static bool
read_visit_member(struct buf *out, struct str line, const char *name)
{
	struct str raw = json_lex_find(line, str_of(name));
	buf_reset(out);
	if (raw.n < 2 || raw.p[0] != '"')
		return false;
	json_lex_unquote(out, raw);
	return true;
}

static void
parse_last_visit(struct last_visit *l, struct str line, struct str service)
{
	struct buf text = { 0 };
	int64_t at, newest;
	bool mine = read_visit_member(&text, line, "service") && str_eq(buf_str(&text), service);
	if (mine && read_visit_member(&text, line, "at") && when_parse(buf_str(&text), &at) &&
	    read_visit_member(&text, line, "newest") && when_parse(buf_str(&text), &newest)) {
		l->visited_at = at;
		l->newest_basket_at = newest;
		l->commit[0] = '\0';
		if (read_visit_member(&text, line, "catalog") && text.n < sizeof(l->commit))
			memcpy(l->commit, buf_z(&text), text.n + 1);
	}
	buf_free(&text);
}

void
last_visit_read(struct last_visit *l, const struct console *c)
{
	struct buf text = { 0 }, service = { 0 };
	struct str rest, line;
	struct err ignored;
	*l = (struct last_visit){ .visited_at = WHEN_NONE, .newest_basket_at = WHEN_NONE };
	app_context_append_service_name(&service, c->app);
	if (saves_visits(c) && state_read(&text, last_visit_file, &ignored))
		for (rest = buf_str(&text); rest.n && str_next(&rest, '\n', &line);)
			if (line.n > 1 && line.p[0] == '{' && line.p[line.n - 1] == '}')
				parse_last_visit(l, line, buf_str(&service));
	buf_free(&text);
	buf_free(&service);
}

static void
append_visit_member(struct buf *out, const char *name, struct str value)
{
	buf_addf(out, "%s\"%s\":", out->n > 1 ? "," : "", name);
	json_quote(out, value);
}

void
last_visit_write(const struct console *c)
{
	struct buf line = { 0 }, text = { 0 };
	struct err ignored;
	int64_t newest = baskets_newest_created(c->baskets);
	if (!saves_visits(c) || newest == WHEN_NONE)
		return;
	buf_addc(&line, '{');
	app_context_append_service_name(&text, c->app);
	append_visit_member(&line, "service", buf_str(&text));
	buf_reset(&text);
	when_write(&text, console_now(c));
	append_visit_member(&line, "at", buf_str(&text));
	buf_reset(&text);
	when_write(&text, newest);
	append_visit_member(&line, "newest", buf_str(&text));
	append_visit_member(&line, "catalog", catalog_commit(c->catalog));
	buf_addc(&line, '}');
	state_append(last_visit_file, buf_str(&line), &ignored); /* a failure does not matter */
	buf_free(&line);
	buf_free(&text);
}

/* ---- news since the last visit ---- */

size_t
last_visit_count_new(const struct last_visit *l, const struct console *c, bool *more)
{
	const struct baskets *b = c->baskets;
	size_t n = 0, known = 0;
	for (size_t i = 0; i < b->rows.n; i++) {
		known += b->rows.v[i].created != WHEN_NONE;
		n += b->rows.v[i].created > l->newest_basket_at;
	}
	*more = n == known && !baskets_has_all_requested(b);
	return n;
}

static size_t
count_completed(const struct last_visit *l, const struct console *c)
{
	size_t n = 0;
	for (size_t i = 0; i < c->baskets->rows.n; i++)
		n += c->baskets->rows.v[i].completed &&
		    c->baskets->rows.v[i].created > l->newest_basket_at;
	return n;
}

static void
show_new_baskets(struct last_visit *l, struct console *c)
{
	struct buf words = { 0 }, when = { 0 };
	bool more;
	size_t n = last_visit_count_new(l, c, &more);
	l->basket_news_shown = true;
	if (n == 0)
		return;
	size_t completed = count_completed(l, c);
	format_plural(&words, n, "basket", "baskets");
	if (completed)
		buf_addf(&words, " (%zu completed)", completed);
	format_time(&when, l->visited_at, console_now(c), c->time_style == TIME_UTC);
	console_show(c, ROLE_TEXT, "%s%s since your last visit, %s. :since shows %s",
	    more ? "more than " : "", buf_z(&words), buf_z(&when), n == 1 ? "it" : "them");
	buf_free(&words);
	buf_free(&when);
}

static void
show_catalog_change(struct last_visit *l, struct console *c)
{
	struct str now = catalog_commit(c->catalog), then = str_of(l->commit);
	struct buf was = { 0 }, is = { 0 }, changed = { 0 };
	const struct listing *offers = catalog_list(c->catalog, CATALOG_OFFERS);
	size_t n = 0;
	l->catalog_news_shown = true;
	for (size_t i = 0; i < offers->rows.n; i++)
		n += offers->rows.v[i].modified != WHEN_NONE &&
		    offers->rows.v[i].modified > l->visited_at;
	format_plural(&changed, n, "offer", "offers");
	if (then.n && now.n && !str_eq(now, then)) {
		text_clean(&was, str_sub(then, 0, 7), c->look.ascii_lines);
		text_clean(&is, str_sub(now, 0, 7), c->look.ascii_lines);
		console_show(c, ROLE_TEXT,
		    "The catalog changed since your last visit, %s to %s: %s modified", buf_z(&was),
		    buf_z(&is), buf_z(&changed));
	}
	buf_free(&changed);
	buf_free(&was);
	buf_free(&is);
}

void
last_visit_show_news(struct last_visit *l, struct console *c)
{
	if (l->visited_at == WHEN_NONE)
		return;
	if (!l->basket_news_shown && c->baskets->state == BASKETS_IDLE &&
	    c->baskets->read_at != WHEN_NONE)
		show_new_baskets(l, c);
	if (l->basket_news_shown && !l->catalog_news_shown && catalog_graph(c->catalog))
		show_catalog_change(l, c);
}

void
last_visit_append_view(struct buf *out, const struct last_visit *l)
{
	if (l->visited_at == WHEN_NONE)
		return;
	buf_addz(out, "baskets since=");
	when_write(out, l->newest_basket_at);
}

void
last_visit_open_view(struct console *c)
{
	struct buf line = { 0 };
	last_visit_append_view(&line, &shell_of(c)->last_visit);
	if (line.n)
		c->nav->run_typed_text(c, TYPED_VIEW, buf_str(&line));
	else
		console_show(
		    c, ROLE_TEXT, "No earlier visit is recorded (each is saved when you quit)");
	buf_free(&line);
}
