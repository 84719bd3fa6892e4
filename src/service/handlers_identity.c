#include "service/handlers.h"
#include "service/write.h"
#include "wire/member.h"

enum { NAME_MAX_BYTES = 1024 }; /* of an issuer or a subject */

/* A slip can be put right for so long, by who made it. */
static const int64_t slip_time = WHEN_DAY;

struct identity {
	struct buf iss, sub;
};

static bool
read_name(struct buf *out, struct str id_token, const char *name, struct err *err)
{
	if (!member_text(out, id_token, str_of(name)) || out->n == 0)
		return refuse(
		    err, REFUSE_INVALID, "id_token.%s must be a text that is not empty.", name);
	return out->n <= NAME_MAX_BYTES ||
	    refuse(err, REFUSE_INVALID, "id_token.%s has at most %d bytes.", name, NAME_MAX_BYTES);
}

/* {"id_token":{"iss","sub"}}; whatever else a token's claims hold is not looked at. */
static bool
read_identity(struct call *call, struct identity *who, struct err *err)
{
	struct str body;
	if (!write_body(call, &body, err))
		return false;
	struct str id_token = member_find(body, STR("id_token"));
	if (!json_is_object(id_token))
		return refuse(err, REFUSE_INVALID, "id_token must be an object.");
	return read_name(&who->iss, id_token, "iss", err) &&
	    read_name(&who->sub, id_token, "sub", err);
}

/* ---- what is known of it ---- */

/* Every link that the identity has or had, seen from one owner. */
struct history {
	struct call *call;
	struct buf mine;       /* the record of its link to this owner */
	enum link_state state; /* of that link */
	bool has_mine;
	int64_t linked_at;
	struct buf linked_by;
	bool elsewhere;         /* linked to another owner now */
	VEC(struct str) before; /* owners it was removed from, in the call's arena */
};

static bool
take_link(void *ctx, const struct store_link *link)
{
	struct history *h = ctx;
	if (str_eq(link->owner, h->call->owner)) {
		h->has_mine = true;
		h->state = link->state;
		h->linked_at = link->linked_at;
		buf_adds(&h->mine, link->json);
		buf_adds(&h->linked_by, link->linked_by);
	} else if (link->state == LINK_ACTIVE) {
		h->elsewhere = true;
	} else if (link->state == LINK_REMOVED) {
		struct str owner = arena_str(h->call->arena, link->owner);
		vec_push(&h->before, owner);
	}
	return true;
}

static bool
read_history(struct call *call, const struct identity *who, struct store_tx *tx, struct history *h,
    struct err *err)
{
	*h = (struct history){ .call = call };
	return store_list_links(tx, buf_str(&who->iss), buf_str(&who->sub), take_link, h, err);
}

static void
history_free(struct history *h)
{
	buf_free(&h->mine);
	buf_free(&h->linked_by);
	vec_free(&h->before);
}

static bool
find_owner(struct call *call, struct store_tx *tx, struct buf *root, struct err *err)
{
	bool found;
	if (!store_find_owner(tx, call->owner, root, &found, err))
		return false;
	return found || refuse(err, REFUSE_NOT_FOUND, "There is no such owner.");
}

/* A token acts on the owners of its own subscription root. Without a root it has none, not the
 * root of an owner who has none either. */
static bool
check_root(struct call *call, struct str root, struct err *err)
{
	struct str own = str_of(call->who.root);
	if (str_eq(own, STR("*")) || (own.n && str_eq(own, root)))
		return true;
	refuse(err, REFUSE_DIFFERENT_SUBSCRIPTION,
	    "This token may not act on the owner's subscription.");
	if (call->service->denied_status)
		err->http = call->service->denied_status;
	return false;
}

/* ---- records ---- */

