#include "ui/basket/link_batch.h"

#include "basket/link.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/link_questions.h"

bool
link_batch_add(struct link_batch *b, struct console *c, struct str id)
{
	const struct basket_row *row = baskets_row(c->baskets, id);
	struct link link = { 0 };
	struct send_check check = { 0 };
	if (row) {
		link_check(c, row, &check);
		basket_link_examine(&link, &c->app->link_rules, c->baskets, row);
	}
	bool wished = link.present && check.contact.no_contact_entry;
	bool takes = !wished && link_is_sendable(&link) && !row->has_unsafe_text;
	b->without_link_count += !link.present;
	b->no_contact_count += wished;
	b->failed_count += link.present && !wished && !takes;
	if (takes) {
		buf_addz(&b->links, b->rows.n ? "\n" : "");
		buf_adds(&b->links, link_address(&link));
		vec_push(&b->rows, row);
		b->recently_contacted_count += (check.reasons & SEND_RECENT_CONTACT) != 0;
		b->without_consent_count += row->consent == CONSENT_NO;
		b->bought_count += check.completed != NULL;
		b->newer_basket_count += check.newer != NULL;
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
