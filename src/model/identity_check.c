#include "model/identity_check.h"

#include "base/utf8.h"

static bool
has_controls(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] < 32 || text.p[i] == 127)
			return true;
	return false;
}

static bool
has_edges(struct str text)
{
	return str_trim(text).n != text.n;
}

static bool
looks_other(struct str text)
{
	struct buf clean = { 0 };
	bool other = text_is_suspicious(text_clean(&clean, str_trim(text), false), true);
	buf_free(&clean);
	return other;
}

static bool
is_beyond_ascii(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] > 127)
			return !looks_other(text); /* one of them is enough to be said */
	return false;
}

/* Asked in this order; a text has at most one of each kind said about it. */
static const struct {
	bool (*is)(struct str text);
	enum identity_doubt doubt;
	const char *words;
} looks[] = {
	{ has_controls, IDENTITY_WRONG, "has control characters" },
	{ has_edges, IDENTITY_ODD, "has spaces at its ends" },
	{ looks_other, IDENTITY_ODD, "has characters that do not show, or show as others" },
	{ is_beyond_ascii, IDENTITY_ODD, "has characters beyond ASCII" },
};

static bool
has_capital_host(struct str iss)
{
	size_t scheme = str_find(iss, STR("://"));
	struct str host = str_sub(iss, scheme == SIZE_MAX ? 0 : scheme + 3, iss.n);
	host = str_sub(host, 0, str_find_char(host, '/'));
	for (size_t i = 0; i < host.n; i++)
		if (host.p[i] >= 'A' && host.p[i] <= 'Z')
			return true;
	return false;
}

/* Pasted after the text that was there already. */
static bool
is_doubled(struct str iss)
{
	size_t scheme = str_find(iss, STR("://"));
	return scheme != SIZE_MAX &&
	    str_find(str_sub(iss, scheme + 3, iss.n), STR("://")) != SIZE_MAX;
}

/* One @ followed by a point. */
static bool
is_email(struct str text)
{
	size_t at = str_find_char(text, '@');
	if (at == SIZE_MAX || at == 0)
		return false;
	struct str host = str_sub(text, at + 1, text.n);
	return str_find_char(host, '@') == SIZE_MAX && str_find_char(host, '.') != SIZE_MAX &&
	    str_find_char(text, ' ') == SIZE_MAX;
}

static enum identity_doubt
note_doubt(struct buf *out, enum identity_doubt worst, enum identity_doubt now, const char *name,
    const char *words)
{
	buf_addf(out, "%s%s %s", out->n ? "\n" : "", name, words);
	return now > worst ? now : worst;
}

static enum identity_doubt
check_text(struct buf *out, enum identity_doubt worst, const char *name, struct str text)
{
	if (str_trim(text).n == 0)
		return note_doubt(out, worst, IDENTITY_WRONG, name, "is empty");
	if (text.n > IDENTITY_BYTES_MAX)
		worst = note_doubt(out, worst, IDENTITY_WRONG, name, "is over 255 bytes");
	if (!utf8_valid(text))
		return note_doubt(out, worst, IDENTITY_WRONG, name, "is not UTF-8");
	for (size_t i = 0; i < sizeof(looks) / sizeof(*looks); i++) {
		if (!looks[i].is(text))
			continue;
		worst = note_doubt(out, worst, looks[i].doubt, name, looks[i].words);
		if (looks[i].doubt == IDENTITY_WRONG)
			break;
	}
	return worst;
}

enum identity_doubt
identity_check(struct buf *out, const struct identity_fields *claim)
{
	enum identity_doubt worst = IDENTITY_FINE;
	worst = check_text(out, worst, "owner", claim->owner);
	worst = check_text(out, worst, "issuer", claim->iss);
	worst = check_text(out, worst, "subject", claim->sub);
	/* An address is shortened by these on its way, however they are escaped. */
	if (str_eqz(claim->owner, ".") || str_eqz(claim->owner, ".."))
		worst = note_doubt(
		    out, worst, IDENTITY_WRONG, "owner", "cannot stand in an address");
	if (claim->iss.n && !str_starts(claim->iss, STR("https://")))
		worst = note_doubt(
		    out, worst, IDENTITY_ODD, "issuer", "does not begin with https://");
	if (is_doubled(claim->iss))
		worst = note_doubt(
		    out, worst, IDENTITY_ODD, "issuer", "has an address in it twice");
	if (has_capital_host(claim->iss))
		worst = note_doubt(out, worst, IDENTITY_ODD, "issuer", "has capitals in its host");
	if (is_email(claim->sub))
		worst = note_doubt(out, worst, IDENTITY_ODD, "subject",
		    "looks like an e-mail address: people change those, subjects never");
	return worst;
}

void
identity_issuer_core(struct buf *out, struct str iss)
{
	size_t scheme = str_find(iss, STR("://"));
	if (scheme != SIZE_MAX)
		iss = str_sub(iss, scheme + 3, iss.n);
	while (iss.n && iss.p[iss.n - 1] == '/')
		iss.n--;
	text_fold(out, iss);
}

struct str
identity_tail(struct str text)
{
	size_t from = text.n, characters = 0;
	while (from > 0 && characters < 4) {
		from--;
		characters += ((unsigned char)text.p[from] & 0xC0) != 0x80;
	}
	return str_sub(text, from, text.n);
}

void
identity_tail_write(struct buf *out, struct str text)
{
	buf_addz(out, "\xE2\x80\xA6");
	buf_adds(out, identity_tail(text));
}

void
identity_name_write(struct buf *out, struct str iss, struct str sub)
{
	buf_addf(out, "%zu:", iss.n);
	buf_adds(out, iss);
	buf_adds(out, sub);
}
