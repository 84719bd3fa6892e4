#include "ui/basket/basket_doc.h"

#include "app/catalog/charge_words.h"
#include "base/utf8.h"
#include "client/url.h"
#include "model/path.h"
#include "ui/basket/offer_today.h"
#include "wire/query.h"
#include "wire/token.h"

/* A path, or to an audience what it ends in. */
static struct str
path_words(struct str path, const struct basket_story *story)
{
	return story->plain ? path_last_part(path) : path;
}

static void
add_customer(struct doc *d, const struct basket *b)
{
	struct buf name = { 0 };
	doc_label(d, "Customer");
	if (b->first.n)
		buf_adds(&name, b->first);
	if (b->last.n)
		buf_addf(&name, "%s%.*s", name.n ? " " : "", STR_ARG(b->last));
	if (name.n)
		doc_text(d, ROLE_LEAD, buf_str(&name));
	if (b->email.n) {
		doc_words(d, ROLE_TEXT, name.n ? " <" : "");
		doc_text(d, ROLE_TEXT, b->email);
		doc_words(d, ROLE_TEXT, name.n ? ">" : "");
	}
	if (b->company.n) {
		doc_words(d, ROLE_TEXT, name.n || b->email.n ? ", " : "");
		doc_text(d, ROLE_TEXT, b->company);
	}
	if (!name.n && !b->email.n && !b->company.n)
		doc_words(d, ROLE_TEXT,
		    b->identities_n ? "known by identity only"
				    : "nobody: the "
				      "visitor left no name, e-mail or identity");
	doc_words(d, ROLE_LABEL, "   reach: %s", basket_reach_words(basket_reach(b)));
	buf_free(&name);
}

static void
add_age(struct doc *d, int64_t now, int64_t t)
{
	struct buf age = { 0 };
	when_write_age(&age, now, t);
	if (str_eqz(buf_str(&age), "now"))
		doc_words(d, ROLE_TEXT, "less than a minute ago");
	else
		doc_words(d, ROLE_TEXT, "%s%s", buf_z(&age), t <= now ? " ago" : "");
	buf_free(&age);
}

static void
add_created(struct doc *d, const struct basket *b, const struct basket_story *story)
{
	struct buf when = { 0 };
	doc_label(d, "Created");
	if (b->created == WHEN_NONE) {
		doc_words(d, ROLE_UNKNOWN, b->created_text.n ? "? not a time: " : "? not sent");
		doc_text(d, ROLE_TEXT, b->created_text);
	} else {
		if (story->plain)
			format_date(&when, b->created, story->times == TIME_UTC);
		else
			format_time_long(&when, b->created, story->times == TIME_UTC);
		doc_words(d, ROLE_TEXT, "%s, ", buf_z(&when));
		add_age(d, story->now, b->created);
	}
	doc_words(d, b->completed ? ROLE_WARN : ROLE_LABEL, "   completed: %s",
	    b->completed ? "yes: bought already" : "no");
	buf_free(&when);
}

/* One person: the same e-mail, or the same first identity. Rows keep no others, so somebody who is
 * known by a second one alone is not met; nobody is taken for somebody else. */
static bool
same_person(const struct basket_row *a, const struct basket_row *b)
{
	if (a == b)
		return false;
	if (a->email.n && str_eq_nocase(a->email, b->email))
		return true;
	return a->sub.n && str_eq(a->sub, b->sub) && str_eq(a->iss, b->iss);
}

const struct basket_row *
basket_newer(const struct baskets *all, const struct basket_row *row, size_t *others)
{
	const struct basket_row *newest = NULL;
	*others = 0;
	for (size_t i = 0; i < all->rows.n && row->reach != REACH_NONE; i++) {
		const struct basket_row *other = &all->rows.v[i];
		if (other->completed || !same_person(row, other))
			continue;
		++*others;
		if (other->created > row->created && (!newest || other->created > newest->created))
			newest = other;
	}
	return newest;
}

