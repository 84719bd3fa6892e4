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
	struct arena *a = &r->sheet->text_arena;
	csv_start_any_separator(&r->csv, text);
	r->csv.line = 1;
	if (why) {
		sheet_add_error(r, STR_NONE, "%s", why);
		return;
	}
	if (csv_next(&r->csv, a, &err)) {
		sheet_columns_read(&r->columns, &r->csv, add_heading_fault, r);
		sheet_columns_append_names(&r->sheet->used_columns, &r->columns);
	}
	bool whole = r->sheet->errors.n == 0;
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
	int order = (a->offer_index > b->offer_index) - (a->offer_index < b->offer_index);
	return order ? order : (a->sort_key > b->sort_key) - (a->sort_key < b->sort_key);
}

static void
add_rows(struct sheet_reading *r)
{
	vec_sort(&r->edits, by_offer, NULL);
	for (size_t i = 0; i < r->edits.n; i++) {
		const struct sheet_edit *e = &r->edits.v[i];
		struct planned_offer offer = planned_offer_at(&r->maker, e->offer_index);
		r->maker.changed_meanwhile = e->changed_meanwhile;
		if (e->charge)
			plan_maker_add_charge(
			    &r->maker, &offer, e->charge, e->price_result, e->text);
		else
			plan_maker_add_attribute(&r->maker, &offer, &e->rule,
			    &r->attribute_names.v[e->convention_index].convention);
	}
}

static bool
choose_offers(struct sheet_reading *r, struct view *view, struct err *err)
{
	struct plan_selection offers = { 0 };
	if (!view)
		return true;
	bool ok = plan_maker_select(&r->maker, &offers, view, clock_now(r->catalog->clock), err);
	r->allowed_offers = index_new();
	for (size_t i = 0; ok && i < offers.positions.n; i++)
		index_put(r->allowed_offers,
		    planned_offer_at(&r->maker, offers.positions.v[i]).item->path, 0);
	vec_free(&offers.positions);
	return ok;
}

bool
plan_sheet_read(struct plan_sheet *s, struct plan *p, const struct catalog *c, struct view *view,
    struct str text, struct err *err)
{
	struct sheet_reading r = { .sheet = s, .catalog = c, .changed_values = index_new() };
	plan_maker_init(&r.maker, p, c);
	bool ok = choose_offers(&r, view, err);
	if (ok)
		read_lines(&r, text);
	if (ok && s->errors.n == 0)
		add_rows(&r);
	csv_free(&r.csv);
	sheet_columns_free(&r.columns);
	index_free(r.changed_values);
	if (r.allowed_offers)
		index_free(r.allowed_offers);
	vec_free(&r.edits);
	vec_free(&r.attribute_names);
	return ok;
}

void
plan_sheet_free(struct plan_sheet *s)
{
	vec_free(&s->errors);
	buf_free(&s->used_columns);
	arena_free(&s->text_arena);
}

void
plan_set_sheet_origin(struct plan *p, const char *path, struct str text)
{
	enum { DIGEST_DIGITS_SHOWN = 12 };
	struct buf hex = { 0 };
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	digest_hex(&hex, text);
	p->rules = arena_printf(&p->text_arena, "from=%s", name);
	p->rules_sentence = arena_printf(&p->text_arena,
	    "from the sheet %s (SHA-256 %.*s\xE2\x80\xA6)", name, (int)DIGEST_DIGITS_SHOWN,
	    buf_z(&hex));
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
