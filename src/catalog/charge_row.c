#include "catalog/charge_row.h"

#include "base/index.h"
#include "model/decimal.h"
#include "model/schedule.h"
#include "wire/catalog.h"
#include "wire/member.h"

#include <stddef.h>

#define TEXT(member) .text_offset = offsetof(struct charge_row, member)

/* Cleans the two parts separately: in one text, the start of the amount would be lost. */
static void
write_value(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct charge_row *row = of;
	cell_add_text(out, row->money.currency.n ? row->money.currency : STR("?"), c);
	buf_addc(out, ' ');
	cell_add_text(out, row->amount.n ? row->amount : STR("?"), c);
}

static void
write_value_part(struct buf *out, const void *of, enum column_part part)
{
	const struct charge_row *row = of;
	buf_adds(out, part == COLUMN_NUMBER ? row->amount : row->money.currency);
}

/* A charge that cannot be computed has no number, and comes last. */
static int
by_number(const struct charge_row *a, uint64_t x, const struct charge_row *b, uint64_t y)
{
	int unknown = row_compare_known(!a->payments_uncomputable, !b->payments_uncomputable);
	return unknown || a->payments_uncomputable ? unknown : (x > y) - (x < y);
}

static int
by_interval(const void *x, const void *y)
{
	const struct charge_row *a = x, *b = y;
	return by_number(a, (uint64_t)a->interval_days, b, (uint64_t)b->interval_days);
}

/* No end counts as more than any number of times. */
static int
by_payment_count(const void *x, const void *y)
{
	const struct charge_row *a = x, *b = y;
	return by_number(a, (uint64_t)a->payment_count - 1, b, (uint64_t)b->payment_count - 1);
}

static int
by_delay(const void *x, const void *y)
{
	const struct charge_row *a = x, *b = y;
	return by_number(a, (uint64_t)a->delay_days, b, (uint64_t)b->delay_days);
}

const struct column charge_columns[] = {
	{ COLUMN("name", "CHARGE", 14, 15, ALWAYS), .alias = "charge",
	    .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(name) },
	{ COLUMN("value", "VALUE", 12, 12, ALWAYS), .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_POINTS,
	    .write_cell = write_value, .write_cell_part = write_value_part,
	    .part_count = COLUMN_TIME, .money_offset = offsetof(struct charge_row, money) },
	{ COLUMN("when", "WHEN", 12, 14, ROOM), TEXT(when_text),
	    .full_text_offset = offsetof(struct charge_row, trigger) },
	{ COLUMN("every", "EVERY", 9, 13, ROOM), TEXT(interval_text), .compare = by_interval },
	{ COLUMN("times", "TIMES", 6, 8, ROOM), TEXT(count_text), .compare = by_payment_count },
	{ COLUMN("after", "AFTER", 8, 8, ROOM), TEXT(delay_text), .compare = by_delay },
	{ COLUMN("label", "LABEL", 16, 24, ROOM), TEXT(label) },
	{ COLUMN("type", "TYPE", 10, 10, ROOM), TEXT(type) },
	{ COLUMN("currencyCode", "CURRENCY", 8, 8, ASKED), TEXT(currency) },
	{ COLUMN("repeat_interval", "REPEAT INTERVAL", 15, 15, ASKED), .flags = COLUMN_NUMERIC,
	    TEXT(repeat_interval) },
	{ COLUMN("repeat_interval_type", "INTERVAL TYPE", 13, 13, ASKED), TEXT(interval_unit) },
	{ COLUMN("repeat_count", "REPEAT COUNT", 12, 12, ASKED), .flags = COLUMN_NUMERIC,
	    TEXT(repeat_count) },
	{ COLUMN("delay_trigger", "DELAY TRIGGER", 18, 18, ASKED), TEXT(delay_trigger) },
	{ COLUMN("delay_interval", "DELAY INTERVAL", 14, 14, ASKED), .flags = COLUMN_NUMERIC,
	    TEXT(delay) },
	{ COLUMN("delay_interval_type", "DELAY TYPE", 10, 10, ASKED), .alias = "delay_type",
	    TEXT(delay_unit) },
	{ COLUMN("attributes", "ATTRIBUTES", 10, 20, ASKED), TEXT(attributes) },
	{ .id = NULL },
};

