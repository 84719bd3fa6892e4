#include "ui/rows/catalog_status.h"

#include "base/utf8.h"
#include "ui/kit/fix_hint.h"
#include "ui/rows/empty.h"

enum { COMMIT_CELLS = 7 };

void
catalog_append_revision(const struct console *c, struct buf *out)
{
	struct str commit = catalog_commit(c->catalog);
	if (commit.n) {
		buf_addz(out, " \xC2\xB7 catalog ");
		text_clean(out, str_sub(commit, 0, COMMIT_CELLS), false);
	}
	if (c->catalog->read_at != WHEN_NONE) {
		buf_addz(out, " \xC2\xB7 read ");
		format_clock(out, c->catalog->read_at, c->times == TIME_UTC);
	}
}

void
catalog_append_counts(const struct rows_pane *r, struct buf *out, const char *one, const char *many)
{
	enum catalog_part part = catalog_part_named(r->table.view.resource);
	if (view_is_filtered(&r->table.view)) {
		format_count(out, r->table.shown.n);
		buf_addz(out, " of ");
	}
	format_plural(out, r->table.n, one, many);
	if (part < CATALOG_PARTS && catalog_part_has_cursor_loop(r->pane.console->catalog, part))
		buf_addz(out, " read, more may be missing");
	catalog_append_revision(r->pane.console, out);
}

bool
catalog_describe_unread(const struct console *c, struct doc *d)
{
	if (c->catalog->read_at != WHEN_NONE)
		return false;
	if (c->catalog->state == CATALOG_FAILED) {
		empty_what(d, "Could not read the catalog");
		empty_why_failed(d, c);
		if (is_fixed_by_sign_in(c, &c->catalog->err))
			empty_key(d, ":login", "sign in");
		else
			empty_action(d, c, ACT_RETRY, "try again");
	} else if (!empty_no_service(d, c) && c->catalog->state == CATALOG_QUIET) {
		empty_what(d, "The catalog has not been read");
		empty_action(d, c, ACT_REFRESH, "read the catalog");
	}
	return true;
}

/* Stops reading the catalog; keeps what was read so far. */
bool
catalog_stop_reading(struct pane *p)
{
	struct console *c = p->console;
	size_t read = catalog_items_read(c->catalog);
	struct buf words = { 0 }, key = { 0 };
	if (!catalog_stop(c->catalog))
		return false;
	format_plural(&words, read, "item", "items");
	console_key_of(c, &key, ACT_REFRESH);
	console_show(c, ROLE_TEXT, "Stopped reading the catalog: %s read. %s continues",
	    buf_z(&words), buf_z(&key));
	console_changed(c);
	buf_free(&words);
	buf_free(&key);
	return true;
}

/* "offers: 50 read; the service repeats itself, more may be missing", for each list whose
 * cursors loop. */
void
catalog_append_cursor_loop(struct buf *out, const struct catalog *c)
{
	for (int i = 0; i < CATALOG_PARTS; i++) {
		const struct listing *list = catalog_list(c, (enum catalog_part)i);
		if (!catalog_part_has_cursor_loop(c, (enum catalog_part)i))
			continue;
		buf_addf(out, "%s%s: ", out->n ? ". " : "",
		    graph_kinds[catalog_kind_of((enum catalog_part)i)].many);
		pager_append_cursor_loop(out, list->pager.end, list->rows.n, "more");
	}
}

bool
catalog_status(const struct pane *p, struct buf *out, enum role *role)
{
	const struct catalog *c = p->console->catalog;
	struct buf key = { 0 };
	*role = ROLE_TEXT;
	if (c->state == CATALOG_FAILED) {
		*role = ROLE_BAD;
		format_err(out, &c->err, c->tries);
		append_fix_hint(out, p->console, &c->err);
	} else if (c->newer_revision.n) {
		struct str seen = str_sub(catalog_commit(c), 0, COMMIT_CELLS);
		*role = ROLE_WARN;
		console_key_of(p->console, &key, ACT_REFRESH);
		buf_addz(out, "The catalog changed (");
		text_clean(out, seen, false);
		buf_addz(out, " to ");
		text_clean(out, str_sub(buf_str(&c->newer_revision), 0, COMMIT_CELLS), false);
		buf_addf(out, "). The screen shows the old one. %s loads the new one", buf_z(&key));
	} else if (catalog_has_cursor_loop(c)) {
		*role = ROLE_WARN;
		catalog_append_cursor_loop(out, c);
	} else if (c->state == CATALOG_READING && !p->console->script) {
		int64_t waited = clock_ticks() - c->asked_at;
		if (waited >= 1000)
			buf_addf(out, "Reading the catalog \xE2\x80\xA6 %lld s   Esc stops",
			    (long long)(waited / 1000));
	}
	buf_free(&key);
	return out->n > 0;
}
