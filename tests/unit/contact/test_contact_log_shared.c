/* A contact log in a folder that several accounts can write to: which files are accepted as the
 * log, and which key its lines need. */
#include "contact/contact_log.h"
#include "unit/journal/journal_files.h"

#include <dlfcn.h>
#include <errno.h>
#include <sys/stat.h>

/* The next read at an offset returns this instead: -1 with an errno, or a number of bytes. */
static struct {
	bool is_set;
	ssize_t n;
	int why;
} next_read;

ssize_t
pread(int fd, void *out, size_t n, off_t at)
{
	static ssize_t (*real)(int fd, void *out, size_t n, off_t at);
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "pread");
	if (!next_read.is_set)
		return real(fd, out, n, at);
	next_read.is_set = false;
	errno = next_read.why;
	return next_read.n > 0 ? real(fd, out, (size_t)next_read.n, at) : next_read.n;
}

#define SHARED "shared/outcomes"

static int
set_up(void **state)
{
	(void)state;
	mkdir("shared", 0770);
	unlink(SHARED);
	unlink(SHARED ".key");
	opened_before = descriptors_open();
	return 0;
}

static void
make_identifiers(struct contact_identifiers *who)
{
	*who = (struct contact_identifiers){ .basket_id = STR("b-9") };
	contact_identifiers_add_email(who, STR("cy@example.com"));
}

static void
expect_refused(const char *words)
{
	CLEANUP(contact_log_free) struct contact_log l;
	struct err err = { 0 };
	CLEANUP(contact_identifiers_free) struct contact_identifiers who;
	make_identifiers(&who);
	assert_false(contact_log_init(&l, true, SHARED, &err));
	if (!strstr(err.text, words))
		fail_msg("%s", err.text);
	assert_false(contact_log_add(&l, CONTACT_LINK_SENT, &who, AT, STR_NONE, &err));
}

#define FRESH_LEDGER(name) TEST_WITH(name, set_up, nothing_stays_open)

/* Another account may write to the folder, so a name in it may lead to any file of this account. */
FRESH_LEDGER(another_file_is_not_used_as_the_shared_log)
{
	struct stat before, after;
	int fd = open("mine", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_int_equal(write(fd, "a=1\n", 4), 4);
	close(fd);
	assert_int_equal(stat("mine", &before), 0);
	assert_int_equal(symlink("../mine", SHARED), 0);
	expect_refused("is a link");
	unlink(SHARED);
	assert_int_equal(link("mine", SHARED), 0);
	expect_refused("also has another name");
	unlink(SHARED);
	assert_int_equal(stat("mine", &after), 0);
	assert_int_equal(before.st_size, after.st_size);
	unlink("mine");
}

/* With a restored or newly made key, no do-not-contact entry matches a person any more. */
FRESH_LEDGER(lines_of_another_key_are_reported)
{
	struct contact_log l;
	struct err err = { 0 };
	struct contact_identifiers who;
	assert_true(contact_log_init(&l, true, SHARED, &err));
	make_identifiers(&who);
	assert_true(contact_log_add(&l, CONTACT_UNWANTED, &who, AT, STR_NONE, &err));
	contact_identifiers_free(&who);
	contact_log_free(&l);
	int fd = open(SHARED ".key", O_WRONLY | O_TRUNC | O_CLOEXEC);
	for (int i = 0; i < 32; i++)
		assert_int_equal(write(fd, "5a", 2), 2);
	assert_int_equal(write(fd, "\n", 1), 1);
	close(fd);
	assert_false(contact_log_init(&l, true, SHARED, &err));
	assert_non_null(strstr(err.text, "does not match 1 of the outcomes"));
	contact_log_free(&l);
}

/* ---- failed reads ---- */

FRESH_LEDGER(a_failed_read_is_reported_and_a_short_one_continued)
{
	static const struct {
		ssize_t n;
		int why;
		size_t lines;
		bool ok;
	} reads[] = {
		{ -1, EIO, 0, false },
		{ -1, EINTR, 2, true },
		{ 0, 0, 0, true }, /* another process has truncated the file */
		{ 1, 0, 2, true },
		{ 40, 0, 2, true },
	};
	struct err err;
	struct contact_identifiers who;
	struct contact_log l;
	assert_true(contact_log_init(&l, true, SHARED, &err));
	make_identifiers(&who);
	for (int i = 0; i < 2; i++)
		assert_true(contact_log_add(&l, CONTACT_LINK_SENT, &who, AT + i, STR_NONE, &err));
	contact_identifiers_free(&who);
	contact_log_free(&l);
	for (size_t i = 0; i < sizeof(reads) / sizeof(*reads); i++) {
		next_read.is_set = true;
		next_read.n = reads[i].n;
		next_read.why = reads[i].why;
		bool ok = contact_log_init(&l, true, SHARED, &err);
		assert_false(next_read.is_set);
		if (ok != reads[i].ok || l.entries.n != reads[i].lines)
			fail_msg("read %zu: %d, %zu lines", i, ok, l.entries.n);
		if (!ok)
			assert_string_equal(err.text, SHARED ": Input/output error");
		contact_log_free(&l);
	}
}

/* ---- limits ---- */

static bool
opens(struct err *err)
{
	CLEANUP(contact_log_free) struct contact_log l;
	*err = (struct err){ 0 };
	bool ok = contact_log_init(&l, true, SHARED, err);
	return ok;
}

FRESH_LEDGER(a_file_has_at_most_64_mib)
{
	struct err err;
	int fd = open(SHARED, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0660);
	assert_int_equal(ftruncate(fd, 64 << 20), 0);
	if (!opens(&err))
		fail_msg("%s", err.text);
	assert_int_equal(ftruncate(fd, (64 << 20) + 1), 0);
	close(fd);
	assert_false(opens(&err));
	assert_non_null(strstr(err.text, SHARED " is over 64 MiB"));
}

#define DIGITS "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde"

/* A key is 64 hexadecimal digits, with or without a newline. */
FRESH_LEDGER(a_key_is_one_line_of_64_digits)
{
	static const struct {
		const char *text;
		bool taken;
	} keys[] = {
		{ DIGITS "f", true },
		{ DIGITS "f\n", true },
		{ DIGITS "f\r\n", true },
		{ DIGITS, false },
		{ DIGITS "\n", false },
		{ DIGITS "f0", false },
		{ DIGITS "f0\n", false },
		{ DIGITS "f\n0", false },
		{ DIGITS "g", false },
		{ "", false },
	};
	struct err err;
	struct contact_identifiers who;
	struct contact_log l;
	assert_true(contact_log_init(&l, true, SHARED, &err));
	make_identifiers(&who);
	assert_true(contact_log_add(&l, CONTACT_LINK_SENT, &who, AT, STR_NONE, &err));
	contact_identifiers_free(&who);
	contact_log_free(&l);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		int fd = open(SHARED ".key", O_WRONLY | O_TRUNC | O_CLOEXEC);
		size_t n = strlen(keys[i].text);
		assert_int_equal(write(fd, keys[i].text, n), n);
		close(fd);
		bool damaged = !opens(&err) && strstr(err.text, SHARED ".key is damaged");
		if (damaged == keys[i].taken)
			fail_msg("key %zu: %s", i, err.text);
	}
}
