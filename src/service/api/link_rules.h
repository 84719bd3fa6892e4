/*
 * link_rules.h - the rules for linking and unlinking an identity: its current and former links, the
 * token's subscription, the record of an unlink, and the 24 hours in which a mistaken link can be
 * undone without a record.
 */
#ifndef SERVICE_API_LINK_RULES_H
#define SERVICE_API_LINK_RULES_H

#include "base/vec.h"
#include "service/api/route.h"

/* All current and former links of an identity, as seen from one owner. */
struct link_history {
	struct call *call;
	struct buf own_record;     /* the record of the link to this owner */
	enum link_state own_state; /* state of that link */
	bool has_own_record;
	int64_t linked_at;
	struct buf linked_by;
	bool linked_to_other;          /* linked to another owner at the moment */
	VEC(struct str) former_owners; /* owners it was unlinked from, in the call's arena */
};

/* Call link_history_free() afterwards, even if this returns false. */
bool link_history_read(struct link_history *h, struct call *call, struct store_tx *tx,
    struct str iss, struct str sub, struct err *err);
void link_history_free(struct link_history *h);

/* True if the token may act on an owner with this subscription root: only its own root. A token
 * without a root may act on no owner, not even on one without a root. */
bool link_may_act_on_root(struct call *call, struct str root, struct err *err);
/* True if the identity may be linked under this root: an unlinked identity may only return to
 * the root that it was unlinked from. */
bool link_may_return(
    const struct link_history *h, struct store_tx *tx, struct str root, struct err *err);
/* True if the user who linked it unlinks it soon enough that no record is needed. */
bool link_is_recent_own(const struct link_history *h, const struct call *call, int64_t now);

#endif
