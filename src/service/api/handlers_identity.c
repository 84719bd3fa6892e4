#include "service/api/handlers.h"
#include "service/api/link_rules.h"
#include "service/api/write.h"
#include "wire/member.h"

enum { NAME_MAX_BYTES = STORE_NAME_SIZE_MAX }; /* maximum length of an issuer or subject */

struct identity_request {
	struct buf iss, sub;
};

static bool
read_id_token_member(struct buf *out, struct str id_token, const char *name, struct err *err)
{
	if (!member_read_text(out, id_token, str_of(name)) || out->n == 0)
		return refuse_request(
		    err, REFUSE_INVALID, "id_token.%s must be a non-empty string.", name);
	return out->n <= NAME_MAX_BYTES ||
	    refuse_request(
		err, REFUSE_INVALID, "id_token.%s has at most %d bytes.", name, NAME_MAX_BYTES);
}

/* Reads {"id_token":{"iss","sub"}}; other claims are ignored. */
static bool
read_identity(struct call *call, struct identity_request *identity, struct err *err)
{
	struct str body;
	if (!write_read_body(call, &body, err))
		return false;
	struct str id_token = member_find(body, STR("id_token"));
	if (!json_is_object(id_token))
		return refuse_request(err, REFUSE_INVALID, "id_token must be an object.");
	return read_id_token_member(&identity->iss, id_token, "iss", err) &&
	    read_id_token_member(&identity->sub, id_token, "sub", err);
}

static bool
find_owner(struct call *call, struct store_tx *tx, struct buf *root, struct err *err)
{
	bool found;
	if (!store_find_owner(tx, call->owner, root, &found, err))
		return false;
	return found || refuse_request(err, REFUSE_NOT_FOUND, "There is no such owner.");
}

/* ---- records ---- */

static void
write_record(
    struct buf *out, struct call *call, const struct identity_request *identity, int64_t now)
{
	unsigned char random[16];
	struct buf id = { 0 }, variant = { 0 }, time = { 0 };
	struct str space = str_of(call->service->names.namespace);
	digest_random(random, sizeof(random));
	buf_addz(&id, "identity-");
	hex_encode(&id, random, sizeof(random));
	buf_addf(&variant, "@%.*s/external-id", STR_ARG(space));
	when_write(&time, now);
	buf_addc(out, '{');
	member_add_text(out, "name", buf_str(&identity->sub));
	buf_addz(out, ",\"data\":{");
	member_add_text(out, "iss", buf_str(&identity->iss));
	member_add_text(out, "sub", buf_str(&identity->sub));
	buf_addc(out, '}');
	member_add_text(out, "status", STR("active"));
	member_add_text(out, "record_type", STR("identity"));
	member_add_text(out, "record_variant", buf_str(&variant));
	member_add_text(out, "owner", call->owner);
	member_add_text(out, "id", buf_str(&id));
	member_add_text(out, "service", space);
	member_add_text(out, "created", buf_str(&time));
	member_add_text(out, "updated", buf_str(&time));
	member_add_text(out, "mode", str_of(call->service->mode));
	buf_addc(out, '}');
	buf_free(&id);
	buf_free(&variant);
	buf_free(&time);
}

static void
write_detail(struct effect_result *r, const struct identity_request *identity)
{
	buf_addc(&r->detail, '{');
	member_add_text(&r->detail, "iss", buf_str(&identity->iss));
	member_add_text(&r->detail, "sub", buf_str(&identity->sub));
	buf_addc(&r->detail, '}');
}

/* ---- link ---- */

/* Stores a new link. The user who made it may undo it within a day without a record; but the
 * record of an earlier unlink here is kept by all later links. */
static bool
store_new_link(struct call *call, const struct identity_request *identity, struct store_tx *tx,
    const struct link_history *h, struct effect_result *r, struct err *err)
{
	bool marked = h->has_own_record && h->own_state == LINK_REMOVED;
	int64_t now = clock_now(&call->service->clock);
	write_record(&r->body, call, identity, now);
	struct store_link link = { .iss = buf_str(&identity->iss),
		.sub = buf_str(&identity->sub),
		.owner = call->owner,
		.state = LINK_ACTIVE,
		.linked_at = now,
		.linked_by = marked ? STR("") : str_of(call->claims.sub),
		.json = buf_str(&r->body) };
	return store_put_link(tx, &link, err);
}

