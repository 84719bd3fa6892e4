#include "service/feed/object.h"

#include "wire/basket.h"
#include "wire/item.h"
#include "wire/member.h"

#include <string.h>

const char *const object_kind_names[OBJECT_KINDS] = {
	[OBJECT_CAMPAIGN] = "campaign",
	[OBJECT_OFFER] = "offer",
	[OBJECT_ASSET] = "asset",
	[OBJECT_PRODUCT] = "product",
	[OBJECT_SEGMENT] = "segment",
	[OBJECT_JOURNEYS] = "journeys",
	[OBJECT_BASKET] = "basket",
	[OBJECT_OWNER] = "owner",
	[OBJECT_IDENTITY] = "identity",
};

bool
object_find_kind(enum object_kind *kind, struct str name, struct err *err)
{
	for (int i = 0; i < OBJECT_KINDS; i++)
		if (str_eqz(name, object_kind_names[i])) {
			*kind = (enum object_kind)i;
			return true;
		}
	return err_set(
	    err, ERR_INVALID, "there is no kind \"%.*s\"", STR_ARG(str_sub(name, 0, 40)));
}

enum store_list
object_list(enum object_kind kind)
{
	static const enum store_list lists[OBJECT_KINDS] = {
		[OBJECT_CAMPAIGN] = STORE_CAMPAIGNS,
		[OBJECT_OFFER] = STORE_OFFERS,
		[OBJECT_ASSET] = STORE_ASSETS,
		[OBJECT_PRODUCT] = STORE_PRODUCTS,
		[OBJECT_SEGMENT] = STORE_SEGMENTS,
		[OBJECT_JOURNEYS] = STORE_JOURNEYS,
	};
	return lists[kind];
}

/* Imported values are sent to clients, so they must match the contract. */
static bool
check_text_or_absent(struct str json, const char *name, struct err *err)
{
	struct str value = member_find(json, str_of(name));
	return !value.p || json_is_string(value) ||
	    err_set_at(err, value.p, ERR_INVALID, "its %s must be a string", name);
}

static bool
read_item(struct object *o, struct arena *a, bool published, struct str json, struct err *err)
{
	struct item_head head;
	item_head_read(&head, a, json);
	o->item = (struct store_item){ .list = object_list(o->kind),
		.path = head.path,
		.id = head.id,
		.modified = head.modified,
		.published = published,
		.json = json };
	o->key = arena_printf(a, "%.*s\n%.*s", STR_ARG(head.path), STR_ARG(head.id));
	if (head.path.n == 0)
		return err_set_at(err, member_find(json, STR("path")).p, ERR_INVALID,
		    "the item has no path");
	return check_text_or_absent(json, "id", err);
}

static void
read_journeys(struct object *o, struct str json)
{
	o->item = (struct store_item){ .list = STORE_JOURNEYS,
		.path = STR("/journeys"),
		.id = STR("journeys"),
		.modified = WHEN_NONE,
		.published = true,
		.json = json };
}

static bool
read_basket(struct object *o, struct arena *a, struct str json, struct err *err)
{
	struct basket b;
	struct str completed = member_find(json, STR("completed"));
	if (!basket_read(&b, a, json, 0, err))
		return false;
	struct str id = member_find(json, STR("id"));
	if (!json_is_string(id))
		return err_set_at(err, id.p, ERR_INVALID, "its id must be a string");
	if (completed.p && !str_eqz(completed, "true") && !str_eqz(completed, "false"))
		return err_set_at(
		    err, completed.p, ERR_INVALID, "its completed must be true or false");
	struct str created = member_find(json, STR("created"));
	if (created.p && !str_eqz(created, "null") && b.created == WHEN_NONE)
		return err_set_at(err, created.p, ERR_INVALID, "its created must be a date-time");
	o->key = b.id;
	o->basket = (struct store_basket){
		.created = b.created, .id = b.id, .completed = b.completed, .json = json
	};
	return true;
}

static bool
read_text(struct arena *a, struct str *out, struct str object, const char *name, struct err *err)
{
	struct buf text = { 0 };
	bool ok = member_read_text(&text, object, str_of(name)) && text.n > 0;
	*out = arena_str(a, buf_str(&text));
	buf_free(&text);
	return ok ||
	    err_set_at(err, member_find(object, str_of(name)).p, ERR_INVALID,
		"its %s must be a string", name);
}

static bool
read_owner(struct object *o, struct arena *a, struct str json, struct err *err)
{
	if (!read_text(a, &o->owner.id, json, "id", err) ||
	    !read_text(a, &o->owner.root, json, "root", err))
		return false;
	o->key = o->owner.id;
	return true;
}

static bool
read_identity(struct object *o, struct arena *a, struct str json, struct err *err)
{
	struct str iss, sub, owner, status, created;
	struct str data = member_find(json, STR("data"));
	if (!read_text(a, &iss, data, "iss", err) || !read_text(a, &sub, data, "sub", err) ||
	    !read_text(a, &owner, json, "owner", err) ||
	    !read_text(a, &status, json, "status", err) ||
	    !read_text(a, &created, json, "created", err))
		return false;
	o->link = (struct store_link){ .iss = iss,
		.sub = sub,
		.owner = owner,
		.state = str_eqz(status, "active") ? LINK_ACTIVE : LINK_REMOVED,
		.linked_by = STR(""),
		.json = json };
	o->key = arena_printf(a, "%.*s\n%.*s", STR_ARG(iss), STR_ARG(sub));
	if (!when_parse(created, &o->link.linked_at))
		o->link.linked_at = WHEN_NONE;
	return true;
}

bool
object_read(struct object *o, struct arena *a, enum object_kind kind, bool published,
    struct str json, struct err *err)
{
	*o = (struct object){ .kind = kind, .key = STR("") };
	switch (kind) {
	case OBJECT_JOURNEYS:
		read_journeys(o, json);
		return true;
	case OBJECT_BASKET:
		return read_basket(o, a, json, err);
	case OBJECT_OWNER:
		return read_owner(o, a, json, err);
	case OBJECT_IDENTITY:
		return read_identity(o, a, json, err);
	default:
		return read_item(o, a, published, json, err);
	}
}

bool
object_put(struct store_tx *tx, const struct object *o, bool *changed, struct err *err)
{
	*changed = true;
	switch (o->kind) {
	case OBJECT_BASKET:
		return store_put_basket(tx, &o->basket, err);
	case OBJECT_OWNER:
		return store_put_owner(tx, o->owner.id, o->owner.root, err);
	case OBJECT_IDENTITY:
		return store_put_link(tx, &o->link, err);
	default:
		return store_put_item(tx, &o->item, changed, err);
	}
}
