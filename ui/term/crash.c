#include "ui/term/crash.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if __has_include(<execinfo.h>)
#include <execinfo.h>
#define HAS_BACKTRACE 1
#endif

enum { CRASH_ACTIONS_MAX = 50, CRASH_FRAMES_MAX = 60 };

static char report_path[PATH_MAX];
static const char *actions[CRASH_ACTIONS_MAX];
static unsigned action_count;
static bool is_backtrace_loaded;

void
crash_prepare(const char *path)
{
	snprintf(report_path, sizeof(report_path), "%s", path);
}

void
crash_load_backtrace(void)
{
	if (is_backtrace_loaded || !*report_path)
		return;
	is_backtrace_loaded = true;
#ifdef HAS_BACKTRACE
	void *frames[1];
	backtrace(frames, 1);
#endif
}

void
crash_note_action(const char *name)
{
	actions[action_count++ % CRASH_ACTIONS_MAX] = name;
}

static void
write_crash_text(int fd, const char *text)
{
	ssize_t ignored = write(fd, text, strlen(text));
	(void)ignored;
}

static void
write_crash_number(int fd, int n)
{
	char digits[12];
	size_t at = sizeof(digits);
	digits[--at] = '\0';
	for (; n > 0 && at > 0; n /= 10)
		digits[--at] = (char)('0' + n % 10);
	write_crash_text(fd, digits + at);
}

static void
write_crash_backtrace(int fd)
{
#ifdef HAS_BACKTRACE
	void *frames[CRASH_FRAMES_MAX];
	if (!is_backtrace_loaded) {
		write_crash_text(fd, "no backtrace before the first frame\n");
		return;
	}
	write_crash_text(fd, "backtrace:\n");
	backtrace_symbols_fd(frames, backtrace(frames, CRASH_FRAMES_MAX), fd);
#else
	write_crash_text(fd, "no backtrace with this C library\n");
#endif
}

void
crash_write_report(int signal)
{
	int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW;
	int fd = *report_path ? open(report_path, flags, 0600) : -1;
	unsigned n = action_count < CRASH_ACTIONS_MAX ? action_count : CRASH_ACTIONS_MAX;
	if (fd < 0)
		return;
	write_crash_text(fd, "backroom " BACKROOM_VERSION "\nsignal ");
	write_crash_number(fd, signal);
	write_crash_text(fd, "\nactions, the last one at the end:\n");
	for (unsigned i = action_count - n; i != action_count; i++) {
		write_crash_text(fd, "  ");
		write_crash_text(fd, actions[i % CRASH_ACTIONS_MAX]);
		write_crash_text(fd, "\n");
	}
	write_crash_backtrace(fd);
	close(fd);
}
