/* An outcome recorded for one basket of a person applies to all their baskets, however they are
 * linked. */
#include "basket/row_contact.h"
#include "lib/test.h"

enum { ROWS = 4 };

static void
fill(struct basket_row *row, struct arena *a, const char *json)
{
	basket_row_ops.fill_row(row, a, str_of(json), 0);
}

/* The do-not-contact entry is for the e-mail; the second basket has only an identity, and the
 * fourth has both. */
TEST(a_do_not_contact_request_covers_joined_baskets)
{
	struct basket_row rows[ROWS];
	auto_arena a = { 0 };
	CLEANUP(contact_log_free) struct contact_log l;
	struct contact_summary told;
	struct contact_identifiers who = { 0 };
	struct err err = { 0 };
	fill(&rows[0], &a, "{\"id\":\"b0\",\"customerDetails\":{\"email\":\"ann@example.com\"}}");
	fill(
	    &rows[1], &a, "{\"id\":\"b1\",\"identities\":[{\"iss\":\"https://i\",\"sub\":\"7\"}]}");
	fill(&rows[2], &a, "{\"id\":\"b2\",\"customerDetails\":{\"email\":\"bo@example.com\"}}");
	fill(&rows[3], &a,
	    "{\"id\":\"b3\",\"customerDetails\":{\"email\":\"ANN@example.com\"},"
	    "\"identities\":[{\"iss\":\"https://i\",\"sub\":\"7\"}]}");
	assert_true(contact_log_init(&l, false, NULL, &err));
	basket_rows_summarize_contacts(&rows[1], rows, ROWS, &l, &told);
	assert_null(told.shown_entry);
	basket_row_add_identifiers(&who, &rows[0]);
	assert_true(contact_log_add(&l, CONTACT_UNWANTED, &who, 1795521600000, STR_NONE, &err));
	contact_identifiers_free(&who);
	/* Without the basket that has both, nothing joins them. */
	basket_rows_summarize_contacts(&rows[1], rows, 3, &l, &told);
	assert_null(told.no_contact_entry);
	basket_rows_summarize_contacts(&rows[1], rows, ROWS, &l, &told);
	assert_non_null(told.no_contact_entry);
	basket_rows_summarize_contacts(&rows[2], rows, ROWS, &l, &told);
	assert_null(told.no_contact_entry);
}
