#include "identity/known.h"

#include "base/index.h"
#include "base/utf8.h"
#include "client/claims.h"
#include "identity/identities.h"
#include "identity/paste.h"
#include "journal/journal.h"
#include "model/format.h"
#include "model/identity_check.h"

#include <stdlib.h>

static void
count_issuer(struct issuers *all, struct str iss, size_t times)
{
	uint32_t at = index_get(all->issuer_index, iss);
	if (at == UINT32_MAX) {
		at = (uint32_t)all->list.n;
		index_put(all->issuer_index, iss, at);
		vec_push(&all->list, ((struct issuer){ iss, 0 }));
	}
	all->list.v[at].use_count += times;
}

static int
compare_issuers(const void *x, const void *y)
{
	const struct issuer *a = x, *b = y;
	return a->use_count != b->use_count ? (a->use_count < b->use_count ? 1 : -1)
					    : str_cmp(a->iss, b->iss);
}

static void
issuers_collect(struct issuers *all, const struct identity_context *g)
{
	const struct journal_write *w;
	*all = (struct issuers){ .issuer_index = index_new() };
	for (size_t i = 0; i < identities_count(g->identities); i++) {
		const struct known_identity *k = identities_at(g->identities, i);
		if (k->id.iss.n)
			count_issuer(all, k->id.iss, k->basket_count);
	}
	for (size_t i = 0; (w = journal_nth_newest(g->journal, i)) != NULL; i++)
		if (w->status.state == JOURNAL_DONE && !w->is_unlink &&
		    str_eq(w->service, g->service))
			count_issuer(all, w->iss, 1);
	if (all->list.n)
		qsort(all->list.v, all->list.n, sizeof(*all->list.v), compare_issuers);
}

/* Counts the issuers. Free with issuers_free(). */
static void
issuers_free(struct issuers *all)
{
	index_free(all->issuer_index);
	vec_free(&all->list);
}

static size_t
issuers_find_count(const struct issuers *all, struct str iss)
{
	for (size_t i = 0; i < all->list.n; i++)
		if (str_eq(all->list.v[i].iss, iss))
			return all->list.v[i].use_count;
	return 0;
}

static bool
issuer_has_slash(struct str s)
{
	return s.n && s.p[s.n - 1] == '/';
}

/* True if two different issuers are most likely meant to be the same: they differ only in
 * capitals, https:// or a slash at the end. */
static bool
issuer_is_similar(struct str a, struct str b)
{
	struct buf x = { 0 }, y = { 0 };
	identity_append_issuer_core(&x, a);
	identity_append_issuer_core(&y, b);
	bool near = !str_eq(a, b) && str_eq(buf_str(&x), buf_str(&y));
	buf_free(&x);
	buf_free(&y);
	return near;
}

/* Describes how the known issuer differs from the typed one. */
static const char *
issuer_difference(struct str typed, struct str known)
{
	struct str https = STR("https://");
	if (issuer_has_slash(typed) != issuer_has_slash(known))
		return issuer_has_slash(typed) ? "without the final slash" : "with a final slash";
	if (str_starts(typed, https) != str_starts(known, https))
		return str_starts(known, https) ? "with https://" : "without https://";
	return "with other capitals";
}

bool
issuer_append_known_count(struct buf *out, const struct identity_context *context, struct str iss)
{
	struct issuers all;
	issuers_collect(&all, context);
	size_t times = issuers_find_count(&all, iss);
	if (times) {
		buf_addz(out, "known here, ");
		format_plural(out, times, "time", "times");
	} else {
		buf_addz(out, "not known here");
	}
	issuers_free(&all);
	return times > 0;
}

void
issuers_collect_with_prefix(
    const struct identity_context *context, struct str prefix, struct issuer_list *out)
{
	struct issuers all;
	issuers_collect(&all, context);
	for (size_t i = 0; i < all.list.n; i++)
		if (str_starts(all.list.v[i].iss, prefix))
			vec_push(out, all.list.v[i].iss);
	issuers_free(&all);
}

