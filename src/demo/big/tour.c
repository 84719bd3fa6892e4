#include "demo/big/tour.h"

#include "demo/rng.h"
#include "model/when.h"
#include "wire/member.h"

#include <string.h>

enum {
	COUNTY_COUNT = 24,
	TOWNS_PER_COUNTY = 12, /* of a county */
	SHIFT_DAYS_MAX = 90,
	UUID_LENGTH = 36,
	LINK_KEY_LENGTH = 48,     /* of a recovery link */
	ID_PREFIX_LENGTH_MAX = 7, /* "basket-" */
	LONG_EDITION_COUNT = 50,  /* with long descriptions, after one for each county */
	LONG_DESCRIPTION_BYTES = 130000,
};

/* The kinds up to PART_NUMBER follow a text of the tour, the others replace it. */
enum part_kind {
	PART_NONE,
	PART_COUNTY, /* " Saltshire" */
	PART_TOWN,   /* " Saltwick" */
	PART_SLUG,   /* "-saltwick" */
	PART_NUMBER, /* "-017" */
	PART_ID,     /* random characters in the form of the text, by round */
	PART_ITEM,   /* the same by edition */
	PART_LINK,   /* a rule only: a basket's id and a key */
	PART_TIME,
	PART_DESCRIPTION,
	PART_PERSON, /* and a person_field */
};

struct tour_part {
	struct str preceding_text, replaced_text; /* text that stays; text that is replaced */
	enum part_kind kind;
	const struct tour_item *item; /* whose edition counts; NULL: the copy's */
};

/* A county is named after the first half of its towns' names. */
static const char *const counties[COUNTY_COUNT] = { "salt", "kels", "ell", "amber", "pell", "tarn",
	"gull", "quill", "rook", "sedge", "wend", "oster", "lark", "brack", "fenn", "crane",
	"yarrow", "heron", "dun", "ember", "lantern", "cob", "marl", "sorrel" };
static const char *const town_endings[TOWNS_PER_COUNTY] = { "wick", "marsh", "ford", "bury", "dale",
	"haven", "field", "stead", "bridge", "combe", "holm", "thorpe" };

/* Offers and a product with a finding in the tour (expected/tour.json). */
static const char *const flawed_item_paths[] = { "/offers/Winback 2026/basic",
	"/offers2/kiosk-harbour", "/offers2/harbour-winback", "/offers2/sports-season",
	"/offers2/team-seat-partner", "/offers2/kiosk-india", "/products/event-ticket" };

static const struct part_rule {
	const char *member;
	unsigned kinds; /* demo_kind bits of the items in which the rule applies */
	enum part_kind part;
} part_rules[] = { { "id", DEMO_JOURNEYS, PART_SLUG }, { "id", DEMO_ALL, PART_ID },
	{ "root", DEMO_OWNERS, PART_ID }, { "owner", DEMO_IDENTITIES, PART_ITEM },
	{ "name", DEMO_IDENTITIES, PART_ID }, { "sub", DEMO_ALL, PART_ID },
	{ "name", DEMO_SEGMENTS, PART_SLUG }, { "name", DEMO_CAMPAIGNS, PART_COUNTY },
	{ "name", DEMO_ALL, PART_TOWN }, { "display_name__svc", DEMO_SEGMENTS, PART_SLUG },
	{ "display_name__svc", DEMO_ALL, PART_TOWN }, { "key", DEMO_ASSETS, PART_NUMBER },
	{ "product_code__svc", DEMO_ALL, PART_NUMBER }, { "productCode", DEMO_ALL, PART_NUMBER },
	{ "recoveryLink", DEMO_BASKETS, PART_LINK },
	{ "checkout_description__svc", DEMO_OFFERS, PART_DESCRIPTION },
	{ "email", DEMO_BASKETS, PART_PERSON + PERSON_EMAIL },
	{ "firstName", DEMO_BASKETS, PART_PERSON + PERSON_FIRST_NAME },
	{ "lastName", DEMO_BASKETS, PART_PERSON + PERSON_LAST_NAME },
	{ "companyName", DEMO_BASKETS, PART_PERSON + PERSON_COMPANY } };

static struct str
without_quotes(struct str token)
{
	return token.n ? str_sub(token, 1, token.n - 2) : STR_NONE;
}

