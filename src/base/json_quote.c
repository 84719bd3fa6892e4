#include "base/json_quote.h"

#include "base/utf8.h"

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