const char *const identity_rights[] = { "see all subscriptions", "modify payment methods",
	"cancel or switch offers", "edit add-ons", "view invoices", NULL };

enum { LISTED_LINKS_MAX = 3 };

static void
append_writer_and_day(
    struct buf *out, const struct journal_write *w, const struct identity_context *g)
{
	struct buf clean = { 0 };
	text_clean(&clean, w->who, false);
	buf_addf(out, " by %s ", str_eq(w->who, g->account) ? "you" : buf_z(&clean));
	format_day(out, w->recorded_at, false);
	buf_free(&clean);
}

static void
add_context_line(struct doc *d, const char *label, enum role role, struct buf *words)
{
	doc_add_label(d, label);
	if (role == ROLE_WARN || role == ROLE_BAD)
		doc_printf(d, role, "! ");
	doc_add_value(d, role, buf_str(words));
	buf_reset(words);
}

/* ---- the owner ---- */

static void
add_owner(struct doc *d, const struct identity_fields *identity, bool unlink,
    const struct identity_context *g)
{
	struct journal_numbers links = { 0 };
	struct buf words = { 0 };
	bool only_this = false;
	journal_collect_owner_links(g->journal, g->service, identity->owner, &links);
	if (links.n)
		format_plural(&words, links.n, "identity", "identities");
	else
		buf_addz(&words, "no known links");
	for (size_t i = 0; i < links.n && i < LISTED_LINKS_MAX; i++) {
		const struct journal_write *w = journal_find(g->journal, links.v[i]);
		buf_addz(&words, i ? ", " : ": ");
		identity_tail_write(&words, w->sub);
		buf_addz(&words, " linked");
		append_writer_and_day(&words, w, g);
		only_this = links.n == 1 && str_eq(w->iss, identity->iss) &&
		    str_eq(w->sub, identity->sub);
	}
	if (links.n > LISTED_LINKS_MAX)
		buf_addf(&words, " and %zu more", links.n - LISTED_LINKS_MAX);
	if (unlink && only_this)
		buf_addz(&words, ": the last link known here");
	add_context_line(d, "Owner", unlink && only_this ? ROLE_WARN : ROLE_TEXT, &words);
	vec_free(&links);
	buf_free(&words);
}

static void
add_newest_basket(struct doc *d, const struct known_identity *k, const char *label)
{
	struct buf words = { 0 };
	bool has_time = k->newest_basket_at != WHEN_NONE;
	format_plural(&words, k->basket_count, "basket", "baskets");
	doc_add_label(d, label);
	doc_printf(d, ROLE_TEXT, "in %s", buf_z(&words));
	if (k->customer_name.n || has_time)
		doc_printf(d, ROLE_TEXT, "%s", k->basket_count > 1 ? ", newest: " : ": ");
	doc_add_text(d, ROLE_REFERENCE, k->customer_name);
	if (has_time) {
		buf_reset(&words);
		format_day(&words, k->newest_basket_at, false);
		buf_addc(&words, ' ');
		format_time_of_day(&words, k->newest_basket_at, false);
		doc_printf(d, ROLE_TEXT, "%s%s", k->customer_name.n ? ", " : "", buf_z(&words));
	}
	buf_free(&words);
}

/* Baskets name no owner: those of the owner's other identities that were linked here. */
static void
add_owner_baskets(
    struct doc *d, const struct identity_fields *identity, const struct identity_context *g)
{
	struct journal_numbers links = { 0 };
	struct known_identity sum = { .newest_basket_at = WHEN_NONE };
	journal_collect_owner_links(g->journal, g->service, identity->owner, &links);
	for (size_t i = 0; i < links.n; i++) {
		const struct journal_write *w = journal_find(g->journal, links.v[i]);
		const struct known_identity *k = identities_find(g->identities, w->iss, w->sub);
		if (!k || (str_eq(w->iss, identity->iss) && str_eq(w->sub, identity->sub)))
			continue;
		uint32_t before = sum.basket_count;
		if (!before || k->newest_basket_at > sum.newest_basket_at)
			sum = *k;
		sum.basket_count = before + k->basket_count;
	}
	if (sum.basket_count)
		add_newest_basket(d, &sum, "Baskets");
	vec_free(&links);
}

