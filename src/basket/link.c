#include "basket/link.h"

#include "base/arena.h"
#include "base/domain.h"
#include "base/utf8.h"
#include "basket/link_basket.h"
#include "client/url.h"
#include "model/format.h"
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

/* The base of relative links: the setting, else the API's own origin. */
static void
append_link_base(struct buf *out, const struct link_rules *rules)
{
	url_append_origin(out, str_of(rules->link_base ? rules->link_base : rules->base_url));
}

/* Texts that programs write for a missing value. */
static bool
is_placeholder(struct str text)
{
	static const char *const words[] = { "null", "undefined", "none", "nil", "nan", "false",
		"true", "[object object]", "%5bobject%20object%5d" };
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_eq_nocase(text, str_of(words[i])))
			return true;
	return false;
}

/* True if a segment of the path is such a placeholder. */
static bool
has_no_destination(struct str path)
{
	struct str step;
	while (path.n && str_next(&path, '/', &step))
		if (is_placeholder(step))
			return true;
	return false;
}

static struct str
cut_before_query(struct str text)
{
	size_t end = 0;
	while (end < text.n && text.p[end] != '?' && text.p[end] != '#')
		end++;
	return str_sub(text, 0, end);
}

/* The reason why a text without a scheme is not a relative link; or NULL. */
static const char *
not_a_link_reason(struct str text)
{
	struct str path = cut_before_query(text);
	if (has_no_destination(path))
		return "part of the link is missing: it contains null or undefined instead";
	if (text.p[0] == '#')
		return "it is only a # fragment, not a page";
	return str_find_char(path, '@') != SIZE_MAX && str_find_char(path, '/') == SIZE_MAX
	    ? "this is an e-mail address"
	    : NULL;
}

static void
make_absolute(struct link *l, const struct link_rules *rules, struct str text)
{
	struct buf base = { 0 };
	if (has_scheme(text) || not_a_link_reason(text)) {
		buf_adds(&l->address, text);
		return;
	}
	l->was_relative = true;
	append_link_base(&base, rules);
	if (str_starts(text, STR("//")))
		buf_addz(&l->address, "https:");
	else if (text.p[0] == '/')
		buf_adds(&l->address, buf_str(&base));
	else
		buf_addf(&l->address, "%s/", buf_z(&base));
	buf_adds(&l->address, text);
	buf_free(&base);
}

static void set_check_result(struct link *l, int check, enum link_verdict verdict,
    const char *format, ...) __attribute__((format(printf, 4, 5)));

static void
set_check_result(struct link *l, int check, enum link_verdict verdict, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	l->checks[check].verdict = verdict;
	vsnprintf(l->checks[check].text, sizeof(l->checks[check].text), format, args);
	va_end(args);
}

/* Finds the first byte that is not allowed in a link that is pasted into mails, and between
 * quotes of either kind into shells: nothing in it may end the quotes, or be executed inside
 * them. (Without quotes the & of any query would end a command.) */
static bool
find_unsafe_char(struct str s, size_t *at)
{
	for (*at = 0; *at < s.n; ++*at) {
		unsigned char c = (unsigned char)s.p[*at];
		if (c <= 0x20 || c >= 0x7F || strchr("\"'<>\\^`{|};!$()", c))
			return true;
	}
	return false;
}

/* True if the address starts with the scheme, two slashes and a host. Browsers repair one or
 * three slashes, each in its own way. */
static bool
begins_as_a_link(struct str address, const char *scheme)
{
	struct buf start = { 0 };
	buf_addf(&start, "%s://", scheme);
	bool yes = str_eq_nocase(str_sub(address, 0, start.n), buf_str(&start)) &&
	    address.n > start.n && address.p[start.n] != '/';
	buf_free(&start);
	return yes;
}

static bool
is_front_page(const struct url *u)
{
	bool path = u->path && *u->path && strcmp(u->path, "/") != 0;
	return !path && (!u->query || !*u->query) && (!u->fragment || !*u->fragment);
}

