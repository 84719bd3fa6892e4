#include "model/email.h"

#include "base/domain.h"

#include <string.h>

enum { LOCAL_PART_MAX = 64, ADDRESS_MAX = 254, LABEL_MAX = 63 };

static bool
is_letter_or_digit(char c)
{
	return ((c | 32) >= 'a' && (c | 32) <= 'z') || (c >= '0' && c <= '9') ||
	    (unsigned char)c >= 0x80;
}

/* True for a dot-atom: no dot at either end, and no two dots in a row. */
static bool
is_local_part(struct str local)
{
	char before = '.';
	for (size_t i = 0; i < local.n; i++) {
		char c = local.p[i];
		if (c == '.' ? before == '.'
			     : !is_letter_or_digit(c) && (!c || !strchr("!#$%&'*+-/=?^_`{|}~", c)))
			return false;
		before = c;
	}
	return local.n <= LOCAL_PART_MAX && before != '.';
}

static bool
is_label(struct str label)
{
	if (!label.n || label.n > LABEL_MAX || label.p[0] == '-' || label.p[label.n - 1] == '-')
		return false;
	for (size_t i = 0; i < label.n; i++)
		if (!is_letter_or_digit(label.p[i]) && label.p[i] != '-')
			return false;
	return true;
}

/* True for two or more labels, the last of which is not a number. */
static bool
is_domain(struct str domain)
{
	struct str label;
	size_t labels = 1;
	for (size_t dot; (dot = str_find_char(domain, '.')) != SIZE_MAX; labels++) {
		if (!is_label(str_sub(domain, 0, dot)))
			return false;
		domain = str_sub(domain, dot + 1, domain.n);
	}
	label = domain;
	return labels > 1 && is_label(label) && !(label.p[0] >= '0' && label.p[0] <= '9');
}

static struct str
strip_last_char(struct str text, char c)
{
	return text.n && text.p[text.n - 1] == c ? str_sub(text, 0, text.n - 1) : text;
}

/* For "Ann <ann@example.com>", the text in the brackets, if the text ends with them; else the
 * whole text. */
static struct str
between_brackets(struct str text)
{
	size_t open = str_find_char(text, '<');
	if (open == SIZE_MAX || text.p[text.n - 1] != '>' ||
	    str_find_char(str_sub(text, 0, open), '@') != SIZE_MAX)
		return text;
	return str_trim(str_sub(text, open + 1, text.n - open - 2));
}

struct str
email_extract_address(struct str text)
{
	struct str scheme = STR("mailto:");
	text = str_trim(text);
	if (text.n)
		text = between_brackets(text);
	if (str_eq_nocase(str_sub(text, 0, scheme.n), scheme))
		text = str_sub(text, scheme.n, text.n);
	text = strip_last_char(text, '.');
	size_t at = str_find_char(text, '@');
	if (at == SIZE_MAX || text.n > ADDRESS_MAX || !is_local_part(str_sub(text, 0, at)) ||
	    !is_domain(str_sub(text, at + 1, text.n)))
		return STR_NONE;
	return text;
}

void
email_append_key(struct buf *out, struct str text)
{
	struct str address = email_extract_address(text);
	if (!address.p) {
		buf_add_lower(out, str_trim(text));
		return;
	}
	size_t domain = str_find_char(address, '@') + 1;
	buf_add_lower(out, str_sub(address, 0, domain));
	domain_append_key(out, str_sub(address, domain, address.n));
}

/* True if the text can be compared directly, ignoring case. This is faster than comparing keys,
 * and possible for nearly all addresses. */
static bool
is_plain_address(struct str text)
{
	struct str prefix = STR("xn--");
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] >= 0x80 || strchr("<>:", text.p[i]) ||
		    str_eq_nocase(str_sub(text, i, prefix.n), prefix))
			return false;
	return text.n && text.p[text.n - 1] != '.';
}

bool
email_is_same(struct str a, struct str b)
{
	struct buf one = { 0 }, other = { 0 };
	a = str_trim(a);
	b = str_trim(b);
	if (str_eq_nocase(a, b) || (is_plain_address(a) && is_plain_address(b)))
		return str_eq_nocase(a, b);
	email_append_key(&one, a);
	email_append_key(&other, b);
	bool same = str_eq(buf_str(&one), buf_str(&other));
	buf_free(&one);
	buf_free(&other);
	return same;
}