static const char *const view_keys[] = { "name", "value", "when", "label", "type", "currencyCode",
	"text", NULL };

const struct view_resource charge_resource = {
	.name = "charges",
	.singular = "charge",
	.keys = view_keys,
	.columns = charge_columns,
	.row_ops = &charge_row_ops,
};

/* ---- filling ---- */

/* A member as sent: a text without quotes, unless it is empty. */
static struct str
get_member_as_sent(struct arena *a, const struct charge *c, const char *member)
{
	struct str value = member_find(c->json, str_of(member));
	struct buf text = { 0 };
	if (!json_is_string(value) || value.n == 2)
		return arena_str(a, value);
	json_lex_unquote(&text, value);
	struct str kept = arena_move_buf(a, &text);
	buf_free(&text);
	return kept;
}

static void
add_text_or_unknown(struct buf *out, struct str part)
{
	buf_adds(out, part.n ? part : STR("?"));
}

static void
add_number(struct buf *out, int64_t n)
{
	if (n > CHARGE_ODD)
		buf_addf(out, "%lld", (long long)n);
	else
		buf_addc(out, '?');
}

static struct str
singular_of(struct str unit)
{
	return unit.n > 1 && unit.p[unit.n - 1] == 's' ? str_sub(unit, 0, unit.n - 1) : unit;
}

/* Appends "3 months", "1 month", "? fortnights". */
static void
add_span(struct buf *out, int64_t n, struct str unit)
{
	add_number(out, n);
	buf_addc(out, ' ');
	add_text_or_unknown(out, n == 1 ? singular_of(unit) : unit);
}

static bool
is_one_time(const struct charge *c)
{
	return str_eqz(c->type, "onetime");
}

static void
add_value(struct buf *out, const struct charge *c)
{
	add_text_or_unknown(out, c->currency);
	buf_addc(out, ' ');
	add_text_or_unknown(out, c->value);
}

/* "after 3 months", "at the start"; the trigger as sent if the payments cannot be computed. */
static void
add_when(struct buf *out, const struct charge *c)
{
	if (!schedule_read(&(struct schedule){ 0 }, c, NULL)) {
		buf_adds(out, c->trigger);
	} else if (c->delay > 0) {
		buf_addz(out, "after ");
		add_span(out, c->delay, c->delay_unit);
	} else {
		buf_addz(
		    out, str_eqz(c->trigger, "order_date") ? "with the order" : "at the start");
	}
}

/* "every month", "every 4 weeks". */
static void
add_interval(struct buf *out, const struct charge *c)
{
	if (is_one_time(c))
		return;
	buf_addz(out, "every ");
	if (c->repeat_interval == 1)
		add_text_or_unknown(out, singular_of(c->interval_unit));
	else
		add_span(out, c->repeat_interval, c->interval_unit);
}

static void
add_payment_count(struct buf *out, const struct charge *c)
{
	int64_t times = c->repeat_count == CHARGE_NONE ? 0 : c->repeat_count;
	if (times == 1 || (is_one_time(c) && times == 0))
		buf_addz(out, "once");
	else if (times == 0)
		buf_addz(out, "no end");
	else {
		add_number(out, times);
		buf_addz(out, " times");
	}
}

static void
add_delay(struct buf *out, const struct charge *c)
{
	if (c->delay != 0 && c->delay != CHARGE_NONE)
		add_span(out, c->delay, c->delay_unit);
}