/* "by you", or by whom. */
static void
add_sent(struct doc *d, const struct sent_entry *e, const struct basket_story *story)
{
	struct buf when = { 0 };
	bool mine = str_eqz(str_of(e->account), story->sent->account);
	format_time(&when, e->at, story->now, story->times == TIME_UTC);
	doc_words(d, ROLE_TEXT, "%s by ", buf_z(&when));
	doc_text(d, ROLE_TEXT, str_of(mine ? "you" : e->account));
	buf_free(&when);
}

static void
add_others(struct doc *d, const struct basket_row *row, const struct basket_story *story)
{
	size_t n, listed = 0;
	const struct basket_row *newest = basket_newer(story->all, row, &n);
	if (n == 0)
		return;
	doc_label(d, "Also");
	doc_words(d, ROLE_TEXT, "%zu more of this person: ", n);
	for (size_t i = 0; i < story->all->rows.n && listed < 4; i++) {
		const struct basket_row *other = &story->all->rows.v[i];
		const struct sent_entry *e;
		struct buf age = { 0 };
		if (other->completed || !same_person(row, other))
			continue;
		when_write_age(&age, story->now, other->created);
		doc_words(d, ROLE_TEXT, "%s%s", listed++ ? ", " : "", buf_z(&age));
		if (!story->plain && (e = sent_find(story->sent, other->id))) {
			doc_words(d, ROLE_TEXT, " (link sent ");
			add_sent(d, e, story);
			doc_words(d, ROLE_TEXT, ")");
		}
		buf_free(&age);
	}
	doc_words(d, newest ? ROLE_WARN : ROLE_LABEL, "   %s",
	    newest ? "a newer one exists" : "this one is the newest");
}

static void
add_link(struct doc *d, const struct basket_row *row, const struct basket_story *story)
{
	static const enum role roles[] = {
		[LINK_OK] = ROLE_GOOD,
		[LINK_UNKNOWN] = ROLE_GOOD,
		[LINK_FAILED] = ROLE_WARN,
		[LINK_REFUSED] = ROLE_BAD,
	};
	_Static_assert(sizeof(roles) / sizeof(*roles) == LINK_VERDICTS, "a row for every verdict");
	struct link link;
	struct buf words = { 0 };
	const struct sent_entry *e = sent_find(story->sent, row->id);
	link_examine(&link, story->links, row->link, row->id);
	bool masked = link.present && story->links->masked;
	if (masked)
		buf_addz(&words, "masked: not checked, and not sent");
	else
		link_write_summary(&words, &link);
	doc_label(d, "Link");
	doc_words(
	    d, link.present && !masked ? roles[link.verdict] : ROLE_LABEL, "%s", buf_z(&words));
	if (e && !story->plain) {
		doc_label(d, "Sent");
		add_sent(d, e, story);
	}
	link_free(&link);
	buf_free(&words);
}

/* Pieces of text in a row, with a dot between them, on as many lines as they need. */
static void
add_in_row(struct doc *d, int column, bool first, struct str name, struct str value)
{
	doc_wrap(d, column, (int)(name.n + value.n) + 5);
	if (!first && d->lines.v[d->lines.n - 1].cells > column)
		doc_words(d, ROLE_LABEL, " %s ", d->ascii ? "-" : "\xC2\xB7");
	doc_text(d, ROLE_LABEL, name);
	doc_words(d, ROLE_TEXT, name.n && value.n ? " " : "");
	doc_text(d, ROLE_TEXT, value);
}

static void
add_products(struct doc *d, const struct basket_item *item, const struct basket_story *story)
{
	if (item->products_n == 0)
		return;
	doc_line(d);
	doc_tab(d, DOC_INDENT + 2);
	for (size_t i = 0; i < item->products_n; i++)
		add_in_row(d, DOC_INDENT + 2, i == 0, path_words(item->products[i].path, story),
		    item->products[i].code);
}

