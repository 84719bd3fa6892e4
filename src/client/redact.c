#include "client/redact.h"

enum { JWT_LEAST = 12, SECRET_LEAST = 32, PIECE = 20, SHORTEST = 4 };

static bool
is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Of base64url and what stands between its parts. A slash is a path's. */
static bool
is_of_a_token(char c)
{
	return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.' || c == '+' ||
	    c == '~' || c == '=';
}

static bool
looks_secret(struct str run)
{
	bool letter = false, digit = false;
	if (run.n >= JWT_LEAST && str_starts(run, STR("eyJ")))
		return true;
	for (size_t i = 0; i < run.n; i++) {
		letter = letter || is_letter(run.p[i]);
		digit = digit || is_digit(run.p[i]);
	}
	return run.n >= SECRET_LEAST && letter && digit;
}

void
redact_secrets(struct buf *out, struct str text)
{
	while (text.n) {
		size_t n = 0;
		while (n < text.n && is_of_a_token(text.p[n]))
			n++;
		struct str run = str_sub(text, 0, n);
		if (looks_secret(run))
			buf_addz(out, "(left out)");
		else
			buf_adds(out, run);
		if (n < text.n)
			buf_addc(out, text.p[n++]);
		text = str_sub(text, n, text.n);
	}
}

bool
redact_finds(struct str secret, struct str text)
{
	if (secret.n < PIECE) /* a few letters are in any sentence */
		return secret.n >= SHORTEST && str_find(text, secret) != SIZE_MAX;
	for (size_t i = 0; i + PIECE <= text.n; i++)
		if (str_find(secret, str_sub(text, i, PIECE)) != SIZE_MAX)
			return true;
	return false;
}
