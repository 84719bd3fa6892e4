#include "base/roff.h"

void
roff_add_text(struct buf *out, const char *text)
{
	for (const char *p = text; *p; p++) {
		if ((p == text || p[-1] == '\n') && (*p == '.' || *p == '\''))
			buf_addz(out, "\\&");
		if (*p == '\\')
			buf_addz(out, "\\e");
		else if (*p == '-')
			buf_addz(out, "\\-");
		else
			buf_addc(out, *p);
	}
}

void
roff_add_paragraph(struct buf *out, const char *text)
{
	roff_add_text(out, text);
	buf_addz(out, "\n.PP\n");
}

void
roff_add_item(struct buf *out, const char *head, const char *text)
{
	buf_addz(out, ".TP\n\\fB");
	roff_add_text(out, head);
	buf_addz(out, "\\fR\n");
	roff_add_text(out, text);
	buf_addc(out, '\n');
}
