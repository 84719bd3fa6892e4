/* labels: slow */
/* `backroom erase`: no byte of the person is left in the file while a service has it open, the
 * audit verifies, a backup is named, and the wrong selector erases nothing. */
#include "base/regular_file.h"
#include "lib/api.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const files[] = { "live.db", "live.db-wal", "live.db-shm", "backup.db",
	"backup.db-wal", "backup.db-shm" };

static int
forget_files(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		unlink(files[i]);
	return 0;
}

/* Runs a command of the service, and checks its exit code and a text of its output. */
static void
expect(struct service *s, const char *const args[], int code, const char *words)
{
	auto_buf out = { 0 }, said = { 0 };
	int got = service_run(s, args, &out, &said);
	if (got != code || !strstr(code ? buf_z(&said) : buf_z(&out), words))
		fail_msg("%s %s: %d, not %d and \"%s\": %s%s", args[0], args[1], got, code, words,
		    buf_z(&out), buf_z(&said));
}

#define EXPECT(s, code, words, ...) \
	expect((s), (const char *const[]){ __VA_ARGS__, NULL }, (code), (words))
#define STORE "--store", "sqlite:live.db"

static bool
file_has(const char *name, const char *text)
{
	auto_buf bytes = { 0 };
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	assert_true(regular_file_read(&bytes, fd, 64 << 20));
	close(fd);
	return memmem(bytes.p, bytes.n, text, strlen(text)) != NULL;
}

static bool
store_has(const char *text)
{
	return file_has("live.db", text) || file_has("live.db-wal", text);
}

/* The first basket with an address and an identity. */
struct person {
	char email[100], sub[200];
};

static void
find_person(struct api *a, struct person *p)
{
	bool found = false;
	assert_int_equal(api_get(a, "/checkout/abandoned?limit=1000"), 200);
	for (int i = 0; i < 200 && !found; i++) {
		char path[80];
		snprintf(path, sizeof(path), "items.%d.customerDetails.email", i);
		const char *email = api_value(a, path);
		if (!email)
			continue;
		snprintf(p->email, sizeof(p->email), "%s", email);
		snprintf(path, sizeof(path), "items.%d.identities.0.sub", i);
		const char *sub = api_value(a, path);
		if (!sub)
			continue;
		snprintf(p->sub, sizeof(p->sub), "%s", sub);
		found = true;
	}
	assert_true(found);
}

TEST_WITH(nothing_of_an_erased_person_is_left, forget_files, forget_files)
{
	struct person p;
	struct api *a = api_of(service_start((const char *const[]){ STORE, NULL }));
	find_person(a, &p);
	EXPECT(a->service, 0, "", "store", "backup", "backup.db", STORE);
	assert_true(store_has(p.email));
	assert_true(store_has(p.sub));
	/* Without --yes nothing changes. */
	EXPECT(a->service, 0, "Nothing was written.", "erase", "--email", p.email, STORE);
	assert_true(store_has(p.email));
	EXPECT(a->service, 0, "no byte of it is left", "erase", "--email", p.email, STORE, "--yes");
	assert_false(store_has(p.email));
	assert_false(store_has(p.sub));
	EXPECT(a->service, 0, "intact", "audit", "verify", STORE);
	EXPECT(
	    a->service, 0, "nothing of this person", "erase", "--email", p.email, STORE, "--yes");
	/* The service's memory has nothing of it either. */
	assert_int_equal(api_get(a, "/checkout/abandoned?limit=1000"), 200);
	assert_false(api_body_contains(a, p.email));
	/* The backup made before is named, and the printed command erases there. */
	EXPECT(a->service, 0, "backup.db", "erase", "--email", p.email, STORE, "--yes");
	assert_true(file_has("backup.db", p.email));
	EXPECT(a->service, 0, "no byte of it is left", "erase", "--email", p.email, "--store",
	    "sqlite:backup.db", "--yes");
	assert_false(file_has("backup.db", p.email));
	EXPECT(a->service, 0, "intact", "audit", "verify", "--store", "sqlite:backup.db");
	assert_int_equal(api_close(a), 0);
}

TEST_WITH(texts_of_others_cannot_control_the_terminal, forget_files, forget_files)
{
	auto_api *a = api_of(service_start((const char *const[]){ STORE, NULL }));
	assert_int_equal(
	    api_call(a, "POST", "/objects/externalidentity/id-01a7d3f05e9b4c62881f7be02d94c6a3", NULL,
		"{\"id_token\":{\"iss\":\"https://id.example\",\"sub\":\"ann\\u001b[2J\"}}"),
	    200);
	EXPECT(a->service, 0, "the link of ann\\e[2J to owner id-01a7", "erase", "--identity",
	    "https://id.example ann\x1b[2J", STORE);
}

TEST_WITH(a_wrong_selector_erases_nothing, forget_files, forget_files)
{
	struct service *s = service_start((const char *const[]){ STORE, NULL });
	EXPECT(s, 2, "needs one of --email", "erase", STORE, "--yes");
	EXPECT(s, 2, "needs one of --email", "erase", "--email", "a@b.example", "--id", "x", STORE);
	EXPECT(s, 2, "the value is empty", "erase", "--email", "", STORE, "--yes");
	EXPECT(s, 2, "a space and a subject", "erase", "--identity", "https://only.example", STORE);
	EXPECT(s, 1, "none.db", "erase", "--email", "a@b.example", "--store", "sqlite:none.db");
	assert_int_equal(access("none.db", F_OK), -1);
	EXPECT(s, 0, "nothing of this person", "erase", "--email", "none@shop.example", STORE);
	EXPECT(s, 0, "0 entries", "audit", "verify", STORE);
	assert_int_equal(service_stop(s), 0);
}
