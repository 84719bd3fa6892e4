#include "basket/send_check.h"

#include "basket/row_contact.h"

const struct basket_row *
basket_find_newer(const struct same_person *same_person, const struct baskets *all,
    const struct basket_row *row, size_t *others)
{
	const struct basket_row *newest = NULL;
	*others = 0;
	for (size_t i = 0; i < same_person->rows.n; i++) {
		const struct basket_row *other = &all->rows.v[same_person->rows.v[i]];
		if (other->completed || other == row)
			continue;
		++*others;
		if (other->created > row->created && (!newest || other->created > newest->created))
			newest = other;
	}
	return newest;
}

/* The person's newest other basket that was completed after this one was created or up to a day
 * before it, or whose order cannot be determined. */
static const struct basket_row *
find_other_completed(
    const struct same_person *same_person, const struct baskets *all, const struct basket_row *row)
{
	const struct basket_row *found = NULL;
	for (size_t i = 0; i < same_person->rows.n; i++) {
		const struct basket_row *other = &all->rows.v[same_person->rows.v[i]];
		bool lately = other != row && other->completed && other->created != WHEN_NONE &&
		    row->created != WHEN_NONE && other->created > row->created - WHEN_DAY;
		if (lately || basket_row_purchase(row, other) != PURCHASE_NONE)
			found = !found || other->created > found->created ? other : found;
	}
	return found;
}

bool
send_check_is_stale(const struct basket_row *row, int64_t now)
{
	return now - (int64_t)row->read_at_s * 1000 > SEND_RECHECK_AFTER_MS;
}

void
send_check_basket(struct send_check *check, const struct baskets *all, const struct basket_row *row,
    int64_t now, int64_t contact_pause_ms)
{
	struct same_person same_person;
	size_t ignored;
	*check = (struct send_check){ 0 };
	same_person_collect_names(&same_person, row, all->rows.v, all->rows.n);
	check->newer = basket_find_newer(&same_person, all, row, &ignored);
	check->completed = row->completed || row->maybe_completed
	    ? row
	    : find_other_completed(&same_person, all, row);
	same_person_free(&same_person);
	if (all->contact_log)
		basket_rows_summarize_contacts(
		    row, all->rows.v, all->rows.n, all->contact_log, &check->contact);
	check->is_without_consent = row->consent == CONSENT_NO && all->consent_field;
	const struct contact_entry *last = check->contact.last_contact;
	bool is_recent = last && now - last->recorded_at < contact_pause_ms;
	check->reasons = (row->has_unsafe_text ? SEND_MISLEADING_TEXT : 0) |
	    (check->completed ? SEND_COMPLETED_BASKET : 0) |
	    (check->contact.no_contact_entry || check->is_without_consent ? SEND_UNWANTED_CONTACT
									  : 0) |
	    (check->newer ? SEND_NEWER_BASKET : 0) | (is_recent ? SEND_RECENT_CONTACT : 0);
}
