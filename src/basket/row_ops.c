/* Filtering and sorting of baskets for a VIEW. */
#include "base/utf8.h"
#include "basket/group_keys.h"
#include "wire/basket.h"
#include "wire/json_lex.h"

#include <stddef.h>
#include <string.h>

/* The words for `reach`, with the reaches that each selects, as bits. */
static const struct {
	const char *word;
	unsigned flag;
} reach_words[] = {
	{ "mail", 1u << REACH_EMAIL | 1u << REACH_EMAIL_AND_IDENTITY },
	{ "sign-in", 1u << REACH_IDENTITY | 1u << REACH_EMAIL_AND_IDENTITY },
	{ "email", 1u << REACH_EMAIL | 1u << REACH_EMAIL_AND_IDENTITY },
	{ "e-mail", 1u << REACH_EMAIL | 1u << REACH_EMAIL_AND_IDENTITY },
	{ "e", 1u << REACH_EMAIL },
	{ "identity", 1u << REACH_IDENTITY | 1u << REACH_EMAIL_AND_IDENTITY },
	{ "i", 1u << REACH_IDENTITY },
	{ "both", 1u << REACH_EMAIL_AND_IDENTITY },
	{ "e+i", 1u << REACH_EMAIL_AND_IDENTITY },
	{ "nobody", 1u << REACH_NONE },
	{ "none", 1u << REACH_NONE },
	{ "-", 1u << REACH_NONE },
};

/* The reaches selected by a word, as bits; 0 for an unknown word. */
static unsigned
parse_reaches(struct str folded)
{
	for (size_t i = 0; i < sizeof(reach_words) / sizeof(*reach_words); i++)
		if (str_eqz(folded, reach_words[i].word))
			return reach_words[i].flag;
	return 0;
}

static bool
is_reach_term(const struct row_term *t)
{
	return row_term_has_key(t, "reach") || row_term_has_key(t, "who");
}

/* The folded word of a term, in its first form. */
static struct str
term_word(const struct row_term *t)
{
	struct str forms = t->folded_value, word = STR_NONE;
	str_next(&forms, '\n', &word);
	return word;
}

static bool
matches_consent(const struct row_term *t, const struct basket_row *row)
{
	enum consent wanted;
	return consent_parse_word(term_word(t), &wanted) && row->consent == wanted;
}

static const struct {
	const char *word;
	bool completed, maybe;
} completed_words[] = { { "yes", true, false }, { "no", false, false }, { "unknown", false, true },
	{ "?", false, true } };

enum { COMPLETED_WORD_COUNT = sizeof(completed_words) / sizeof(*completed_words) };

/* The word's index in completed_words; COMPLETED_WORD_COUNT for an unknown word. */
static size_t
find_completed_word(struct str word)
{
	size_t i = 0;
	while (i < COMPLETED_WORD_COUNT && !str_eqz(word, completed_words[i].word))
		i++;
	return i;
}

static bool
matches_completed(const struct row_term *t, const struct basket_row *row)
{
	size_t i = find_completed_word(term_word(t));
	return i < COMPLETED_WORD_COUNT && row->completed == completed_words[i].completed &&
	    row->maybe_completed == completed_words[i].maybe;
}

/* The statuses that a word alone finds. */
static unsigned
status_word(struct str folded)
{
	return basket_statuses_by_word(folded) & ~(1u << CONTACT_NONE);
}

static bool
matches_whole_word(struct str folded)
{
	return status_word(folded) != 0;
}

static bool
check_term(const struct row_term *t, struct err *err)
{
	enum consent ignored;
	if (row_term_has_key(t, "status") && !basket_statuses_by_word(term_word(t)))
		return err_set(err, ERR_USAGE,
		    "status must be none, sent, contacted, called, written, recovered, lost, "
		    "no-contact, sent-other, completed or bought");
	if (row_term_has_key(t, "consent") && !consent_parse_word(term_word(t), &ignored))
		return err_set(err, ERR_USAGE, "consent must be yes, no or unknown");
	if (row_term_has_key(t, "completed") &&
	    find_completed_word(term_word(t)) == COMPLETED_WORD_COUNT)
		return err_set(err, ERR_USAGE, "completed must be yes, no or unknown");
	if (row_term_has_key(t, "bucket") && !group_key_check_age(t, err))
		return false;
	return !is_reach_term(t) || parse_reaches(t->folded_value) ||
	    err_set(err, ERR_USAGE, "%.*s must be mail, sign-in, both or nobody",
		STR_ARG(t->term->key));
}

/* A tag or a page may also be typed as its column shows it. */
static bool
term_matches_shown_text(const struct row_term *t, struct str shown)
{
	return !row_term_is_none(t) && row_term_matches_text(t, shown);
}

/* A word finds a status only if it is the whole status: "lo" finds no lost baskets. Most rows have
 * none, and then the word is not looked at. */
static bool
matches_status_word(const struct row_term *t, const struct basket_row *row)
{
	unsigned statuses = basket_row_statuses(row);
	return statuses != 1u << CONTACT_NONE && row_term_is_word(t) &&
	    status_word(term_word(t)) & statuses;
}

/* Values that many rows share cache the result. */
static bool
matches_any_text(const struct row_term *t, const struct basket_row *row)
{
	return matches_status_word(t, row) || row_term_matches_any(t, row->search_text) ||
	    row_term_matches_values(t, &basket_row_goods(row)->search_values) ||
	    row_term_matches_values(t, &basket_row_origin(row)->search_values);
}

