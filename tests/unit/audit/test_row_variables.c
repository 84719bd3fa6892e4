/* The environment variables that a user command gets for the rows of each kind. */
#include "audit/row.h"
#include "catalog/finding_row.h"
#include "catalog/item_row.h"
#include "identity/known_row.h"
#include "journal/row.h"
#include "lib/test.h"

/* Compares all variables, one per line, and frees them. */
static void
expect_variables(struct command_variables *v, const char *want)
{
	auto_buf all = { 0 };
	for (size_t i = 0; i < v->names_and_values.n; i++)
		buf_addf(&all, "%s\n", v->names_and_values.v[i]);
	assert_string_equal(buf_z(&all), want);
	command_variables_free(v);
}

TEST(a_write_has_its_number_action_and_result)
{
	struct command_variables v = { 0 };
	struct journal_write w = { .number = 412,
		.owner = STR("id-7"),
		.iss = STR("https://login.example/"),
		.sub = STR("auth|7"),
		.recorded_at = 1795171320123,
		.status = { .state = JOURNAL_DONE } };
	journal_write_add_variables(&v, &w);
	expect_variables(&v,
	    "BACKROOM_NUMBER=412\nBACKROOM_ACTION=link\nBACKROOM_RESULT=done\n"
	    "BACKROOM_OWNER=id-7\nBACKROOM_ISSUER=https://login.example/\n"
	    "BACKROOM_SUBJECT=auth|7\nBACKROOM_CREATED=2026-11-20T10:42:00.123Z\n");
	w = (struct journal_write){ .number = 1, .plan = STR("seal"), .recorded_at = WHEN_NONE };
	w.status.state = JOURNAL_REFUSED;
	journal_write_add_variables(&v, &w);
	expect_variables(&v, "BACKROOM_NUMBER=1\nBACKROOM_ACTION=plan\nBACKROOM_RESULT=refused\n");
	w = (struct journal_write){ .number = 2, .is_unlink = true, .recorded_at = WHEN_NONE };
	w.status.state = JOURNAL_DONE;
	journal_write_add_variables(&v, &w);
	expect_variables(&v, "BACKROOM_NUMBER=2\nBACKROOM_ACTION=unlink\nBACKROOM_RESULT=done\n");
}

TEST(an_identity_has_its_owner_and_status)
{
	struct command_variables v = { 0 };
	const struct known_row row = { .iss = STR("https://login.example/"),
		.sub = STR("auth|7"),
		.owner = STR("id-7"),
		.state = STR("linked"),
		.name = STR("Mara"),
		.newest_at = WHEN_NONE };
	known_row_add_variables(&v, &row);
	expect_variables(&v,
	    "BACKROOM_ISSUER=https://login.example/\nBACKROOM_SUBJECT=auth|7\n"
	    "BACKROOM_OWNER=id-7\nBACKROOM_STATUS=linked\nBACKROOM_NAME=Mara\n");
}

TEST(other_rows_have_their_fields)
{
	struct command_variables v = { 0 };
	const struct audit_row entry = { .action = STR("link"),
		.outcome = STR("done"),
		.user = STR("mara"),
		.recorded_at = WHEN_NONE };
	const struct finding_row finding = {
		.id = STR("price-zero"), .severity = STR("error"), .message = STR("no price")
	};
	const struct item_row item = { .display_name = STR("Digital"), .code = STR("D-1") };
	audit_row_add_variables(&v, &entry);
	expect_variables(&v, "BACKROOM_ACTION=link\nBACKROOM_RESULT=done\nBACKROOM_USER=mara\n");
	finding_row_add_variables(&v, &finding);
	expect_variables(
	    &v, "BACKROOM_RULE=price-zero\nBACKROOM_SEVERITY=error\nBACKROOM_MESSAGE=no price\n");
	item_row_add_variables(&v, &item);
	expect_variables(&v, "BACKROOM_DISPLAY_NAME=Digital\nBACKROOM_CODE=D-1\n");
}
