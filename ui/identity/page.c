#include "ui/identity/page.h"

#include "base/utf8.h"
#include "identity/known.h"
#include "journal/journal.h"
#include "model/format.h"
#include "model/when.h"
#include "wire/identity.h"

/* A rule with a title: "── POST …/api ──────". A long title is wrapped. With `is_beside`, a title
 * after a blank line. */
static void
add_group_title(struct doc *d, const char *name, bool is_beside)
{
	const char *dash = d->ascii ? "-" : "\xE2\x94\x80";
	struct buf rest = { 0 };
	if (is_beside && d->lines.n)
		doc_begin_line(d);
	doc_begin_line(d);
	if (is_beside) {
		doc_pad_to_column(d, 1);
		doc_add_value(d, ROLE_LEAD, str_of(name));
		return;
	}
	doc_add_drawing(d, doc_frame(d), "%s%s ", dash, dash);
	doc_add_value(d, ROLE_TEXT, str_of(name));
	buf_addc(&rest, ' ');
	for (int at = d->lines.v[d->lines.n - 1].cell_count + 1; at < d->width; at++)
		buf_addz(&rest, dash);
	doc_add_drawing(d, doc_frame(d), "%s", buf_z(&rest));
	buf_free(&rest);
}

/* ---- known facts ---- */

/* "for web-shop, api · expired 20 Nov 10:42 UTC, 3 d ago · mara@example.com". */
static void
add_pasted_claims(struct doc *d, const struct identity_page *page, int64_t now)
{
	const struct pasted_claims *claims = page->claims;
	const char *gap = d->ascii ? " - " : " \xC2\xB7 ";
	struct buf words = { 0 };
	bool expired = claims && claims->exp != WHEN_NONE && claims->exp <= now;
	if (!claims)
		return;
	if (claims->aud.n)
		buf_addz(&words, "for ");
	text_clean(&words, claims->aud, d->ascii);
	if (claims->exp != WHEN_NONE) {
		buf_addf(&words, "%s%s ", words.n ? gap : "", expired ? "expired" : "expires");
		format_time(&words, claims->exp, now, true);
		buf_addz(&words, ", ");
		when_write_age(&words, now, claims->exp);
		buf_addz(&words, expired ? " ago" : "");
	}
	if (claims->email.n) {
		buf_addz(&words, words.n ? gap : "");
		if (page->hides_email)
			buf_addz(&words, "e-mail hidden");
		else
			text_clean(&words, claims->email, d->ascii);
	}
	if (!words.n)
		return;
	doc_add_label(d, "Pasted");
	if (expired)
		doc_printf(d, ROLE_WARN, "! ");
	doc_add_value(d, expired ? ROLE_WARN : ROLE_TEXT, buf_str(&words));
	buf_free(&words);
}

static void
add_known_facts(struct doc *d, const struct identity_page *page, const struct identity_context *g)
{
	struct buf name = { 0 };
	buf_addz(&name, "Known from your journal and ");
	format_plural(&name, g->basket_count, "basket", "baskets");
	buf_addz(&name, " (the API cannot list links)");
	add_group_title(d, buf_z(&name), page->is_beside);
	buf_free(&name);
	if (page->refusal.n) {
		doc_add_label(d, "Refused");
		doc_add_value(d, ROLE_BAD, page->refusal);
	}
	if (page->story.n) {
		doc_add_label(d, "Demo");
		doc_add_value(d, ROLE_TEXT, page->story);
	}
	add_pasted_claims(d, page, g->now);
	identity_write_known_doc(d, &page->identity, page->unlinks, page->claims, g);
}

/* ---- effect ---- */

static void
add_consequences(struct doc *d, const struct identity_page *page)
{
	add_group_title(d,
	    page->unlinks
		? "Anyone who signs in with this identity loses all the purchaser's rights"
		: "Anyone who signs in with this identity gets all the purchaser's rights",
	    page->is_beside);
	doc_add_label(d, "Rights");
	for (size_t i = 0; identity_rights[i]; i++) {
		size_t line = d->lines.n;
		doc_wrap(d, DOC_VALUE_COLUMN, text_width(str_of(identity_rights[i])) + 3);
		if (i && d->lines.n == line)
			doc_printf(d, ROLE_TEXT, d->ascii ? "  " : " \xC2\xB7 ");
		doc_printf(d, ROLE_TEXT, "%s", identity_rights[i]);
	}
}

/* True if this account made the link within the last day: a Backroom service then forgets it
 * completely when it is removed. */
static bool
is_own_write_of_today(const struct journal_write *w, const struct identity_page *page,
    const struct identity_context *g)
{
	return w && !w->is_unlink && str_eq(w->owner, page->identity.owner) &&
	    str_eq(w->who, g->account) && g->now - w->recorded_at < WHEN_DAY;
}

/* Whether the write can be undone, according to the token and the journal. For links that can be
 * unlinked, also says to whom the identity can be linked again. */
static void
add_undo_note(struct doc *d, const struct identity_page *page, const struct identity_context *g)
{
	const struct journal_write *w = identity_newest_write(g, &page->identity);
	struct buf words = { 0 };
	if (!page->unlinks)
		append_unlink_permission(&words, g->token_claims);
	if (!page->unlinks && (!w || w->is_unlink))
		buf_addz(&words,
		    ". After that, the identity can be linked again only within the same "
		    "subscription");
	else if (page->unlinks)
		buf_addz(&words,
		    is_own_write_of_today(w, page, g)
			? "you can link it again (to any owner within a day, on a Backroom "
			  "service)"
			: "you can link it again, but only within the same subscription");
	doc_add_label(d, "Undo");
	doc_add_value(d, ROLE_TEXT, buf_str(&words));
	buf_free(&words);
}

