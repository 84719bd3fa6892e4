#include "app/charge_words.h"
#include "app/item_doc.h"

void
offer_doc_in_short(struct doc *d, const struct catalog_item *item)
{
	struct buf words = { 0 };
	if (!item)
		return;
	charge_words_start(&words, item->charges, item->charges_n, d->ascii);
	doc_words(d, ROLE_TEXT, "%12s", buf_z(&words));
	buf_reset(&words);
	charge_words_then(&words, item->charges, item->charges_n, d->ascii);
	doc_words(d, ROLE_TEXT, "  %s", buf_z(&words));
	buf_free(&words);
}

void
offer_doc_price(struct doc *d, const struct catalog_item *item, const struct item_story *story)
{
	struct buf words = { 0 };
	charge_words_sentence(&words, item->charges, item->charges_n, d->ascii);
	doc_line(d);
	doc_words(d, ROLE_TEXT, " ");
	doc_value(d, ROLE_HEADER, buf_str(&words));
	buf_reset(&words);
	charge_words_end(&words, item->charges, item->charges_n, story->start);
	if (words.n) {
		doc_line(d);
		doc_words(d, ROLE_TEXT, " (%s)", buf_z(&words));
	}
	doc_line(d);
	buf_free(&words);
}

void
offer_doc_facts(
    struct doc *d, const struct catalog_item *item, struct str json, const struct item_story *story)
{
	(void)d;
	(void)item;
	(void)json;
	(void)story;
}
