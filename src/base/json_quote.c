#include "base/json_quote.h"

#include "base/utf8.h"

/* Counts the bytes from `from` on that need no escape in JSON; each is one character. */
static size_t
count_plain_bytes(struct str s, size_t from)
{
	size_t i = from;
	while (i < s.n && s.p[i] >= ' ' && s.p[i] < 127 && s.p[i] != '"' && s.p[i] != '\\')
		i++;
	return i - from;
}

/* Appends one character that is not plain; returns its bytes in s. */
static size_t
quote_special_char(struct buf *out, struct str s)
{
	static const char short_forms[] = "btn\0fr"; /* U+0008 to U+000D */
	unsigned char c = (unsigned char)*s.p;
	uint32_t cp;
	size_t len = utf8_decode(str_sub(s, 0, UTF8_BYTES_MAX), &cp);
	if (c == '"' || c == '\\')
		buf_addf(out, "\\%c", c);
	else if (c >= 8 && c <= 13 && short_forms[c - 8])
		buf_addf(out, "\\%c", short_forms[c - 8]);
	else if (c < 32 || c == 127)
		buf_addf(out, "\\u%04x", c);
	else if (len == 0)
		buf_addz(out, "\xEF\xBF\xBD");
	else
		buf_add(out, s.p, len);
	return len ? len : 1;
}

void
json_quote(struct buf *out, struct str s)
{
	buf_addc(out, '"');
	for (size_t i = 0, run; i < s.n;) {
		run = count_plain_bytes(s, i);
		buf_add(out, s.p + i, run);
		i += run;
		if (i < s.n)
			i += quote_special_char(out, str_sub(s, i, s.n - i));
	}
	buf_addc(out, '"');
}
