/* Every host and e-mail domain in the packs is a reserved one that belongs to no one. */
#include "pack.h"

#include <string.h>

enum { FEW = 2000, LONG = 60000 };

static bool
is_domain_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	    (c && strchr(".-@:_", c)) || (unsigned char)c >= 0x80;
}

/* Checks the last two labels, in lower case, without user, port and trailing dot. */
static bool
is_reserved(struct str authority)
{
	static const char *const good[] = { ".example", ".test", "example.com", "example.org",
		"example.net" };
	char host[200] = "";
	size_t at = str_find_char(authority, '@');
	struct str rest = at == SIZE_MAX ? authority : str_sub(authority, at + 1, authority.n);
	rest = str_sub(rest, 0, str_find_char(rest, ':'));
	while (rest.n && rest.p[rest.n - 1] == '.')
		rest.n--;
	for (size_t i = 0; i < rest.n && i + 1 < sizeof(host); i++)
		host[i] = (char)(rest.p[i] >= 'A' && rest.p[i] <= 'Z' ? rest.p[i] + 32 : rest.p[i]);
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++)
		if (str_ends(str_of(host), str_of(good[i])))
			return true;
	return false;
}

static struct str
domain_at(struct str text, size_t at)
{
	size_t end = at;
	while (end < text.n && is_domain_byte(text.p[end]))
		end++;
	return str_sub(text, at, end - at);
}

struct scan {
	size_t left; /* items still to check */
	size_t hosts, mails;
};

static bool
scan_item(void *ctx, const struct demo_item *item, struct err *err)
{
	struct scan *scan = ctx;
	struct str json = item->json;
	if (scan->left-- == 0)
		return err_set(err, ERR_CANCELLED, "enough");
	for (size_t i = 0; json.n < LONG && i + 2 < json.n; i++) {
		bool host = json.p[i] == '/' && json.p[i + 1] == '/' && i &&
		    strchr(":\"", json.p[i - 1]);
		bool mail = json.p[i] == '@' &&
		    str_find_char(domain_at(json, i + 1), '.') != SIZE_MAX;
		struct str domain = domain_at(json, host ? i + 2 : i + 1);
		scan->hosts += host;
		scan->mails += mail;
		if ((host || mail) && !is_reserved(domain))
			fail_msg("%.*s: %.*s", STR_ARG(str_sub(json, 0, 100)), STR_ARG(domain));
	}
	return true;
}

TEST(no_real_host_is_named)
{
	static const char *const packs[] = { "tour", "awkward", "big" };
	struct err err;
	for (size_t i = 0; i < 3; i++)
		for (unsigned kind = 1; kind <= DEMO_IDENTITIES; kind *= 2) {
			struct scan scan = { .left = FEW };
			if (!demo_make(packs[i], NOW, kind, scan_item, &scan, &err))
				assert_int_equal(err.kind, ERR_CANCELLED);
			if (kind == DEMO_BASKETS)
				assert_true(scan.hosts > 100 && scan.mails > 20);
		}
}

TEST(a_real_host_would_be_found)
{
	assert_true(is_reserved(STR("shop.northlight.example")));
	assert_true(is_reserved(STR("ACCOUNTS.example.com:8443")));
	assert_true(is_reserved(STR("shop.northlight.example@evil.example")));
	assert_false(is_reserved(STR("shop.northlight.example@somebody.com")));
	assert_false(is_reserved(STR("example.com.somebody.org")));
}
