/*
 * awkward.h - baskets with the awkward texts WA01 to WA18, which a store need not hold: the JSON of
 * each, and the text that must be shown at every place. And pages of them that a store would not
 * return.
 *
 * The same text is the customer's first name, the company and the custom field `said`; on a page of
 * goods it is the name of the item and the end of the tag too, which are not personal and not
 * masked. WA19 and WA20 are not texts and have tests of their own.
 */
#ifndef TESTS_LIB_AWKWARD_H
#define TESTS_LIB_AWKWARD_H

#include "base/buf.h"

struct awkward_text {
	const char *id;    /* of its basket, after "basket-" */
	const char *json;  /* as sent, without the quotes */
	const char *shown; /* in a cell; an invisible space is U+2420 there */
	bool marked;       /* marked with "!": it is misleading */
	const char
	    *secret; /* of this nothing is seen under --mask; NULL: there is nothing to hide */
};

extern const struct awkward_text awkward_texts[];
extern const size_t awkward_texts_n;

/* Appends an answer of all of them. Each has an e-mail of its own,
 * person-ID@example.com: long enough that no two have one pseudonym. */
void awkward_page(struct buf *out, bool goods);
/* A page of baskets `from` down to `to`, all of one millisecond and one tag, each of another
 * person; `more` are members after its items. */
struct awkward_span {
	int from, to;
	const char *more;
};
void awkward_span_write(struct buf *out, const struct awkward_span *span);
/* Appends a text as it is shown if only ASCII is allowed. */
void awkward_plain(struct buf *out, const char *shown);

#endif