static void
check_form(struct link *l, const struct url *u)
{
	struct str address = buf_str(&l->address);
	size_t at;
	/* Uses the text itself: the parser does not recognise a scheme without a host. */
	struct str scheme = str_sub(address, 0, str_find_char(address, ':'));
	bool web = str_eq_nocase(scheme, STR("https")) || str_eq_nocase(scheme, STR("http"));
	if (has_scheme(address) && !web) {
		set_check_result(l, CHECK_FORM, LINK_REFUSED,
		    "%.*s: customers cannot open this link", STR_ARG(str_sub(scheme, 0, 30)));
	} else if (find_unsafe_char(address, &at)) {
		unsigned char c = (unsigned char)address.p[at];
		set_check_result(l, CHECK_FORM, LINK_REFUSED,
		    c >= 0x7F ? "not plain ASCII (byte %zu is 0x%02X)"
			      : "a character is not allowed in a link (byte %zu is 0x%02X)",
		    at + 1, c);
	} else if (!has_scheme(address) && not_a_link_reason(address)) {
		set_check_result(l, CHECK_FORM, LINK_REFUSED, "%s", not_a_link_reason(address));
	} else if (!web || !u->scheme) {
		set_check_result(l, CHECK_FORM, LINK_REFUSED, "customers cannot open this link");
	} else if (!begins_as_a_link(address, u->scheme)) {
		set_check_result(l, CHECK_FORM, LINK_REFUSED,
		    "it does not begin with %s:// and a host", u->scheme);
	} else if (u->user) {
		set_check_result(l, CHECK_FORM, LINK_FAILED, "has a user name before the host");
	} else if (strcmp(u->scheme, "http") == 0 && !url_is_loopback(address)) {
		set_check_result(
		    l, CHECK_FORM, LINK_FAILED, "plain http: anyone on the network can read it");
	} else if (has_no_destination(str_of(u->path))) {
		set_check_result(l, CHECK_FORM, LINK_FAILED,
		    "part of the link is missing: it contains null or undefined instead");
	} else if (is_front_page(u)) {
		set_check_result(
		    l, CHECK_FORM, LINK_FAILED, "opens the shop's home page, not a basket");
	} else {
		set_check_result(
		    l, CHECK_FORM, LINK_OK, "%s, no user name, plain ASCII", u->scheme);
	}
}

/* Another port may belong to another program, so it must be in the list of hosts. */
static bool
is_usual_port(const struct url *u, struct str address)
{
	return !u->port || strcmp(u->port, "443") == 0 || url_is_loopback(address);
}

