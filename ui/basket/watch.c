#include "ui/basket/watch.h"

#include "base/index.h"
#include "base/utf8.h"
#include "ui/kit/console.h"
#include "ui/term/term.h"

struct watch {
	struct console *console;
	struct view view;
	struct row_filter filter;
	int interval_s;
	bool rings_bell;
	unsigned timer;
	bool started_refresh;    /* the refresh in progress was started by the watch */
	size_t match_count;      /* matches since the user last looked */
	struct index *match_ids; /* ids of the matches since then */
};

static void
poll_again(void *arg)
{
	struct watch *w = arg;
	struct console *c = w->console;
	w->timer = c->io.start_timer(c->io.ctx, w->interval_s * 1000, poll_again, w);
	if (c->baskets->state == BASKETS_READING)
		return; /* another read is in progress: try next time */
	w->started_refresh = true;
	baskets_read_new(c->baskets);
}

void
watch_free(struct watch *w)
{
	if (!w)
		return;
	w->console->io.cancel_timer(w->console->io.ctx, w->timer);
	row_filter_free(&w->filter);
	view_free(&w->view);
	index_free(w->match_ids);
	x_free(w);
}

bool
watch_is_marked(const struct console *c, struct str id)
{
	return c->watch && index_get(c->watch->match_ids, id) != UINT32_MAX;
}

void
watch_clear_marks(struct console *c)
{
	if (c->watch)
		c->watch->match_count = 0;
}

void
watch_append_status(struct buf *out, const struct console *c)
{
	const struct watch *w = c->watch;
	if (!w)
		return;
	buf_addz(out, "watching");
	if (w->match_count) {
		buf_addc(out, ' ');
		format_count(out, w->match_count);
		buf_addz(out, " new");
	}
	buf_addz(out, " \xC2\xB7 ");
}

/* ---- new baskets ---- */

static bool
is_watched(const struct watch *w, const struct basket_row *row)
{
	const struct baskets *b = w->console->baskets;
	struct str json = w->filter.needs_json ? baskets_json(b, row, NULL) : STR_NONE;
	return row_filter_match(&w->filter, row, json);
}

/* The new rows are at the top, except for baskets that were written late. */
static size_t
mark_new_baskets(struct watch *w, uint32_t came)
{
	const struct baskets *b = w->console->baskets;
	size_t found = 0;
	for (size_t i = 0; came && i < b->rows.n; i++) {
		const struct basket_row *row = &b->rows.v[i];
		if (!row->added_by_refresh)
			continue;
		came--;
		if (!is_watched(w, row) || index_get(w->match_ids, row->id) != UINT32_MAX)
			continue;
		index_put(w->match_ids, row->id, 1);
		found++;
	}
	return found;
}

static void
show_found_baskets(struct watch *w, size_t found)
{
	struct console *c = w->console;
	struct buf words = { 0 }, terms = { 0 }, clock = { 0 };
	format_plural(&words, found, "new basket", "new baskets");
	view_write_terms(&terms, &w->view);
	format_time_of_day(&clock, console_now(c), c->time_style == TIME_UTC);
	if (terms.n) {
		struct buf clean = { 0 };
		text_clean(&clean, buf_str(&terms), c->look.ascii_lines);
		buf_addz(&words, " for ");
		text_cut(&words, buf_str(&clean), 40, c->look.ascii_lines);
		buf_free(&clean);
	}
	console_show(c, ROLE_LEAD, "%s at %s", buf_z(&words), buf_z(&clock));
	if (w->rings_bell && !c->script && !c->linear)
		term_ring_bell();
	buf_free(&words);
	buf_free(&terms);
	buf_free(&clock);
}

bool
watch_on_refresh(struct console *c)
{
	struct watch *w = c->watch;
	if (!w)
		return false;
	bool own = w->started_refresh;
	size_t found = mark_new_baskets(w, c->baskets->new_row_count);
	w->started_refresh = false;
	w->match_count += found;
	if (found)
		show_found_baskets(w, found);
	return own || found;
}

