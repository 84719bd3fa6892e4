#include "demo/big/put.h"

#include "base/json_quote.h"
#include "model/when.h"

#include <string.h>

static void
put_name(struct buf *out, const char *name)
{
	if (out->n && !strchr("{[:", out->p[out->n - 1]))
		buf_addc(out, ',');
	if (!name)
		return;
	json_quote(out, str_of(name));
	buf_addc(out, ':');
}

void
put_open(struct buf *out, const char *name, char bracket)
{
	put_name(out, name);
	buf_addc(out, bracket);
}

void
put_close(struct buf *out, char bracket)
{
	buf_addc(out, bracket);
}

void
put_text(struct buf *out, const char *name, struct str text)
{
	put_name(out, name);
	json_quote(out, text);
}

void
put_textf(struct buf *out, const char *name, const char *format, ...)
{
	struct buf text = { 0 };
	va_list args;
	va_start(args, format);
	buf_addv(&text, format, args);
	va_end(args);
	put_text(out, name, buf_str(&text));
	buf_free(&text);
}

void
put_flag(struct buf *out, const char *name, bool value)
{
	put_name(out, name);
	buf_addz(out, value ? "true" : "false");
}

void
put_number(struct buf *out, const char *name, int64_t value)
{
	put_name(out, name);
	buf_addf(out, "%lld", (long long)value);
}

void
put_null(struct buf *out, const char *name)
{
	put_name(out, name);
	buf_addz(out, "null");
}

void
put_when(struct buf *out, const char *name, int64_t t)
{
	put_name(out, name);
	buf_addc(out, '"');
	when_write(out, t);
	buf_addc(out, '"');
}
