/*
 * service_query.h - what of a VIEW the service answers: which endpoint is read, with which inputs, and which
 * terms are left to be matched here.
 */
#ifndef APP_LIST_SERVICE_QUERY_H
#define APP_LIST_SERVICE_QUERY_H

#include "app/list/rows.h"
#include "client/lists.h"

struct service_query {
	enum endpoint endpoint;
	struct list_query query; /* its texts are the view's or in `texts` */
	struct arena texts;
	bool local;    /* some term is matched here alone */
	bool narrowed; /* the service was given a term */
};

/* The filter's terms that the service was given are marked asked, and those that it alone can judge
 * answered. service_query_free() it. */
void service_query_init(struct service_query *a, const struct view *view, struct row_filter *filter,
    const struct wire_names *names);
void service_query_free(struct service_query *a);

#endif
