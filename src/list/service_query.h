/*
 * service_query.h - splits a VIEW for the service: the endpoint, its parameters, and the terms left
 * to be matched locally.
 */
#ifndef LIST_SERVICE_QUERY_H
#define LIST_SERVICE_QUERY_H

#include "list/pager.h"
#include "list/rows.h"

struct service_query {
	enum endpoint endpoint;
	struct list_query query; /* texts belong to the view or to `text_arena` */
	struct arena text_arena;
	bool has_local_terms;   /* a term is matched only locally */
	bool has_service_terms; /* a term is sent to the service */
};

/* Builds the query. Marks the filter's terms that are sent as `sent_to_service`, and those that
 * only the service can match as `applied_by_service`. `masked`: people are masked. Free with
 * service_query_free(). */
void service_query_init(struct service_query *a, const struct view *view, struct row_filter *filter,
    const struct wire_names *names, bool masked);
void service_query_free(struct service_query *a);

#endif
