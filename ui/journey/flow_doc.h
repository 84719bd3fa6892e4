/*
 * flow_doc.h - a journey as a flow from the starting point through its conditions to its
 * destinations and the fallback. Pure: a text with roles, so that it is tested without a terminal.
 */
#ifndef UI_JOURNEY_FLOW_DOC_H
#define UI_JOURNEY_FLOW_DOC_H

#include "app/journey/flow.h"

/* One journey as a flow, wrapped to the document's width; its segments, tags and the
 * offers behind them are links (enum graph_kind, LINK_USERS). */
void flow_doc(struct doc *d, const struct flow_story *story, size_t at);
/* What the visitor gets: the first `most` shares, who fires and why, visitors drawn. */
void flow_result_doc(struct doc *d, const struct flow_story *story, size_t most);
/* What is assumed where the API says nothing. */
void flow_policy_doc(struct doc *d, const struct flow_story *story);

#endif
