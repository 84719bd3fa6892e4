#include "app/link.h"

#include "app/words.h"
#include "base/arena.h"
#include "base/utf8.h"
#include "client/url.h"
#include "wire/query.h"

#include <stdio.h>
#include <string.h>

enum { CHECK_FORM, CHECK_HOST, CHECK_BASKET, CHECK_LENGTH };

static bool
has_scheme(struct str s)
{
	size_t i = 0;
	while (i < s.n && ((s.p[i] | 32) >= 'a' && (s.p[i] | 32) <= 'z'))
		i++;
	while (i < s.n && i &&
	    ((s.p[i] >= '0' && s.p[i] <= '9') || s.p[i] == '+' || s.p[i] == '.' || s.p[i] == '-' ||
		((s.p[i] | 32) >= 'a' && (s.p[i] | 32) <= 'z')))
		i++;
	return i && i < s.n && s.p[i] == ':';
}

/* Where links begin when they do not say so: the setting, else the API's own origin. */
static void
link_base(struct buf *out, const struct link_rules *rules)
{
	url_origin(out, str_of(rules->link_base ? rules->link_base : rules->base_url));
}

static void
make_absolute(struct link *l, const struct link_rules *rules, struct str text)
{
	struct buf base = { 0 };
	if (has_scheme(text)) {
		buf_adds(&l->address, text);
		return;
	}
	l->was_relative = true;
	link_base(&base, rules);
	if (str_starts(text, STR("//")))
		buf_addz(&l->address, "https:");
	else if (text.p[0] == '/')
		buf_adds(&l->address, buf_str(&base));
	else
		buf_addf(&l->address, "%s/", buf_z(&base));
	buf_adds(&l->address, text);
	buf_free(&base);
}