/* What an offer costs today, and what changed about it since. */
static void
add_offer_today(struct doc *d, const struct basket *b, struct str path, struct str country,
    const struct basket_story *story, struct estimate *estimate)
{
	struct offer_today now = offer_today_find(story->catalog, path, b->created, country);
	struct buf words = { 0 };
	estimate_add(estimate, &now);
	if (now.owner && now.owner->charges_n) {
		charge_words_sentence(&words, now.owner->charges, now.owner->charges_n, d->ascii);
		doc_line(d);
		doc_tab(d, DOC_INDENT + 2);
		doc_value(d, ROLE_TEXT, buf_str(&words));
	}
	offer_today_doc(d, &now, story->catalog, story->then, b->created, country, DOC_INDENT + 2);
	buf_free(&words);
}

static void
add_estimate(struct doc *d, const struct estimate *e, const struct basket_story *story)
{
	struct buf due = { 0 }, year = { 0 };
	estimate_write(&due, e, story->start);
	estimate_write_year(&year, e, story->start);
	doc_label(d, "Due");
	doc_words(d, ROLE_TEXT, "est. %s at the start, %s in the first 12 months", buf_z(&due),
	    buf_z(&year));
	doc_label(d, "");
	doc_words(d, ROLE_LABEL, "from today's catalog, not what the checkout will charge");
	buf_free(&due);
	buf_free(&year);
}

/* Some shops keep what was asked for as a custom field: then it can be told beside today's. */
static void
add_quoted(struct doc *d, const struct basket *b)
{
	static const char *const parts[] = { "quoted.currency", "quoted.amount" };
	struct buf text = { 0 };
	for (int i = 0; i < 2; i++) {
		struct str raw = b->custom.n ? token_find(b->custom, str_of(parts[i])) : STR_NONE;
		if (!raw.n || raw.p[0] != '"') {
			buf_free(&text);
			return;
		}
		buf_addz(&text, i ? " " : "");
		token_unquote(&text, raw);
	}
	doc_label(d, "Quoted");
	doc_text(d, ROLE_TEXT, buf_str(&text));
	doc_words(d, ROLE_LABEL, " for the first item when it was left, says customFields.quoted");
	buf_free(&text);
}

/* Its name, and where it is; to an audience one of them. */
static void
add_item(struct doc *d, const struct basket_item *item, const struct basket_story *story)
{
	doc_text(d, ROLE_TEXT, item->name);
	if (!story->plain) {
		doc_tab(d, d->lines.v[d->lines.n - 1].cells < 42 ? 44 : 0);
		doc_text(d, ROLE_REFERENCE, item->path);
	} else if (!item->name.n) {
		doc_text(d, ROLE_TEXT, path_last_part(item->path));
	}
	add_products(d, item, story);
}

static void
add_items(
    struct doc *d, const struct basket *b, struct str country, const struct basket_story *story)
{
	struct estimate estimate = { 0 };
	bool known = story->catalog && catalog_graph(story->catalog);
	if (b->items_n == 0) {
		doc_label(d, "Items");
		doc_words(d, ROLE_TEXT, "none: the basket was left empty");
	}
	for (size_t i = 0; i < b->items_n; i++) {
		const struct basket_item *item = &b->items[i];
		doc_label(d, i ? "" : "Items");
		doc_words(d, ROLE_LABEL, "%zu ", i + 1);
		add_item(d, item, story);
		if (known)
			add_offer_today(d, b, item->path, country, story, &estimate);
	}
	if (known && b->items_n) {
		add_estimate(d, &estimate, story);
		add_quoted(d, b);
	}
	estimate_free(&estimate);
}

/* Was the offer named by an item already? */
static bool
is_in_items(const struct basket *b, struct str offer)
{
	for (size_t i = 0; i < b->items_n; i++)
		if (str_eq(b->items[i].path, offer))
			return true;
	return false;
}

static void
add_tracking(struct doc *d, const struct basket *b, const struct basket_story *story)
{
	if (b->tag.n || b->page.n)
		doc_label(d, "Channel");
	if (b->tag.n)
		doc_text(d, ROLE_REFERENCE, path_words(b->tag, story));
	if (b->page.n) {
		doc_tab(d, 44);
		doc_words(d, ROLE_LABEL, "Started at  ");
		doc_text(d, ROLE_REFERENCE, path_words(b->page, story));
	}
	size_t more = 0;
	for (size_t i = 0; i < b->offers_n; i++) {
		if (is_in_items(b, b->offers[i]))
			continue;
		doc_label(d, more++ ? "" : "Offers");
		doc_text(d, ROLE_REFERENCE, path_words(b->offers[i], story));
	}
}