/* A string as written, without quotes; empty if there is none. */
static struct str
text_at(struct str json, const char *path)
{
	return without_quotes(json_lex_find(json, str_of(path)));
}

/* The index of the person of a basket or identity, who is added if new. */
static unsigned
find_person(struct tour *tour, struct str json)
{
	static const char *const keys[] = { "customerDetails.email", "identities.0.sub",
		"data.sub" };
	struct tour_person person = { .country = text_at(json, "customFields.billingCountry"),
		.has_company = text_at(json, "customerDetails.companyName").n > 0 };
	for (size_t i = 0; i < 3 && !person.key.n; i++)
		person.key = text_at(json, keys[i]);
	if (!person.key.n)
		return NO_PERSON;
	for (size_t i = 0; i < tour->people.n; i++)
		if (str_eq(tour->people.v[i].key, person.key))
			return (unsigned)i;
	vec_push(&tour->people, person);
	return (unsigned)tour->people.n - 1;
}

static bool
has_flaw(const struct tour_item *item)
{
	for (size_t i = 0; i < sizeof(flawed_item_paths) / sizeof(*flawed_item_paths); i++)
		if (str_eqz(item->path, flawed_item_paths[i]))
			return true;
	return item->is_unpublished || text_at(item->json, "duplicatedFrom").n;
}

bool
tour_add_item(void *ctx, const struct demo_item *from, struct err *err)
{
	struct tour *tour = ctx;
	struct str json = arena_str(&tour->arena, from->json);
	struct str journeys = member_find(json, STR("journeys"));
	(void)err;
	if (from->kind == DEMO_JOURNEYS) {
		tour->journeys_head = str_sub(json, 0, (size_t)(journeys.p - json.p) + 1);
		json = str_sub(journeys, 1, journeys.n - 2);
	}
	struct tour_item item = { .kind = from->kind,
		.is_unpublished = from->unpublished,
		.json = json,
		.id = arena_str(&tour->arena, text_at(json, "id")),
		.path = text_at(json, "path"),
		.name = text_at(json, "name") };
	item.is_standalone = str_starts(item.path, STR("/offers2/"));
	item.is_completed = str_eqz(member_find(json, STR("completed")), "true");
	item.has_flaw = has_flaw(&item);
	item.person_index = find_person(tour, json);
	vec_push(&tour->items, item);
	return true;
}

void
tour_free(struct tour *tour)
{
	for (size_t i = 0; i < tour->items.n; i++)
		vec_free(&tour->items.v[i].parts);
	vec_free(&tour->items);
	vec_free(&tour->people);
	arena_free(&tour->arena);
}

/* An item that is being split. */
struct json_splitter {
	struct tour *tour;
	struct tour_item *item;
	const struct tour_item *product; /* the product that the text is about, or the item */
	bool keeps_products; /* in a basket: the last offer is not copied, nor are its products */
	struct str remaining_text; /* text that is in no part yet */
};

/* Adds a part that follows or replaces `text`, which points into the rest. */
static void
add_part(
    struct json_splitter *s, enum part_kind kind, struct str text, const struct tour_item *item)
{
	size_t at = (size_t)(text.p - s->remaining_text.p) + (kind <= PART_NUMBER ? text.n : 0);
	struct tour_part part = { str_sub(s->remaining_text, 0, at),
		arena_str(&s->tour->arena, text), kind, item };
	s->remaining_text = str_sub(
	    s->remaining_text, kind <= PART_NUMBER ? at : at + text.n, SIZE_MAX);
	vec_push(&s->item->parts, part);
}

/* The item of the catalog with this path or id, if it has copies. */
static const struct tour_item *
find_copied_item(const struct tour *tour, struct str text)
{
	for (size_t i = 0; i < tour->items.n; i++) {
		const struct tour_item *item = &tour->items.v[i];
		if (item->edition_count && item->path.n &&
		    (str_eq(item->path, text) || str_eq(item->id, text)))
			return item;
	}
	return NULL;
}

