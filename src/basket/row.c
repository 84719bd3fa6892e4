#include "basket/row.h"

#include "base/utf8.h"
#include "list/columns.h"
#include "model/path.h"
#include "wire/basket.h"
#include "wire/json_lex.h"

#include <stddef.h>
#include <string.h>

const char *const sent_link_result_words[] = {
	[SENT_LINK_OPEN] = "open",
	[SENT_LINK_COMPLETED] = "completed",
	[SENT_LINK_GONE] = "gone",
	[SENT_LINK_UNKNOWN] = "unknown",
};
_Static_assert(
    sizeof(sent_link_result_words) / sizeof(*sent_link_result_words) == SENT_LINK_RESULTS,
    "every value needs a row in this table");

const char *const sent_link_result_labels[] = {
	[SENT_LINK_OPEN] = "open",
	[SENT_LINK_COMPLETED] = "completed",
	[SENT_LINK_GONE] = "gone",
	[SENT_LINK_UNKNOWN] = "not known",
};
_Static_assert(
    sizeof(sent_link_result_labels) / sizeof(*sent_link_result_labels) == SENT_LINK_RESULTS,
    "every value needs a row in this table");

static struct str
full_name(struct arena *a, const struct basket *b)
{
	struct buf both = { 0 };
	if (!b->first_name.n || !b->last_name.n)
		return arena_str(a, b->first_name.n ? b->first_name : b->last_name);
	buf_adds(&both, b->first_name);
	buf_addc(&both, ' ');
	buf_adds(&both, b->last_name);
	struct str name = arena_move_buf(a, &both);
	buf_free(&both);
	return name;
}

/* True if a text in the row or in a message would look different from what it is. */
static bool
has_misleading_text(const struct basket *b)
{
	const struct str texts[] = { b->first_name, b->last_name, b->company, b->email, b->id };
	struct buf scratch = { 0 };
	bool found = false;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts) && !found; i++) {
		if (text_is_plain(texts[i]))
			continue;
		buf_reset(&scratch);
		found = text_is_suspicious(text_clean(&scratch, texts[i], false), i == 3);
	}
	buf_free(&scratch);
	return found;
}

const struct sent_link *
basket_row_sent_link(const struct basket_row *row)
{
	return row->extras ? row->extras->sent_link : NULL;
}

bool
basket_row_is_unread(const struct basket_row *row)
{
	return basket_row_sent_link(row) && !row->origin;
}

struct str
basket_row_unread_date(const struct basket_row *row)
{
	return row->extras ? row->extras->created : STR_NONE;
}

bool
basket_row_has_customer(const struct basket_row *row)
{
	return row->name.n || row->company.n || row->email.n || row->sub.n;
}

static void
write_search_text(struct buf *search_text, const struct basket_row *row, const struct basket *b)
{
	enum { ROW_BUFFER_SIZE = 400 }; /* buffer size that most rows fit into */
	buf_reserve(search_text, ROW_BUFFER_SIZE);
	row_fold_line(search_text, basket_row_has_customer(row) ? row->name : STR("no name"));
	row_fold_line(search_text, b->company);
	row_fold_line(search_text, b->email);
	row_fold_line(search_text, b->id);
	for (size_t i = 0; i < b->items_n; i++)
		row_fold_line(search_text, b->items[i].name);
	row_fold_line(search_text, b->start_page);
	for (size_t i = 0; i < b->identities_n; i++)
		row_fold_line(search_text, b->identities[i].sub);
}

/* Stores a text, or points into the search text if it contains it: ids are mostly folded
 * already. */
static struct str
add_other_identity(struct arena *a, struct str search_text, struct str text)
{
	size_t at = text.n ? str_find(search_text, text) : SIZE_MAX;
	return at == SIZE_MAX ? arena_str(a, text) : str_sub(search_text, at, text.n);
}

