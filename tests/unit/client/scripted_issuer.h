/*
 * scripted_issuer.h - a token issuer for one test: hostile.h with responses that are filled in once
 * its port is known, and the requests it received.
 *
 * Owns its responses. Change them only while no request is in progress.
 */
#ifndef TESTS_UNIT_CLIENT_SCRIPTED_ISSUER_H
#define TESTS_UNIT_CLIENT_SCRIPTED_ISSUER_H

#include "base/mem.h"
#include "base/vec.h"
#include "client/oauth.h"
#include "lib/hostile.h"

#include <stdlib.h>
#include <string.h>

enum { ISSUER_RULES = 12 };

#define ISSUER_METADATA "/.well-known/openid-configuration"

struct issuer {
	struct hostile *server;
	struct hostile_rule rules[ISSUER_RULES];
	VEC(char *) answers; /* all so far: the last bytes of one may still be in transit */
};

/* The rule for the nth request of this path: an existing one or a new one. */
static inline size_t
issuer_rule(struct issuer *i, const char *path, size_t nth)
{
	for (size_t n = 0; n < ISSUER_RULES; n++) {
		bool there = i->rules[n].nth == nth && strcmp(i->rules[n].path, path) == 0;
		if (there || strcmp(i->rules[n].path, "-") == 0) {
			i->rules[n] = (struct hostile_rule){ .path = path, .nth = nth };
			return n;
		}
	}
	abort();
}

/* The whole response as bytes; STR_NONE: never responds. */
static inline void
issuer_answers_with(struct issuer *i, const char *path, size_t nth, struct str answer)
{
	size_t n = issuer_rule(i, path, nth);
	char *copy = str_dup(answer);
	vec_push(&i->answers, copy);
	i->rules[n].answer = answer.p ? str_from(copy, answer.n) : STR_NONE;
}

static inline void
issuer_answers_json(struct issuer *i, const char *path, size_t nth, int status, const char *json)
{
	struct buf answer = { 0 };
	hostile_answer(&answer, status, "Content-Type: application/json\r\n", str_of(json));
	issuer_answers_with(i, path, nth, buf_str(&answer));
	buf_free(&answer);
}

/* Delays its responses to this path from now on (held_answer.h). */
static inline void
issuer_holds(struct issuer *i, const char *path, int ms)
{
	for (size_t n = 0; n < ISSUER_RULES; n++)
		if (strcmp(i->rules[n].path, path) == 0)
			i->rules[n].delay_ms = ms;
}

/* Breaks the connection in the middle of each response. */
static inline void
issuer_breaks_off(struct issuer *i, const char *path)
{
	size_t n = issuer_rule(i, path, 0);
	i->rules[n].answer = STR("HTTP/1.1 200 Cut off");
	i->rules[n].end = HOSTILE_RESET;
}

/* Sets metadata with these members after the issuer's name. */
static inline void
issuer_set_metadata(struct issuer *i, const char *members)
{
	struct buf json = { 0 };
	buf_addf(&json, "{\"issuer\":\"%s\"%s}", hostile_url(i->server), members);
	issuer_answers_json(i, ISSUER_METADATA, 0, 200, buf_z(&json));
	buf_free(&json);
}

/* Starts the issuer, with all its endpoints on its own address. */
static inline void
issuer_start(struct issuer *i)
{
	struct buf members = { 0 };
	*i = (struct issuer){ 0 };
	for (size_t n = 0; n < ISSUER_RULES; n++)
		i->rules[n].path = "-";
	i->server = hostile_start(i->rules, ISSUER_RULES);
	const char *url = hostile_url(i->server);
	buf_addf(&members,
	    ",\"token_endpoint\":\"%s/token\",\"device_authorization_endpoint\":\"%s/device\","
	    "\"authorization_endpoint\":\"%s/authorize\",\"revocation_endpoint\":\"%s/revoke\"",
	    url, url, url, url);
	issuer_set_metadata(i, buf_z(&members));
	buf_free(&members);
}

static inline void
issuer_stop(struct issuer *i)
{
	hostile_stop(i->server);
	for (size_t n = 0; n < i->answers.n; n++)
		x_free(i->answers.v[n]);
	vec_free(&i->answers);
}

/* The nth request (from 1) for exactly this path; NULL if it has not arrived. */
static inline const struct hostile_request *
issuer_request(const struct issuer *i, const char *path, size_t nth)
{
	size_t n = strlen(path);
	for (size_t k = 0; k < hostile_count(i->server); k++) {
		const struct hostile_request *r = hostile_request(i->server, k);
		bool same = strncmp(r->target, path, n) == 0 &&
		    (!r->target[n] || r->target[n] == '?');
		if (same && --nth == 0)
			return r;
	}
	return NULL;
}

/* Number of requests for exactly this path. */
static inline size_t
issuer_count(const struct issuer *i, const char *path)
{
	size_t n = 0;
	while (issuer_request(i, path, n + 1))
		n++;
	return n;
}

static inline struct oauth_rules
issuer_rules(const struct issuer *i)
{
	return (struct oauth_rules){ .issuer = hostile_url(i->server),
		.client_id = "console 1",
		.scope = "catalog.read offline_access",
		.resource = "https://api.example/v1" };
}

#endif
