/* The log: its lines, and that repeated events do not make it grow. */
#include "base/log.h"

#include "base/buf.h"
#include "lib/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int
set_up(void **state)
{
	int fd = open("log", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	*state = (void *)(intptr_t)fd;
	log_open(fd, LOG_INFO);
	return fd >= 0 ? 0 : -1;
}

static int
tear_down(void **state)
{
	log_report_suppressed(true);
	log_set_limit(0);
	log_open(-1, LOG_INFO);
	close((int)(intptr_t)*state);
	return 0;
}

/* Counts how often a text occurs in the log. */
static unsigned
count(void **state, const char *text)
{
	static char all[1 << 16];
	unsigned n = 0;
	ssize_t size = pread((int)(intptr_t)*state, all, sizeof(all), 0);
	struct str rest = str_from(all, size > 0 ? (size_t)size : 0);
	for (size_t at; (at = str_find(rest, str_of(text))) != SIZE_MAX; n++)
		rest = str_sub(rest, at + 1, SIZE_MAX);
	return n;
}

static void
log_times(const char *event, const char *code, int times)
{
	for (int i = 0; i < times; i++)
		log_event(LOG_WARN, event, LOG_NUMBER("nth", i), LOG_TEXT("code", str_of(code)));
}

#define WITH_LOG(name) TEST_WITH(name, set_up, tear_down)

WITH_LOG(without_a_limit_every_line_is_written)
{
	log_times("refused", "a", 50);
	assert_int_equal(count(state, "\"event\":\"refused\""), 50);
	log_report_suppressed(true);
	assert_int_equal(count(state, "similar messages omitted"), 0);
}

WITH_LOG(lines_below_the_level_are_not_written)
{
	log_event(LOG_DEBUG, "detail", LOG_NUMBER("n", 1));
	assert_int_equal(count(state, "detail"), 0);
	log_event(LOG_INFO, "detail", LOG_NUMBER("n", 1));
	assert_int_equal(count(state, "\"level\":\"info\",\"event\":\"detail\",\"n\":1}\n"), 1);
}

WITH_LOG(the_first_lines_are_written_and_the_rest_counted)
{
	log_set_limit(3);
	log_times("refused", "a", 3);
	log_report_suppressed(true);
	assert_int_equal(count(state, "similar messages omitted"), 0);
	log_times("refused", "a", 4);
	assert_int_equal(count(state, "\"event\":\"refused\""), 6);
	log_report_suppressed(false); /* the interval is not over */
	assert_int_equal(count(state, "similar messages omitted"), 0);
	log_report_suppressed(true);
	assert_int_equal(
	    count(state,
		"\"level\":\"warn\",\"event\":\"similar messages omitted\",\"of\":\"refused a\",\"count\":1,"),
	    1);
	log_times("refused", "a", 1);
	assert_int_equal(count(state, "\"event\":\"refused\""), 7);
}

WITH_LOG(each_kind_is_limited_separately)
{
	log_set_limit(2);
	log_times("refused", "a", 5);
	log_times("refused", "b", 5);
	log_times("reaped", "a", 5);
	for (int i = 0; i < 5; i++)
		log_event(LOG_WARN, "late", LOG_TEXT("request", STR("x")));
	assert_int_equal(count(state, "\"nth\":"), 6);
	log_report_suppressed(true);
	assert_int_equal(count(state, "\"count\":3,"), 4);
	assert_int_equal(count(state, "\"of\":\"late\","), 1);
}

/* However many kinds of events there are, the number of lines is bounded, and every event is in
 * the sum. */
WITH_LOG(further_kinds_share_the_last_slot)
{
	char code[20];
	log_set_limit(1);
	for (int i = 0; i < 1000; i++) {
		snprintf(code, sizeof(code), "code-%d", i);
		log_times("refused", code, 1);
	}
	assert_int_equal(count(state, "\"event\":\"refused\""), LOG_KINDS_MAX);
	log_report_suppressed(true);
	assert_int_equal(count(state, "\"of\":\"others\",\"count\":968,"), 1);
}

WITH_LOG(requested_lines_are_always_written)
{
	log_set_limit(1);
	for (int i = 0; i < 20; i++)
		log_fields_unlimited(LOG_INFO, "request", &LOG_NUMBER("n", i), 1);
	assert_int_equal(count(state, "\"event\":\"request\""), 20);
}
