/*
 * made.h - answers that are already made, to be sent again as they are: under the target that was
 * asked for as it was sent, packed or not, each with the name of the list that it was made of.
 *
 * Owns their bytes, up to a number of them; who was not asked for the longest time goes first. An
 * answer is kept when it is made for the second time: what nobody asks for twice takes no room.
 * Thread-safe.
 */
#ifndef SERVICE_API_MADE_H
#define SERVICE_API_MADE_H

#include "service/http/message.h"

struct made;
struct route;

struct made_key {
	struct str target; /* undecoded */
	bool packed;
};

/* NULL keeps nothing, everywhere below. */
struct made *made_new(size_t bytes);
void made_free(struct made *m);

/* Which route the answer kept for this is of, and the name of the list that it was made of (at
 * least STORE_COMMIT_ID bytes); NULL: there is none. */
const struct route *made_find(struct made *m, const struct made_key *key, char *list);
/* Gives it to rs, if it is still of that list; false otherwise, and rs is as it was. Of one that was
 * only ever told to be known (304) there is the head alone. */
bool made_give(
    struct made *m, const struct made_key *key, const char *list, struct response *rs);
/* Keeps an answer, which goes on to be sent, instead of any kept before: a whole one, or the head of
 * a 304 where there is no whole one of this list. */
void made_keep(struct made *m, const struct made_key *key, const struct route *route,
    const char *list, struct response *rs);

#endif
