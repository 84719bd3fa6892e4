#include "wire/query.h"

static bool
is_unreserved(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
	    c == '-' || c == '.' || c == '_' || c == '~';
}

void
query_escape(struct buf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		if (is_unreserved(text.p[i]))
			buf_addc(out, text.p[i]);
		else
			buf_addf(out, "%%%02X", (unsigned char)text.p[i]);
	}
}

static int
hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool
query_unescape(struct buf *out, struct str text, bool plus_is_space)
{
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '+' && plus_is_space) {
			buf_addc(out, ' ');
			continue;
		}
		if (text.p[i] != '%') {
			buf_addc(out, text.p[i]);
			continue;
		}
		bool whole = text.n - i > 2;
		int high = whole ? hex_value(text.p[i + 1]) : -1;
		int low = whole ? hex_value(text.p[i + 2]) : -1;
		if (high < 0 || low < 0 || (high == 0 && low == 0))
			return false;
		buf_addc(out, (char)(high << 4 | low));
		i += 2;
	}
	return true;
}

static bool
decode_component(struct arena *a, struct str raw, struct str *out)
{
	struct buf b = { 0 };
	if (str_find_char(raw, '%') == SIZE_MAX && str_find_char(raw, '+') == SIZE_MAX) {
		*out = arena_str(a, raw);
		return true;
	}
	bool ok = query_unescape(&b, raw, true);
	if (ok)
		*out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return ok;
}

bool
query_parse(struct query *q, struct arena *a, struct str text, struct err *err)
{
	struct str piece;
	while (str_next(&text, '&', &piece)) {
		size_t eq = str_find_char(piece, '=');
		struct str raw_name = str_sub(piece, 0, eq);
		struct str raw_value = eq == SIZE_MAX ? STR("") : str_sub(piece, eq + 1, piece.n);
		struct query_pair pair = { 0 };
		if (piece.n == 0)
			continue;
		if (!decode_component(a, raw_name, &pair.name) ||
		    !decode_component(a, raw_value, &pair.value))
			return err_set(err, ERR_INVALID, "the query has a broken %% escape");
		vec_push(&q->pairs, pair);
	}
	return true;
}

void
query_free(struct query *q)
{
	vec_free(&q->pairs);
}

struct str
query_get(struct query *q, struct str name)
{
	struct str found = STR_NONE;
	for (size_t i = 0; i < q->pairs.n; i++) {
		struct query_pair *pair = &q->pairs.v[i];
		if (!str_eq(pair->name, name))
			continue;
		pair->used = true;
		if (!found.p)
			found = pair->value;
	}
	return found;
}

void
query_add(struct buf *target, struct str name, struct str value)
{
	buf_addc(target, str_find_char(buf_str(target), '?') == SIZE_MAX ? '?' : '&');
	query_escape(target, name);
	buf_addc(target, '=');
	query_escape(target, value);
}