static void set(struct link *l, int check, enum link_verdict verdict, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void
set(struct link *l, int check, enum link_verdict verdict, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	l->checks[check].verdict = verdict;
	vsnprintf(l->checks[check].text, sizeof(l->checks[check].text), format, args);
	va_end(args);
}

/* The first byte that may not stand in a link that is pasted into mails and shells. */
static bool
find_unsafe(struct str s, size_t *at)
{
	for (*at = 0; *at < s.n; ++*at) {
		unsigned char c = (unsigned char)s.p[*at];
		if (c <= 0x20 || c >= 0x7F || strchr("\"<>\\^`{|}", c))
			return true;
	}
	return false;
}

static void
check_form(struct link *l, const struct url *u)
{
	struct str address = buf_str(&l->address);
	size_t at;
	if (find_unsafe(address, &at)) {
		unsigned char c = (unsigned char)address.p[at];
		set(l, CHECK_FORM, LINK_REFUSED,
		    c >= 0x7F ? "not plain ASCII: byte %zu is 0x%02X"
			      : "byte %zu (0x%02X) does not belong in a link",
		    at + 1, c);
	} else if (!u->scheme ||
	    (strcmp(u->scheme, "https") != 0 && strcmp(u->scheme, "http") != 0)) {
		set(l, CHECK_FORM, LINK_REFUSED, "%.30s: is not a link a customer can open",
		    u->scheme ? u->scheme : "this");
	} else if (u->user) {
		set(l, CHECK_FORM, LINK_FAILED, "a user name stands before the host");
	} else if (strcmp(u->scheme, "http") == 0 && !url_is_loopback(address)) {
		set(l, CHECK_FORM, LINK_FAILED, "plain http: whoever is on the line reads it");
	} else {
		set(l, CHECK_FORM, LINK_OK, "%s, no user name, plain ASCII", u->scheme);
	}
}

static bool
host_is_listed(const char *host, const char *host_port, const struct link_rules *rules)
{
	for (char *const *p = rules->link_hosts; p && *p; p++) {
		struct str listed = str_of(*p);
		struct buf inner = { 0 };
		if (has_scheme(listed) && str_find(listed, STR("//")) != SIZE_MAX) {
			url_host(&inner, listed);
			listed = buf_str(&inner);
		}
		bool same = str_eq_nocase(listed, str_of(host)) ||
		    str_eq_nocase(listed, str_of(host_port));
		buf_free(&inner);
		if (same)
			return true;
	}
	return false;
}

static void
check_host(struct link *l, const struct url *u, const struct link_rules *rules)
{
	struct buf host = { 0 }, assumed = { 0 }, base = { 0 };
	url_host(&host, buf_str(&l->address));
	link_base(&base, rules);
	url_host(&assumed, buf_str(&base));
	if (!u->host || !*u->host)
		set(l, CHECK_HOST, LINK_REFUSED, "there is no host in it");
	else if (strcasestr(u->host, "xn--"))
		set(l, CHECK_HOST, LINK_FAILED, "its host is punycode: %.60s", u->host);
	else if (rules->link_hosts && host_is_listed(u->host, buf_z(&host), rules))
		set(l, CHECK_HOST, LINK_OK, "host is a link host of %.40s", rules->environment);
	else if (rules->link_hosts || !str_eq_nocase(buf_str(&host), buf_str(&assumed)))
		set(l, CHECK_HOST, LINK_FAILED, "%.60s is no link host of %.30s", buf_z(&host),
		    rules->environment);
	else
		set(l, CHECK_HOST, LINK_OK, "host assumed from the %s",
		    rules->link_base ? "link base" : "API address (link-hosts is not set)");
	buf_free(&host);
	buf_free(&assumed);
	buf_free(&base);
}

/* The part of an id that links carry: without a "basket-" in front. */
static struct str
core_of(struct str id)
{
	struct str prefix = STR("basket-");
	return str_starts(id, prefix) ? str_sub(id, prefix.n, id.n) : id;
}

static bool
looks_like_id(const struct link_part *part)
{
	struct str v = core_of(buf_str(&part->value));
	struct str name = buf_str(&part->name);
	size_t dashes = 0;
	for (size_t i = 0; i < v.n; i++)
		dashes += v.p[i] == '-';
	return str_eqz(name, "basket") || str_eqz(name, "basketId") || (v.n == 36 && dashes == 4);
}

static bool
is_word_byte(char c)
{
	return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_';
}

/* Stands the id there whole? "12" is not in "key=a12f", nor "basket-1" in "basket-12". What an
 * escape ends with, as in "%2F12", is no part of a word. */
static bool
names(struct str address, struct str core)
{
	for (size_t at, from = 0; from < address.n; from += at + 1) {
		struct str rest = str_sub(address, from, address.n);
		at = str_find(rest, core);
		if (at == SIZE_MAX)
			return false;
		size_t begin = from + at, end = begin + core.n;
		bool opens = begin == 0 || !is_word_byte(address.p[begin - 1]) ||
		    (begin >= 3 && address.p[begin - 3] == '%');
		if (opens && (end == address.n || !is_word_byte(address.p[end])))
			return true;
	}
	return false;
}

static void
check_basket(struct link *l, struct str basket_id)
{
	struct str core = core_of(basket_id), address = buf_str(&l->address);
	if (core.n && names(address, core)) {
		set(l, CHECK_BASKET, LINK_OK, "names this basket");
		return;
	}
	for (size_t i = 0; i < l->parts.n; i++) {
		struct str value = buf_str(&l->parts.v[i].value);
		struct str end = str_sub(value, value.n > 6 ? value.n - 6 : 0, 6);
		struct buf clean = { 0 };
		if (!looks_like_id(&l->parts.v[i]) || value.n == 0)
			continue;
		text_clean(&clean, end, false);
		set(l, CHECK_BASKET, LINK_FAILED, "names another basket (\xE2\x80\xA6%s)",
		    buf_z(&clean));
		buf_free(&clean);
		return;
	}
	set(l, CHECK_BASKET, LINK_UNKNOWN, "which basket? not known: the link does not name one");
}

static void
check_length(struct link *l)
{
	struct buf n = { 0 };
	words_count(&n, l->address.n);
	if (l->address.n > LINK_MAX)
		set(l, CHECK_LENGTH, LINK_REFUSED, "%s bytes: over the limit of 65,536", buf_z(&n));
	else if (l->address.n > LINK_MAIL_MAX)
		set(l, CHECK_LENGTH, LINK_FAILED, "%s bytes: some mail, SMS and chat cut it",
		    buf_z(&n));
	else
		set(l, CHECK_LENGTH, LINK_OK, "%s bytes: fits mail, SMS and chat", buf_z(&n));
	buf_free(&n);
}

/* A long value that is no basket's id may be the key: whoever has it can resume. */
static bool
is_secret(const struct link_part *part)
{
	return part->value.n >= 16 && !looks_like_id(part) &&
	    !str_starts(buf_str(&part->name), STR("utm_"));
}

static void
take_apart(struct link *l, const struct url *u)
{
	struct str rest = str_of(u->query), piece;
	url_origin(&l->origin, buf_str(&l->address));
	buf_addz(&l->path, u->path ? u->path : "");
	while (rest.n && str_next(&rest, '&', &piece) && l->parts.n < 20) {
		struct link_part part = { 0 };
		size_t eq = str_find_char(piece, '=');
		struct str name = str_sub(piece, 0, eq);
		struct str value = eq == SIZE_MAX ? STR("") : str_sub(piece, eq + 1, piece.n);
		if (!query_unescape(&part.name, name, true))
			buf_adds(&part.name, name);
		if (!query_unescape(&part.value, value, true))
			buf_adds(&part.value, value);
		part.secret = is_secret(&part);
		vec_push(&l->parts, part);
	}
}

static void
judge(struct link *l)
{
	l->verdict = LINK_OK;
	for (int i = 0; i < LINK_CHECKS; i++) {
		enum link_verdict v = l->checks[i].verdict;
		l->passed += v == LINK_OK;
		l->asked += v != LINK_UNKNOWN;
		if (v > l->verdict && v != LINK_UNKNOWN) {
			l->verdict = v;
			l->worst = i;
		}
	}
}

void
link_examine(struct link *l, const struct link_rules *rules, struct str text, struct str basket_id)
{
	struct url u;
	memset(l, 0, sizeof(*l));
	if (str_trim(text).n == 0)
		return;
	l->present = true;
	make_absolute(l, rules, text);
	url_split(&u, buf_z(&l->address));
	take_apart(l, &u);
	check_form(l, &u);
	check_host(l, &u, rules);
	check_basket(l, basket_id);
	check_length(l);
	judge(l);
	url_free(&u);
}

void
link_free(struct link *l)
{
	buf_wipe(&l->address);
	buf_free(&l->origin);
	buf_free(&l->path);
	for (size_t i = 0; i < l->parts.n; i++) {
		buf_free(&l->parts.v[i].name);
		buf_wipe(&l->parts.v[i].value);
	}
	vec_free(&l->parts);
}

struct str
link_address(const struct link *l)
{
	return l->present && l->verdict != LINK_REFUSED ? buf_str(&l->address) : STR_NONE;
}

struct str
link_ending(struct str address)
{
	return str_sub(address, address.n > 4 ? address.n - 4 : 0, 4);
}

void
link_write_summary(struct buf *out, const struct link *l)
{
	struct buf host = { 0 };
	if (!l->present) {
		buf_addz(out, "none: the service sent no recovery link for this basket");
		return;
	}
	if (l->verdict == LINK_REFUSED || l->verdict == LINK_FAILED) {
		buf_addf(out, "%s: %s", l->verdict == LINK_REFUSED ? "REFUSED" : "CHECK",
		    l->checks[l->worst].text);
		return;
	}
	url_host(&host, buf_str(&l->address));
	buf_addf(
	    out, "OK: %u of %u checks \xC2\xB7 %s \xC2\xB7 ", l->passed, l->asked, buf_z(&host));
	words_count(out, l->address.n);
	buf_addf(out, " bytes \xC2\xB7 ends %.*s", STR_ARG(link_ending(buf_str(&l->address))));
	buf_free(&host);
}