static void
fill_words(struct charge_row *row, struct arena *a, const struct charge *c)
{
	static void (*const parts[])(struct buf *, const struct charge *) = { add_value, add_when,
		add_interval, add_payment_count, add_delay };
	struct str *const texts[] = { &row->value, &row->when_text, &row->interval_text,
		&row->count_text, &row->delay_text };
	struct buf b = { 0 };
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		parts[i](&b, c);
		*texts[i] = arena_move_buf(a, &b);
	}
	const struct str searched[] = { row->name, row->label, row->value, row->type,
		row->trigger };
	for (size_t i = 0; i < sizeof(searched) / sizeof(*searched); i++)
		row_fold_line(&b, searched[i]);
	row->search_text = arena_move_buf(a, &b);
	buf_free(&b);
}

static int64_t
days_of(struct schedule_step step)
{
	return step.months * 30 + step.days;
}

void
charge_row_fill(struct charge_row *row, struct arena *a, const struct charge *c)
{
	struct schedule s;
	bool computed = schedule_read(&s, c, NULL);
	*row = (struct charge_row){
		.name = get_member_as_sent(a, c, "name"),
		.label = get_member_as_sent(a, c, "label"),
		.type = get_member_as_sent(a, c, "type"),
		.trigger = get_member_as_sent(a, c, "trigger"),
		.currency = get_member_as_sent(a, c, "currencyCode"),
		.repeat_interval = get_member_as_sent(a, c, "repeat_interval"),
		.interval_unit = get_member_as_sent(a, c, "repeat_interval_type"),
		.repeat_count = get_member_as_sent(a, c, "repeat_count"),
		.delay_trigger = get_member_as_sent(a, c, "delay_trigger"),
		.delay = get_member_as_sent(a, c, "delay_interval"),
		.delay_unit = get_member_as_sent(a, c, "delay_interval_type"),
		.attributes = get_member_as_sent(a, c, "attributes"),
		.money = { .currency = arena_str(a, c->currency) },
		.amount = arena_str(a, c->value),
		.payments_uncomputable = !computed,
		.interval_days = days_of(s.interval),
		.delay_days = days_of(s.delay),
		.payment_count = s.payment_count,
	};
	row->money.known = decimal_read(c->value, &row->money.amount);
	fill_words(row, a, c);
}

void
charge_rows_set_ids(struct charge_row *rows, size_t n, struct arena *a)
{
	struct index *seen = index_new();
	struct buf id = { 0 };
	for (size_t i = 0; i < n; i++) {
		uint32_t before = index_get(seen, rows[i].name);
		uint32_t number = before == UINT32_MAX ? 1 : before + 1;
		index_put(seen, rows[i].name, number);
		buf_adds(&id, rows[i].name);
		buf_addf(&id, "#%u", number);
		rows[i].id = arena_move_buf(a, &id);
	}
	buf_free(&id);
	index_free(seen);
}

static void
fill_charge(void *of, struct arena *a, struct str json, unsigned flags)
{
	struct charge_row *row = of;
	struct charge c;
	struct err err;
	*row = (struct charge_row){ .payments_uncomputable = true };
	if (charge_read(&c, a, json, flags, &err))
		charge_row_fill(row, a, &c);
}

/* ---- terms and order ---- */

static bool
match_charge(const struct row_term *t, const void *of, struct str json)
{
	const struct charge_row *row = of;
	(void)json;
	if (row_term_has_key(t, "value"))
		return row_term_matches_text(t, row->value);
	if (row_term_has_key(t, "when"))
		return row_term_matches_text(t, row->when_text) ||
		    row_term_matches_text(t, row->trigger);
	return t->column ? row_term_matches_column(t, row)
			 : row_term_matches_any(t, row->search_text);
}

/* Charges stay in the order in which they were sent. */
static int
compare_charges(const void *a, const void *b)
{
	(void)a;
	(void)b;
	return 0;
}

const struct row_ops charge_row_ops = {
	.size = sizeof(struct charge_row),
	.fill_row = fill_charge,
	.id_offset = offsetof(struct charge_row, id),
	.match_term = match_charge,
	.compare = compare_charges,
	.search_text_offset = offsetof(struct charge_row, search_text),
};
