/* Headers of trusted proxies: networks, the client's address, ids of requests and traces. */
#include "lib/test.h"
#include "service/http/forwarded.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/un.h>

enum { NETWORKS_MAX = 4 };

struct list {
	struct proxy_network networks[NETWORKS_MAX];
	struct proxies proxies;
};

static void
trust(struct list *l, const char *const texts[])
{
	size_t n = 0;
	for (; texts[n]; n++)
		assert_true(proxy_network_read(&l->networks[n], str_of(texts[n])));
	l->proxies = (struct proxies){ l->networks, n };
}

static bool
trusts(const struct list *l, const char *text)
{
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };
	struct sockaddr_in v4 = { .sin_family = AF_INET };
	struct sockaddr_un path = { .sun_family = AF_UNIX };
	if (strcmp(text, "unix") == 0)
		return proxies_include(&l->proxies, (const struct sockaddr *)&path);
	if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
		return proxies_include(&l->proxies, (const struct sockaddr *)&v4);
	assert_int_equal(inet_pton(AF_INET6, text, &v6.sin6_addr), 1);
	return proxies_include(&l->proxies, (const struct sockaddr *)&v6);
}

TEST(networks_include_their_addresses_only)
{
	struct list l;
	trust(&l, (const char *const[]){ "10.1.0.0/15", "192.0.2.7", "2001:db8::/33", NULL });
	assert_true(trusts(&l, "10.1.0.1") && trusts(&l, "10.0.255.255"));
	assert_false(trusts(&l, "10.2.0.0") || trusts(&l, "9.255.255.255"));
	assert_true(trusts(&l, "192.0.2.7") && trusts(&l, "::ffff:192.0.2.7"));
	assert_false(trusts(&l, "192.0.2.6") || trusts(&l, "192.0.2.8"));
	assert_true(trusts(&l, "2001:db8:7fff::1"));
	assert_false(trusts(&l, "2001:db8:8000::1") || trusts(&l, "2001:db9::1"));
	assert_false(trusts(&l, "unix"));
	trust(&l, (const char *const[]){ "unix", NULL });
	assert_true(trusts(&l, "unix"));
	assert_false(trusts(&l, "127.0.0.1") || trusts(&l, "::"));
	trust(&l, (const char *const[]){ "0.0.0.0/0", NULL });
	assert_true(trusts(&l, "203.0.113.9"));
	assert_false(trusts(&l, "2001:db8::1") || trusts(&l, "unix"));
	assert_false(proxies_include(NULL, NULL));
}

TEST(malformed_networks_are_refused)
{
	static const char *const bad[] = { "", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1",
		"::/129", "10.0.0/8", "10.0.0.0/8/8", "localhost", "10.0.0.0 /8", "Unix",
		"1111:2222:3333:4444:5555:6666:7777:8888:9999:aaaa:bbbb:cccc:dddd:eeee" };
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct proxy_network one;
		if (proxy_network_read(&one, str_of(bad[i])))
			fail_msg("accepted: %s", bad[i]);
	}
}

/* The client is the last address that is not a trusted proxy's; earlier ones are ignored. */
TEST(the_client_is_the_last_address_before_the_proxies)
{
	static const struct {
		const char *header, *network; /* NULL: none */
	} cases[] = {
		{ "203.0.113.9", "203.0.113.0/24" },
		{ "198.51.100.1, 203.0.113.9", "203.0.113.0/24" },
		{ "203.0.113.9,10.0.0.1 , 10.0.0.2", "203.0.113.0/24" },
		{ "127.0.0.1, 203.0.113.9:4711", "203.0.113.0/24" },
		{ "garbage, 203.0.113.9", "203.0.113.0/24" },
		{ "[2001:db8:1::5]:443", "2001:db8:1::/48" },
		{ "2001:db8:1::5", "2001:db8:1::/48" },
		{ "203.0.113.9, garbage", NULL },
		{ "203.0.113.9,", NULL },
		{ "10.0.0.1, 10.0.0.2", NULL },
		{ "", NULL },
		{ "unknown", NULL },
	};
	struct list l;
	trust(&l, (const char *const[]){ "10.0.0.0/8", NULL });
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct remote_address client = { 0 };
		char network[REMOTE_TEXT_SIZE] = "";
		bool found = proxies_find_client(&l.proxies, str_of(cases[i].header), &client);
		if (found != !!cases[i].network)
			fail_msg("%s: %d", cases[i].header, found);
		if (found)
			remote_write_network(&client, network);
		if (found)
			assert_string_equal(network, cases[i].network);
	}
}

TEST(a_forwarded_address_is_never_local)
{
	struct remote_address client = { 0 };
	struct list l;
	trust(&l, (const char *const[]){ "10.0.0.0/8", NULL });
	assert_true(proxies_find_client(&l.proxies, STR("127.0.0.1"), &client));
	assert_false(client.is_loopback);
	assert_true(proxies_find_client(&l.proxies, STR("::1"), &client));
	assert_false(client.is_loopback);
}

TEST(ids_of_requests_are_short_plain_words)
{
	assert_true(forwarded_is_request_id(STR("a1B2-c3_d4.e5")));
	assert_true(forwarded_is_request_id(STR("12345678")));
	assert_false(forwarded_is_request_id(STR("1234567")));
	assert_false(forwarded_is_request_id(STR("12345678 ")));
	assert_false(forwarded_is_request_id(STR("12345678\"")));
	assert_false(forwarded_is_request_id(STR_NONE));
	assert_true(forwarded_is_request_id(
	    STR("0123456789012345678901234567890123456789012345678901234567890123")));
	assert_false(forwarded_is_request_id(
	    STR("01234567890123456789012345678901234567890123456789012345678901234")));
}

TEST(a_trace_id_is_read_from_a_valid_traceparent)
{
	static const char *const bad[] = { "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736",
		"00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
		"00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
		"00-00000000000000000000000000000000-00f067aa0ba902b7-01",
		"ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
		"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0\"" };
	char id[TRACE_ID_SIZE];
	forwarded_read_trace_id(
	    STR("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), id);
	assert_string_equal(id, "4bf92f3577b34da6a3ce929d0e0e4736");
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		forwarded_read_trace_id(str_of(bad[i]), id);
		assert_string_equal(id, "");
	}
}
