#include "service/api/link_rules.h"

/* The time within which a user can undo their own mistaken link. */
static const int64_t undo_window_ms = WHEN_DAY;

static bool
on_link(void *ctx, const struct store_link *link)
{
	struct link_history *h = ctx;
	if (str_eq(link->owner, h->call->owner)) {
		h->has_own_record = true;
		h->own_state = link->state;
		h->linked_at = link->linked_at;
		buf_adds(&h->own_record, link->json);
		buf_adds(&h->linked_by, link->linked_by);
	} else if (link->state == LINK_ACTIVE) {
		h->linked_to_other = true;
	} else if (link->state == LINK_REMOVED) {
		struct str owner = arena_str(h->call->arena, link->owner);
		vec_push(&h->former_owners, owner);
	}
	return true;
}

bool
link_history_read(struct link_history *h, struct call *call, struct store_tx *tx, struct str iss,
    struct str sub, struct err *err)
{
	*h = (struct link_history){ .call = call };
	return store_list_links(tx, iss, sub, on_link, h, err);
}

void
link_history_free(struct link_history *h)
{
	buf_free(&h->own_record);
	buf_free(&h->linked_by);
	vec_free(&h->former_owners);
}

bool
link_may_act_on_root(struct call *call, struct str root, struct err *err)
{
	struct str own = str_of(call->claims.root);
	if (str_eq(own, STR("*")) || (own.n && str_eq(own, root)))
		return true;
	refuse_request(err, REFUSE_DIFFERENT_SUBSCRIPTION,
	    "This token may not act on the owner's subscription.");
	if (call->service->denied_status)
		err->http_status = call->service->denied_status;
	return false;
}

bool
link_may_return(const struct link_history *h, struct store_tx *tx, struct str root, struct err *err)
{
	bool same = true, ok = true;
	for (size_t i = 0; ok && same && i < h->former_owners.n; i++) {
		struct buf other = { 0 };
		bool found;
		ok = store_find_owner(tx, h->former_owners.v[i], &other, &found, err);
		same = ok && found && str_eq(buf_str(&other), root);
		buf_free(&other);
	}
	return ok &&
	    (same ||
		refuse_request(err, REFUSE_IDENTITY_IN_USE,
		    "This identity belonged to another subscription."));
}

bool
link_is_recent_own(const struct link_history *h, const struct call *call, int64_t now)
{
	return str_eqz(buf_str(&h->linked_by), call->claims.sub) &&
	    now - h->linked_at < undo_window_ms;
}