static void
split_path(struct json_splitter *s, struct str path)
{
	const struct tour_item *item = find_copied_item(s->tour, path);
	if (!item || (item->kind == DEMO_PRODUCTS && s->keeps_products))
		return;
	if (item->kind == DEMO_PRODUCTS)
		s->product = item;
	if (item->kind == DEMO_OFFERS && !item->is_standalone) {
		struct str rest = str_sub(path, sizeof("/offers/") - 1, SIZE_MAX);
		struct str campaign = str_sub(path, 0, path.n - rest.n + str_find_char(rest, '/'));
		add_part(s, PART_COUNTY, campaign, find_copied_item(s->tour, campaign));
	}
	add_part(s, item->kind == DEMO_CAMPAIGNS ? PART_COUNTY : PART_SLUG, path, item);
}

/* Components of a price have names, too, which stay. In a basket, an offer's path follows its
 * name. */
static void
split_name(struct json_splitter *s, enum part_kind kind, struct str name)
{
	struct str path = str_sub(s->remaining_text,
	    (size_t)(name.p - s->remaining_text.p) + name.n + sizeof("\",\"path\":\"") - 1,
	    SIZE_MAX);
	const struct tour_item *item = str_eq(name, s->product->name) ? s->product : NULL;
	if (s->item->kind == DEMO_BASKETS) {
		item = find_copied_item(s->tour, str_sub(path, 0, str_find_char(path, '"')));
		s->keeps_products = !item;
	}
	if (item || s->item->kind == DEMO_JOURNEYS)
		add_part(s, kind, name, item);
}

static void
split_id(struct json_splitter *s, struct str id)
{
	const struct tour_item *item = find_copied_item(s->tour, id);
	if (item && item->kind == DEMO_PRODUCTS)
		s->product = item;
	if (str_find_char(id, '@') != SIZE_MAX)
		add_part(s, PART_PERSON + PERSON_EMAIL, id, NULL);
	else
		add_part(s, item ? PART_ITEM : PART_ID, id, item);
}

static void
split_link(struct json_splitter *s, struct str link)
{
	size_t id = str_find(link, s->item->id);
	if (id == SIZE_MAX || link.n < LINK_KEY_LENGTH)
		return;
	add_part(s, PART_ID, str_sub(link, id, s->item->id.n), NULL);
	add_part(s, PART_ID, str_sub(link, link.n - LINK_KEY_LENGTH, SIZE_MAX), NULL);
}

static void
split_text(struct json_splitter *s, const struct json_lex_token *t, struct str text)
{
	const struct part_rule *rule = NULL;
	int64_t time;
	for (size_t i = 0; !rule && i < sizeof(part_rules) / sizeof(*part_rules); i++)
		if (part_rules[i].kinds & s->item->kind &&
		    str_eqz(without_quotes(t->name), part_rules[i].member))
			rule = &part_rules[i];
	/* A gift's recipient, deeper than the customer, keeps the name. */
	bool is_recipient = rule && rule->part >= PART_PERSON && t->depth > 2;
	if (!rule && when_parse(text, &time))
		add_part(s, PART_TIME, text, NULL);
	else if (!rule)
		split_path(s, text);
	else if (rule->part == PART_ID)
		split_id(s, text);
	else if (rule->part == PART_LINK)
		split_link(s, text);
	else if (rule->part < PART_NUMBER)
		split_name(s, rule->part, text);
	else if (rule->part > PART_NUMBER && !is_recipient)
		add_part(s, rule->part, text, NULL);
	else if (rule->part == PART_NUMBER && !s->keeps_products)
		add_part(s, PART_NUMBER, str_sub(text, 0, str_find_char(text, '.')), s->product);
}

void
tour_split(struct tour *tour, struct tour_item *item)
{
	struct json_splitter s = {
		.tour = tour, .item = item, .product = item, .remaining_text = item->json
	};
	struct json_lex lex;
	struct json_lex_token t;
	json_lex_start(&lex, item->json);
	while (json_lex_next(&lex, &t))
		if (t.kind == JSON_LEX_VALUE && t.text.p[0] == '"')
			split_text(&s, &t, without_quotes(t.text));
	add_part(&s, PART_NONE, s.remaining_text, NULL);
}

