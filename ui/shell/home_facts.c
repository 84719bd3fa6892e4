#include "ui/shell/home_facts.h"

#include "catalog/finding_row.h"
#include "ui/shell/shell.h"

#include <string.h>

#define HOUR (WHEN_DAY / 24)

static const char *const group_views[HOME_GROUPS] = {
	[HOME_BY_AGE] = "baskets group=bucket",
	[HOME_BY_START_PAGE] = "baskets group=start-page",
	[HOME_BY_OFFER] = "baskets group=offer",
	[HOME_BY_CHANNEL] = "baskets group=channel",
	[HOME_BY_PRODUCT] = "baskets group=product",
};

static void
free_counts(struct home_facts *f)
{
	for (size_t i = 0; i < HOME_GROUPS; i++)
		groups_free(&f->groups[i]);
	for (size_t i = 0; i < HOME_DAYS; i++)
		groups_free(&f->hours[i].groups);
}

void
home_facts_free(struct home_facts *f)
{
	free_counts(f);
	persons_free(&f->merged_persons);
	person_rows_free(&f->persons);
	arena_free(&f->text_arena);
}

/* Counts the baskets of a VIEW with group=. */
static bool
count_groups(struct groups *g, struct str line, const struct console *c, int64_t now)
{
	const struct baskets *b = c->baskets;
	struct view view;
	struct err none;
	const struct age_context ages = { now, console_ages(c).groups };
	bool ok = view_parse(&view, line, &none) && groups_init(g, &view, ages, &none);
	view_free(&view);
	if (!ok)
		return false;
	/* By hour, as far back as all baskets are known. */
	int64_t known = baskets_known_from_time(b), from = now - HOUR * (GROUP_TREND_BIN_COUNT - 1);
	groups_begin(g, now, known > from ? known : from, known <= from);
	for (size_t i = 0; i < b->rows.n; i++)
		groups_add(g, &b->rows.v[i], STR_NONE);
	groups_end(g);
	return true;
}

/* ---- baskets by time ---- */

/* "2026-11-20T10:42Z" */
static void
write_minute(struct buf *out, int64_t t)
{
	struct when_parts at = when_split(t);
	buf_addf(out, "%04d-%02d-%02dT%02d:%02dZ", at.year, at.month, at.day, at.hour, at.minute);
}

/* Counts by hour, in a VIEW without since=, which would choose the hours by its own length. */
static void
count_hours(struct home_facts *f, const struct console *c, enum home_day day)
{
	const struct baskets *b = c->baskets;
	struct home_hours *h = &f->hours[day];
	int64_t minute = console_now(c) - console_now(c) % (HOUR / 60),
		until = day == HOME_YESTERDAY ? minute - WHEN_DAY : console_now(c),
		known = baskets_known_from_time(b);
	struct buf line = { 0 }, end = { 0 };
	if (day == HOME_YESTERDAY) {
		buf_addz(&end, " until=");
		write_minute(&end, until);
	}
	buf_addf(&line, "baskets group=kind%s", buf_z(&end));
	if (count_groups(&h->groups, buf_str(&line), c, until)) {
		const struct group_bins *bins = &h->groups.bins;
		int64_t from = bins->end_ms - bins->width_ms * GROUP_TREND_BIN_COUNT;
		buf_reset(&line);
		buf_addz(&line, "baskets since=");
		write_minute(&line, from);
		buf_addz(&line, buf_z(&end));
		h->is_read = known < until;
		h->is_whole = known <= from;
		h->count = (struct home_count){ 0, arena_str(&f->text_arena, buf_str(&line)) };
		for (size_t i = 0; i < b->rows.n; i++)
			h->count.n += b->rows.v[i].created > from && b->rows.v[i].created <= until;
	}
	buf_free(&line);
	buf_free(&end);
}

static void
count_new_baskets(struct home_facts *f, const struct console *c)
{
	const struct last_visit *l = &shell_of(c)->last_visit;
	struct buf line = { 0 };
	struct groups g;
	f->has_last_visit = l->visited_at != WHEN_NONE;
	f->may_be_more = false;
	last_visit_append_view(&line, l);
	if (f->has_last_visit) {
		f->new_baskets.n = last_visit_count_new(l, c, &f->may_be_more);
		f->new_baskets.view = arena_str(&f->text_arena, buf_str(&line));
	} else {
		struct when_parts day = when_split(when_local_date(console_now(c)));
		buf_addf(&line, "baskets day=%04d-%02d-%02d", day.year, day.month, day.day);
		f->new_baskets.view = arena_str(&f->text_arena, buf_str(&line));
		buf_addz(&line, " group=kind");
		if (count_groups(&g, buf_str(&line), c, console_now(c))) {
			f->new_baskets.n = g.total.basket_count;
			groups_free(&g);
		}
	}
	buf_free(&line);
}

/* ---- persons ---- */

static struct home_call
make_call(struct home_facts *f, const struct person_row *person)
{
	struct buf name = { 0 };
	person_row_write_customer(&name, person);
	struct home_call call = { .name = arena_str(&f->text_arena, buf_str(&name)),
		.total = arena_str(&f->text_arena, basket_row_total(person->newest)->text),
		.basket_id = arena_str(&f->text_arena, person->newest->id),
		.created = person->newest->created };
	buf_free(&name);
	return call;
}

/* Counts the persons of a VIEW; if `calls`, they are the ones to call. */
static struct home_count
count_persons(struct home_facts *f, const struct console *c, const char *line, bool calls)
{
	struct home_count count = { .view = str_of(line) };
	struct view view;
	struct row_filter filter = { 0 };
	struct err none;
	if (view_parse(&view, count.view, &none) &&
	    row_filter_init(&filter, &view, console_ages(c), &none)) {
		for (size_t i = 0; i < f->persons.list.n; i++) {
			const struct person_row *person = &f->persons.list.v[i];
			if (!row_filter_match(&filter, person, STR_NONE))
				continue;
			count.n++;
			if (calls && f->call_count < HOME_CALLS_MAX)
				f->calls[f->call_count++] = make_call(f, person);
		}
	}
	row_filter_free(&filter);
	view_free(&view);
	return count;
}

