/* Faults between this machine and a service: each fault of a proxy or network is reported with
 * its source, and one that a retry cannot fix is tried once. */
#include "lib/hostile.h"
#include "unit/cli/home.h"

#include <arpa/inet.h>
#include <sys/socket.h>

/* A local port without a listener. */
static int
dead_port(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t size = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(fd, (struct sockaddr *)&at, size), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
	close(fd);
	return ntohs(at.sin_port);
}

TEST(a_refusing_proxy_is_named)
{
	static const struct {
		int status;
		size_t tries;
		const char *words; /* %d: the proxy's port */
	} cases[] = {
		{ 407, 1, "the proxy 127.0.0.1:%d requires a sign-in (407)" },
		{ 403, 1, "the proxy 127.0.0.1:%d refused it (403)" },
		{ 502, 4, "the proxy 127.0.0.1:%d refused it (502)" },
	};
	home_enter("");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf answer = { 0 };
		struct hostile_rule rule = { .end = HOSTILE_CLOSE };
		auto_run_result r = { 0 };
		char words[200];
		hostile_answer(&answer, cases[i].status,
		    cases[i].status == 407 ? "Proxy-Authenticate: Basic realm=\"x\"\r\n" : "",
		    STR("no"));
		rule.answer = buf_str(&answer);
		auto_hostile *proxy = hostile_start(&rule, 1);
		setenv("HTTPS_PROXY", hostile_url(proxy), 1);
		EXITS(6, &r, "https://api.example.com/api", "get", "baskets");
		snprintf(words, sizeof(words), cases[i].words, hostile_port(proxy));
		SAYS(&r.words, words);
		SAYS(&r.words, "No connection to api.example.com");
		assert_int_equal(hostile_count(proxy), cases[i].tries);
	}
	unsetenv("HTTPS_PROXY");
}

TEST(an_unreachable_proxy_is_named)
{
	char proxy[100], words[200];
	auto_run_result r = { 0 };
	int port = dead_port();
	home_enter("");
	static const char *const forms[] = { "http://127.0.0.1:%d", "127.0.0.1:%d",
		"http://user:pass@127.0.0.1:%d" };
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		snprintf(proxy, sizeof(proxy), forms[i], port);
		setenv("https_proxy", proxy, 1);
		EXITS(6, &r, "https://api.example.com/api", "get", "baskets");
		snprintf(words, sizeof(words),
		    "No connection to the proxy 127.0.0.1:%d: connection refused", port);
		SAYS(&r.words, words);
		SAYS_NOT(&r.words, "tries");
		SAYS_NOT(&r.words, "pass");
	}
	setenv("https_proxy", "http://no-such-proxy.invalid:3128", 1);
	RUN(&r, "https://api.example.com/api", "get", "baskets");
	SAYS(&r.words,
	    "No connection to the proxy no-such-proxy.invalid:3128: its name was not found");
	/* A failure of a host that bypasses the proxy is not blamed on the proxy. */
	setenv("NO_PROXY", "other.example,.invalid", 1);
	RUN(&r, "https://api.no-such-host.invalid/api", "get", "baskets");
	SAYS(&r.words, "No connection to api.no-such-host.invalid");
	SAYS_NOT(&r.words, "proxy");
	unsetenv("https_proxy");
	unsetenv("NO_PROXY");
}

TEST(an_unreachable_network_is_reported)
{
	auto_run_result r = { 0 };
	home_enter("");
	EXITS(6, &r, "https://255.255.255.255/api", "get", "baskets");
	SAYS(&r.words, "No connection to 255.255.255.255: its network is unreachable");
}
