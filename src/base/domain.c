#include "base/domain.h"

#include "base/utf8.h"

#include <string.h>

/* RFC 3492, section 5 */
enum {
	PUNYCODE_BASE = 36,
	PUNYCODE_T_MIN = 1,
	PUNYCODE_T_MAX = 26,
	PUNYCODE_SKEW = 38,
	PUNYCODE_DAMP = 700,
	PUNYCODE_INITIAL_BIAS = 72,
	PUNYCODE_INITIAL_CODE = 128
};
enum { LABEL_MAX = 63 };

/* The value of a digit, 0 to 35; BASE if it is not a digit. */
static uint32_t
digit_of(char c)
{
	if (c >= 'a' && c <= 'z')
		return (uint32_t)(c - 'a');
	if (c >= 'A' && c <= 'Z')
		return (uint32_t)(c - 'A');
	return c >= '0' && c <= '9' ? (uint32_t)(c - '0') + 26 : PUNYCODE_BASE;
}

static uint32_t
next_bias(uint32_t delta, uint32_t count, bool first)
{
	uint32_t k = 0;
	delta = first ? delta / PUNYCODE_DAMP : delta / 2;
	delta += delta / count;
	for (; delta > (PUNYCODE_BASE - PUNYCODE_T_MIN) * PUNYCODE_T_MAX / 2; k += PUNYCODE_BASE)
		delta /= PUNYCODE_BASE - PUNYCODE_T_MIN;
	return k + (PUNYCODE_BASE - PUNYCODE_T_MIN + 1) * delta / (delta + PUNYCODE_SKEW);
}

/* Removes one number of variable length from the front. A label has so few digits that every
 * number fits into 64 bits. */
static bool
read_number(struct str *digits, uint32_t bias, uint64_t *number)
{
	uint64_t weight = 1;
	*number = 0;
	for (uint32_t k = PUNYCODE_BASE;; k += PUNYCODE_BASE) {
		uint32_t digit = digits->n ? digit_of(digits->p[0]) : PUNYCODE_BASE;
		uint32_t t = k <= bias + PUNYCODE_T_MIN ? PUNYCODE_T_MIN
		    : k >= bias + PUNYCODE_T_MAX        ? PUNYCODE_T_MAX
							: k - bias;
		if (digit == PUNYCODE_BASE || weight > UINT32_MAX)
			return false;
		*digits = str_sub(*digits, 1, digits->n);
		*number += digit * weight;
		if (digit < t)
			return true;
		weight *= PUNYCODE_BASE - t;
	}
}

/* Appends the decoded `xn--` label. Returns false if it cannot be decoded. */
static bool
decode_punycode(struct buf *out, struct str label)
{
	uint32_t codes[LABEL_MAX + 1];
	uint32_t n = 0, bias = PUNYCODE_INITIAL_BIAS;
	uint64_t code = PUNYCODE_INITIAL_CODE, at = 0, delta;
	size_t plain = label.n;
	if (label.n > LABEL_MAX)
		return false;
	while (plain && label.p[plain - 1] != '-')
		plain--;
	for (size_t i = 0; i + 1 < plain; i++)
		codes[n++] = (unsigned char)label.p[i];
	for (struct str rest = str_sub(label, plain, label.n); rest.n;) {
		if (!read_number(&rest, bias, &delta))
			return false;
		bias = next_bias((uint32_t)delta, n + 1, at == 0);
		at += delta;
		code += at / (n + 1);
		at %= n + 1;
		if (code > 0x10FFFF)
			return false;
		memmove(&codes[at + 1], &codes[at], (n - at) * sizeof(*codes));
		codes[at++] = (uint32_t)code;
		n++;
	}
	for (uint32_t i = 0; i < n; i++)
		utf8_encode(out, codes[i]);
	return n > 0;
}

static void
add_label(struct buf *out, struct str label)
{
	struct str prefix = STR("xn--");
	struct buf letters = { 0 };
	if (str_eq_nocase(str_sub(label, 0, prefix.n), prefix) &&
	    decode_punycode(&letters, str_sub(label, prefix.n, label.n)))
		utf8_casefold(out, buf_str(&letters));
	else
		buf_add_lower(out, label);
	buf_free(&letters);
}

void
domain_append_key(struct buf *out, struct str domain)
{
	struct buf folded = { 0 };
	bool plain = text_is_plain(domain);
	if (!plain)
		utf8_casefold(&folded, domain);
	struct str rest = plain ? domain : buf_str(&folded);
	while (rest.n) {
		size_t end = 0;
		while (end < rest.n && rest.p[end] != '.' && rest.p[end] != ':')
			end++;
		add_label(out, str_sub(rest, 0, end));
		if (end < rest.n)
			buf_addc(out, rest.p[end]);
		rest = str_sub(rest, end + 1, rest.n);
	}
	buf_free(&folded);
}

bool
domain_is_same(struct str a, struct str b)
{
	struct buf one = { 0 }, other = { 0 };
	domain_append_key(&one, a);
	domain_append_key(&other, b);
	bool same = str_eq(buf_str(&one), buf_str(&other));
	buf_free(&one);
	buf_free(&other);
	return same;
}