/* ---- the identity ---- */

const struct journal_write *
identity_newest_write(const struct identity_context *g, const struct identity_fields *identity)
{
	const struct journal_write *w;
	for (size_t i = 0; (w = journal_nth_newest(g->journal, i)) != NULL; i++)
		if (w->status.state == JOURNAL_DONE && str_eq(w->service, g->service) &&
		    str_eq(w->iss, identity->iss) && str_eq(w->sub, identity->sub))
			return w;
	return NULL;
}

/* True if this unlink undid, within a day, the same account's first link of the identity. Then a
 * Backroom service forgets that the identity was ever linked. */
static bool
is_recent_own_link(const struct identity_context *g, const struct journal_write *removal)
{
	const struct journal_write *w, *link = NULL;
	for (size_t i = 0; (w = journal_nth_newest(g->journal, i)) != NULL; i++) {
		if (w->status.state != JOURNAL_DONE || w->number >= removal->number ||
		    !str_eq(w->service, removal->service) || !str_eq(w->iss, removal->iss) ||
		    !str_eq(w->sub, removal->sub))
			continue;
		if (w->is_unlink)
			return false;
		link = link ? link : w;
	}
	return link && str_eq(link->owner, removal->owner) && str_eq(link->who, removal->who) &&
	    removal->recorded_at - link->recorded_at < WHEN_DAY;
}

/* Appends the likely result of a link to a removed or linked identity. It is based on one
 * account's journal only; others write too. */
static void
append_unlink_outlook(
    struct buf *out, const struct identity_context *g, const struct journal_write *w, bool same)
{
	if (w->is_unlink && !same) {
		buf_addz(out, ": refused if this owner is in another subscription");
		buf_addz(out,
		    is_recent_own_link(g, w) ? ", except within a day on a Backroom service" : "");
	} else if (!w->is_unlink) {
		buf_addf(out, ": %s unless it was unlinked elsewhere",
		    same ? "nothing would change" : "this will be refused");
	}
}

static bool
add_link_state(struct doc *d, const struct identity_fields *identity, bool unlink,
    const struct identity_context *g)
{
	const struct journal_write *w = identity_newest_write(g, identity);
	struct buf words = { 0 };
	if (!w)
		return false;
	bool same = str_eq(w->owner, identity->owner);
	enum role role = same == unlink ? ROLE_TEXT : ROLE_WARN;
	buf_addz(&words, w->is_unlink ? "unlinked from " : "linked to ");
	if (same)
		buf_addz(&words, "this owner");
	else
		identity_tail_write(&words, w->owner);
	append_writer_and_day(&words, w, g);
	buf_addz(&words, " (");
	journal_number_write(&words, w->number);
	buf_addc(&words, ')');
	if (!w->is_unlink && !same)
		role = ROLE_BAD;
	else if (w->is_unlink)
		role = unlink ? ROLE_WARN : ROLE_TEXT;
	if (!unlink)
		append_unlink_outlook(&words, g, w, same);
	else if (!w->is_unlink && !same)
		buf_addz(&words, ": not linked to this owner");
	add_context_line(d, "Identity", role, &words);
	buf_free(&words);
	return true;
}

/* Warns about the same subject at another issuer, or a similar subject at the same issuer: these
 * are often confused. */
static bool
add_if_similar(
    struct doc *d, const struct identity_fields *identity, struct str iss, struct str sub)
{
	struct buf words = { 0 }, clean = { 0 };
	bool same = str_eq(sub, identity->sub), here = str_eq(iss, identity->iss);
	if (same == here || !(same || str_eq_nocase(sub, identity->sub)))
		return false;
	text_clean(&clean, same ? iss : sub, false);
	if (same)
		buf_addf(
		    &words, "%s has the same subject, but that is another identity", buf_z(&clean));
	else
		buf_addf(&words, "differs from the known %s only in capitals", buf_z(&clean));
	add_context_line(d, "Subject", ROLE_WARN, &words);
	buf_free(&words);
	buf_free(&clean);
	return true;
}

