#include "list/markup.h"

#include "base/utf8.h"

enum { CELL_BYTES_MAX = 16 }; /* a base character and its marks */

void
markup_escape(struct buf *out, struct str clean)
{
	for (size_t i = 0; i < clean.n; i++) {
		char c = clean.p[i];
		if (c == '&')
			buf_addz(out, "&amp;");
		else if (c == '<')
			buf_addz(out, "&lt;");
		else if (c == '>')
			buf_addz(out, "&gt;");
		else if (c == '"')
			buf_addz(out, "&quot;");
		else if (c == '\'')
			buf_addz(out, "&#39;");
		else
			buf_addc(out, c);
	}
}

void
markup_clean(struct buf *out, struct str text, int cells)
{
	struct buf clean = { 0 };
	struct str head = str_head(str_trim(text), (size_t)cells * CELL_BYTES_MAX);
	text_clean(&clean, str_trim(head), false);
	size_t fits = text_fit(buf_str(&clean), cells, NULL);
	bool is_cut = fits < clean.n || head.n < str_trim(text).n;
	buf_adds(out, str_sub(buf_str(&clean), 0, fits));
	buf_addz(out, is_cut ? "\xE2\x80\xA6" : "");
	buf_free(&clean);
}

void
markup_add_text(struct buf *out, struct str text, int cells)
{
	struct buf clean = { 0 };
	markup_clean(&clean, text, cells);
	markup_escape(out, buf_str(&clean));
	buf_free(&clean);
}
