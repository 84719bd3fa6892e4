#include "basket/group_keys.h"

#include "wire/json_lex.h"

#include <stddef.h>
#include <time.h>

static void
emit_value(struct str text, group_value_fn *take, void *ctx)
{
	if (text.n)
		take(ctx, text);
}

/* ---- items and customers ---- */

static void
emit_lines(struct str lines, group_value_fn *take, void *ctx)
{
	struct str line;
	while (lines.n && str_next(&lines, '\n', &line))
		emit_value(line, take, ctx);
}

static void
emit_offers(const struct basket_row *row, struct age_context ages, group_value_fn *take, void *ctx)
{
	(void)ages;
	emit_lines(basket_row_goods(row)->offer_paths, take, ctx);
	emit_lines(basket_row_goods(row)->unmatched_offers, take, ctx);
}

static void
emit_products(
    const struct basket_row *row, struct age_context ages, group_value_fn *take, void *ctx)
{
	(void)ages;
	emit_lines(basket_row_goods(row)->product_codes, take, ctx);
}

static void
emit_issuers(const struct basket_row *row, struct age_context ages, group_value_fn *take, void *ctx)
{
	(void)ages;
	if (row->reach & REACH_IDENTITY)
		emit_value(basket_row_origin(row)->iss, take, ctx);
	for (size_t i = 0; row->extras && i < row->extras->n; i++)
		emit_value(row->extras->v[i].iss, take, ctx);
}

static void
emit_reach(const struct basket_row *row, struct age_context ages, group_value_fn *take, void *ctx)
{
	(void)ages;
	if (row->reach & REACH_EMAIL)
		take(ctx, STR("mail"));
	if (row->reach & REACH_IDENTITY)
		take(ctx, STR("sign-in"));
	if (row->reach == REACH_NONE)
		take(ctx, STR("nobody"));
}

/* A value for each status of the basket, in the words of a VIEW's `status=`. */
static void
emit_status(const struct basket_row *row, struct age_context ages, group_value_fn *take, void *ctx)
{
	unsigned statuses = basket_row_statuses(row);
	(void)ages;
	for (unsigned bit = BASKET_SENT_OTHER; bit; bit >>= 1)
		if (statuses & bit)
			take(ctx, str_of(basket_status_name(bit)));
}

/* ---- sent links ---- */

static void
emit_sender(const struct basket_row *row, struct age_context ages, group_value_fn *take, void *ctx)
{
	(void)ages;
	if (basket_row_sent_link(row))
		emit_value(basket_row_sent_link(row)->sent_by, take, ctx);
}

static void
emit_result(const struct basket_row *row, struct age_context ages, group_value_fn *take, void *ctx)
{
	(void)ages;
	if (basket_row_sent_link(row))
		take(ctx, str_of(sent_link_result_words[basket_row_sent_link(row)->became]));
}

/* ---- times ---- */

static void
emit_time(const struct basket_row *row, const char *format, group_value_fn *take, void *ctx)
{
	char text[32];
	struct tm tm;
	time_t seconds = (time_t)(row->created / 1000);
	if (row->created == WHEN_NONE || !localtime_r(&seconds, &tm))
		return;
	take(ctx, str_from(text, strftime(text, sizeof(text), format, &tm)));
}

static void
emit_day(const struct basket_row *row, struct age_context ages, group_value_fn *take, void *ctx)
{
	(void)ages;
	emit_time(row, "%Y-%m-%d", take, ctx);
}

static void
emit_week(const struct basket_row *row, struct age_context ages, group_value_fn *take, void *ctx)
{
	(void)ages;
	emit_time(row, "%G-W%V", take, ctx);
}

static void
emit_hour(const struct basket_row *row, struct age_context ages, group_value_fn *take, void *ctx)
{
	(void)ages;
	emit_time(row, "%H", take, ctx);
}

static void
emit_age(const struct basket_row *row, struct age_context ages, group_value_fn *take, void *ctx)
{
	const struct age_group *group = row->created == WHEN_NONE
	    ? NULL
	    : age_group_of(ages, row->created);
	if (group)
		take(ctx, str_of(group->name));
}

static void
emit_former_age(
    const struct basket_row *row, struct age_context ages, group_value_fn *take, void *ctx)
{
	const struct age_group *group = row->created == WHEN_NONE
	    ? NULL
	    : age_group_of(ages, row->created);
	if (group)
		emit_value(age_group_former_name(group), take, ctx);
}

static int
compare_ages(const struct age_groups *groups, struct str a, struct str b)
{
	size_t x = groups ? age_groups_find(groups, a) : 0,
	       y = groups ? age_groups_find(groups, b) : 0;
	return (x > y) - (x < y);
}