/* ---- the command ---- */

/* Parses an interval: "90s", "2m", "1h". */
static bool
read_seconds(struct str text, int *out)
{
	static const struct {
		char unit;
		int seconds;
	} units[] = { { 's', 1 }, { 'm', 60 }, { 'h', 3600 } };
	int64_t n;
	for (size_t i = 0; text.n > 1 && i < sizeof(units) / sizeof(*units); i++) {
		if (text.p[text.n - 1] != units[i].unit)
			continue;
		if (!str_to_int64(str_sub(text, 0, text.n - 1), &n) || n < 1 || n > 86400)
			return false;
		*out = (int)n * units[i].seconds;
		return *out >= WATCH_INTERVAL_MIN_S && *out <= 86400;
	}
	return false;
}

/* Parses the options of :watch at the start of the text and removes them; the rest is the VIEW. */
static bool
read_watch_words(struct watch *w, struct str *text, struct err *err)
{
	struct str word, every = STR("every=");
	for (;;) {
		*text = str_trim(*text);
		word = str_sub(*text, 0, str_find_char(*text, ' '));
		if (str_eqz(word, "bell"))
			w->rings_bell = true;
		else if (!str_starts(word, every))
			return true;
		else if (!read_seconds(str_sub(word, every.n, word.n), &w->interval_s))
			return err_set(err, ERR_USAGE, "every= must be %ds to 24h: 90s, 2m, 1h",
			    WATCH_INTERVAL_MIN_S);
		*text = str_sub(*text, word.n, text->n);
	}
}

static bool
begin_watch(struct watch *w, struct str text, struct err *err)
{
	struct console *c = w->console;
	if (!read_watch_words(w, &text, err) ||
	    !view_parse_terms(&w->view, view_find_resource("baskets"), text, err))
		return false;
	if (w->view.group_keys.n)
		return err_set(err, ERR_USAGE, "watch takes baskets, not groups");
	return row_filter_init(&w->filter, &w->view, console_ages(c), err);
}

static void
show_watch_status(struct console *c)
{
	const struct watch *w = c->watch;
	struct buf terms = { 0 }, clean = { 0 }, cut = { 0 };
	if (!w) {
		console_show(c, ROLE_TEXT, "Not watching. To start: :watch every=2m bell TERMS");
		return;
	}
	view_write_terms(&terms, &w->view);
	text_clean(&clean, buf_str(&terms), c->look.ascii_lines);
	text_cut(&cut, buf_str(&clean), 60, c->look.ascii_lines);
	console_show(c, ROLE_TEXT, "Watching for %s%s, every %d s%s. :watch off ends it",
	    cut.n ? "new baskets: " : "every new basket", cut.n ? buf_z(&cut) : "", w->interval_s,
	    w->rings_bell ? ", with the bell" : "");
	buf_free(&terms);
	buf_free(&clean);
	buf_free(&cut);
}

static void
end_watch(struct console *c)
{
	console_show(c, ROLE_TEXT, c->watch ? "Stopped watching" : "Was not watching");
	watch_free(c->watch);
	c->watch = NULL;
}

void
watch_run_command(struct console *c, struct str text)
{
	struct err err;
	text = str_trim(text);
	if (str_eqz(text, "off")) {
		end_watch(c);
		return;
	}
	if (!text.n) {
		show_watch_status(c);
		return;
	}
	struct watch *w = x_new(struct watch);
	w->console = c;
	w->interval_s = WATCH_INTERVAL_DEFAULT_S;
	w->match_ids = index_new();
	if (!begin_watch(w, str_eqz(text, "all") ? STR_NONE : text, &err)) {
		console_show(c, ROLE_WARN, "%s", err.text);
		watch_free(w);
		return;
	}
	watch_free(c->watch);
	c->watch = w;
	w->timer = c->io.start_timer(c->io.ctx, w->interval_s * 1000, poll_again, w);
	show_watch_status(c);
}
