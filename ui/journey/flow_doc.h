/*
 * flow_doc.h - a journey as a flow chart from its starting point through its conditions to its
 * destinations and the fallback. Pure: text with roles, so it can be tested without a terminal.
 */
#ifndef UI_JOURNEY_FLOW_DOC_H
#define UI_JOURNEY_FLOW_DOC_H

#include "journey/flow.h"

/* One journey as a flow, wrapped to the document's width; its segments, tags and their offers
 * are links (enum graph_kind, LINK_USERS). */
void flow_doc(struct doc *d, const struct flow_doc_context *context, size_t at);
/* The result for the what-if visitor: the first `most` shares, the journey that fires and why,
 * and the simulated visitors. */
void flow_result_doc(struct doc *d, const struct flow_doc_context *context, size_t most);
/* The assumptions made where the API does not define the behaviour. */
void flow_policy_doc(struct doc *d, const struct flow_doc_context *context);

#endif