bool
group_key_check_age(const struct row_term *t, struct err *err)
{
	const struct age_groups *g = t->ages.groups;
	struct buf names = { 0 };
	bool found = !g || t->term->op != VIEW_EXACT || row_term_is_none(t);
	for (size_t i = 0; !found && i < g->n; i++) {
		found = row_term_matches_text(t, str_of(g->v[i].name)) ||
		    row_term_matches_text(t, age_group_former_name(&g->v[i]));
		buf_addf(&names, "%s%s", !i ? "" : i + 1 < g->n ? ", " : " or ", g->v[i].name);
	}
	if (!found)
		err_set(err, ERR_USAGE, "bucket must be %s", buf_z(&names));
	buf_free(&names);
	return found;
}

/* ---- table of keys ---- */

#define ORIGIN(member) .origin_offset = offsetof(struct basket_origin, member) + 1

const struct group_key group_keys[] = {
	{ .name = "start-page", .label = "start page", ORIGIN(start_page) },
	{ .name = "channel", .label = "channel", ORIGIN(tag) },
	{ .name = "tag", .label = NULL, ORIGIN(tag) },
	{ .name = "offer", .label = "offer", .for_each_value = emit_offers },
	{ .name = "product", .label = "product", .for_each_value = emit_products },
	{ .name = "day",
	    .label = "day",
	    .for_each_value = emit_day,
	    .sort_by_name = true,
	    .descending = true,
	    .owns_term = true,
	    .is_of_link = true },
	{ .name = "week",
	    .label = "week",
	    .for_each_value = emit_week,
	    .sort_by_name = true,
	    .descending = true,
	    .owns_term = true,
	    .is_of_link = true },
	{ .name = "hour",
	    .label = "hour of the day",
	    .for_each_value = emit_hour,
	    .sort_by_name = true,
	    .owns_term = true,
	    .is_of_link = true },
	{ .name = "bucket",
	    .label = "age",
	    .for_each_value = emit_age,
	    .sort_by_name = true,
	    .compare = compare_ages,
	    .owns_term = true },
	{ .name = "reach", .label = "reach", .for_each_value = emit_reach },
	{ .name = "status", .label = "status", .for_each_value = emit_status },
	{ .name = "country", .label = "country", ORIGIN(country), .owns_term = true },
	{ .name = "device", .label = "device", ORIGIN(device), .owns_term = true },
	{ .name = "kind", .label = "kind of checkout", ORIGIN(kind) },
	{ .name = "issuer",
	    .label = "sign-in issuer",
	    .for_each_value = emit_issuers,
	    .owns_term = true },
	{ .name = "utm", .label = "utm source", ORIGIN(utm_source) },
	{ .name = "medium", .label = "utm medium", ORIGIN(medium), .owns_term = true },
	{ .name = "mailing", .label = "utm campaign", ORIGIN(mailing), .owns_term = true },
	{ .name = "by",
	    .label = "account",
	    .for_each_value = emit_sender,
	    .is_private = true,
	    .is_of_link = true },
	{ .name = "became", .label = "result", .for_each_value = emit_result, .is_of_link = true },
	{ .name = NULL },
};

const struct group_key group_key_custom_field = { .name = "customFields.",
	.label = "custom field" };

const struct group_key *
group_key_find(struct str name)
{
	struct str custom = str_of(group_key_custom_field.name);
	for (const struct group_key *k = group_keys; k->name; k++)
		if (str_eqz(name, k->name))
			return k;
	return name.n > custom.n && str_starts(name, custom) ? &group_key_custom_field : NULL;
}

void
group_key_emit_values(const struct group_key *key, const struct basket_row *row,
    struct age_context ages, group_value_fn *take, void *ctx)
{
	const char *origin = (const char *)basket_row_origin(row);
	if (basket_row_is_unread(row) && !key->is_of_link)
		take(ctx, str_of(sent_link_result_words[SENT_LINK_UNKNOWN]));
	else if (key->origin_offset)
		emit_value(*(const struct str *)(const void *)(origin + key->origin_offset - 1),
		    take, ctx);
	else
		key->for_each_value(row, ages, take, ctx);
}

struct custom_value_callback {
	group_value_fn *on_value;
	void *ctx;
};

static void
emit_custom_value(void *ctx, struct str value)
{
	const struct custom_value_callback *v = ctx;
	emit_value(value, v->on_value, v->ctx);
}

void
group_custom_emit_values(struct str json, struct str name, group_value_fn *take, void *ctx)
{
	struct custom_value_callback values = { take, ctx };
	struct str value = json.n ? json_lex_find(json, name) : STR_NONE;
	if (value.n)
		row_emit_json_values(value, emit_custom_value, &values);
}

/* ---- terms ---- */

struct custom_match {
	const struct row_term *term;
	bool has_value, matched;
};

static void
match_custom_value(void *ctx, struct str value)
{
	struct custom_match *asked = ctx;
	asked->has_value = true;
	asked->matched = asked->matched || row_term_matches_text(asked->term, value);
}

bool
group_key_match(const struct group_key *key, const struct row_term *t, const struct basket_row *row)
{
	struct custom_match asked = { .term = t };
	group_key_emit_values(key, row, t->ages, match_custom_value, &asked);
	if (key->for_each_value == emit_age)
		emit_former_age(row, t->ages, match_custom_value, &asked);
	return asked.has_value ? asked.matched : row_term_is_none(t);
}
