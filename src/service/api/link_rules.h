/*
 * link_rules.h - the rules of linking and unlinking an identity: its current and earlier links, the
 * token's subscription, the trace of an unlink, and the 24 hours in which a mistake leaves no
 * trace.
 */
#ifndef SERVICE_API_LINK_RULES_H
#define SERVICE_API_LINK_RULES_H

#include "base/vec.h"
#include "service/api/route.h"

/* Every link that the identity has or had, seen from one owner. */
struct link_history {
	struct call *call;
	struct buf mine;       /* the record of its link to this owner */
	enum link_state state; /* of that link */
	bool has_mine;
	int64_t linked_at;
	struct buf linked_by;
	bool elsewhere;         /* linked to another owner now */
	VEC(struct str) before; /* owners it was removed from, in the call's arena */
};

/* link_history_free() it, after false too. */
bool link_history_read(struct link_history *h, struct call *call, struct store_tx *tx,
    struct str iss, struct str sub, struct err *err);
void link_history_free(struct link_history *h);

/* A token acts on the owners of its own subscription root. Without a root it has none, not the
 * root of an owner who has none either. */
bool link_may_act(struct call *call, struct str root, struct err *err);
/* A removed identity comes back under the root it was removed from only. */
bool link_may_return(
    const struct link_history *h, struct store_tx *tx, struct str root, struct err *err);
/* Removed soon enough by who linked it: it leaves no mark. */
bool link_is_recent_own(const struct link_history *h, const struct call *call, int64_t now);

#endif