static bool
match_term(const struct row_term *t, const void *of, struct str json)
{
	const struct basket_row *row = of;
	const struct group_key *group;
	if (row_term_is_word(t) || row_term_has_key(t, "text"))
		return matches_any_text(t, row);
	if (row_term_has_key(t, "since"))
		return row->created != WHEN_NONE && row->created > t->time;
	if (row_term_has_key(t, "until"))
		return row->created != WHEN_NONE && row->created <= t->time;
	if (row_term_has_key(t, "product"))
		return row_term_is_none(t)
		    ? basket_row_goods(row)->product_codes.n == 0
		    : row_term_matches_folded(t, basket_row_goods(row)->folded_product_texts);
	if (row_term_has_key(t, "offer"))
		return row_term_matches_folded(t, basket_row_goods(row)->folded_offer_paths);
	if (is_reach_term(t))
		return parse_reaches(t->folded_value) >> row->reach & 1;
	if (row_term_has_key(t, "contacted"))
		return row->contacted_at_s && (int64_t)row->contacted_at_s * 1000 >= t->time;
	if (row_term_has_key(t, "status"))
		return basket_statuses_by_word(term_word(t)) & basket_row_statuses(row);
	if (row_term_has_key(t, "consent"))
		return matches_consent(t, row);
	if (row_term_has_key(t, "completed"))
		return matches_completed(t, row);
	if (row_term_has_key(t, "tag"))
		return row_term_matches_text(t, basket_row_origin(row)->tag) ||
		    term_matches_shown_text(t, basket_row_channel(row));
	if (row_term_has_key(t, "start-page"))
		return row_term_matches_text(t, basket_row_origin(row)->start_page) ||
		    term_matches_shown_text(t, basket_row_start_page(row));
	if (row_term_has_key(t, "id") && t->term->op == VIEW_CONTAINS &&
	    row_term_matches_text(t, row->sub)) /* an external id is an id, too */
		return true;
	if (t->column)
		return row_term_matches_column(t, row);
	if ((group = group_key_find(t->term->key)) && group->owns_term)
		return group_key_match(group, t, row);
	return row_term_matches_json(t, json.n ? json_lex_find(json, t->term->key) : STR_NONE);
}

/* Tags and pages are typed as their columns show them. */
static bool
emit_values(
    const struct row_term *t, const void *of, struct str json, row_value_fn *take, void *ctx)
{
	const struct basket_row *row = of;
	const struct group_key *key = group_key_find(t->term->key);
	if (row_term_has_key(t, "tag") || row_term_has_key(t, "channel"))
		take(ctx, basket_row_channel(row));
	else if (row_term_has_key(t, "start-page"))
		take(ctx, basket_row_start_page(row));
	else if (key == &group_key_custom_field)
		group_custom_emit_values(json, t->term->key, take, ctx);
	else if (key)
		group_key_emit_values(key, row, t->ages, take, ctx);
	else
		return false;
	return true;
}

static int
newest_first(const void *a, const void *b)
{
	return row_order_reversed(compare_baskets_by_age(a, b));
}

static struct str
customer_text(const struct basket_row *row, struct buf *scratch)
{
	if (row->name.n)
		return row->name;
	if (basket_row_has_customer(row))
		basket_row_write_customer(scratch, row);
	return buf_str(scratch);
}

static struct str
first_item(const struct basket_row *row, struct buf *scratch)
{
	(void)scratch;
	return basket_row_item(row, NULL);
}

static struct str
started_text(const struct basket_row *row, struct buf *scratch)
{
	(void)scratch;
	return basket_row_start_page(row);
}

static struct str
channel_text(const struct basket_row *row, struct buf *scratch)
{
	(void)scratch;
	return basket_row_channel(row);
}

static struct str
utm_text(const struct basket_row *row, struct buf *scratch)
{
	(void)scratch;
	return basket_row_origin(row)->utm_source;
}

static struct str
kind_text(const struct basket_row *row, struct buf *scratch)
{
	(void)scratch;
	return basket_row_origin(row)->kind;
}

/* Columns that are not sorted by the text they show. */
static const struct {
	const char *column;
	struct str (*get_text)(const struct basket_row *row, struct buf *scratch);
} text_columns[] = {
	{ "person", customer_text },
	{ "items", first_item },
	{ "start-page", started_text },
	{ "channel", channel_text },
	{ "utm", utm_text },
	{ "kind", kind_text },
};

static bool
text_of_basket(const void *of, const struct column *by, struct buf *scratch, struct row_text *text)
{
	const struct basket_row *row = of;
	text->time = row->created;
	for (size_t i = 0; by && i < sizeof(text_columns) / sizeof(*text_columns); i++)
		if (strcmp(by->id, text_columns[i].column) == 0) {
			text->text = text_columns[i].get_text(row, scratch);
			return true;
		}
	if (!by || by->write_cell || by->compare)
		return false;
	text->text = column_text(by, row);
	return true;
}

static void
fill_basket(void *row, struct arena *a, struct str json, unsigned flags)
{
	basket_row_read(row, a, NULL, json, flags);
}

static bool
is_malformed_basket(const void *row)
{
	return ((const struct basket_row *)row)->malformed;
}

const struct row_ops basket_row_ops = {
	.size = sizeof(struct basket_row),
	.fill_row = fill_basket,
	.id_offset = offsetof(struct basket_row, id),
	.is_malformed = is_malformed_basket,
	.match_term = match_term,
	.compare = newest_first,
	.get_text = text_of_basket,
	.check_term = check_term,
	.matches_whole_word = matches_whole_word,
	.compared_keys = (const char *const[]){ "day", "hour", NULL },
	.for_each_value = emit_values,
	.search_text_offset = offsetof(struct basket_row, search_text),
};

bool
basket_view_is_service_order(const struct view *v)
{
	if (v->sort_count != 1)
		return v->sort_count == 0;
	return view_sorts_by(v, v->sorts[0].descending ? "created" : "age");
}
