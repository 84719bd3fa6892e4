/*
 * ask.h - what of a VIEW the service answers: which endpoint is read, with which inputs, and which
 * terms are left to be matched here.
 */
#ifndef APP_LIST_ASK_H
#define APP_LIST_ASK_H

#include "app/list/rows.h"
#include "client/lists.h"

struct ask {
	enum endpoint endpoint;
	struct list_query query; /* its texts are the view's or in `texts` */
	struct arena texts;
	bool local;    /* some term is matched here alone */
	bool narrowed; /* the service was given a term */
};

/* The filter's terms that the service was given are marked asked, and those that it alone can judge
 * answered. ask_free() it. */
void ask_init(struct ask *a, const struct view *view, struct row_filter *filter,
    const struct wire_names *names);
void ask_free(struct ask *a);

#endif