static bool
host_is_listed(const struct link *l, const struct url *u, const char *host_port,
    const struct link_rules *rules)
{
	bool usual = is_usual_port(u, buf_str(&l->address));
	for (char *const *p = rules->link_hosts; p && *p; p++) {
		struct str listed = str_of(*p);
		struct buf inner = { 0 };
		if (has_scheme(listed) && str_find(listed, STR("//")) != SIZE_MAX) {
			url_append_host(&inner, listed);
			listed = buf_str(&inner);
		}
		bool same = (usual && domain_is_same(listed, str_of(u->host))) ||
		    domain_is_same(listed, str_of(host_port));
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
	url_append_host(&host, buf_str(&l->address));
	append_link_base(&base, rules);
	url_append_host(&assumed, buf_str(&base));
	if (!u->host || !*u->host)
		set_check_result(l, CHECK_HOST, LINK_REFUSED, "it has no host");
	else if (rules->link_hosts && host_is_listed(l, u, buf_z(&host), rules))
		set_check_result(
		    l, CHECK_HOST, LINK_OK, "host is allowed for %.40s", rules->environment);
	else if (strcasestr(u->host, "xn--"))
		set_check_result(
		    l, CHECK_HOST, LINK_FAILED, "its host is in punycode: %.60s", u->host);
	else if (rules->link_hosts || !str_eq_nocase(buf_str(&host), buf_str(&assumed)))
		set_check_result(l, CHECK_HOST, LINK_FAILED,
		    "%.60s is not an allowed host for %.30s", buf_z(&host), rules->environment);
	else if (rules->link_base)
		set_check_result(l, CHECK_HOST, LINK_OK, "host matches link-base");
	else
		set_check_result(l, CHECK_HOST, LINK_FAILED,
		    "the shop's host is not known: set link-base and link-hosts (assumed: the "
		    "API's host)");
	buf_free(&host);
	buf_free(&assumed);
	buf_free(&base);
}

static void
set_other_basket_text(struct link *l, struct str other)
{
	struct buf clean = { 0 };
	if (!other.n) {
		set_check_result(
		    l, CHECK_BASKET, LINK_FAILED, "names no basket: the basket field is empty");
		return;
	}
	text_clean(&clean, str_sub(other, other.n > 6 ? other.n - 6 : 0, 6), false);
	set_check_result(
	    l, CHECK_BASKET, LINK_FAILED, "names another basket (\xE2\x80\xA6%s)", buf_z(&clean));
	buf_free(&clean);
}

static void
check_basket(struct link *l, const struct url *u, struct str basket_id)
{
	struct buf other = { 0 };
	switch (link_basket_identify(u, basket_id, &other)) {
	case LINK_BASKET_THIS:
		set_check_result(l, CHECK_BASKET, LINK_OK, "names this basket");
		break;
	case LINK_BASKET_OTHER:
		set_other_basket_text(l, buf_str(&other));
		break;
	case LINK_BASKET_TWICE:
		set_check_result(l, CHECK_BASKET, LINK_FAILED, "names two baskets");
		break;
	case LINK_BASKET_DOT_SEGMENT:
		set_check_result(l, CHECK_BASKET, LINK_FAILED, "has . or .. in its path");
		break;
	case LINK_BASKET_UNNAMED:
		set_check_result(l, CHECK_BASKET, LINK_UNKNOWN, "does not name a basket");
		break;
	}
	buf_wipe(&other);
}

static void
check_length(struct link *l)
{
	struct buf n = { 0 };
	format_count(&n, l->address.n);
	if (l->address.n > LINK_SIZE_MAX)
		set_check_result(
		    l, CHECK_LENGTH, LINK_REFUSED, "%s bytes: over the limit of 65,536", buf_z(&n));
	else if (l->address.n > LINK_MAIL_SIZE_MAX)
		set_check_result(l, CHECK_LENGTH, LINK_FAILED,
		    "%s bytes: some mail, SMS and chat apps cut it", buf_z(&n));
	else
		set_check_result(
		    l, CHECK_LENGTH, LINK_OK, "%s bytes: fits mail, SMS and chat", buf_z(&n));
	buf_free(&n);
}

/* A long value that is not the basket's id may be the secret key that lets anyone resume the
 * basket. */
static bool
is_likely_secret_part(const struct link_part *part)
{
	return part->value.n >= 16 && !link_is_basket_parameter(buf_str(&part->name)) &&
	    !link_is_id_shaped(buf_str(&part->value)) &&
	    !str_starts(buf_str(&part->name), STR("utm_"));
}

static void
split_link(struct link *l, const struct url *u)
{
	struct str rest = str_of(u->query), piece;
	url_append_origin(&l->origin, buf_str(&l->address));
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
		part.is_secret = is_likely_secret_part(&part);
		vec_push(&l->parts, part);
	}
}

static void
set_verdict(struct link *l)
{
	l->verdict = LINK_OK;
	for (int i = 0; i < LINK_CHECK_COUNT; i++) {
		enum link_verdict v = l->checks[i].verdict;
		l->passed_count += v == LINK_OK;
		l->checked_count += v != LINK_UNKNOWN;
		if (v > l->verdict && v != LINK_UNKNOWN) {
			l->verdict = v;
			l->worst_check = i;
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
	split_link(l, &u);
	check_form(l, &u);
	check_host(l, &u, rules);
	check_basket(l, &u, basket_id);
	check_length(l);
	set_verdict(l);
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

bool
link_is_sendable(const struct link *l)
{
	return l->present && l->verdict <= LINK_UNKNOWN;
}

struct str
link_last_characters(struct str address)
{
	return str_tail(address, 4);
}

void
link_write_summary(struct buf *out, const struct link *l)
{
	struct buf host = { 0 };
	if (!l->present) {
		buf_addz(out, "none: the service sent no recovery link");
		return;
	}
	if (l->verdict == LINK_REFUSED || l->verdict == LINK_FAILED) {
		buf_addf(out, "%s: %s", l->verdict == LINK_REFUSED ? "REFUSED" : "CHECK",
		    l->checks[l->worst_check].text);
		return;
	}
	url_append_host(&host, buf_str(&l->address));
	buf_addf(out, "OK: %u of %u checks \xC2\xB7 %s \xC2\xB7 ", l->passed_count,
	    l->checked_count, buf_z(&host));
	format_count(out, l->address.n);
	buf_addf(
	    out, " bytes \xC2\xB7 ends %.*s", STR_ARG(link_last_characters(buf_str(&l->address))));
	buf_free(&host);
}
