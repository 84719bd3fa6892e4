#include "basket/row_contact.h"

#include "basket/same_person.h"

void
basket_row_add_identifiers(struct contact_identifiers *who, const struct basket_row *row)
{
	if (!who->basket_id.n)
		who->basket_id = row->id;
	contact_identifiers_add_email(who, row->email);
	contact_identifiers_add_identity(who, basket_row_origin(row)->iss, row->sub);
	for (size_t i = 0; row->extras && i < row->extras->n; i++)
		contact_identifiers_add_identity(who, row->extras->v[i].iss, row->extras->v[i].sub);
}

void
basket_rows_add_identifiers(struct contact_identifiers *who, const struct basket_row *row,
    const struct basket_row *rows, size_t n)
{
	struct same_person same_person;
	basket_row_add_identifiers(who, row);
	same_person_collect_names(&same_person, row, rows, n);
	for (size_t i = 0; i < same_person.rows.n; i++)
		basket_row_add_identifiers(who, &rows[same_person.rows.v[i]]);
	same_person_free(&same_person);
}

void
basket_row_summarize_contacts(
    const struct basket_row *row, const struct contact_log *l, struct contact_summary *out)
{
	struct contact_identifiers who = { 0 };
	*out = (struct contact_summary){ 0 };
	if (!l->entries.n)
		return;
	basket_row_add_identifiers(&who, row);
	contact_log_summarize(l, &who, out);
	contact_identifiers_free(&who);
}

void
basket_rows_summarize_contacts(const struct basket_row *row, const struct basket_row *rows,
    size_t n, const struct contact_log *l, struct contact_summary *out)
{
	struct contact_identifiers who = { 0 };
	*out = (struct contact_summary){ 0 };
	if (!l->entries.n)
		return;
	basket_rows_add_identifiers(&who, row, rows, n);
	contact_log_summarize(l, &who, out);
	contact_identifiers_free(&who);
}

void
basket_row_set_contact(
    struct basket_row *row, const struct contact_log *l, const char *consent_field, struct str json)
{
	struct contact_summary state;
	basket_row_summarize_contacts(row, l, &state);
	row->contact_status = row->own_status = CONTACT_NONE;
	if (state.status_entry)
		row->contact_status = state.status_entry->status;
	if (state.own_entry)
		row->own_status = state.own_entry->status;
	row->contacted_at_s = state.last_contact
	    ? (uint32_t)(state.last_contact->recorded_at / 1000)
	    : 0;
	if (json.n)
		row->consent = consent_read(json, consent_field);
}

enum contact_status
basket_row_outcome_to_undo(const struct basket_row *row, const struct contact_log *log)
{
	struct contact_summary state;
	basket_row_summarize_contacts(row, log, &state);
	if (!state.shown_entry || state.shown_entry->status == CONTACT_LINK_SENT)
		return CONTACT_NONE;
	return state.shown_entry->status;
}
