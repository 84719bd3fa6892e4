#include "base/log.h"

#include "base/buf.h"
#include "base/utf8.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int log_fd = -1;
static enum log_level log_least = LOG_INFO;

void
log_open(int fd, enum log_level least)
{
	log_fd = fd;
	log_least = least;
}

void
json_quote(struct buf *out, struct str s)
{
	static const char short_forms[] = "btn\0fr"; /* U+0008 to U+000D */
	buf_addc(out, '"');
	for (size_t i = 0; i < s.n;) {
		unsigned char c = (unsigned char)s.p[i];
		uint32_t cp;
		size_t len = utf8_decode(str_sub(s, i, 4), &cp);
		if (c == '"' || c == '\\')
			buf_addf(out, "\\%c", c);
		else if (c >= 8 && c <= 13 && short_forms[c - 8])
			buf_addf(out, "\\%c", short_forms[c - 8]);
		else if (c < 32 || c == 127)
			buf_addf(out, "\\u%04x", c);
		else if (len == 0)
			buf_addz(out, "\xEF\xBF\xBD");
		else
			buf_add(out, s.p + i, len);
		i += len ? len : 1;
	}
	buf_addc(out, '"');
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

void
log_fields(enum log_level level, const char *event, const struct log_field *fields, size_t n)
{
	static const char *const names[] = { "debug", "info", "warn", "error" };
	struct buf line = { 0 };
	if (log_fd < 0 || level < log_least)
		return;
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
