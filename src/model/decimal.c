#include "model/decimal.h"

#include <stdlib.h>

static size_t
count_digits(struct str text)
{
	size_t n = 0;
	while (n < text.n && text.p[n] >= '0' && text.p[n] <= '9')
		n++;
	return n;
}

/* Splits a decimal text into its parts. Returns false if it is not a decimal. */
static bool
split_decimal(struct str text, bool *minus, struct str *whole, struct str *part)
{
	*minus = text.n && text.p[0] == '-';
	text = str_sub(text, *minus, text.n);
	*whole = str_sub(text, 0, count_digits(text));
	*part = STR_NONE;
	text = str_sub(text, whole->n, text.n);
	if (text.n && text.p[0] == '.') {
		*part = str_sub(text, 1, text.n);
		if (part->n == 0 || count_digits(*part) != part->n)
			return false;
		text.n = 0;
	}
	return whole->n && text.n == 0;
}

bool
decimal_is_valid(struct str text)
{
	struct str whole, part;
	bool minus;
	return split_decimal(text, &minus, &whole, &part);
}

static struct str
without_zeros_in_front(struct str whole)
{
	while (whole.n > 1 && whole.p[0] == '0')
		whole = str_sub(whole, 1, whole.n);
	return whole;
}

static bool
is_all_zeros(struct str digits)
{
	for (size_t i = 0; i < digits.n; i++)
		if (digits.p[i] != '0')
			return false;
	return true;
}

static bool
read_decimal(struct str text, int64_t *out, bool rounds)
{
	struct str whole, part;
	bool minus;
	int64_t n = 0;
	if (!split_decimal(text, &minus, &whole, &part))
		return false;
	struct str rest = str_sub(part, DECIMAL_PLACES, part.n);
	if ((!rounds && !is_all_zeros(rest)) || !str_to_int64(without_zeros_in_front(whole), &n) ||
	    n >= DECIMAL_ONE)
		return false;
	for (size_t i = 0; i < DECIMAL_PLACES; i++)
		n = n * 10 + (i < part.n ? part.p[i] - '0' : 0);
	n += rest.n && rest.p[0] >= '5';
	*out = minus ? -n : n;
	return true;
}

bool
decimal_read(struct str text, int64_t *out)
{
	return read_decimal(text, out, false);
}

bool
decimal_read_share(struct str text, int64_t *out)
{
	return read_decimal(text, out, true);
}

void
decimal_write_normalized(struct buf *out, struct str text)
{
	struct str whole, part;
	bool minus;
	if (!split_decimal(text, &minus, &whole, &part)) {
		buf_adds(out, text);
		return;
	}
	whole = without_zeros_in_front(whole);
	if (minus && !(is_all_zeros(whole) && is_all_zeros(part)))
		buf_addc(out, '-');
	buf_adds(out, whole);
	buf_addz(out, part.n ? "." : "");
	buf_adds(out, part);
}

int64_t
decimal_add(int64_t a, int64_t b)
{
	int64_t sum;
	if (__builtin_add_overflow(a, b, &sum))
		return b < 0 ? INT64_MIN : INT64_MAX;
	return sum;
}

void
decimal_write_places(struct buf *out, int64_t n, int places)
{
	int written = DECIMAL_PLACES;
	buf_addf(
	    out, "%s%lld.%09lld", n < 0 ? "-" : "", llabs(n / DECIMAL_ONE), llabs(n % DECIMAL_ONE));
	for (; written > places && out->p[out->n - 1] == '0'; written--)
		out->n--;
	if (written == 0)
		out->n--; /* remove the point */
}

void
decimal_write(struct buf *out, int64_t n)
{
	decimal_write_places(out, n, 0);
}

int
decimal_places(struct str text)
{
	size_t point = str_find_char(text, '.');
	return point == SIZE_MAX ? 0 : (int)(text.n - point - 1);
}