static const struct basket_row_extras *
store_other_identities(struct arena *a, const struct basket *b)
{
	struct basket_row_extras *o;
	size_t n = b->identities_n ? b->identities_n - 1 : 0;
	bool dated = b->created != WHEN_NONE || b->created_text.n == 0;
	if (n == 0 && dated)
		return NULL;
	o = arena_alloc(a, sizeof(*o) + n * sizeof(*o->v));
	o->created = dated ? STR_NONE : arena_str(a, b->created_text);
	o->sent_link = NULL;
	o->n = n;
	for (size_t i = 0; i < n; i++) {
		o->v[i].iss = arena_str(a, b->identities[i + 1].iss);
		o->v[i].sub = arena_str(a, b->identities[i + 1].sub);
	}
	return o;
}

void
basket_row_fill(
    struct basket_row *row, struct arena *a, struct basket_common *common, const struct basket *b)
{
	struct str sub = b->identities_n ? b->identities[0].sub : STR_NONE;
	struct buf search_text = { 0 };
	*row = (struct basket_row){
		.created = b->created,
		.name = full_name(a, b),
		.company = arena_str(a, b->company),
		.email = b->email,
		.goods = basket_goods_of(common, a, b),
		.origin = basket_origin_of(common, a, b),
		.items_n = b->items_n & 0xffffff,
		.reach = basket_reach(b),
		.completed = b->completed,
		.malformed = b->malformed,
		.maybe_completed = b->maybe_completed,
		.ambiguous = b->ambiguous,
		.has_unsafe_text = has_misleading_text(b),
	};
	row->extras = store_other_identities(a, b);
	row->sub = sub; /* used by basket_row_has_customer() */
	write_search_text(&search_text, row, b);
	row->search_text = arena_move_buf(a, &search_text);
	row->id = add_other_identity(a, row->search_text, b->id);
	row->email = add_other_identity(a, row->search_text, b->email);
	row->sub = add_other_identity(a, row->search_text, sub);
	buf_free(&search_text);
}

void
basket_row_read(struct basket_row *row, struct arena *a, struct basket_common *common,
    struct str json, unsigned flags)
{
	struct basket basket;
	struct err err;
	*row = (struct basket_row){ .created = WHEN_NONE, .malformed = true };
	if (basket_read_in_place(&basket, a, json, flags, &err))
		basket_row_fill(row, a, common, &basket);
}

enum purchase
basket_row_purchase(const struct basket_row *row, const struct basket_row *other)
{
	bool timed = other->created != WHEN_NONE && row->created != WHEN_NONE;
	if (other == row || (!other->completed && !other->maybe_completed) ||
	    (timed && other->created <= row->created))
		return PURCHASE_NONE;
	return other->completed && timed ? PURCHASE_CERTAIN : PURCHASE_MAYBE;
}

const struct basket_goods *
basket_row_goods(const struct basket_row *row)
{
	static const struct basket_goods none;
	return row->goods ? row->goods : &none;
}

const struct basket_origin *
basket_row_origin(const struct basket_row *row)
{
	static const struct basket_origin none;
	return row->origin ? row->origin : &none;
}

const struct basket_total *
basket_row_total(const struct basket_row *row)
{
	static const struct basket_total none;
	return row->total ? row->total : &none;
}

void
basket_row_write_customer(struct buf *out, const struct basket_row *row)
{
	if (row->name.n)
		buf_adds(out, row->name);
	else if (row->company.n)
		buf_adds(out, row->company);
	else if (row->email.n)
		buf_adds(out, row->email);
	else if (row->sub.n)
		buf_addf(out, "sub \xE2\x80\xA6%.*s", STR_ARG(str_tail(row->sub, 4)));
	else
		buf_addz(out, "no name");
}

