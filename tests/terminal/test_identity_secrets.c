/*
 * An identity is personal data: where it may be found while it is linked in the console, and where
 * not.
 */
#include "lib/desk.h"
#include "lib/process.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

/* A missing response keeps the console waiting for inspection. The journal has the identity, and
 * is the only file that does. */
TEST(an_identity_is_in_no_argument_environment_or_other_file)
{
	static const char *const secrets[] = { "canary-desk-sub", "canary-desk-issuer" };
	CLEANUP(desk_close) struct desk d;
	char path[60];
	auto_buf where = { 0 }, state_folder = { 0 }, journal = { 0 }, got = { 0 };
	desk_open(&d, "role = \"test\"", NULL);
	proxy_set_mood(d.proxy, PROXY_SILENT);
	desk_fill(
	    &d, DESK_OWNER, "https://canary-desk-issuer.example/", "canary-desk-sub", "INC-4711");
	assert_true(pty_press(d.p, "c6a3\r", "Sent. Waiting for the response"));
	const char *const token = buf_z(&d.token) + strlen("BACKROOM_TOKEN=");
	snprintf(path, sizeof(path), "/proc/%d/environ", (int)pty_pid(d.p));
	assert_true(process_read_file(path, &got));
	assert_int_equal(str_find(buf_str(&got), str_of(token)), SIZE_MAX);
	buf_addf(&state_folder, "%s/state", console_folder());
	assert_false(process_any_file_holds(buf_z(&state_folder), token));
	buf_addf(&journal, "%s/backroom/journal.jsonl", buf_z(&state_folder));
	for (size_t i = 0; i < sizeof(secrets) / sizeof(*secrets); i++) {
		if (process_any_holds(secrets[i], &where))
			fail_msg("%s holds %s", buf_z(&where), secrets[i]);
		assert_true(process_read_file(buf_z(&journal), &got));
		assert_int_not_equal(str_find(buf_str(&got), str_of(secrets[i])), SIZE_MAX);
	}
	remove(buf_z(&journal));
	for (size_t i = 0; i < sizeof(secrets) / sizeof(*secrets); i++)
		assert_false(process_any_file_holds(buf_z(&state_folder), secrets[i]));
	assert_false(pty_title(d.p, &got));
}
