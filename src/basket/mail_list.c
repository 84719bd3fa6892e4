#include "basket/mail_list.h"

#include "base/utf8.h"
#include "list/columns.h"
#include "list/csv.h"
#include "model/email.h"

#include <stdio.h>

#define TEXT(member) .text_offset = offsetof(struct mail_row, member)

/* Names that mail tools expect; they identify the file by the first one. */
const struct column mail_columns[] = {
	{ COLUMN("Email Address", "EMAIL ADDRESS", 20, 40, ALWAYS), TEXT(email) },
	{ COLUMN("First Name", "FIRST NAME", 8, 16, ALWAYS), TEXT(first_name) },
	{ COLUMN("Last Name", "LAST NAME", 8, 16, ALWAYS), TEXT(last_name) },
	{ COLUMN("Company", "COMPANY", 8, 20, ALWAYS), TEXT(company) },
	{ COLUMN("Recovery Link", "RECOVERY LINK", 20, 60, ALWAYS), .flags = COLUMN_CUT_MIDDLE,
	    TEXT(link) },
	{ COLUMN("Basket Date", "BASKET DATE", 10, 10, ALWAYS), .flags = COLUMN_NEVER_CUT,
	    TEXT(date) },
	{ COLUMN("Items", "ITEMS", 16, 40, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(items) },
	{ COLUMN("Basket ID", "BASKET ID", 12, 43, ALWAYS), TEXT(basket_id) },
	{ .id = NULL },
};

/* The VIEW language has no terms for recovery lists. */
static const struct row_ops mail_row_ops = { .size = sizeof(struct mail_row) };

const struct view_resource mail_resource = {
	.name = "people",
	.singular = "person",
	.columns = mail_columns,
	.row_ops = &mail_row_ops,
	.for_mail_tool = true,
};

static const char *const exclusion_reasons[] = {
	[MAIL_INCLUDED] = "",
	[MAIL_BOUGHT] = "bought since",
	[MAIL_MAYBE_BOUGHT] = "may have bought since",
	[MAIL_UNSURE] = "with unreadable data",
	[MAIL_NO_EMAIL] = "without an e-mail",
	[MAIL_BAD_EMAIL] = "with an unusable e-mail or name",
	[MAIL_DO_NOT_CONTACT] = "do not contact",
	[MAIL_SETTLED] = "recovered or lost",
	[MAIL_NO_CONSENT] = "no consent",
	[MAIL_CONSENT_UNKNOWN] = "consent not known",
	[MAIL_SENT_LATELY] = "contacted recently",
	[MAIL_NO_LINK] = "without a link",
	[MAIL_BAD_LINK] = "",
};
_Static_assert(sizeof(exclusion_reasons) / sizeof(*exclusion_reasons) == MAIL_EXCLUSIONS,
    "every value needs a row in this table");

/* ---- one person ---- */

struct mail_list_builder {
	struct mail_list *list;
	const struct mail_source *source;
	const struct mail_rules *rules;
};

static void
add_person_identifiers(struct contact_identifiers *who, const struct mail_list *m,
    const struct mail_source *from, uint32_t first)
{
	for (uint32_t at = first; at != PERSON_NONE; at = persons_next_row(&m->persons, at))
		basket_row_add_identifiers(who, &from->rows[at]);
}

static bool
is_within_pause(const struct mail_list_builder *k, const struct contact_entry *o)
{
	return o && k->rules->now - o->recorded_at < k->rules->pause_ms;
}

/* Links sent by earlier versions are recorded only with their baskets. */
static bool
was_sent_lately(const struct mail_list_builder *k, uint32_t first)
{
	for (uint32_t at = first; at != PERSON_NONE; at = persons_next_row(&k->list->persons, at))
		if (is_within_pause(
			k, contact_log_find_link(k->rules->contact_log, k->source->rows[at].id)))
			return true;
	return false;
}

static enum mail_exclusion
find_status_exclusion(const struct mail_list_builder *k, uint32_t first)
{
	struct contact_identifiers who = { 0 };
	struct contact_summary state;
	add_person_identifiers(&who, k->list, k->source, first);
	contact_log_summarize(k->rules->contact_log, &who, &state);
	contact_identifiers_free(&who);
	if (state.no_contact_entry)
		return MAIL_DO_NOT_CONTACT;
	if (state.shown_entry &&
	    (state.shown_entry->status == CONTACT_RECOVERED ||
		state.shown_entry->status == CONTACT_LOST))
		return MAIL_SETTLED;
	return is_within_pause(k, state.last_contact) || was_sent_lately(k, first)
	    ? MAIL_SENT_LATELY
	    : MAIL_INCLUDED;
}

static enum mail_exclusion
find_consent_exclusion(const struct mail_list_builder *k, const struct basket_row *row)
{
	if (!k->rules->consent_field)
		return MAIL_INCLUDED;
	return row->consent == CONSENT_YES ? MAIL_INCLUDED
	    : row->consent == CONSENT_NO   ? MAIL_NO_CONSENT
					   : MAIL_CONSENT_UNKNOWN;
}

/* Counts an error by its text; the part in parentheses applies to one link only and is dropped. */
static void
add_fault(struct mail_list *m, const char *words)
{
	struct str text = str_of(words);
	text = str_sub(text, 0, str_find(text, STR(" (")));
	for (size_t i = 0; i < m->link_errors.n; i++)
		if (str_eqz(text, m->link_errors.v[i].text)) {
			m->link_errors.v[i].n++;
			return;
		}
	struct mail_link_error fault = { .n = 1 };
	snprintf(fault.text, sizeof(fault.text), "%.*s", STR_ARG(text));
	vec_push(&m->link_errors, fault);
}

/* Converts no-break spaces to spaces and trims the text, as a mail shows it. */
static struct str
clean_mail_text(struct arena *a, struct str text)
{
	struct str no_break = STR("\xC2\xA0");
	struct buf out = { 0 };
	for (size_t at; (at = str_find(text, no_break)) != SIZE_MAX;) {
		buf_adds(&out, str_sub(text, 0, at));
		buf_addc(&out, ' ');
		text = str_sub(text, at + no_break.n, text.n);
	}
	buf_adds(&out, text);
	struct str trimmed = str_trim(buf_str(&out)),
		   kept = trimmed.n ? arena_str(a, trimmed) : STR_NONE;
	buf_free(&out);
	return kept;
}

/* True if the text can be in a mail without being misleading. */
static bool
is_safe_in_mail(struct str text, bool strict)
{
	struct buf clean = { 0 };
	bool sound = text_is_plain(text) ||
	    !text_is_suspicious(text_clean(&clean, text, false), strict);
	buf_free(&clean);
	return sound;
}

/* Fills in a row; returns false if one of its texts cannot be in a mail. */
static bool
fill_row(struct mail_row *row, struct arena *a, const struct basket *b, const struct link *link)
{
	struct buf text = { 0 };
	row->email = arena_str(a, email_extract_address(b->email));
	row->first_name = clean_mail_text(a, b->first_name);
	row->last_name = clean_mail_text(a, b->last_name);
	row->company = clean_mail_text(a, b->company);
	row->link = arena_str(a, link_address(link));
	row->basket_id = arena_str(a, b->id);
	if (b->created != WHEN_NONE)
		when_write(&text, b->created);
	row->date = text.n ? arena_str(a, str_sub(buf_str(&text), 0, 10)) : STR_NONE;
	buf_reset(&text);
	for (size_t i = 0; i < b->items_n; i++) {
		buf_addz(&text, i ? "; " : "");
		buf_adds(&text, b->items[i].name);
	}
	row->items = arena_move_buf(a, &text);
	buf_free(&text);
	return row->email.n && is_safe_in_mail(row->email, true) &&
	    is_safe_in_mail(row->first_name, false) && is_safe_in_mail(row->last_name, false) &&
	    is_safe_in_mail(row->company, false) && is_safe_in_mail(row->basket_id, false);
}

/* Examines the link last, since that takes the most time. */
static enum mail_exclusion
add_person(const struct mail_list_builder *k, uint32_t number)
{
	const struct basket_row *row = &k->source->rows[number];
	struct mail_row made = { .row = number };
	struct arena scratch = { 0 };
	struct basket b = { 0 };
	struct link link;
	enum mail_exclusion out = MAIL_INCLUDED;
	if (!k->source->read_basket(k->source->ctx, number, &b, &scratch))
		b = (struct basket){ .id = row->id };
	link_examine(&link, k->rules->link_rules, b.link, row->id);
	if (!link.present) {
		out = MAIL_NO_LINK;
	} else if (!link_is_sendable(&link)) {
		out = MAIL_BAD_LINK;
		add_fault(k->list, link.checks[link.worst_check].text);
	} else if (!fill_row(&made, &k->list->text_arena, &b, &link)) {
		out = MAIL_BAD_EMAIL;
	} else {
		vec_push(&k->list->rows, made);
	}
	link_free(&link);
	arena_wipe(&scratch);
	return out;
}

static enum mail_exclusion
find_purchase_exclusion(
    const struct mail_list_builder *k, const struct basket_row *row, uint32_t first)
{
	static const enum mail_exclusion outs[] = { [PURCHASE_NONE] = MAIL_INCLUDED,
		[PURCHASE_MAYBE] = MAIL_MAYBE_BOUGHT,
		[PURCHASE_CERTAIN] = MAIL_BOUGHT };
	enum mail_exclusion out = row->maybe_completed ? MAIL_MAYBE_BOUGHT : MAIL_INCLUDED;
	for (uint32_t at = first; at != PERSON_NONE && out != MAIL_BOUGHT;
	     at = persons_next_row(&k->list->persons, at)) {
		enum purchase purchase = basket_row_purchase(row, &k->source->rows[at]);
		out = purchase ? outs[purchase] : out;
	}
	return out;
}

static enum mail_exclusion
find_person_exclusion(
    const struct mail_list_builder *k, const struct person *person, uint32_t number)
{
	const struct basket_row *row = &k->source->rows[number];
	enum mail_exclusion out = find_purchase_exclusion(
	    k, row, person ? person->first_row : PERSON_NONE);
	if (out != MAIL_INCLUDED)
		return out;
	if (row->ambiguous)
		return MAIL_UNSURE;
	if (!str_trim(row->email).n)
		return MAIL_NO_EMAIL;
	if (!email_extract_address(row->email).p ||
	    csv_is_computed(email_extract_address(row->email)))
		return MAIL_BAD_EMAIL;
	if ((out = find_status_exclusion(k, person ? person->first_row : number)) != MAIL_INCLUDED)
		return out;
	if ((out = find_consent_exclusion(k, row)) != MAIL_INCLUDED)
		return out;
	return add_person(k, number);
}

static void
count_person(struct mail_list *m, enum mail_exclusion out)
{
	m->left_out_by_reason[out]++;
	m->left_out_total += out != MAIL_INCLUDED;
}

static bool
is_open_and_wanted(const struct mail_source *from, uint32_t row)
{
	return !from->rows[row].completed && from->is_included(from->ctx, row);
}

/* Adds the person's newest wanted open basket, if there is one. */
static void
add_mail_person(const struct mail_list_builder *k, const struct person *person)
{
	uint32_t at = person->first_row;
	while (at != PERSON_NONE && !is_open_and_wanted(k->source, at))
		at = persons_next_row(&k->list->persons, at);
	if (at != PERSON_NONE)
		count_person(k->list, find_person_exclusion(k, person, at));
}

void
mail_list_build(struct mail_list *m, const struct mail_source *from, const struct mail_rules *rules)
{
	struct mail_list_builder k = { .list = m, .source = from, .rules = rules };
	*m = (struct mail_list){ 0 };
	m->none_completed = from->n > 0;
	for (size_t i = 0; i < from->n; i++)
		m->none_completed = m->none_completed && !from->rows[i].completed;
	persons_merge_rows(&m->persons, from->rows, from->n, true);
	for (size_t i = 0; i < m->persons.list.n; i++)
		add_mail_person(&k, &m->persons.list.v[i]);
	/* Customers without any name or address: one basket each. */
	for (uint32_t i = 0; i < from->n; i++)
		if (!persons_find_by_row(&m->persons, i) && is_open_and_wanted(from, i)) {
			enum mail_exclusion out = find_person_exclusion(&k, NULL, i);
			count_person(m, out);
			m->left_out_unnamed += out != MAIL_INCLUDED;
		}
}

void
mail_list_free(struct mail_list *m)
{
	arena_wipe(&m->text_arena);
	persons_free(&m->persons);
	vec_free(&m->rows);
	vec_free(&m->link_errors);
}

/* ---- text output ---- */

void
mail_list_append_exclusions(struct buf *out, const struct mail_list *m)
{
	const char *between = "";
	if (!m->left_out_total)
		return;
	size_t people = m->left_out_total - m->left_out_unnamed;
	if (people)
		format_plural(out, people, "more person", "more people");
	buf_addz(out, people && m->left_out_unnamed ? " and " : "");
	if (m->left_out_unnamed)
		format_plural(
		    out, m->left_out_unnamed, "basket without a name", "baskets without a name");
	buf_addz(out, " left out: ");
	for (int i = 1; i < MAIL_EXCLUSIONS; i++) {
		if (!m->left_out_by_reason[i] || i == MAIL_BAD_LINK)
			continue;
		buf_addz(out, between);
		format_count(out, m->left_out_by_reason[i]);
		buf_addf(out, " %s", exclusion_reasons[i]);
		between = ", ";
	}
	for (size_t i = 0; i < m->link_errors.n; i++) {
		buf_addz(out, between);
		format_count(out, m->link_errors.v[i].n);
		buf_addf(out, " %s: %s", m->link_errors.v[i].n == 1 ? "link" : "links",
		    m->link_errors.v[i].text);
		between = ", ";
	}
}

void
mail_list_append_unknown_purchases(struct buf *out, const struct mail_list *m)
{
	if (m->none_completed)
		buf_addz(out, person_none_completed_text);
}

/* Collects the identifiers of a row's person from all of the person's baskets; those of the
 * row's own basket come first. */
static void
mail_list_collect_identifiers(struct contact_identifiers *who, const struct mail_list *m,
    const struct mail_source *from, const struct mail_row *row)
{
	const struct person *person = persons_find_by_row(&m->persons, row->row);
	basket_row_add_identifiers(who, &from->rows[row->row]);
	if (person)
		add_person_identifiers(who, m, from, person->first_row);
}

bool
mail_list_record_sent(const struct mail_list *m, const struct mail_source *from,
    struct contact_log *l, int64_t now, size_t *noted, struct err *err)
{
	bool ok = true;
	for (*noted = 0; ok && *noted < m->rows.n; *noted += ok) {
		struct contact_identifiers who = { 0 };
		mail_list_collect_identifiers(&who, m, from, &m->rows.v[*noted]);
		ok = contact_log_add(l, CONTACT_LINK_SENT, &who, now, STR_NONE, err);
		contact_identifiers_free(&who);
	}
	return ok;
}
