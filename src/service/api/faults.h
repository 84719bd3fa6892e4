/*
 * faults.h - simulated faults: rules for which requests fail, and how. For demonstrations, and
 * for testing clients.
 *
 * A rule is [OPERATION] FAULT[:SHARE]; rules are separated by commas or newlines, and # begins a
 * comment.
 *
 * OPERATION is an operation of /openapi.json ("getOffers"), a path below /api ("/offers"), or *
 * for all the contract's endpoints. Without it a rule is for the baskets, and a status for the
 * readiness check as well.
 *
 * FAULT is one of
 *	400 to 599      the response has this status, and nothing is done
 *	drop            the request is done, but the connection closes without a response
 *	cut             the request is done, but the connection closes amid the response
 *	slow=3s         the response takes so long to arrive
 *	delay=200ms±50  the response waits so long, give or take
 *
 * SHARE is a percentage ("5%") or the numbers of requests, counted since the rules were set ("3",
 * "3-5", "3-"); without it, all. Faults and delays are counted, not random, so that a run can be
 * repeated.
 *
 * Two more rules: "demo" makes a bad day (every 25th request for baskets fails, assets are
 * slow), and "header" lets a request ask for its own FAULT in X-Fault.
 */
#ifndef SERVICE_API_FAULTS_H
#define SERVICE_API_FAULTS_H

#include "service/api/route.h"

/* The fault of one request; zeroed: none. */
struct fault {
	int status; /* 0: none */
	int delay_ms;
	enum response_fault kind;
	int slow_ms; /* with RESPONSE_SLOW */
};

/* For the routes of this table, which is borrowed. */
struct faults *faults_new(const struct route *routes, size_t routes_n);
void faults_free(struct faults *f);
/* Replaces all rules. Returns false, sets err (ERR_USAGE) and changes nothing if a rule is wrong.
 * Thread-safe, as all below. */
bool faults_set(
    struct faults *f, struct str rules, const struct wire_names *names, struct err *err);
/* Delays every response of the contract's endpoints, "200ms±50". faults_set() keeps the delay. Call
 * before other threads use the rules. Returns false and sets err (ERR_USAGE) if it is not a delay. */
bool faults_set_delay(
    struct faults *f, struct str delay, const struct wire_names *names, struct err *err);
/* Appends the rules as they were set, one per line, without that delay. */
void faults_write(struct faults *f, struct buf *out);
/* True if there are rules; f may be NULL. Responses are then not cached. */
bool faults_are_set(const struct faults *f);
/* Counts a request to the route and finds its fault. Returns false and sets err if its X-Fault
 * header is wrong. */
bool faults_find(struct faults *f, const struct route *r, const struct request *rq,
    struct fault *out, struct err *err);

#endif
