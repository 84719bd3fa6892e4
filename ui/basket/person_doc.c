#include "ui/basket/person_doc.h"

#include "base/utf8.h"
#include "catalog/user_row.h"
#include "identity/known.h"
#include "ui/basket/basket_link.h"

bool
person_identity(const struct person_row *row, struct str *iss, struct str *sub)
{
	const struct person_rows *all = row->of;
	for (uint32_t i = row->first; i != PERSON_NONE; i = persons_next(all->fold, i)) {
		if (!all->rows[i].sub.n)
			continue;
		*iss = basket_row_origin(&all->rows[i])->iss;
		*sub = all->rows[i].sub;
		return true;
	}
	return false;
}

/* ---- the person ---- */

/* Appends all texts of one kind, such as e-mails, newest first, each on its own line written by
 * `write`. */
static void
add_person_texts(struct doc *d, const char *label, struct str texts, enum role role,
    void (*write)(struct doc *d, enum role role, struct str text))
{
	struct str one;
	while (texts.n && str_next(&texts, '\0', &one)) {
		doc_label(d, label);
		write(d, role, one);
		label = "";
	}
}

/* Adds "subject at issuer" to the lines unless it is already there. */
static void
add_sign_in(struct buf *lines, struct str iss, struct str sub)
{
	struct buf one = { 0 };
	buf_addf(&one, "%.*s at %.*s", STR_ARG(sub), STR_ARG(iss));
	if (sub.n)
		person_add_text(lines, buf_str(&one), false);
	buf_free(&one);
}

static void
add_customer(struct doc *d, const struct person_row *row, const struct basket_doc_context *context)
{
	const struct person_rows *all = row->of;
	struct buf names = { 0 }, emails = { 0 }, companies = { 0 }, sign_ins = { 0 };
	for (uint32_t i = row->first; i != PERSON_NONE; i = persons_next(all->fold, i)) {
		const struct basket_row *b = &all->rows[i];
		person_add_text(&names, b->name, false);
		person_add_text(&emails, b->email, true);
		person_add_text(&companies, b->company, false);
		add_sign_in(&sign_ins, basket_row_origin(b)->iss, b->sub);
		for (size_t k = 0; b->others && k < b->others->n; k++)
			add_sign_in(&sign_ins, b->others->v[k].iss, b->others->v[k].sub);
	}
	add_person_texts(d, "Name", buf_str(&names), ROLE_LEAD, doc_name);
	add_person_texts(d, "E-mail", buf_str(&emails), ROLE_TEXT, doc_value);
	add_person_texts(d, "Company", buf_str(&companies), ROLE_TEXT, doc_name);
	if (!context->plain)
		add_person_texts(d, "Signs in", buf_str(&sign_ins), ROLE_TEXT, doc_value);
	buf_free(&names);
	buf_free(&emails);
	buf_free(&companies);
	buf_free(&sign_ins);
}

/* ---- contacts ---- */

/* The contact status found by any of the person's addresses and identities. */
static void
add_person_contact(
    struct doc *d, const struct person_row *row, const struct basket_doc_context *context)
{
	const struct person_rows *all = row->of;
	struct contact_identifiers who = { 0 };
	struct contact_summary state;
	if (context->plain)
		return;
	for (uint32_t i = row->first; i != PERSON_NONE; i = persons_next(all->fold, i))
		basket_row_add_identifiers(&who, &all->rows[i]);
	contact_log_summarize(context->contact_log, &who, &state);
	basket_doc_contact(d, &state, NULL, context);
	contact_identifiers_free(&who);
}

/* ---- baskets ---- */

static void
add_sending(
    struct doc *d, const struct basket_row *basket, const struct basket_doc_context *context)
{
	const struct contact_entry *e = context->plain
	    ? NULL
	    : contact_log_find_link(context->contact_log, basket->id);
	struct buf when = { 0 };
	if (!e)
		return;
	format_time(&when, e->at, context->now, context->times == TIME_UTC);
	doc_wrap(d, DOC_INDENT + 8, text_width(buf_str(&when)) + 20);
	doc_words(d, ROLE_LABEL, "   link sent %s by ", buf_z(&when));
	doc_text(d, ROLE_LABEL, str_eqz(e->by, context->contact_log->account) ? STR("you") : e->by);
	buf_free(&when);
}

static void
add_basket(struct doc *d, const struct basket_row *basket, const struct basket_doc_context *context)
{
	const struct doc_target target = { LINK_BASKET, basket->id };
	struct str item = basket_row_item(basket, NULL);
	struct buf age = { 0 };
	when_write_age(&age, context->now, basket->created);
	doc_words(d, ROLE_TEXT, "%s", buf_z(&age));
	doc_tab(d, DOC_INDENT + 8);
	doc_link(d, ROLE_REFERENCE, item.n ? item : STR("no items"), &target);
	if (basket->items_n > 1)
		doc_words(d, ROLE_TEXT, " +%u", basket->items_n - 1);
	if (basket_row_total(basket)->words.n) {
		doc_words(d, ROLE_LABEL, "   est. ");
		doc_text(d, ROLE_TEXT, basket_row_total(basket)->words);
	}
	if (basket->completed)
		doc_words(d, ROLE_GOOD, "   bought");
	add_sending(d, basket, context);
	buf_free(&age);
}

static void
add_baskets(struct doc *d, const struct person_row *row, const struct basket_doc_context *context)
{
	enum { SHOWN_BASKETS_MAX = 200 };
	const struct person_rows *all = row->of;
	const char *label = "Baskets";
	uint32_t n = 0, i = row->first;
	for (; i != PERSON_NONE && n < SHOWN_BASKETS_MAX; i = persons_next(all->fold, i), n++) {
		doc_label(d, label);
		add_basket(d, &all->rows[i], context);
		label = "";
	}
	if (i != PERSON_NONE) {
		doc_label(d, "");
		doc_words(d, ROLE_LABEL, "and %u older baskets", row->open + row->completed - n);
	}
}

static void
add_bought(struct doc *d, const struct person_row *row)
{
	if (!row->completed)
		return;
	doc_label(d, "Bought");
	doc_words(d, row->bought_since ? ROLE_WARN : ROLE_TEXT,
	    row->bought_since ? "! bought since: the newest basket was completed"
			      : "earlier: an older basket was completed");
}

/* ---- other facts ---- */

static void
add_linking(struct doc *d, const struct person_row *row)
{
	struct str iss, sub;
	struct buf words = { 0 };
	if (!person_identity(row, &iss, &sub))
		return;
	buf_addz(&words, "anyone who signs in with it would get the owner's rights: ");
	for (size_t i = 0; identity_rights[i]; i++)
		buf_addf(&words, "%s%s", i ? ", " : "", identity_rights[i]);
	buf_addz(&words, ". The form shows all of it before anything is sent");
	doc_label(d, "Linking");
	doc_value(d, ROLE_LABEL, buf_str(&words));
	buf_free(&words);
}

void
person_doc(struct doc *d, const struct person_row *row, const struct basket_doc_context *context)
{
	add_customer(d, row, context);
	add_person_contact(d, row, context);
	doc_line(d);
	add_bought(d, row);
	add_baskets(d, row, context);
	doc_line(d);
	add_linking(d, row);
	doc_label(d, "Known by");
	doc_value(d, ROLE_LABEL,
	    STR("baskets with the same e-mail or sign-in count as one person (except "
		"shared-emails in config.conf)"));
}