static bool
link_in_tx(const struct identity_request *identity, struct call *call, struct store_tx *tx,
    const struct link_history *h, struct effect_result *r, struct err *err)
{
	struct buf root = { 0 };
	bool ok = find_owner(call, tx, &root, err) &&
	    (call->service->links_across_subscriptions ||
		link_may_act_on_root(call, buf_str(&root), err));
	if (ok && h->has_own_record && h->own_state == LINK_ACTIVE) {
		buf_adds(&r->body, buf_str(&h->own_record));
		r->outcome = "unchanged";
	} else if (ok && h->linked_to_other) {
		ok = refuse_request(
		    err, REFUSE_IDENTITY_IN_USE, "This identity is linked to another owner.");
	} else {
		ok = ok && link_may_return(h, tx, buf_str(&root), err) &&
		    store_new_link(call, identity, tx, h, r, err);
	}
	buf_free(&root);
	return ok;
}

static bool
link_identity(
    void *ctx, struct call *call, struct store_tx *tx, struct effect_result *r, struct err *err)
{
	const struct identity_request *identity = ctx;
	struct link_history h;
	write_detail(r, identity);
	bool ok = link_history_read(
		      &h, call, tx, buf_str(&identity->iss), buf_str(&identity->sub), err) &&
	    link_in_tx(identity, call, tx, &h, r, err);
	link_history_free(&h);
	return ok;
}

/* ---- unlink ---- */

static bool
store_removed_link(struct call *call, const struct identity_request *identity, struct store_tx *tx,
    const struct link_history *h, struct effect_result *r, struct err *err)
{
	int64_t now = clock_now(&call->service->clock);
	bool slip = link_is_recent_own(h, call, now);
	r->outcome = slip ? "undone" : "done";
	struct store_link link = { .iss = buf_str(&identity->iss),
		.sub = buf_str(&identity->sub),
		.owner = call->owner,
		.state = slip ? LINK_UNDONE : LINK_REMOVED,
		.linked_at = h->linked_at,
		.linked_by = buf_str(&h->linked_by),
		.json = buf_str(&h->own_record) };
	return store_put_link(tx, &link, err);
}

static bool
unlink_in_tx(const struct identity_request *identity, struct call *call, struct store_tx *tx,
    const struct link_history *h, struct effect_result *r, struct err *err)
{
	struct buf root = { 0 };
	bool ok = find_owner(call, tx, &root, err) &&
	    link_may_act_on_root(call, buf_str(&root), err);
	buf_free(&root);
	if (!ok)
		return false;
	if (h->has_own_record && h->own_state == LINK_ACTIVE)
		return store_removed_link(call, identity, tx, h, r, err);
	if (h->linked_to_other)
		return refuse_request(
		    err, REFUSE_FORBIDDEN, "This identity is not linked to this owner.");
	r->outcome = "unchanged";
	return h->has_own_record ||
	    refuse_request(err, REFUSE_NOT_FOUND, "This identity was never linked to this owner.");
}

static bool
unlink_identity(
    void *ctx, struct call *call, struct store_tx *tx, struct effect_result *r, struct err *err)
{
	const struct identity_request *identity = ctx;
	struct link_history h;
	write_detail(r, identity);
	buf_addz(&r->body, "{}");
	bool ok = link_history_read(
		      &h, call, tx, buf_str(&identity->iss), buf_str(&identity->sub), err) &&
	    unlink_in_tx(identity, call, tx, &h, r, err);
	link_history_free(&h);
	return ok;
}

/* ---- endpoints ---- */

static bool
run_identity_write(struct call *call, write_effect *effect, struct response *rs, struct err *err)
{
	struct identity_request identity = { 0 };
	struct write_request order = { .target = call->owner, .effect = effect, .ctx = &identity };
	struct buf about = { 0 };
	bool ok = read_identity(call, &identity, err);
	buf_addf(&about, "%zu:", identity.iss.n);
	buf_adds(&about, buf_str(&identity.iss));
	buf_adds(&about, buf_str(&identity.sub));
	order.lock_subject = buf_str(&about);
	ok = ok && write_run(call, &order, rs, err);
	buf_free(&about);
	buf_free(&identity.iss);
	buf_free(&identity.sub);
	return ok;
}

bool
handle_link(struct call *call, struct response *rs, struct err *err)
{
	return run_identity_write(call, link_identity, rs, err);
}

bool
handle_unlink(struct call *call, struct response *rs, struct err *err)
{
	return run_identity_write(call, unlink_identity, rs, err);
}