/* True if one of the item's texts matches a term for items. */
static bool
is_wanted_item(struct str item, const struct row_filter *wanted)
{
	for (size_t i = 0; i < wanted->terms.n; i++) {
		const struct row_term *t = &wanted->terms.v[i];
		bool of_items = row_term_is_word(t) || row_term_has_key(t, "product") ||
		    row_term_has_key(t, "items");
		if (of_items && !t->term->negated && row_term_matches_folded(t, item))
			return true;
	}
	return false;
}

struct str
basket_row_item(const struct basket_row *row, const struct row_filter *wanted)
{
	const struct basket_goods *goods = basket_row_goods(row);
	struct str names = goods->item_names, rest = goods->folded_product_texts, name;
	for (uint32_t i = 0; wanted && i < row->items_n && str_next(&names, '\n', &name); i++) {
		size_t end = str_find(rest, STR("\n\n"));
		if (is_wanted_item(str_sub(rest, 0, end), wanted))
			return name;
		rest = end == SIZE_MAX ? STR_NONE : str_sub(rest, end + 2, rest.n);
	}
	names = goods->item_names;
	return str_next(&names, '\n', &name) ? name : STR_NONE;
}

struct str
basket_row_channel(const struct basket_row *row)
{
	return path_below_root(basket_row_origin(row)->tag);
}

struct str
basket_row_start_page(const struct basket_row *row)
{
	struct str campaign = STR("/offers/"), page = basket_row_origin(row)->start_page;
	return str_starts(page, campaign) ? str_sub(page, campaign.n, page.n) : page;
}

/* ---- status ---- */

/* In the order in which they are shown, before the statuses of contacts. */
static const struct {
	enum basket_status status;
	const char *word, *name; /* as shown, and in `status=` */
} status_words[] = {
	{ BASKET_COMPLETED, "completed", "completed" },
	{ BASKET_MAYBE_COMPLETED, "completed?", "completed?" },
	{ BASKET_BOUGHT, "bought", "bought" },
	{ BASKET_MAYBE_BOUGHT, "bought?", "bought?" },
	{ BASKET_SENT_OTHER, "sent other", "sent-other" },
};

enum { STATUS_WORD_COUNT = sizeof status_words / sizeof status_words[0] };

unsigned
basket_row_statuses(const struct basket_row *row)
{
	bool has_own = contact_statuses[row->own_status].short_label;
	unsigned own = has_own ? 1u << row->own_status : 0;
	unsigned other = !has_own && row->contact_status == CONTACT_LINK_SENT ? BASKET_SENT_OTHER
									      : 0;
	unsigned purchase = row->completed            ? BASKET_COMPLETED
	    : row->maybe_completed                    ? BASKET_MAYBE_COMPLETED
	    : row->later_purchase == PURCHASE_CERTAIN ? BASKET_BOUGHT
	    : row->later_purchase == PURCHASE_MAYBE   ? BASKET_MAYBE_BOUGHT
						      : 0;
	unsigned all = purchase | own | other;
	return all ? all : 1u << CONTACT_NONE;
}

const char *
basket_row_status_word(const struct basket_row *row)
{
	unsigned statuses = basket_row_statuses(row);
	for (size_t i = 0; i < STATUS_WORD_COUNT; i++)
		if (statuses & status_words[i].status)
			return status_words[i].word;
	return statuses & 1u << CONTACT_NONE ? "" : contact_statuses[row->own_status].short_label;
}

unsigned
basket_statuses_by_word(struct str folded)
{
	for (size_t i = 0; i < STATUS_WORD_COUNT; i++)
		if (str_eqz(folded, status_words[i].word) || str_eqz(folded, status_words[i].name))
			return status_words[i].status;
	return contact_statuses_by_word(folded);
}

const char *
basket_status_name(unsigned status)
{
	for (size_t i = 0; i < STATUS_WORD_COUNT; i++)
		if (status_words[i].status == status)
			return status_words[i].name;
	int contact = CONTACT_NONE;
	while (contact + 1 < CONTACT_STATUSES && status != 1u << contact)
		contact++;
	return contact_statuses[contact].filter_value;
}