static void
write_record(struct buf *out, struct call *call, const struct identity *who, int64_t now)
{
	unsigned char random[16];
	struct buf id = { 0 }, variant = { 0 }, time = { 0 };
	struct str space = str_of(call->service->names.space);
	digest_random(random, sizeof(random));
	buf_addz(&id, "identity-");
	hex_encode(&id, random, sizeof(random));
	buf_addf(&variant, "@%.*s/external-id", STR_ARG(space));
	when_write(&time, now);
	buf_addc(out, '{');
	member_add_text(out, "name", buf_str(&who->sub));
	buf_addz(out, ",\"data\":{");
	member_add_text(out, "iss", buf_str(&who->iss));
	member_add_text(out, "sub", buf_str(&who->sub));
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
write_detail(struct write_result *r, const struct identity *who)
{
	buf_addc(&r->detail, '{');
	member_add_text(&r->detail, "iss", buf_str(&who->iss));
	member_add_text(&r->detail, "sub", buf_str(&who->sub));
	buf_addc(&r->detail, '}');
}

/* ---- link ---- */

/* A removed identity comes back under the root it was removed from only. */
static bool
check_roots(struct store_tx *tx, const struct history *h, struct str root, struct err *err)
{
	bool same = true, ok = true;
	for (size_t i = 0; ok && same && i < h->before.n; i++) {
		struct buf other = { 0 };
		bool found;
		ok = store_find_owner(tx, h->before.v[i], &other, &found, err);
		same = found && str_eq(buf_str(&other), root);
		buf_free(&other);
	}
	return ok &&
	    (same ||
		refuse(err, REFUSE_IDENTITY_IN_USE,
		    "This identity belonged to another subscription."));
}

/* Who linked it may undo that as a slip; but an identity that was removed here before keeps that
 * mark, whoever links it anew. */
static bool
put_new_link(struct call *call, const struct identity *who, struct store_tx *tx,
    const struct history *h, struct write_result *r, struct err *err)
{
	bool marked = h->has_mine && h->state == LINK_REMOVED;
	int64_t now = clock_now(&call->service->clock);
	write_record(&r->body, call, who, now);
	struct store_link link = { .iss = buf_str(&who->iss),
		.sub = buf_str(&who->sub),
		.owner = call->owner,
		.state = LINK_ACTIVE,
		.linked_at = now,
		.linked_by = marked ? STR("") : str_of(call->who.sub),
		.json = buf_str(&r->body) };
	return store_put_link(tx, &link, err);
}

static bool
link_within(const struct identity *who, struct call *call, struct store_tx *tx,
    const struct history *h, struct write_result *r, struct err *err)
{
	struct buf root = { 0 };
	bool ok = find_owner(call, tx, &root, err) &&
	    (call->service->link_across || check_root(call, buf_str(&root), err));
	if (ok && h->has_mine && h->state == LINK_ACTIVE) {
		buf_adds(&r->body, buf_str(&h->mine));
		r->outcome = "unchanged";
	} else if (ok && h->elsewhere) {
		ok = refuse(
		    err, REFUSE_IDENTITY_IN_USE, "This identity is linked to another owner.");
	} else {
		ok = ok && check_roots(tx, h, buf_str(&root), err) &&
		    put_new_link(call, who, tx, h, r, err);
	}
	buf_free(&root);
	return ok;
}

static bool
link_identity(
    void *ctx, struct call *call, struct store_tx *tx, struct write_result *r, struct err *err)
{
	const struct identity *who = ctx;
	struct history h;
	write_detail(r, who);
	bool ok = read_history(call, who, tx, &h, err) && link_within(who, call, tx, &h, r, err);
	history_free(&h);
	return ok;
}

/* ---- unlink ---- */

static bool
is_slip(const struct call *call, const struct history *h, int64_t now)
{
	return str_eqz(buf_str(&h->linked_by), call->who.sub) && now - h->linked_at < slip_time;
}

static bool
put_removed(struct call *call, const struct identity *who, struct store_tx *tx,
    const struct history *h, struct write_result *r, struct err *err)
{
	int64_t now = clock_now(&call->service->clock);
	bool slip = is_slip(call, h, now);
	r->outcome = slip ? "undone" : "done";
	struct store_link link = { .iss = buf_str(&who->iss),
		.sub = buf_str(&who->sub),
		.owner = call->owner,
		.state = slip ? LINK_UNDONE : LINK_REMOVED,
		.linked_at = h->linked_at,
		.linked_by = buf_str(&h->linked_by),
		.json = buf_str(&h->mine) };
	return store_put_link(tx, &link, err);
}

static bool
unlink_within(const struct identity *who, struct call *call, struct store_tx *tx,
    const struct history *h, struct write_result *r, struct err *err)
{
	struct buf root = { 0 };
	bool ok = find_owner(call, tx, &root, err) && check_root(call, buf_str(&root), err);
	buf_free(&root);
	if (!ok)
		return false;
	if (h->has_mine && h->state == LINK_ACTIVE)
		return put_removed(call, who, tx, h, r, err);
	if (h->elsewhere)
		return refuse(err, REFUSE_FORBIDDEN, "This identity is not linked to this owner.");
	r->outcome = "unchanged";
	return h->has_mine ||
	    refuse(err, REFUSE_NOT_FOUND, "This identity was never linked to this owner.");
}

static bool
unlink_identity(
    void *ctx, struct call *call, struct store_tx *tx, struct write_result *r, struct err *err)
{
	const struct identity *who = ctx;
	struct history h;
	write_detail(r, who);
	buf_addz(&r->body, "{}");
	bool ok = read_history(call, who, tx, &h, err) && unlink_within(who, call, tx, &h, r, err);
	history_free(&h);
	return ok;
}

/* ---- endpoints ---- */

static bool
run_identity_write(struct call *call, write_effect *effect, struct response *rs, struct err *err)
{
	struct identity who = { 0 };
	struct write_order order = { .target = call->owner, .effect = effect, .ctx = &who };
	bool ok = read_identity(call, &who, err) && write_run(call, &order, rs, err);
	buf_free(&who.iss);
	buf_free(&who.sub);
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
