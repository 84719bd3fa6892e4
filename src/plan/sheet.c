#include "plan/sheet.h"

#include "base/digest.h"
#include "base/utf8.h"
#include "plan/sheet_line.h"

#include <string.h>

/* ---- lines ---- */

static void
add_heading_fault(void *ctx, struct str column, const char *words)
{
	sheet_add_error(ctx, column, "%s", words);
}

/* Reports an unclosed quote, without the line number in the error's text. */
static void
add_broken_quote(const struct sheet_reading *r, const struct err *err)
{
	struct str why = str_of(err->text);
	size_t at = str_find(why, STR(": "));
	why = at == SIZE_MAX ? why : str_sub(why, at + 2, why.n);
	sheet_add_error(r, STR_NONE, "%.*s", STR_ARG(why));
}

static void
read_lines(struct sheet_reading *r, struct str text)
{
	const char *why = csv_why_unreadable(text);
	struct err err = { 0 };
	struct arena *a = &r->sheet->texts;
	csv_start_any(&r->csv, text);
	r->csv.line = 1;
	if (why) {
		sheet_add_error(r, STR_NONE, "%s", why);
		return;
	}
	if (csv_next(&r->csv, a, &err)) {
		sheet_columns_read(&r->columns, &r->csv, add_heading_fault, r);
		sheet_columns_append_names(&r->sheet->read, &r->columns);
	}
	bool whole = r->sheet->faults.n == 0;
	while (whole && csv_next(&r->csv, a, &err))
		sheet_line_read(r);
	if (err.kind)
		add_broken_quote(r, &err);
}

/* ---- rows ---- */

static int
by_offer(const void *x, const void *y, void *unused)
{
	const struct sheet_edit *a = x, *b = y;
	(void)unused;
	int order = (a->offer > b->offer) - (a->offer < b->offer);
	return order ? order : (a->place > b->place) - (a->place < b->place);
}

static void
add_rows(struct sheet_reading *r)
{
	vec_sort(&r->edits, by_offer, NULL);
	for (size_t i = 0; i < r->edits.n; i++) {
		const struct sheet_edit *e = &r->edits.v[i];
		struct planned_offer offer = planned_offer(&r->maker, e->offer);
		r->maker.stale = e->stale;
		if (e->charge)
			plan_maker_charge(&r->maker, &offer, e->charge, e->outcome, e->text);
		else
			plan_maker_attribute(
			    &r->maker, &offer, &e->rule, &r->names.v[e->habit].habit);
	}
}

static bool
choose_offers(struct sheet_reading *r, struct view *view, struct err *err)
{
	struct plan_selection offers = { 0 };
	if (!view)
		return true;
	bool ok = plan_maker_select(&r->maker, &offers, view, clock_now(r->catalog->clock), err);
	r->shown = index_new();
	for (size_t i = 0; ok && i < offers.at.n; i++)
		index_put(r->shown, planned_offer(&r->maker, offers.at.v[i]).item->path, 0);
	vec_free(&offers.at);
	return ok;
}

bool
plan_sheet_read(struct plan_sheet *s, struct plan *p, const struct catalog *c, struct view *view,
    struct str text, struct err *err)
{
	struct sheet_reading r = { .sheet = s, .catalog = c, .met = index_new() };
	plan_maker_init(&r.maker, p, c);
	bool ok = choose_offers(&r, view, err);
	if (ok)
		read_lines(&r, text);
	if (ok && s->faults.n == 0)
		add_rows(&r);
	csv_free(&r.csv);
	sheet_columns_free(&r.columns);
	index_free(r.met);
	if (r.shown)
		index_free(r.shown);
	vec_free(&r.edits);
	vec_free(&r.names);
	return ok;
}

void
plan_sheet_free(struct plan_sheet *s)
{
	vec_free(&s->faults);
	buf_free(&s->read);
	arena_free(&s->texts);
}

void
plan_set_sheet_origin(struct plan *p, const char *path, struct str text)
{
	enum { DIGEST_DIGITS_SHOWN = 12 };
	struct buf hex = { 0 };
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	digest_hex(&hex, text);
	p->rules = arena_printf(&p->texts, "from=%s", name);
	p->rules_sentence = arena_printf(&p->texts, "from the sheet %s (SHA-256 %.*s\xE2\x80\xA6)",
	    name, (int)DIGEST_DIGITS_SHOWN, buf_z(&hex));
	buf_free(&hex);
}

void
sheet_error_write(struct buf *out, const struct sheet_error *fault)
{
	buf_addf(out, "%zu: ", fault->line);
	text_clean(out, fault->column, false);
	buf_addz(out, fault->column.n ? ": " : "");
	text_clean(out, fault->text, false);
}
