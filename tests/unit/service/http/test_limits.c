/* Client addresses, and the limits per address. */
#include "lib/test.h"
#include "service/http/limits.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>

static struct remote_address
from(const char *text)
{
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };
	struct sockaddr_in v4 = { .sin_family = AF_INET };
	if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
		return remote_of((const struct sockaddr *)&v4);
	assert_int_equal(inet_pton(AF_INET6, text, &v6.sin6_addr), 1);
	return remote_of((const struct sockaddr *)&v6);
}

TEST(an_address_is_logged_by_its_network)
{
	static const struct {
		const char *address, *network;
		bool loopback;
	} tries[] = {
		{ "192.0.2.77", "192.0.2.0/24", false },
		{ "127.0.0.5", "127.0.0.0/24", true },
		{ "::ffff:192.0.2.77", "192.0.2.0/24", false },
		{ "::ffff:127.0.0.1", "127.0.0.0/24", true },
		{ "2001:db8:1:2:3:4:5:6", "2001:db8:1::/48", false },
		{ "::1", "::/48", true },
	};
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		struct remote_address r = from(tries[i].address);
		char network[REMOTE_TEXT_SIZE];
		remote_write_network(&r, network);
		assert_string_equal(network, tries[i].network);
		assert_int_equal(r.is_loopback, tries[i].loopback);
	}
}

TEST(connections_are_counted_by_address)
{
	const struct limits_rules rules = { .max_connections = 2, .max_loopback_connections = 3 };
	struct limits *l = limits_new(&rules);
	struct remote_address a = from("192.0.2.1"), b = from("192.0.2.2"),
			      here = from("127.0.0.1");
	struct remote_address v6 = from("2001:db8::1"), same = from("2001:db8::2");
	for (int i = 0; i < 2; i++) {
		assert_true(limits_may_connect(l, &a));
		limits_add_connection(l, &a);
		limits_add_connection(l, &v6);
		limits_add_connection(l, &here);
	}
	assert_false(limits_may_connect(l, &a));
	assert_false(limits_may_connect(l, &same)); /* addresses of one customer */
	assert_true(limits_may_connect(l, &b));
	assert_true(limits_may_connect(l, &here));
	assert_int_equal(limits_connection_count(l), 6);
	limits_remove_connection(l, &a);
	assert_true(limits_may_connect(l, &a));
	assert_int_equal(limits_connection_count(l), 5);
	limits_free(l);
}

/* Two requests per second, a burst of four: expected values by hand. */
TEST(requests_are_limited_by_rate)
{
	const struct limits_rules rules = { .requests_per_second = 2, .max_burst_requests = 4 };
	struct limits *l = limits_new(&rules);
	struct remote_address a = from("192.0.2.1"), b = from("192.0.2.2"), here = from("::1");
	for (int i = 0; i < 4; i++)
		assert_true(limits_may_request(l, &a, 1000));
	assert_false(limits_may_request(l, &a, 1000));
	assert_true(limits_may_request(l, &b, 1000));
	assert_false(limits_may_request(l, &a, 1499));
	assert_true(limits_may_request(l, &a, 1500));
	assert_false(limits_may_request(l, &a, 1500));
	for (int i = 0; i < 4; i++)
		assert_true(limits_may_request(l, &a, 100000));
	assert_false(limits_may_request(l, &a, 100000));
	for (int i = 0; i < 100; i++)
		assert_true(limits_may_request(l, &here, 1000));
	limits_free(l);
}

/* The default limits: the last value allowed and the first refused. */
TEST(the_default_limits_match_the_manual)
{
	enum { MIB = 1 << 20 };
	struct limits *l = limits_new(&limits_default);
	struct remote_address a = from("192.0.2.1"), here = from("127.0.0.1");
	for (int i = 0; i < 400; i++)
		assert_true(limits_may_request(l, &a, 1000));
	assert_false(limits_may_request(l, &a, 1000));
	for (int i = 0; i < 100; i++)
		assert_true(limits_may_request(l, &a, 2000));
	assert_false(limits_may_request(l, &a, 2000));
	for (int i = 0; i < 100; i++) {
		assert_true(limits_may_connect(l, &a));
		limits_add_connection(l, &a);
	}
	assert_false(limits_may_connect(l, &a));
	for (int i = 0; i < 2000; i++) {
		assert_true(limits_may_connect(l, &here));
		limits_add_connection(l, &here);
	}
	assert_false(limits_may_connect(l, &here));
	assert_true(limits_reserve_bytes(l, &a, 24 * MIB));
	assert_false(limits_reserve_bytes(l, &a, 1));
	assert_true(limits_reserve_bytes(l, &here, 72 * MIB));
	assert_false(limits_reserve_bytes(l, &here, 1));
	limits_free(l);
}

/* Exactly up to the limit, per address and in total; for this machine only the total applies. */
TEST(request_bytes_are_limited)
{
	const struct limits_rules rules = { .max_connections = 9,
		.max_loopback_connections = 9,
		.max_bytes = 1000,
		.max_address_bytes = 400 };
	struct limits *l = limits_new(&rules);
	struct remote_address a = from("192.0.2.1"), b = from("192.0.2.2"),
			      here = from("127.0.0.1");
	limits_add_connection(l, &a);
	limits_add_connection(l, &b);
	limits_add_connection(l, &here);
	assert_false(limits_reserve_bytes(l, &a, 401));
	assert_true(limits_reserve_bytes(l, &a, 400));
	assert_false(limits_reserve_bytes(l, &a, 1));
	assert_true(limits_reserve_bytes(l, &b, 400));
	assert_false(limits_reserve_bytes(l, &here, 201));
	assert_true(limits_reserve_bytes(l, &here, 200));
	assert_false(limits_reserve_bytes(l, &here, 1));
	limits_release_bytes(l, &a, 400);
	assert_true(limits_reserve_bytes(l, &here, 400));
	assert_false(limits_reserve_bytes(l, &a, 1));
	limits_release_bytes(l, &here, 600);
	limits_release_bytes(l, &b, 400);
	assert_true(limits_reserve_bytes(l, &here, 1000));
	limits_release_bytes(l, &here, 1000);
	limits_free(l);
}

/* Trimmed once after a peak, when most of the memory has been released. */
TEST(memory_is_trimmed_after_a_peak)
{
	enum { MIB = 1 << 20 };
	struct limits *l = limits_new(&limits_default);
	struct remote_address here = from("127.0.0.1");
	limits_add_connection(l, &here);
	assert_true(limits_reserve_bytes(l, &here, 16 * MIB));
	limits_release_bytes(l, &here, 16 * MIB);
	assert_false(limits_should_trim_memory(l));
	assert_true(limits_reserve_bytes(l, &here, 16 * MIB + 1));
	limits_release_bytes(l, &here, 12 * MIB + 1);
	assert_false(limits_should_trim_memory(l));
	limits_release_bytes(l, &here, 1);
	assert_true(limits_should_trim_memory(l));
	assert_false(limits_should_trim_memory(l));
	limits_free(l);
}
