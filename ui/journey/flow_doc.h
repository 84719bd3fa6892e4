/*
 * flow_doc.h - a journey as a flow from the starting point through its conditions to its
 * destinations and the fallback. Pure: a text with roles, so that it is tested without a terminal.
 */
#ifndef UI_JOURNEY_FLOW_DOC_H
#define UI_JOURNEY_FLOW_DOC_H

#include "app/journey/flow.h"

/* One journey as a flow, wrapped to the document's width; its segments, tags and their offers
 * are links (enum graph_kind, LINK_USERS). */
void flow_doc(struct doc *d, const struct flow_doc_context *context, size_t at);
/* The visitor's result: the first `most` shares, the journey that fires and why, simulated
 * visitors. */
void flow_result_doc(struct doc *d, const struct flow_doc_context *context, size_t most);
/* The assumptions where the API says nothing. */
void flow_policy_doc(struct doc *d, const struct flow_doc_context *context);

#endif
