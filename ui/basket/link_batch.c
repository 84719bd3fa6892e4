#include "ui/basket/link_batch.h"

#include "basket/link.h"
#include "ui/basket/basket_doc.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/contact.h"

static bool
is_bought(const struct console *c, const struct basket_row *row)
{
	return row->completed || row->maybe_completed || basket_find_completed(c->baskets, row);
}

bool
link_batch_add(struct link_batch *b, struct console *c, struct str id)
{
	const struct basket_row *row = baskets_row(c->baskets, id);
	struct link link = { 0 };
	struct contact_summary state = { 0 };
	if (row)
		contact_summarize(c, row, &state);
	if (row)
		basket_link_examine(&link, &c->app->link_rules, c->baskets, row);
	bool wished = link.present && state.no_contact_entry;
	bool takes = !wished && link_is_sendable(&link) && !row->has_unsafe_text;
	b->without_link_count += !link.present;
	b->no_contact_count += wished;
	b->failed_count += link.present && !wished && !takes;
	if (takes) {
		buf_addz(&b->links, b->rows.n ? "\n" : "");
		buf_adds(&b->links, link_address(&link));
		vec_push(&b->rows, row);
		b->recently_contacted_count += contact_is_recent(c, &state);
		b->without_consent_count += row->consent == CONSENT_NO;
		b->bought_count += is_bought(c, row);
		b->newer_basket_count += basket_find_newer(c->baskets, row) != NULL;
	}
	link_free(&link);
	return takes;
}

bool
link_batch_append_warnings(struct buf *words, const struct link_batch *b)
{
	const char *between = "";
	if (!b->recently_contacted_count && !b->newer_basket_count && !b->without_consent_count &&
	    !b->bought_count)
		return false;
	buf_addf(words, "Of these %zu links ", b->rows.n);
	if (b->recently_contacted_count) {
		buf_addf(words, "%zu %s to a recently contacted person",
		    b->recently_contacted_count, b->recently_contacted_count == 1 ? "goes" : "go");
		between = ", ";
	}
	if (b->without_consent_count) {
		buf_addf(words, "%s%zu %s no consent", between, b->without_consent_count,
		    b->without_consent_count == 1 ? "has" : "have");
		between = ", ";
	}
	if (b->bought_count) {
		buf_addf(words,
		    "%s%zu may already be bought (this basket or another of the same person)",
		    between, b->bought_count);
		between = ", ";
	}
	if (b->newer_basket_count)
		buf_addf(words, "%s%zu %s to a basket although the person has a newer one", between,
		    b->newer_basket_count, b->newer_basket_count == 1 ? "leads" : "lead");
	return true;
}

void
link_batch_free(struct link_batch *b)
{
	vec_free(&b->rows);
	buf_wipe(&b->links);
}