static void
add_similar(struct doc *d, const struct identity_fields *identity, const struct identity_context *g)
{
	const struct journal_write *w;
	for (size_t i = 0; (w = journal_nth_newest(g->journal, i)) != NULL; i++)
		if (w->status.state == JOURNAL_DONE && str_eq(w->service, g->service) &&
		    add_if_similar(d, identity, w->iss, w->sub))
			return;
	for (size_t i = 0; i < identities_count(g->identities); i++) {
		const struct basket_identity *id = &identities_at(g->identities, i)->id;
		if (add_if_similar(d, identity, id->iss, id->sub))
			return;
	}
}

static bool
is_listed_owner(const struct journal_write *const *listed, size_t n, struct str owner)
{
	for (size_t i = 0; i < n; i++)
		if (str_eq(listed[i]->owner, owner))
			return true;
	return false;
}

/* Lists other owners that this identity was linked to here before its newest write: "…aaaa by you
 * 3 Nov (J-0001)". */
static void
add_earlier_owners(
    struct doc *d, const struct identity_fields *identity, const struct identity_context *g)
{
	const struct journal_write *newest = identity_newest_write(g, identity), *w;
	const struct journal_write *listed[LISTED_LINKS_MAX];
	struct buf words = { 0 };
	size_t n = 0;
	for (size_t i = 0; n < LISTED_LINKS_MAX && (w = journal_nth_newest(g->journal, i)) != NULL;
	     i++) {
		if (w->status.state != JOURNAL_DONE || w->is_unlink ||
		    !str_eq(w->service, g->service) || !str_eq(w->iss, identity->iss) ||
		    !str_eq(w->sub, identity->sub) || str_eq(w->owner, identity->owner) ||
		    str_eq(w->owner, newest->owner) || is_listed_owner(listed, n, w->owner))
			continue;
		listed[n++] = w;
		buf_addz(&words, words.n ? ", " : "earlier linked to ");
		identity_tail_write(&words, w->owner);
		append_writer_and_day(&words, w, g);
		buf_addz(&words, " (");
		journal_number_write(&words, w->number);
		buf_addc(&words, ')');
	}
	if (n)
		add_context_line(d, "", ROLE_WARN, &words);
	buf_free(&words);
}

/* The pasted e-mail, or that of the newest basket with this identity. */
static struct str
email_of_identity(const struct pasted_claims *claims, const struct known_identity *k)
{
	return claims && claims->email.n ? claims->email : k ? k->customer_email : STR_NONE;
}

/* Warns if baskets of the same e-mail have an identity of another issuer: the person may sign in
 * with that one. */
static void
add_same_email(struct doc *d, const struct identity_fields *identity, struct str email,
    const struct identity_context *g)
{
	struct buf words = { 0 };
	size_t n = 0;
	for (size_t i = 0; email.n && i < identities_count(g->identities); i++) {
		const struct known_identity *other = identities_at(g->identities, i);
		if (str_eq(other->id.iss, identity->iss) ||
		    !str_eq_nocase(other->customer_email, email) || n++ >= LISTED_LINKS_MAX)
			continue;
		buf_addz(&words, words.n ? ", " : "the same as of ");
		identity_tail_write(&words, other->id.sub);
		buf_addz(&words, " at ");
		text_clean(&words, other->id.iss, d->ascii);
	}
	if (n > LISTED_LINKS_MAX)
		buf_addf(&words, " and %zu more", n - LISTED_LINKS_MAX);
	if (n)
		add_context_line(d, "E-mail", ROLE_WARN, &words);
	buf_free(&words);
}

