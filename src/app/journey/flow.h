/*
 * flow.h - journeys drawn in a line: their words and where they go. Pure.
 *
 * All of it is what the configuration says
 * and decisions assume: simulated, not observed.
 */
#ifndef APP_JOURNEY_FLOW_H
#define APP_JOURNEY_FLOW_H

#include "app/text/doc.h"
#include "model/graph.h"
#include "model/whatif.h"

struct flow_doc_context {
	const struct journeys *all;
	const struct graph
	    *graph; /* NULL: missing items, and the offers of tags, are not known */
	struct whatif_policy policy;
	/* A visitor who is asked about; both NULL: none. */
	const struct whatif *whatif;
	const struct whatif_visitor *visitor;
};

enum { FLOW_SEED = 7, FLOW_VISITORS = 10000 };

/* "lapsed-365 and region-uk"; "everybody" without conditions. Cleaned. */
void flow_write_when(
    struct buf *out, const struct journey *j, const struct whatif_policy *policy, bool ascii);
/* The text for the fallback without a tag: "nowhere", or that it cannot be read. */
const char *flow_no_fallback(const struct journeys *all);
/* "70 save · 30 uk/newsletter" */
void flow_append_destinations(struct buf *out, const struct journeys *all, const struct journey *j,
    const struct whatif_policy *policy, bool ascii);
/* By enum whatif_known. */
extern const char *const flow_known_words[];
/* "70", "33.33": to two decimals at most; "<0.01" of less; "?" for WHATIF_NO_SHARE. */
void flow_write_percent(struct buf *out, int64_t share);
/* "lapsed-365 yes, region-uk not known", of who is asked about. Cleaned. */
void flow_write_known(
    struct buf *out, const struct flow_doc_context *context, const struct journey *j);
/* "FIRES", "no", "not reached", "cannot tell", "depends on 1" */
void flow_write_verdict(struct buf *out, const struct whatif_result *answer);
enum role flow_verdict_role(enum whatif_verdict verdict);
/* "70", "0 to 70": percent. */
void flow_write_share(struct buf *out, const struct whatif_share *share);
/* Why: "lapsed-365 yes, country GB not known"; "journey 3 fires before it". Cleaned. */
void flow_write_reason(struct buf *out, const struct flow_doc_context *context, size_t at);
/* A tag or a segment by what tells it from others: without /tags/ or /segments/. */
struct str flow_short_name(struct str path);

/* "the first match wins, all conditions met; of several actions the first counts; what is left over
 * falls back, over 100 is cut" */
void flow_write_policy(struct buf *out, const struct whatif_policy *policy);

#endif
