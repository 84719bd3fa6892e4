/* Addresses are split in the same way whether curl does it or not; a machine without libcurl is
 * told which package it lacks. */
#include "client/url.h"

#include "base/curl_functions.h"
#include "lib/process.h"
#include "lib/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A part as curl reads it from the whole address; "-" if there is none. */
static void
add_part_by_curl(struct buf *out, const struct curl_functions *curl, CURLU *handle, CURLUPart part)
{
	char *text = NULL;
	buf_addc(out, '|');
	if (curl->url_get(handle, part, &text, 0) == CURLUE_OK) {
		buf_addz(out, text);
		curl->free(text);
	} else {
		buf_addc(out, '-');
	}
}

static void
write_by_curl(struct buf *out, const struct curl_functions *curl, const char *address)
{
	static const CURLUPart parts[] = { CURLUPART_SCHEME, CURLUPART_USER, CURLUPART_HOST,
		CURLUPART_PORT, CURLUPART_PATH, CURLUPART_QUERY, CURLUPART_FRAGMENT };
	CURLU *handle = curl->url();
	if (curl->url_set(handle, CURLUPART_URL, address,
		CURLU_NON_SUPPORT_SCHEME | CURLU_PATH_AS_IS) == CURLUE_OK)
		for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
			add_part_by_curl(out, curl, handle, parts[i]);
	curl->url_cleanup(handle);
}

static void
write_split(struct buf *out, const char *address)
{
	struct url u;
	if (url_split(&u, address)) {
		const char *const parts[] = { u.scheme, u.user, u.host, u.port, u.path, u.query,
			u.fragment };
		for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
			buf_addf(out, "|%s", parts[i] ? parts[i] : "-");
	}
	url_free(&u);
}

static void
check_same(const struct curl_functions *curl, const char *address)
{
	auto_buf ours = { 0 }, theirs = { 0 };
	write_split(&ours, address);
	write_by_curl(&theirs, curl, address);
	if (strcmp(buf_z(&ours), buf_z(&theirs)) != 0)
		fail_msg("%s: %s, by curl %s", address, buf_z(&ours), buf_z(&theirs));
}

TEST(an_address_is_split_as_curl_splits_it)
{
	static const char *const addresses[] = { "https://shop.example/api", "https://shop.example",
		"http://127.0.0.1:8080/api", "https://shop.example:443/", "http://localhost:0/",
		"https://SHOP.example/A", "https://127.1/", "https://0x7f.1/",
		"https://0177.0.0.1/", "https://2130706433/", "https://1.2.3.4.5/",
		"https://1.2.3.04/", "https://1.2.3.256/", "https://a.1/", "https://1.a/",
		"https://a./", "https://.a/", "https://a..b/", "https://-a/", "https://:80/",
		"https://a:/", "https://a:080/", "https://a:65536/", "https://a:8x/",
		"https://u@a/", "https://u:p@a/", "https://a?q=1", "https://a/b?q#f", "https://a#f",
		"https://a\\b/", "https:/a/", "https:///a", "https://a/../b/./c", "https://a//b",
		"https://a/%2e", "https://a b/", "https://[::1]:80/x", "ftp://a/b", "HTTPS://a/b",
		"//a/b", "a/b", "", "https://", "http://xn--bcher-kva.example/",
		"http://b\xC3\xBC"
		"cher.example/",
		"https://a_b/", "https://a/~x", "https://a:1:2/", "http://0/", "http://a.0x10/",
		"http://a.10/", "http://1.2.3.4:80" };
	struct curl_functions curl;
	struct err err;
	assert_true(curl_functions_load(&curl, &err));
	for (size_t i = 0; i < sizeof(addresses) / sizeof(*addresses); i++)
		check_same(&curl, addresses[i]);
}

/* Any characters after a usual start. */
TEST(an_odd_address_is_split_as_curl_splits_it)
{
	static const char letters[] = "aZ09.-:/@?#%_[]\\ x";
	enum { ADDRESSES = 20000, LENGTH_MAX = 10, SEED = 7 };
	struct curl_functions curl;
	struct err err;
	unsigned seed = SEED;
	assert_true(curl_functions_load(&curl, &err));
	for (int i = 0; i < ADDRESSES; i++) {
		char address[sizeof("https://") + LENGTH_MAX] = "http://";
		size_t n = strlen(address), end = n + 1 + (size_t)(rand_r(&seed) % LENGTH_MAX);
		while (n < end)
			address[n++] = letters[(size_t)rand_r(&seed) % (sizeof(letters) - 1)];
		address[n] = '\0';
		check_same(&curl, address);
	}
}

/* An empty file takes its place. */
TEST(a_machine_without_libcurl_is_told_its_package)
{
	/* The last address is not plain. */
	static const char *const cases[][2] = { { "get", "BACKROOM_URL=http://127.0.0.1:1/api" },
		{ "whoami", "BACKROOM_URL=http://127.0.0.1:1/api" },
		{ "whoami", "BACKROOM_URL=http://[::1]:1/api" } };
	auto_buf path = { 0 }, text = { 0 };
	char folder[] = "/tmp/backroom-test-XXXXXX";
	assert_non_null(mkdtemp(folder));
	buf_addf(&path, "%s/libcurl.so.4", folder);
	close(open(buf_z(&path), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
	buf_addf(&text, "LD_LIBRARY_PATH=%s", folder);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *const env[] = { buf_z(&text), cases[i][1], "BACKROOM_TOKEN=t.o.k",
			NULL };
		const char *const argv[] = { getenv("BACKROOM_BIN"), cases[i][0],
			i == 0 ? "baskets" : NULL, NULL };
		auto_buf said = { 0 };
		int status, words = open("words", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		assert_true(process_wait(process_start(argv, env, words, words), 20000, &status));
		assert_true(process_read_file("words", &said));
		assert_non_null(
		    strstr(buf_z(&said), "libcurl 4 is needed (Debian's package libcurl4)"));
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	}
	unlink(buf_z(&path));
	rmdir(folder);
}