static void
add_identity_facts(struct doc *d, const struct identity_fields *identity, bool unlink,
    const struct pasted_claims *claims, const struct identity_context *g)
{
	const struct known_identity *k = identities_find(
	    g->identities, identity->iss, identity->sub);
	struct buf words = { 0 };
	bool linked = add_link_state(d, identity, unlink, g);
	if (linked)
		add_earlier_owners(d, identity, g);
	if (k)
		add_newest_basket(d, k, linked ? "" : "Identity");
	if (!linked && !k) {
		buf_addz(&words, "in no known link or basket");
		add_context_line(d, "Identity", ROLE_TEXT, &words);
	}
	add_similar(d, identity, g);
	if (!unlink)
		add_same_email(d, identity, email_of_identity(claims, k), g);
	buf_free(&words);
}

/* ---- document ---- */

static void
add_issuer(struct doc *d, struct str iss, const struct identity_context *g)
{
	struct issuers all;
	struct buf words = { 0 };
	issuers_collect(&all, g);
	for (size_t i = 0; i < all.list.n; i++) {
		const struct issuer *known = &all.list.v[i];
		if (!issuer_is_similar(iss, known->iss))
			continue;
		buf_addf(&words, "%s: known ", issuer_difference(iss, known->iss));
		format_plural(&words, known->use_count, "time", "times");
		buf_addz(&words, ", which is another issuer");
		add_context_line(d, "Issuer", ROLE_WARN, &words);
	}
	buf_free(&words);
	issuers_free(&all);
}

static void
add_warnings(struct doc *d, const struct identity_fields *identity)
{
	struct buf words = { 0 }, one = { 0 };
	enum identity_verdict worst = identity_check(&words, identity);
	struct str rest = buf_str(&words), line;
	while (rest.n && str_next(&rest, '\n', &line)) {
		buf_adds(&one, line);
		add_context_line(
		    d, "Review", worst == IDENTITY_INVALID ? ROLE_BAD : ROLE_WARN, &one);
	}
	buf_free(&words);
	buf_free(&one);
}

struct str
token_root_of(const struct claims *rights)
{
	return rights && !str_eqz(rights->root, "*") ? rights->root : STR_NONE;
}

void
append_unlink_permission(struct buf *out, const struct claims *rights)
{
	struct str root = token_root_of(rights);
	if (root.n)
		buf_addf(out, "only if this owner is in %.*s, the subscription of your token",
		    STR_ARG(root));
	else if (rights && rights->root.n)
		buf_addz(out, "you can (your token is for every subscription)");
	else
		buf_addf(out, "not known: your token %s",
		    rights ? "names no subscription" : "is opaque");
}

void
identity_write_known_doc(struct doc *d, const struct identity_fields *identity, bool unlink,
    const struct pasted_claims *claims, const struct identity_context *context)
{
	struct buf words = { 0 };
	if (!identity->owner.n && !identity->iss.n && !identity->sub.n) {
		buf_addz(&words,
		    "Fill in the fields, or paste an ID token, its claims, a ticket note or an "
		    "owner id. You can review everything here before it is sent.");
		doc_begin_line(d);
		doc_pad_to_column(d, 3);
		doc_add_value(d, ROLE_LABEL, buf_str(&words));
		buf_free(&words);
		return;
	}
	if (!identity->owner.n && !(identity->iss.n && identity->sub.n)) {
		buf_addz(&words, "Enter an owner, or an issuer and a subject, to look them up.");
		doc_begin_line(d);
		doc_pad_to_column(d, 3);
		doc_add_value(d, ROLE_LABEL, buf_str(&words));
	}
	if (identity->owner.n)
		add_owner(d, identity, unlink, context);
	if (identity->owner.n)
		add_owner_baskets(d, identity, context);
	if (identity->iss.n && identity->sub.n)
		add_identity_facts(d, identity, unlink, claims, context);
	if (identity->iss.n)
		add_issuer(d, identity->iss, context);
	if (identity->owner.n && identity->iss.n && identity->sub.n)
		add_warnings(d, identity);
	buf_free(&words);
}
