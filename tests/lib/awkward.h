/*
 * awkward.h - baskets with the awkward texts WA01 to WA18, independent of any store: the JSON of
 * each, and the text that must be shown wherever it appears. Also pages of baskets that a store
 * would not return.
 *
 * Each text is used as the customer's first name, the company and the custom field `said`. On a
 * page of goods it is also the name of the item and the end of the tag, which are not personal and
 * not masked. WA19 and WA20 are not texts and have tests of their own.
 */
#ifndef TESTS_LIB_AWKWARD_H
#define TESTS_LIB_AWKWARD_H

#include "base/buf.h"

struct awkward_text {
	const char *id;     /* the basket's id, after "basket-" */
	const char *json;   /* the JSON as sent, without the quotes */
	const char *shown;  /* as shown in a cell; an invisible space is U+2420 there */
	bool marked;        /* the cell has a "!" because the text is misleading */
	const char *secret; /* must not appear under --mask; NULL: nothing to hide */
};

extern const struct awkward_text awkward_texts[];
extern const size_t awkward_texts_n;

/* Appends a response with all of these baskets. Each has its own e-mail, person-ID@example.com,
 * long enough that no two have the same pseudonym. */
void awkward_page(struct buf *out, bool goods);
/* A page of baskets `from` down to `to`, all with the same time and tag, each of a different
 * person; `more` is JSON members after the items. */
struct awkward_span {
	int from, to;
	const char *more;
};
void awkward_span_write(struct buf *out, const struct awkward_span *span);
/* Appends a text as it is shown on a terminal limited to ASCII. */
void awkward_plain(struct buf *out, const char *shown);

#endif