/* The address it was entered by: its path, then its parameters. */
static void
add_entry(struct doc *d, const struct basket *b)
{
	struct arena texts = { 0 };
	struct query q = { 0 };
	struct err ignored;
	size_t mark = str_find_char(b->entry, '?');
	if (b->entry.n == 0)
		return;
	doc_label(d, "Entry");
	doc_value(d, ROLE_TEXT, str_sub(b->entry, 0, mark));
	bool parsed = mark != SIZE_MAX &&
	    query_parse(&q, &texts, str_sub(b->entry, mark + 1, b->entry.n), &ignored);
	if (parsed && q.pairs.n) {
		doc_line(d);
		doc_tab(d, DOC_INDENT + 2);
	}
	for (size_t i = 0; parsed && i < q.pairs.n; i++)
		add_in_row(d, DOC_INDENT + 2, i == 0, q.pairs.v[i].name, q.pairs.v[i].value);
	query_free(&q);
	arena_free(&texts);
}

static void
add_identities(struct doc *d, const struct basket *b)
{
	for (size_t i = 0; i < b->identities_n; i++) {
		const struct basket_identity *id = &b->identities[i];
		doc_label(d, i ? "" : "Identity");
		doc_text(d, ROLE_TEXT, id->sub);
		doc_words(d, ROLE_LABEL, " at ");
		doc_text(d, ROLE_TEXT, id->iss);
		if (id->service.n || id->type.n) {
			doc_wrap(d, DOC_INDENT, (int)(id->service.n + id->type.n) + 5);
			doc_words(d, ROLE_LABEL, "   ");
			doc_text(d, ROLE_LABEL, id->service);
			doc_words(d, ROLE_LABEL, id->service.n && id->type.n ? ", " : "");
			doc_text(d, ROLE_LABEL, id->type);
		}
	}
}

static void
add_json_value(struct doc *d, struct str raw)
{
	struct buf text = { 0 };
	bool string = raw.n && raw.p[0] == '"';
	if (string)
		token_unquote(&text, raw);
	if (string && text.n)
		doc_value(d, ROLE_TEXT, buf_str(&text));
	else
		doc_value(d, string ? ROLE_LABEL : ROLE_TEXT, raw);
	buf_free(&text);
}

/* Custom fields: one a line, deeper ones further in; names and numbers as they stand. */
static void
add_custom(struct doc *d, const struct basket *b)
{
	struct token_walk w;
	struct token t;
	bool first = true;
	token_start(&w, b->custom);
	while (b->custom.n && token_next(&w, &t)) {
		struct buf name = { 0 };
		if (t.kind == TOKEN_CLOSE || (t.kind == TOKEN_OPEN && t.depth == 0))
			continue;
		doc_label(d, first ? "Custom" : "");
		first = false;
		if (t.depth > 1)
			doc_tab(d, DOC_INDENT + 2 * (t.depth - 1));
		if (t.name.n)
			token_unquote(&name, t.name);
		else
			buf_addc(&name, '-');
		doc_text(d, ROLE_LABEL, buf_str(&name));
		if (t.kind == TOKEN_VALUE) {
			int column = DOC_INDENT + 18 + 2 * (t.depth - 1);
			doc_tab(d, column);
			add_json_value(d, t.text);
		}
		buf_free(&name);
	}
}

