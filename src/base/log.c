#include "base/log.h"
#include "base/json_quote.h"

#include "base/buf.h"
#include "base/clock.h"
#include "base/utf8.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The lines of one kind in the current window. */
struct line_kind {
	char name[60]; /* event, space, code or reason; "": unused */
	enum log_level level;
	unsigned written_count, suppressed_count;
	int64_t window_start;
};

static int log_fd = -1;
static enum log_level log_level_min = LOG_INFO;
static unsigned log_lines_max; /* maximum lines per kind; 0: no limit */
static struct line_kind log_kinds[LOG_KINDS_MAX];
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

void
log_open(int fd, enum log_level least)
{
	log_fd = fd;
	log_level_min = least;
}

static void
add_time(struct buf *line)
{
	struct timespec now;
	struct tm parts;
	char text[32];
	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &parts);
	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &parts);
	buf_addf(line, "{\"at\":\"%s.%03ldZ\"", text, now.tv_nsec / 1000000);
}

static void
write_line(enum log_level level, const char *event, const struct log_field *fields, size_t n)
{
	static const char *const names[] = {
		[LOG_DEBUG] = "debug",
		[LOG_INFO] = "info",
		[LOG_WARN] = "warn",
		[LOG_ERROR] = "error",
	};
	_Static_assert(
	    sizeof(names) / sizeof(*names) == LOG_LEVELS, "every level needs a row in this table");
	struct buf line = { 0 };
	add_time(&line);
	buf_addf(&line, ",\"level\":\"%s\",\"event\":\"%s\"", names[level], event);
	for (size_t i = 0; i < n; i++) {
		buf_addf(&line, ",\"%s\":", fields[i].name);
		if (fields[i].is_number)
			buf_addf(&line, "%lld", (long long)fields[i].number);
		else
			json_quote(&line, fields[i].text);
	}
	buf_addz(&line, "}\n");
	ssize_t ignored = write(log_fd, line.p, line.n);
	(void)ignored;
	buf_free(&line);
}

static void
report_suppressed_lines(struct line_kind *k, int64_t now)
{
	if (k->suppressed_count)
		write_line(k->level, "similar messages omitted",
		    (const struct log_field[]){ LOG_TEXT("of", str_of(k->name)),
			LOG_NUMBER("count", k->suppressed_count),
			LOG_NUMBER("ms", now - k->window_start) },
		    3);
	*k = (struct line_kind){ 0 };
}

static void
report_expired_kinds(int64_t now)
{
	for (size_t i = 0; i < LOG_KINDS_MAX; i++)
		if (log_kinds[i].name[0] && now - log_kinds[i].window_start >= LOG_LIMIT_WINDOW_MS)
			report_suppressed_lines(&log_kinds[i], now);
}

static void
write_kind_name(char name[60], const char *event, const struct log_field *fields, size_t n)
{
	struct str detail = STR_NONE;
	for (size_t i = 0; i < n && !detail.n; i++)
		if (!fields[i].is_number &&
		    (strcmp(fields[i].name, "code") == 0 || strcmp(fields[i].name, "reason") == 0))
			detail = fields[i].text;
	snprintf(name, 60, "%s%s%.*s", event, detail.n ? " " : "", STR_ARG(detail));
}

/* The last entry is shared by all kinds that do not fit into the table. */
static struct line_kind *
find_line_kind(const char *name, enum log_level level, int64_t now)
{
	size_t i = 0;
	while (
	    i < LOG_KINDS_MAX - 1 && log_kinds[i].name[0] && strcmp(log_kinds[i].name, name) != 0)
		i++;
	struct line_kind *k = &log_kinds[i];
	if (!k->name[0]) {
		k->level = level;
		k->window_start = now;
		snprintf(k->name, sizeof(k->name), "%s", i < LOG_KINDS_MAX - 1 ? name : "others");
	}
	return k;
}

static bool
is_within_limit(enum log_level level, const char *event, const struct log_field *fields, size_t n)
{
	char name[60];
	int64_t now = clock_ticks();
	write_kind_name(name, event, fields, n);
	pthread_mutex_lock(&log_lock);
	report_expired_kinds(now);
	struct line_kind *k = find_line_kind(name, level, now);
	bool may = k->written_count < log_lines_max;
	++*(may ? &k->written_count : &k->suppressed_count);
	pthread_mutex_unlock(&log_lock);
	return may;
}

void
log_set_limit(unsigned lines)
{
	log_lines_max = lines;
}

void
log_report_suppressed(bool all)
{
	int64_t now = clock_ticks();
	if (log_fd < 0 || !log_lines_max)
		return;
	pthread_mutex_lock(&log_lock);
	report_expired_kinds(now);
	for (size_t i = 0; all && i < LOG_KINDS_MAX; i++)
		if (log_kinds[i].name[0])
			report_suppressed_lines(&log_kinds[i], now);
	pthread_mutex_unlock(&log_lock);
}

void
log_fields_unlimited(
    enum log_level level, const char *event, const struct log_field *fields, size_t n)
{
	if (log_fd >= 0 && level >= log_level_min)
		write_line(level, event, fields, n);
}

void
log_fields(enum log_level level, const char *event, const struct log_field *fields, size_t n)
{
	if (log_fd < 0 || level < log_level_min)
		return;
	if (!log_lines_max || is_within_limit(level, event, fields, n))
		write_line(level, event, fields, n);
}
