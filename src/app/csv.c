#include "app/csv.h"

#include "base/buf.h"

void
csv_start(struct csv *c, struct str text)
{
	struct str mark = STR("\xEF\xBB\xBF");
	if (str_starts(text, mark))
		text = str_sub(text, mark.n, text.n);
	*c = (struct csv){ .rest = text, .next = 1 };
}

void
csv_free(struct csv *c)
{
	vec_free(&c->fields);
}

static char
take_char(struct csv *c)
{
	char byte = c->rest.p[0];
	c->next += byte == '\n';
	c->rest = str_sub(c->rest, 1, c->rest.n);
	return byte;
}

static bool
at_end_of_field(const struct csv *c)
{
	struct str r = c->rest;
	return r.n == 0 || r.p[0] == ',' || r.p[0] == '\n' ||
	    (r.p[0] == '\r' && (r.n == 1 || r.p[1] == '\n'));
}

/* Behind the first quote, up to and with the last. */
static bool
take_quoted(struct csv *c, struct buf *field, struct err *err)
{
	size_t line = c->next;
	while (c->rest.n) {
		char byte = take_char(c);
		if (byte != '"') {
			buf_addc(field, byte);
			continue;
		}
		if (!c->rest.n || c->rest.p[0] != '"')
			return at_end_of_field(c) ||
			    err_set(
				err, ERR_INVALID, "line %zu: text behind a closing quote", c->next);
		buf_addc(field, take_char(c));
	}
	return err_set(err, ERR_INVALID, "line %zu: a quote is not closed", line);
}

static bool
take_field(struct csv *c, struct arena *a, struct err *err)
{
	struct buf field = { 0 };
	bool ok = true;
	if (c->rest.n && c->rest.p[0] == '"') {
		take_char(c);
		ok = take_quoted(c, &field, err);
	} else {
		while (!at_end_of_field(c))
			buf_addc(&field, take_char(c));
	}
	struct str text = arena_str(a, str_from(field.n ? field.p : "", field.n));
	vec_push(&c->fields, text);
	buf_free(&field);
	return ok;
}

static void
skip_empty_lines(struct csv *c)
{
	while (c->rest.n && (c->rest.p[0] == '\n' || str_starts(c->rest, STR("\r\n"))))
		take_char(c);
}

bool
csv_next(struct csv *c, struct arena *a, struct err *err)
{
	skip_empty_lines(c);
	c->fields.n = 0;
	c->line = c->next;
	if (c->rest.n == 0)
		return false;
	for (;;) {
		if (!take_field(c, a, err))
			return false;
		if (c->rest.n && c->rest.p[0] == '\r')
			take_char(c);
		if (!c->rest.n || take_char(c) == '\n')
			return true;
	}
}
