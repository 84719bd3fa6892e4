#include "model/identity_check.h"

#include "base/utf8.h"

static bool
has_control_chars(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] < 32 || text.p[i] == 127)
			return true;
	return false;
}

static bool
has_outer_blanks(struct str text)
{
	return str_trim(text).n != text.n;
}

static bool
has_misleading_chars(struct str text)
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
			return !has_misleading_chars(text); /* else already reported as that */
	return false;
}

/* The checks in their order; after the first invalid finding no other is made. */
static const struct {
	bool (*matches)(struct str text);
	enum identity_verdict verdict;
	const char *message;
} lookalikes[] = {
	{ has_control_chars, IDENTITY_INVALID, "has control characters" },
	{ has_outer_blanks, IDENTITY_SUSPICIOUS, "begins or ends with a space" },
	{ has_misleading_chars, IDENTITY_SUSPICIOUS, "has invisible or misleading characters" },
	{ is_beyond_ascii, IDENTITY_SUSPICIOUS, "has non-ASCII characters" },
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

/* True if an issuer was pasted after an existing one. */
static bool
has_two_schemes(struct str iss)
{
	size_t scheme = str_find(iss, STR("://"));
	return scheme != SIZE_MAX &&
	    str_find(str_sub(iss, scheme + 3, iss.n), STR("://")) != SIZE_MAX;
}

/* True if the text has one @, and a dot after it. */
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

static enum identity_verdict
add_finding_line(struct buf *out, enum identity_verdict worst, enum identity_verdict now,
    const char *name, const char *words)
{
	buf_addf(out, "%s%s %s", out->n ? "\n" : "", name, words);
	return now > worst ? now : worst;
}

static enum identity_verdict
check_text(struct buf *out, enum identity_verdict worst, const char *name, struct str text)
{
	if (str_trim(text).n == 0)
		return add_finding_line(out, worst, IDENTITY_INVALID, name, "is empty");
	if (text.n > IDENTITY_BYTES_MAX)
		worst = add_finding_line(out, worst, IDENTITY_INVALID, name, "is over 255 bytes");
	if (!utf8_valid(text))
		return add_finding_line(out, worst, IDENTITY_INVALID, name, "is not UTF-8");
	for (size_t i = 0; i < sizeof(lookalikes) / sizeof(*lookalikes); i++) {
		if (!lookalikes[i].matches(text))
			continue;
		worst = add_finding_line(
		    out, worst, lookalikes[i].verdict, name, lookalikes[i].message);
		if (lookalikes[i].verdict == IDENTITY_INVALID)
			break;
	}
	return worst;
}

enum identity_verdict
identity_check_subject(struct buf *out, struct str sub)
{
	struct buf findings = { 0 };
	enum identity_verdict worst = check_text(&findings, IDENTITY_OK, "", sub);
	struct str rest = buf_str(&findings), line;
	while (rest.n && str_next(&rest, '\n', &line)) {
		buf_addz(out, out->n ? "\n" : "");
		buf_adds(out, str_trim(line));
	}
	buf_free(&findings);
	return worst;
}

enum identity_verdict
identity_check(struct buf *out, const struct identity_fields *fields)
{
	enum identity_verdict worst = IDENTITY_OK;
	worst = check_text(out, worst, "owner", fields->owner);
	worst = check_text(out, worst, "issuer", fields->iss);
	worst = check_text(out, worst, "subject", fields->sub);
	/* URLs are shortened at such segments on the way to the service, however they are
	 * escaped. */
	if (str_eqz(fields->owner, ".") || str_eqz(fields->owner, ".."))
		worst = add_finding_line(
		    out, worst, IDENTITY_INVALID, "owner", "cannot be used in a URL");
	if (fields->iss.n && !str_starts(fields->iss, STR("https://")))
		worst = add_finding_line(
		    out, worst, IDENTITY_SUSPICIOUS, "issuer", "does not begin with https://");
	if (has_two_schemes(fields->iss))
		worst = add_finding_line(
		    out, worst, IDENTITY_SUSPICIOUS, "issuer", "contains a URL twice");
	if (has_capital_host(fields->iss))
		worst = add_finding_line(
		    out, worst, IDENTITY_SUSPICIOUS, "issuer", "has capitals in its host");
	if (is_email(fields->sub))
		worst = add_finding_line(out, worst, IDENTITY_SUSPICIOUS, "subject",
		    "looks like an e-mail address: addresses can change, subjects never do");
	return worst;
}

void
identity_append_issuer_core(struct buf *out, struct str iss)
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
