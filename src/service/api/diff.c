#include "service/api/diff.h"

#include "base/json_quote.h"
#include "model/decimal.h"
#include "model/path.h"
#include "model/when.h"
#include "service/http/message.h"
#include "wire/item.h"
#include "wire/json_scan.h"

#include <stdio.h>
#include <string.h>

enum { DECIMAL_LENGTH_MAX = 40 }; /* characters */

/* Records the failure of one diff: the code is for the `failed` list, the message names the
 * attribute. */
static bool
fail_diff(struct err *err, const char *code, struct str attribute, const char *words)
{
	refuse_request(err, REFUSE_INVALID, "%.*s %s", STR_ARG(str_sub(attribute, 0, 100)), words);
	snprintf(err->code, sizeof(err->code), "%s", code);
	return false;
}

/* Appends `whole` with `piece` replaced by `by`. */
static void
replace_piece(struct buf *out, struct str whole, struct str piece, struct str by)
{
	size_t at = (size_t)(piece.p - whole.p);
	buf_adds(out, str_sub(whole, 0, at));
	buf_adds(out, by);
	buf_adds(out, str_sub(whole, at + piece.n, SIZE_MAX));
}

/* ---- values ---- */

/* Converts the text to a JSON value. A text stays a text; if the current value has another type,
 * the text must be valid for that type. */
static bool
write_value_of_same_type(
    struct buf *out, struct str name, struct str text, struct str present, struct err *err)
{
	if (!present.p || json_is_string(present) || str_eqz(present, "null")) {
		json_quote(out, text);
		return true;
	}
	if (!item_value_has_same_kind(text, present))
		return fail_diff(err, "invalid_value", name,
		    "is not text: the value must be JSON of the same type as before.");
	buf_adds(out, text);
	return true;
}

/* ---- prices ---- */

/* The parsed name of a price attribute: price, price__svc, price[charge], price__svc[charge]. */
struct price_name {
	struct str charge; /* p NULL: the item's only charge */
};

static bool
parse_price_name(struct str name, struct price_name *p)
{
	size_t open = str_find_char(name, '[');
	struct str bare = str_sub(name, 0, open);
	*p = (struct price_name){ STR_NONE };
	if (!str_eqz(bare, "price") && !str_starts(bare, STR("price__")))
		return false;
	if (open == SIZE_MAX)
		return true;
	p->charge = str_sub(name, open + 1, name.n - open - 2);
	return name.p[name.n - 1] == ']';
}

/* The location of the item's charges: a path of member names. */
struct price_place {
	const char *member_names[4];
	struct str charge_list; /* the current list; p NULL: none */
	char attribute_name[80];
};

static void
find_price(struct price_place *place, struct str item, bool standalone)
{
	static const char *const below[] = { "data", "attributes", NULL };
	struct member_walk w;
	struct member m;
	memset(place, 0, sizeof(*place));
	snprintf(place->attribute_name, sizeof(place->attribute_name), "price");
	place->member_names[0] = "data";
	place->member_names[1] = standalone ? place->attribute_name : "attributes";
	place->member_names[2] = standalone ? NULL : place->attribute_name;
	if (standalone) {
		place->charge_list = member_find_below(item, place->member_names);
		return;
	}
	struct str attributes = member_find_below(item, below);
	member_start(&w, attributes);
	while (json_is_object(attributes) && member_next(&w, &m)) {
		if (!item_attribute_is_named(&m, STR("price")) ||
		    m.name.n >= sizeof(place->attribute_name))
			continue;
		snprintf(place->attribute_name, sizeof(place->attribute_name), "%.*s",
		    STR_ARG(str_sub(m.name, 1, m.name.n - 2)));
		place->charge_list = m.value;
	}
}

static bool
has_member_name(struct str charge, struct str name)
{
	struct buf text = { 0 };
	bool same = member_read_text(&text, charge, STR("name")) && str_eq(buf_str(&text), name);
	buf_free(&text);
	return same;
}

/* Finds the charge that the attribute names. */
static bool
find_charge(struct str list, struct str attribute, const struct price_name *p, struct str *charge,
    struct err *err)
{
	struct member_walk w;
	struct member m;
	size_t found = 0;
	member_start(&w, list);
	while (json_is_array(list) && member_next(&w, &m)) {
		if (p->charge.p && !has_member_name(m.value, p->charge))
			continue;
		*charge = m.value;
		found++;
	}
	if (found == 0)
		return fail_diff(
		    err, "no_charge", attribute, "is not the name of a charge of this item.");
	if (found > 1)
		return fail_diff(err, "several_charges", attribute,
		    "could mean several charges: name one as price[NAME].");
	return json_is_object(*charge) ||
	    fail_diff(err, "invalid_value", attribute, "names a charge that is not an object.");
}

/* Sets the price of one charge, a decimal. */
static bool
set_charge(struct buf *out, struct str item, struct str list, struct str attribute,
    const struct price_name *p, struct str text, struct err *err)
{
	struct str charge;
	struct buf value = { 0 }, changed = { 0 };
	if (text.n > DECIMAL_LENGTH_MAX || !decimal_is_valid(text))
		return fail_diff(err, "invalid_price", attribute,
		    "must be a decimal such as 9.99, or a JSON array of charges.");
	if (!find_charge(list, attribute, p, &charge, err))
		return false;
	json_quote(&value, text);
	member_set(&changed, charge, STR("value"), buf_str(&value));
	replace_piece(out, item, charge, buf_str(&changed));
	buf_free(&value);
	buf_free(&changed);
	return true;
}

static bool
is_list_of_charges(struct str text)
{
	struct member_walk w;
	struct member m;
	struct err ignored;
	if (!json_is_array(text) ||
	    !json_scan_check(text, &json_scan_service_rules, NULL, &ignored))
		return false;
	member_start(&w, text);
	while (member_next(&w, &m))
		if (!json_is_object(m.value))
			return false;
	return true;
}