void
basket_doc(struct doc *d, const struct basket_row *row, const struct basket_story *story)
{
	struct arena texts = { 0 };
	struct basket b;
	struct err err;
	doc_clear(d);
	if (!baskets_read(story->all, row, &b, &texts, &err)) {
		doc_line(d);
		doc_words(d, ROLE_BAD, " This basket cannot be read: ");
		doc_text(d, ROLE_TEXT, str_of(err.text));
		arena_free(&texts);
		return;
	}
	add_customer(d, &b);
	add_created(d, &b, story);
	add_others(d, row, story);
	add_link(d, row, story);
	add_items(d, &b, row->country, story);
	add_tracking(d, &b, story);
	if (!story->plain) {
		add_entry(d, &b);
		add_identities(d, &b);
	}
	add_custom(d, &b);
	if (!story->plain) {
		doc_label(d, "Basket");
		doc_value(d, ROLE_TEXT, b.id);
	}
	if (b.odd) {
		doc_label(d, "Note");
		doc_value(d, ROLE_WARN,
		    STR("! some of it is not as the contract says; the source "
			"shows it as sent"));
	}
	arena_free(&texts);
}

static void
note_line(struct buf *out, const char *label, struct str value)
{
	struct buf clean = { 0 };
	text_clean(&clean, value, true);
	buf_addf(out, "%-9s %s\n", label, buf_z(&clean));
	buf_free(&clean);
}

/* m…@example.com */
static void
note_person_line(struct buf *out, const struct basket *b, enum note_person person)
{
	struct buf who = { 0 };
	if (person == NOTE_NONE)
		return;
	if (person == NOTE_FULL) {
		buf_addf(&who, "%.*s %.*s", STR_ARG(b->first), STR_ARG(b->last));
		if (b->email.n)
			buf_addf(&who, " <%.*s>", STR_ARG(b->email));
	} else {
		size_t at = str_find_char(b->email, '@');
		if (b->first.n)
			buf_addf(&who, "%.*s ", STR_ARG(b->first));
		if (at != SIZE_MAX)
			buf_addf(&who, "(%.*s...%.*s)", 1, b->email.p,
			    STR_ARG(str_sub(b->email, at, b->email.n)));
	}
	if (b->email.n || b->first.n || b->last.n)
		note_line(out, "Customer", str_trim(buf_str(&who)));
	buf_free(&who);
}

static void
note_link(
    struct buf *out, const struct basket_row *row, const struct basket_story *story, bool whole)
{
	struct link link;
	struct buf text = { 0 };
	link_examine(&link, story->links, row->link, row->id);
	struct str address = link_address(&link);
	if (!link.present)
		buf_addz(&text, "none");
	else if (whole && address.n && link.verdict <= LINK_UNKNOWN)
		buf_adds(&text, address);
	else
		buf_addf(&text, "ends ...%.*s (%zu bytes), not in this note",
		    STR_ARG(link_ending(buf_str(&link.address))), link.address.n);
	note_line(out, "Link", buf_str(&text));
	link_free(&link);
	buf_free(&text);
}

void
basket_note(struct buf *out, const struct basket_row *row, const struct basket_story *story,
    enum note_person person, bool whole_link)
{
	struct arena texts = { 0 };
	struct basket b;
	struct err ignored;
	struct buf line = { 0 };
	const struct sent_entry *e = sent_find(story->sent, row->id);
	if (!baskets_read(story->all, row, &b, &texts, &ignored))
		b = (struct basket){ .id = row->id, .created = row->created };
	note_line(out, "Basket", b.id);
	note_person_line(out, &b, person);
	if (b.created != WHEN_NONE) {
		format_time_long(&line, b.created, true);
		note_line(out, "Created", buf_str(&line));
	}
	for (size_t i = 0; i < b.items_n; i++)
		note_line(out, i ? "" : "Items", b.items[i].name);
	note_line(out, "Channel", b.tag);
	note_link(out, row, story, whole_link);
	buf_reset(&line);
	if (e) {
		format_time_long(&line, e->at, true);
		buf_addf(&line, " by %s", e->account);
		note_line(out, "Sent", buf_str(&line));
	}
	buf_reset(&line);
	format_time_long(&line, story->now, true);
	buf_addf(&line, " by %s", story->sent->account);
	note_line(out, "Noted", buf_str(&line));
	buf_free(&line);
	arena_free(&texts);
}
