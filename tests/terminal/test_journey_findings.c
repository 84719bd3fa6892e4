/* The findings of journeys follow the assumptions that the console shows. */
#include "lib/console.h"
#include "lib/files.h"
#include "lib/test.h"

#define SEGMENT(name) \
	"{\"kind\":\"segment\",\"item\":{\"path\":\"/segments/" name "\",\"name\":\"" name "\"}}\n"
#define IN(name) "{\"id\":\"c-" name "\",\"type\":\"segment\",\"value\":\"/segments/" name "\"}"
#define JOURNEY(id, conditions)                                                            \
	"{\"id\":\"" id "\",\"conditions\":[" conditions "],\"actions\":[{\"id\":\"a\","   \
	"\"type\":\"destination\",\"values\":[{\"id\":\"v\",\"tag\":\"/tags/f\",\"split\":" \
	"\"100\"}]}]}"

TEST(findings_follow_the_assumptions)
{
	const char *const more[] = { "demo", "--now", SERVICE_NOW, "--pack", "./journeys.jsonl",
		"journeys", NULL };
	write_file("journeys.jsonl",
	    SEGMENT("a") SEGMENT("b") "{\"kind\":\"journeys\",\"item\":{\"starting_point\":"
				      "\"/subscribe/\",\"fallback_tag\":\"/tags/f\",\"journeys\":["
	    JOURNEY("j-1", IN("a") "," IN("b")) "," JOURNEY("j-2", IN("b")) "]}}\n");
	auto_pty *p = console_start(NULL, NULL, more);
	assert_true(pty_wait_text(p, "2 findings")); /* no offer has the tag */
	assert_true(pty_press(p, "jp", "Assumptions"));
	assert_true(pty_press(p, " \033", "3 findings"));
	assert_true(pty_wait_text(p, "journey 1 gets all its visitors first"));
	assert_true(pty_press(p, "p \033", "2 findings"));
}