static bool
set_price(struct buf *out, struct str item, struct str attribute, const struct price_name *p,
    struct str text, struct err *err)
{
	struct price_place place;
	struct buf path = { 0 };
	member_read_text(&path, item, STR("path"));
	find_price(&place, item, path_is_standalone(buf_str(&path)));
	buf_free(&path);
	bool list = text.n && text.p[0] == '[';
	if (text.p && !list)
		return set_charge(out, item, place.charge_list, attribute, p, text, err);
	if (p->charge.p)
		return fail_diff(
		    err, "invalid_price", attribute, "must be a decimal such as 9.99.");
	if (list && !is_list_of_charges(text))
		return fail_diff(
		    err, "invalid_price", attribute, "is not a JSON array of charges.");
	member_set_below(out, item, place.member_names, text);
	return true;
}

/* ---- attributes ---- */

/* True if the name begins like that of a charge ("price["). Such a name is an error if it is not
 * a valid price name. */
static bool
is_price_name(struct str name)
{
	return str_starts(name, STR("price[")) ||
	    (str_starts(name, STR("price__")) && str_find_char(name, '[') != SIZE_MAX);
}

/* Sets or, if text.p is NULL, removes the attribute. */
static bool
set_attribute(struct buf *out, struct str item, struct str name, struct str text, struct err *err)
{
	static const char *const below[] = { "data", "attributes", NULL };
	struct price_name price;
	struct buf value = { 0 }, attributes = { 0 };
	if (name.n == 0 || str_find_char(name, '\0') != SIZE_MAX)
		return fail_diff(err, "invalid_attribute", STR("An attribute"), "needs a name.");
	if (parse_price_name(name, &price))
		return set_price(out, item, name, &price, text, err);
	if (is_price_name(name))
		return fail_diff(err, "invalid_attribute", name,
		    "is not the name of a price: write price[CHARGE].");
	struct str now = member_find_below(item, below);
	struct str object = json_is_object(now) ? now : STR("{}");
	struct member present;
	struct buf own = { 0 };
	/* A name without a namespace means the existing attribute with one, if there is one. */
	if (item_attribute_find(&present, object, name))
		json_lex_unquote(&own, present.name);
	else
		buf_adds(&own, name);
	bool ok = !text.p || write_value_of_same_type(&value, name, text, present.value, err);
	if (ok) {
		member_set(&attributes, object, buf_str(&own), text.p ? buf_str(&value) : STR_NONE);
		member_set_below(out, item, below, buf_str(&attributes));
	}
	buf_free(&own);
	buf_free(&value);
	buf_free(&attributes);
	return ok;
}

/* Sets one attribute in *item. */
static bool
apply_attribute(struct buf *item, const struct member *m, struct err *err)
{
	struct buf name = { 0 }, text = { 0 }, next = { 0 };
	json_lex_unquote(&name, m->name);
	bool removes = str_eqz(m->value, "null");
	if (json_is_string(m->value))
		json_lex_unquote(&text, m->value);
	bool ok = removes || json_is_string(m->value) ||
	    fail_diff(err, "invalid_value", buf_str(&name), "must be a string or null.");
	struct str value = removes ? STR_NONE : text.n ? buf_str(&text) : STR("");
	ok = ok && set_attribute(&next, buf_str(item), buf_str(&name), value, err);
	if (ok) {
		buf_reset(item);
		buf_adds(item, buf_str(&next));
	}
	buf_free(&name);
	buf_free(&text);
	buf_free(&next);
	return ok;
}

/* ---- version, dates and user ---- */

/* Increments the version if it is a number, also one in quotes. */
static void
write_next_version(struct buf *out, struct str present)
{
	bool quoted = json_is_string(present);
	struct str digits = quoted ? str_sub(present, 1, present.n - 2) : present;
	int64_t number;
	if (!str_to_int64(digits, &number) || number == INT64_MAX)
		buf_adds(out, present);
	else
		buf_addf(out, quoted ? "\"%lld\"" : "%lld", (long long)number + 1);
}

static void
set_member(struct buf *item, struct str name, struct str value)
{
	struct buf next = { 0 };
	member_set(&next, buf_str(item), name, value);
	buf_reset(item);
	buf_adds(item, buf_str(&next));
	buf_free(&next);
}

static void
stamp_item(struct buf *item, const struct diff_stamp *stamp)
{
	struct buf version = { 0 }, text = { 0 }, now = { 0 }, user = { 0 };
	struct str present = member_find(buf_str(item), STR("version"));
	bool versioned = present.p;
	when_write(&text, stamp->now);
	json_quote(&now, buf_str(&text));
	json_quote(&user, stamp->user);
	if (versioned) {
		write_next_version(&version, present);
		set_member(item, STR("version"), buf_str(&version));
		set_member(item, STR("version_date"), buf_str(&now));
	}
	set_member(item, STR("modified"), buf_str(&now));
	if (versioned || member_find(buf_str(item), STR("user")).p)
		set_member(item, STR("user"), buf_str(&user));
	buf_free(&version);
	buf_free(&text);
	buf_free(&now);
	buf_free(&user);
}

bool
diff_apply(struct buf *out, bool *changed, struct str item, struct str attributes,
    const struct diff_stamp *stamp, struct err *err)
{
	struct member_walk w;
	struct member m;
	bool ok = true;
	buf_adds(out, item);
	member_start(&w, attributes);
	while (ok && member_next(&w, &m))
		ok = apply_attribute(out, &m, err);
	*changed = ok && !str_eq(buf_str(out), item);
	if (*changed)
		stamp_item(out, stamp);
	return ok;
}