void
tour_write_id(struct buf *out, struct str id, unsigned round)
{
	struct rng r = rng_start(id.p, round);
	size_t prefix = strcspn(id.p, "-|") + 1;
	if (prefix > ID_PREFIX_LENGTH_MAX || id.n == LINK_KEY_LENGTH)
		prefix = 0;
	buf_adds(out, str_sub(id, 0, prefix));
	if (id.n - prefix == UUID_LENGTH)
		rng_add_uuid(&r, out);
	else if (id.n == LINK_KEY_LENGTH)
		rng_add_key(&r, out, id.n);
	else if (prefix)
		rng_add_hex(&r, out, id.n - prefix);
	else
		for (size_t i = 0; i < id.n; i++)
			buf_addc(out, (char)('0' + rng_below(&r, 10)));
}

/* The edition of the item that a copy refers to: its own, or one of the same county. One campaign
 * of the first county has the offers of all other editions. */
static unsigned
edition_of(const struct tour_item *item, const struct tour_copy *copy)
{
	unsigned edition = copy->edition;
	if (!item || edition <= item->edition_count)
		return edition;
	if (str_eqz(item->name, "Northlight+ World"))
		return 1;
	unsigned whole = item->edition_count - item->edition_count % COUNTY_COUNT;
	return (edition - 1) % (whole ? whole : item->edition_count) + 1;
}

static void
add_suffix(struct buf *out, enum part_kind kind, unsigned edition)
{
	if (edition == 0 || kind == PART_NONE)
		return;
	const char *county = counties[(edition - 1) % COUNTY_COUNT];
	const char *ending = town_endings[(edition - 1) / COUNTY_COUNT % TOWNS_PER_COUNTY];
	if (kind == PART_NUMBER)
		buf_addf(out, "-%03u", edition);
	else if (kind == PART_SLUG)
		buf_addf(out, "-%s%s", county, ending);
	else
		buf_addf(out, " %c%s%s", county[0] - 'a' + 'A', county + 1,
		    kind == PART_COUNTY ? "shire" : ending);
}

/* The times of a copy are all earlier by the same span. */
static void
add_time(struct buf *out, struct str text, const struct tour_item *item, unsigned round)
{
	struct rng r = rng_start(item->id.p, round);
	int64_t time = 0, days = rng_below(&r, SHIFT_DAYS_MAX);
	when_parse(text, &time);
	when_write(out, time - days * WHEN_DAY - (int64_t)rng_below(&r, (unsigned)WHEN_DAY));
}

/* With the long descriptions, a page of 1,000 legacy or standalone offers has more than 6 MB. */
static void
add_description(struct buf *out, struct str text, struct str path, unsigned edition)
{
	static const char paragraph[] =
	    "<p>Every edition since 1908, page by page, with the pictures and the notices. "
	    "Turn the pages as they were printed, or read the text alone.</p>";
	bool is_long = edition > COUNTY_COUNT && edition <= COUNTY_COUNT + LONG_EDITION_COUNT &&
	    (str_ends(path, STR("/4k-family")) || str_eqz(path, "/offers2/archive"));
	if (!is_long)
		buf_adds(out, text);
	for (size_t n = 0; is_long && n < LONG_DESCRIPTION_BYTES; n += sizeof(paragraph) - 1)
		buf_addz(out, paragraph);
}

void
tour_write(struct buf *out, const struct tour *tour, const struct tour_item *item,
    const struct tour_copy *copy)
{
	for (size_t i = 0; i < item->parts.n; i++) {
		const struct tour_part *part = &item->parts.v[i];
		unsigned edition = edition_of(part->item, copy), people = (unsigned)tour->people.n;
		buf_adds(out, part->preceding_text);
		if (part->kind == PART_ID || part->kind == PART_ITEM)
			tour_write_id(out, part->replaced_text,
			    part->kind == PART_ID ? copy->copy_number : edition);
		else if (part->kind == PART_TIME && item->kind == DEMO_BASKETS)
			when_write(out, copy->basket_created);
		else if (part->kind == PART_TIME)
			add_time(out, part->replaced_text, item, copy->copy_number);
		else if (part->kind == PART_DESCRIPTION)
			add_description(out, part->replaced_text, item->path, edition);
		else if (part->kind >= PART_PERSON)
			person_append_field(out, part->kind - PART_PERSON,
			    &tour->people.v[item->person_index],
			    copy->copy_number * people + item->person_index);
		else
			add_suffix(out, part->kind, edition);
	}
}