/* Which owners the token may unlink. Not shown for a link, which depends on where the identity
 * was linked before. */
static void
add_bound_root(struct doc *d, const struct identity_page *page, const struct identity_context *g)
{
	struct buf words = { 0 };
	if (!page->unlinks || !token_root_of(g->token_claims).n)
		return;
	append_unlink_permission(&words, g->token_claims);
	doc_add_label(d, "Allowed");
	doc_add_value(d, ROLE_TEXT, buf_str(&words));
	buf_free(&words);
}

/* ---- the request ---- */

/* The URL without scheme and host, which the line above shows. */
static void
add_address(struct doc *d, const struct identity_page *page)
{
	struct str scheme = STR("://"), url = page->url;
	struct buf words = { 0 };
	size_t at = str_find(url, scheme);
	if (at != SIZE_MAX)
		url = str_sub(url, at + scheme.n, url.n);
	url = str_sub(url, str_find_char(url, '/'), url.n);
	buf_addf(
	    &words, "%s %s", page->unlinks ? "DELETE" : "POST", d->ascii ? "..." : "\xE2\x80\xA6");
	buf_adds(&words, url);
	if (page->is_beside)
		doc_add_labelled(d, "Request", buf_str(&words));
	else
		add_group_title(d, buf_z(&words), false);
	buf_free(&words);
}

void
identity_page_request_doc(struct doc *d, const struct identity_page *page)
{
	int column = page->is_beside ? DOC_VALUE_COLUMN : 1;
	struct buf body = { 0 };
	add_address(d, page);
	identity_body_write(&body, page->identity.iss, page->identity.sub);
	struct str text = buf_str(&body), member = STR("\"sub\":");
	size_t at = str_find(text, member);
	bool fits = !d->width || text_width(text) + column + 1 < d->width || at == SIZE_MAX;
	doc_begin_line(d);
	doc_pad_to_column(d, column);
	doc_add_value(d, ROLE_TEXT, fits ? text : str_sub(text, 0, at));
	if (!fits) {
		doc_begin_line(d);
		doc_pad_to_column(d, column + 13);
		doc_add_value(d, ROLE_TEXT, str_sub(text, at, text.n));
	}
	buf_free(&body);
}

void
identity_page_facts_doc(
    struct doc *d, const struct identity_page *page, const struct identity_context *context)
{
	add_known_facts(d, page, context);
	add_consequences(d, page);
	add_bound_root(d, page, context);
	add_undo_note(d, page, context);
	if (d->width)
		doc_reflow(d);
}

void
identity_page_doc(
    struct doc *d, const struct identity_page *page, const struct identity_context *context)
{
	identity_page_facts_doc(d, page, context);
	identity_page_request_doc(d, page);
}

/* ---- ids in groups ---- */

enum { CHARACTERS_PER_GROUP = 4 };

/* The length of the part before the groups, which people recognise as a prefix: "id-", "auth|". */
static size_t
prefix_length(struct str text)
{
	size_t end = 0;
	for (size_t i = 0; i < text.n && i < 12; i++)
		if (text.p[i] == '-' || text.p[i] == '|' || text.p[i] == ':' || text.p[i] == '/')
			end = i + 1;
	return end < text.n ? end : 0;
}

static size_t
count_graphemes(struct str clean)
{
	size_t n = 0;
	for (; clean.n; n++)
		clean = str_sub(clean, text_grapheme_length(clean), clean.n);
	return n;
}

/* Removes groups from the front until the rest fits, because people compare the end. Measures
 * each group only once, since a pasted text may be long. */
static struct str
cut_front(struct str groups, int cells, bool *cut)
{
	int width = text_width(groups);
	*cut = false;
	while (width > cells - 2 * *cut) {
		size_t space = str_find_char(groups, ' ');
		if (space == SIZE_MAX)
			break;
		width -= text_width(str_sub(groups, 0, space + 1));
		groups = str_sub(groups, space + 1, groups.n);
		*cut = true;
	}
	return groups;
}

int
identity_page_prefix_cells(struct str text, bool ascii)
{
	struct buf clean = { 0 };
	text_clean(&clean, text, ascii);
	int cells = text_width(str_sub(buf_str(&clean), 0, prefix_length(buf_str(&clean))));
	buf_free(&clean);
	return cells;
}

void
identity_page_write_groups(
    struct buf *out, struct str text, int prefix_cells, int cells, bool ascii)
{
	struct buf clean = { 0 }, all = { 0 };
	bool cut;
	text_clean(&clean, text, ascii);
	struct str rest = buf_str(&clean);
	size_t prefix = prefix_length(rest);
	int before = text_width(str_sub(rest, 0, prefix));
	buf_adds(out, str_sub(rest, 0, prefix));
	for (; before < prefix_cells; before++)
		buf_addc(out, ' ');
	buf_addz(out, before ? "  " : "");
	cells -= before ? before + 2 : 0;
	rest = str_sub(rest, prefix, rest.n);
	/* counted from the end, because the last four characters are typed to confirm */
	for (size_t left = count_graphemes(rest); rest.n; left--) {
		size_t n = text_grapheme_length(rest);
		if (all.n && left % CHARACTERS_PER_GROUP == 0)
			buf_addc(&all, ' ');
		buf_adds(&all, str_sub(rest, 0, n));
		rest = str_sub(rest, n, rest.n);
	}
	struct str seen = cut_front(buf_str(&all), cells, &cut);
	if (cut)
		buf_addz(out, ascii ? "~ " : "\xE2\x80\xA6 ");
	buf_adds(out, seen);
	buf_free(&clean);
	buf_free(&all);
}