/* ---- sent links ---- */

/* While presenting, accounts are not shown, and a list of one account would name it. */
static void
count_links(struct home_facts *f, const struct console *c)
{
	struct sent_links links = { 0 };
	struct groups g;
	struct view view;
	struct err none;
	struct buf line = { 0 }, account = { 0 };
	sent_links_append_account(&account, c);
	buf_addz(&line, "sent-links since=7d by=");
	view_write_quoted(&line, buf_str(&account));
	buf_free(&account);
	struct str list = arena_str(&f->text_arena, buf_str(&line));
	buf_addz(&line, " group=became");
	if (!c->contact_log.entries.n || c->presenting) {
		buf_free(&line);
		return;
	}
	if (view_parse(&view, buf_str(&line), &none) &&
	    groups_init(&g, &view, console_ages(c), &none)) {
		sent_links_make_now(&links, c);
		groups_count_sent_links(&g, &links, console_now(c));
		f->links = (struct home_count){ g.total.basket_count, list };
		memcpy(f->link_results, g.total.result_counts, sizeof(f->link_results));
		groups_free(&g);
	}
	sent_links_free(&links);
	view_free(&view);
	buf_free(&line);
}

/* ---- findings ---- */

/* Counts those of the worst severity of which there are any; if there are none, errors. */
static void
count_findings(struct home_facts *f, const struct console *c)
{
	static const char *const ids[] = { [CHECK_ERROR] = "error", [CHECK_WARNING] = "warning" };
	struct findings all = { 0 };
	size_t counts[2] = { 0 };
	findings_collect(&all, c->catalog, FINDINGS_ALL, &c->app->config.mute);
	for (size_t i = 0; i < all.rows.n; i++)
		for (size_t s = 0; s < 2; s++)
			counts[s] += str_eqz(all.rows.v[i].severity, ids[s]);
	findings_free(&all);
	f->severity = counts[CHECK_ERROR] || !counts[CHECK_WARNING] ? CHECK_ERROR : CHECK_WARNING;
	f->findings = (struct home_count){ counts[f->severity],
		arena_printf(&f->text_arena, "severity=%s", ids[f->severity]) };
}

/* ---- when to count ---- */

/* Counts the baskets of a VIEW among those that belong to no person. */
static struct home_count
count_unnamed(const struct home_facts *f, const struct console *c, const char *line)
{
	struct home_count count = { .view = str_of(line) };
	const struct baskets *b = c->baskets;
	struct view view;
	struct row_filter filter = { 0 };
	struct err none;
	if (view_parse(&view, count.view, &none) &&
	    row_filter_init(&filter, &view, console_ages(c), &none))
		for (uint32_t i = 0; i < b->rows.n; i++)
			if (!persons_find_by_row(&f->merged_persons, i))
				count.n += row_filter_match(&filter, &b->rows.v[i], STR_NONE);
	row_filter_free(&filter);
	view_free(&view);
	return count;
}

static void
count_baskets(struct home_facts *f, const struct console *c, bool anew)
{
	const struct baskets *b = c->baskets;
	persons_merge_rows(&f->merged_persons, b->rows.v, b->rows.n, anew);
	person_rows_make(&f->persons, &f->merged_persons, b->rows.v);
	count_new_baskets(f, c);
	f->reachable = count_persons(f, c,
	    c->app->masked ? "persons reach:mail !bought=since"
			   : "persons reach:mail status=none !bought=since",
	    true);
	f->contacted = count_persons(f, c, "persons contacted=today", false);
	f->contacted_unnamed = count_unnamed(f, c, "baskets contacted=today person=\"\"");
	count_links(f, c);
	for (size_t i = 0; i < HOME_GROUPS; i++)
		count_groups(&f->groups[i], str_of(group_views[i]), c, console_now(c));
	for (int day = 0; day < HOME_DAYS; day++)
		count_hours(f, c, (enum home_day)day);
}

bool
home_facts_update(struct home_facts *f, const struct console *c)
{
	const struct baskets *b = c->baskets;
	const int64_t minute = console_now(c) / 60000;
	bool has_graph = catalog_graph(c->catalog) != NULL, whole = baskets_has_all_requested(b);
	bool anew = false, changed = derived_list_needs_rebuild(&f->built_from, b, &anew);
	changed = changed || f->built_minute != minute || f->built_graph != has_graph ||
	    f->built_catalog != c->catalog->revision_count || f->built_whole != whole ||
	    f->built_since != b->created_after || f->built_masked != c->app->masked ||
	    f->built_presenting != c->presenting ||
	    f->has_baskets != (b->read_at != WHEN_NONE);
	if (!changed)
		return false;
	f->built_minute = minute;
	f->built_graph = has_graph;
	f->built_catalog = c->catalog->revision_count;
	f->built_whole = whole;
	f->built_masked = c->app->masked;
	f->built_presenting = c->presenting;
	f->built_since = b->created_after;
	f->has_baskets = b->read_at != WHEN_NONE;
	free_counts(f);
	arena_reset(&f->text_arena);
	f->call_count = 0;
	f->links = f->new_baskets = f->reachable = f->contacted = f->contacted_unnamed = f->findings = (struct home_count){ 0 };
	if (f->has_baskets)
		count_baskets(f, c, anew);
	if (has_graph)
		count_findings(f, c);
	return true;
}
