#include "lib/fates.h"
#include "lib/test.h"

#include "wire/member.h"

#include <string.h>

/* An owner for checking whether an identity is free. */
#define OTHER "id-04d20f6c83be4a1597c0e86b3f2d71a8"

/* ---- the service's state ---- */

/* Returns the status. */
static int
send_identity_request(struct api *a, const char *method, const char *owner, const char *sub)
{
	auto_buf target = { 0 }, body = { 0 };
	buf_addf(&target, "/objects/externalidentity/%s", owner);
	buf_addf(&body, "{\"id_token\":{\"iss\":\"" FATE_ISS "\",\"sub\":\"%s\"}}", sub);
	int status = api_call(a, method, buf_z(&target), NULL, buf_z(&body));
	return status;
}

/* The identity must be linked to FATE_OWNER by the record that the journal line names. */
static void
assert_linked_as(struct api *a, const char *sub, struct str line)
{
	auto_buf record = { 0 }, id = { 0 };
	assert_true(member_read_text(&record, line, STR("record")));
	assert_true(member_read_text(&id, buf_str(&record), STR("id")));
	assert_int_equal(send_identity_request(a, "POST", FATE_OWNER, sub), 200);
	assert_string_equal(api_value(a, "id"), buf_z(&id));
}

/* ---- the journal's state ---- */

/* The line of a subject; p is NULL if the journal has none. */
static struct str
find_journal_line(const struct buf *list, const char *sub)
{
	struct str rest = buf_str(list), line;
	while (rest.n && str_next(&rest, '\n', &line)) {
		struct buf text = { 0 };
		bool found = member_read_text(&text, line, STR("sub")) &&
		    str_eqz(buf_str(&text), sub);
		buf_free(&text);
		if (found)
			return line;
	}
	return STR_NONE;
}

static bool
line_has_result(struct str line, const char *result)
{
	auto_buf text = { 0 };
	bool same = member_read_text(&text, line, STR("result")) && str_eqz(buf_str(&text), result);
	return same;
}

enum fate
fate_check(struct api *a, const struct buf *list, const char *sub, bool meddle)
{
	struct str line = find_journal_line(list, sub);
	if (!line.p) {
		assert_int_equal(send_identity_request(a, "POST", OTHER, sub), 200);
		return FATE_NOT_BEGUN;
	}
	if (line_has_result(line, "done")) {
		assert_linked_as(a, sub, line);
		return FATE_DONE;
	}
	assert_true(line_has_result(line, "unknown"));
	if (!meddle)
		return FATE_ASK;
	if (send_identity_request(a, "POST", OTHER, sub) == 200)
		return FATE_NEVER;
	assert_true(api_is_error(a, 409, "identity_in_use"));
	assert_int_equal(send_identity_request(a, "DELETE", FATE_OWNER, sub), 200);
	return FATE_LOST;
}

void
fate_check_again(struct api *a, const struct buf *list, const char *sub, enum fate fate)
{
	struct str line = find_journal_line(list, sub);
	if (fate == FATE_ASK) {
		assert_true(line_has_result(line, "done"));
		assert_linked_as(a, sub, line);
	} else if (fate == FATE_LOST) { /* the service did it and must not repeat it */
		assert_true(line_has_result(line, "done"));
		assert_int_equal(send_identity_request(a, "POST", OTHER, sub), 200);
	} else if (fate == FATE_NEVER) {
		assert_true(line_has_result(line, "refused"));
	}
}
