/* The contact log: a person's current status, the lines in the file, and which lines are trusted
 * when read by this or another account. */
#include "app/account.h"
#include "contact/contact_entry.h"
#include "contact/contact_log.h"
#include "unit/journal/journal_files.h"

#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define LEDGER "outcomes.jsonl"
#define SHARED "shared/outcomes"

static int
set_up(void **state)
{
	(void)state;
	remove_file("sent.jsonl");
	remove_file(LEDGER);
	remove_file(LEDGER ".key");
	mkdir("shared", 0770);
	unlink(SHARED);
	unlink(SHARED ".key");
	opened_before = descriptors_open();
	return 0;
}

static void
open_contact_log(struct contact_log *l, const char *path)
{
	struct err err = { 0 };
	if (!contact_log_init(l, true, path, &err))
		fail_msg("%s", err.text);
}

/* Identifies a person by basket, e-mail and subject; each may be "". */
static void
make_identifiers(
    struct contact_identifiers *who, const char *basket, const char *email, const char *sub)
{
	*who = (struct contact_identifiers){ .basket_id = str_of(basket) };
	contact_identifiers_add_email(who, str_of(email));
	contact_identifiers_add_identity(who, STR("https://login.example/"), str_of(sub));
}

static void
note(struct contact_log *l, enum contact_status kind, const char *basket, const char *email,
    const char *sub)
{
	CLEANUP(contact_identifiers_free) struct contact_identifiers who;
	struct err err = { 0 };
	make_identifiers(&who, basket, email, sub);
	if (!contact_log_add(l, kind, &who, AT + (int64_t)l->entries.n, STR_NONE, &err))
		fail_msg("%s", err.text);
}

static struct contact_summary
state_of(const struct contact_log *l, const char *basket, const char *email, const char *sub)
{
	CLEANUP(contact_identifiers_free) struct contact_identifiers who;
	struct contact_summary state;
	make_identifiers(&who, basket, email, sub);
	contact_log_summarize(l, &who, &state);
	return state;
}

static enum contact_status
last_kind_of(const struct contact_log *l, const char *basket, const char *email, const char *sub)
{
	const struct contact_entry *last = state_of(l, basket, email, sub).shown_entry;
	return last ? last->status : CONTACT_NONE;
}

/* ---- current status ---- */

#define FRESH_LEDGER(name) TEST_WITH(name, set_up, nothing_stays_open)

FRESH_LEDGER(a_person_is_found_by_any_of_their_names)
{
	CLEANUP(contact_log_free) struct contact_log l;
	open_contact_log(&l, NULL);
	note(&l, CONTACT_CALLED, "b-1", "Ann@Example.com", "s-1");
	assert_int_equal(last_kind_of(&l, "b-2", "ann@example.COM", ""), CONTACT_CALLED);
	assert_int_equal(last_kind_of(&l, "b-3", "", "s-1"), CONTACT_CALLED);
	assert_int_equal(last_kind_of(&l, "b-1", "", ""), CONTACT_CALLED);
	assert_int_equal(last_kind_of(&l, "b-4", "bo@example.com", "S-1"), CONTACT_NONE);
	assert_int_equal(last_kind_of(&l, "b-5", "", ""), CONTACT_NONE);
	assert_null(contact_log_find_link(&l, STR("b-1")));
	note(&l, CONTACT_LINK_SENT, "b-1", "ann@example.com", "");
	assert_int_equal(last_kind_of(&l, "b-3", "", "s-1"), CONTACT_CALLED); /* another name */
	assert_int_equal(last_kind_of(&l, "b-2", "ann@example.com", "s-1"), CONTACT_LINK_SENT);
	assert_non_null(contact_log_find_link(&l, STR("b-1")));
	assert_null(contact_log_find_link(&l, STR("b-2")));
}

/* Outcomes recorded one after the other, and the status afterwards. */
static const struct {
	enum contact_status kinds[6];
	enum contact_status last, contact, no_contact;
} courses[] = {
	{ { CONTACT_NOTE_SENT }, CONTACT_NONE, CONTACT_NONE, CONTACT_NONE },
	{ { CONTACT_LINK_SENT, CONTACT_NOTE_SENT }, CONTACT_LINK_SENT, CONTACT_LINK_SENT,
	    CONTACT_NONE },
	{ { CONTACT_LINK_SENT, CONTACT_CALLED, CONTACT_LOST }, CONTACT_LOST, CONTACT_CALLED,
	    CONTACT_NONE },
	{ { CONTACT_CALLED, CONTACT_UNDO }, CONTACT_NONE, CONTACT_NONE, CONTACT_NONE },
	{ { CONTACT_CALLED, CONTACT_LOST, CONTACT_UNDO }, CONTACT_CALLED, CONTACT_CALLED,
	    CONTACT_NONE },
	/* A sent link cannot be undone. */
	{ { CONTACT_LINK_SENT, CONTACT_UNDO, CONTACT_UNDO }, CONTACT_LINK_SENT, CONTACT_LINK_SENT,
	    CONTACT_NONE },
	{ { CONTACT_UNDO, CONTACT_RECOVERED }, CONTACT_RECOVERED, CONTACT_NONE, CONTACT_NONE },
	/* "Do not contact" stays until it is undone, whatever is recorded later and however
	 * often. */
	{ { CONTACT_UNWANTED, CONTACT_LINK_SENT, CONTACT_RECOVERED }, CONTACT_UNWANTED,
	    CONTACT_LINK_SENT, CONTACT_UNWANTED },
	{ { CONTACT_UNWANTED, CONTACT_LOST, CONTACT_UNWANTED, CONTACT_UNDO }, CONTACT_LOST,
	    CONTACT_NONE, CONTACT_NONE },
};

static enum contact_status
kind_or_none(const struct contact_entry *o)
{
	return o ? o->status : CONTACT_NONE;
}

FRESH_LEDGER(the_last_status_counts_unless_contact_is_unwanted)
{
	for (size_t i = 0; i < sizeof(courses) / sizeof(*courses); i++) {
		CLEANUP(contact_log_free) struct contact_log l;
		struct err err;
		assert_true(contact_log_init(&l, false, NULL, &err));
		for (int k = 0; k < 6 && courses[i].kinds[k]; k++)
			note(&l, courses[i].kinds[k], "b-1", "ann@example.com", "");
		struct contact_summary s = state_of(&l, "b-1", "ann@example.com", "");
		if (kind_or_none(s.shown_entry) != courses[i].last ||
		    kind_or_none(s.last_contact) != courses[i].contact ||
		    kind_or_none(s.no_contact_entry) != courses[i].no_contact)
			fail_msg("course %zu: %s, %s, %s", i,
			    contact_statuses[kind_or_none(s.shown_entry)].name,
			    contact_statuses[kind_or_none(s.last_contact)].name,
			    contact_statuses[kind_or_none(s.no_contact_entry)].name);
	}
}

/* ---- the file ---- */

FRESH_LEDGER(the_file_contains_no_names)
{
	struct contact_log l;
	auto_buf text = { 0 }, key = { 0 }, path = { 0 };
	struct stat st;
	open_contact_log(&l, NULL);
	note(&l, CONTACT_UNWANTED, "b-1", "Ann@Example.com", "sub-8841");
	contact_log_free(&l);
	read_file(&text, LEDGER);
	read_file(&key, LEDGER ".key");
	assert_int_equal(str_find(buf_str(&text), STR("nn@")), SIZE_MAX);
	assert_int_equal(str_find(buf_str(&text), STR("xample")), SIZE_MAX);
	assert_int_equal(str_find(buf_str(&text), STR("sub-8841")), SIZE_MAX);
	assert_int_not_equal(
	    str_find(buf_str(&text), STR("\"what\":\"do-not-contact\"")), SIZE_MAX);
	path_of(&path, LEDGER);
	assert_int_equal(stat(buf_z(&path), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	buf_addz(&path, ".key");
	assert_int_equal(stat(buf_z(&path), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	/* Another key gives other hashes: no person is recognised, and the missing key is
	 * reported. */
	unlink(buf_z(&path));
	struct err err = { 0 };
	assert_false(contact_log_init(&l, true, NULL, &err));
	assert_non_null(strstr(err.text, ".key is missing"));
	assert_int_equal(last_kind_of(&l, "b-9", "ann@example.com", ""), CONTACT_NONE);
	assert_int_equal(last_kind_of(&l, "b-1", "", ""), CONTACT_UNWANTED);
	contact_log_free(&l);
}

FRESH_LEDGER(recorded_statuses_are_read_back)
{
	struct contact_log l;
	struct err err;
	struct contact_identifiers who;
	char *name = account_name();
	open_contact_log(&l, NULL);
	make_identifiers(&who, "b \"2\"", "ann@example.com", "");
	assert_true(contact_log_add(&l, CONTACT_CALLED, &who, 2000, STR("at noon"), &err));
	contact_identifiers_free(&who);
	contact_log_free(&l);
	open_contact_log(&l, NULL); /* as a newly started process */
	assert_int_equal(l.entries.n, 1);
	const struct contact_entry *o = state_of(&l, "", "ann@example.com", "").shown_entry;
	assert_non_null(o);
	assert_int_equal(o->recorded_at, 2000);
	assert_true(str_eqz(o->recorded_by, name));
	assert_true(str_eqz(o->remark, "at noon"));
	assert_true(str_eqz(o->basket_id, "b \"2\""));
	contact_log_free(&l);
	x_free(name);
}

FRESH_LEDGER(a_demo_stores_nothing)
{
	struct contact_log l;
	struct err err;
	auto_buf path = { 0 };
	assert_true(contact_log_init(&l, false, NULL, &err));
	note(&l, CONTACT_LINK_SENT, "b-1", "ann@example.com", "");
	assert_true(str_eqz(contact_log_find_link(&l, STR("b-1"))->recorded_by, "agent"));
	assert_int_equal(last_kind_of(&l, "b-2", "ann@example.com", ""), CONTACT_LINK_SENT);
	contact_log_free(&l);
	path_of(&path, LEDGER);
	assert_int_not_equal(access(buf_z(&path), F_OK), 0);
}

/* A single changed byte invalidates its line, and the other lines stay valid. */
FRESH_LEDGER(a_changed_line_is_ignored)
{
	struct contact_log l;
	auto_buf text = { 0 };
	open_contact_log(&l, NULL);
	note(&l, CONTACT_CALLED, "b-1", "ann@example.com", "");
	note(&l, CONTACT_UNWANTED, "b-2", "bo@example.com", "");
	contact_log_free(&l);
	read_file(&text, LEDGER);
	size_t first = str_find_char(buf_str(&text), '\n');
	for (size_t at = 0; at < first; at++) {
		text.p[at] ^= 1;
		write_file(LEDGER, buf_str(&text));
		open_contact_log(&l, NULL);
		if (l.entries.n != 1 || l.damaged_line_count == 0 ||
		    last_kind_of(&l, "", "bo@example.com", "") != CONTACT_UNWANTED)
			fail_msg("byte %zu of %s", at, buf_z(&text));
		contact_log_free(&l);
		text.p[at] ^= 1;
	}
}

/* A partial line is skipped, and the next line is complete. */
FRESH_LEDGER(a_partial_line_spoils_no_other_line)
{
	struct contact_log l;
	auto_buf text = { 0 };
	open_contact_log(&l, NULL);
	note(&l, CONTACT_CALLED, "b-1", "ann@example.com", "");
	note(&l, CONTACT_LOST, "b-2", "bo@example.com", "");
	contact_log_free(&l);
	read_file(&text, LEDGER);
	write_file(LEDGER, str_sub(buf_str(&text), 0, text.n - 20));
	open_contact_log(&l, NULL);
	assert_int_equal(l.entries.n, 1); /* the other line may still be being written */
	assert_int_equal(l.damaged_line_count, 0);
	note(&l, CONTACT_RECOVERED, "b-3", "cy@example.com", "");
	assert_int_equal(l.damaged_line_count, 1);
	assert_int_equal(last_kind_of(&l, "", "ann@example.com", ""), CONTACT_CALLED);
	assert_int_equal(last_kind_of(&l, "", "bo@example.com", ""), CONTACT_NONE);
	assert_int_equal(last_kind_of(&l, "", "cy@example.com", ""), CONTACT_RECOVERED);
	contact_log_free(&l);
}

FRESH_LEDGER(lines_of_earlier_versions_are_read)
{
	struct contact_log l;
	write_file("sent.jsonl",
	    STR("{\"basket\":\"b-1\",\"at\":\"1970-01-01T00:00:01.000Z\",\"by\":\"ann\"}\n"
		"no line\n{\"basket\":\"\",\"at\":\"1970-01-01T00:00:01.000Z\",\"by\":\"\"}\n"
		"{\"basket\":\"b-2\",\"at\":\"soon\",\"by\":\"ann\"}\n"));
	for (int i = 0; i < 2; i++) {
		open_contact_log(&l, i ? SHARED : NULL);
		assert_int_equal(l.entries.n, 1);
		assert_true(str_eqz(contact_log_find_link(&l, STR("b-1"))->recorded_by, "ann"));
		assert_int_equal(contact_log_find_link(&l, STR("b-1"))->recorded_at, 1000);
		note(&l, CONTACT_CALLED, "b-3", "ann@example.com", "");
		assert_non_null(contact_log_find_link(&l, STR("b-1")));
		contact_log_free(&l);
	}
}

/* ---- several accounts ---- */

FRESH_LEDGER(statuses_of_other_processes_are_read)
{
	struct contact_log a, b;
	struct err err = { 0 };
	struct stat st;
	open_contact_log(&a, SHARED);
	open_contact_log(&b, SHARED); /* before a file or a key exists */
	note(&a, CONTACT_UNWANTED, "b-1", "ann@example.com", "");
	assert_int_equal(last_kind_of(&b, "", "ann@example.com", ""), CONTACT_NONE);
	unsigned changes = b.version;
	assert_true(contact_log_refresh(&b, &err));
	assert_int_not_equal(b.version, changes);
	assert_int_equal(last_kind_of(&b, "", "ann@example.com", ""), CONTACT_UNWANTED);
	note(&b, CONTACT_UNDO, "b-1", "ann@example.com", "");
	assert_true(contact_log_refresh(&a, &err));
	assert_int_equal(last_kind_of(&a, "", "ann@example.com", ""), CONTACT_NONE);
	changes = a.version;
	assert_true(contact_log_refresh(&a, &err)); /* nothing new */
	assert_int_equal(a.version, changes);
	contact_log_free(&a);
	contact_log_free(&b);
	assert_int_equal(stat(SHARED, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0660);
	assert_int_equal(stat(SHARED ".key", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0660);
}

/* The file is replaced, as after a restore: the new file's content counts. */
FRESH_LEDGER(a_replaced_file_is_read_again)
{
	struct contact_log l, other;
	struct err err = { 0 };
	open_contact_log(&l, SHARED);
	note(&l, CONTACT_CALLED, "b-1", "ann@example.com", "");
	assert_int_equal(rename(SHARED, SHARED ".before"), 0);
	close(open(SHARED, O_WRONLY | O_CREAT | O_CLOEXEC, 0660));
	open_contact_log(&other, SHARED);
	note(&other, CONTACT_LOST, "b-2", "bo@example.com", "");
	contact_log_free(&other);
	assert_true(contact_log_refresh(&l, &err));
	assert_int_equal(last_kind_of(&l, "", "ann@example.com", ""), CONTACT_NONE);
	assert_int_equal(last_kind_of(&l, "", "bo@example.com", ""), CONTACT_LOST);
	/* The key without the log shows that one existed: who must not be contacted is not
	 * known. */
	unlink(SHARED);
	assert_false(contact_log_refresh(&l, &err));
	assert_non_null(strstr(err.text, SHARED " is missing but its key still exists"));
	unlink(SHARED ".before");
	contact_log_free(&l);
}

enum { WRITERS = 4, LINES = 50 };

/* All processes begin at once, without file and key; afterwards every line is there, complete,
 * and made with the same key. */
FRESH_LEDGER(concurrent_writers_lose_nothing)
{
	pid_t children[WRITERS];
	CLEANUP(contact_log_free) struct contact_log l;
	int begin[2];
	char byte;
	assert_int_equal(pipe(begin), 0);
	for (int w = 0; w < WRITERS; w++) {
		children[w] = fork();
		if (children[w] == 0) {
			struct contact_identifiers who;
			struct err err;
			bool ok = contact_log_init(&l, true, SHARED, &err);
			close(begin[1]);
			ok = ok && read(begin[0], &byte, 1) == 0;
			for (int i = 0; ok && i < LINES; i++) {
				make_identifiers(&who, "b-1", "ann@example.com", "");
				ok = contact_log_add(
				    &l, CONTACT_CALLED, &who, AT + w, STR("a remark"), &err);
				contact_identifiers_free(&who);
			}
			_exit(ok ? 0 : 1);
		}
	}
	close(begin[0]);
	close(begin[1]);
	for (int w = 0; w < WRITERS; w++) {
		int status;
		assert_int_equal(waitpid(children[w], &status, 0), children[w]);
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	}
	open_contact_log(&l, SHARED);
	assert_int_equal(l.entries.n, WRITERS * LINES);
	assert_int_equal(l.damaged_line_count, 0);
	for (size_t i = 1; i < l.entries.n; i++)
		assert_true(str_eq(l.entries.v[i].person_hashes, l.entries.v[0].person_hashes));
	assert_int_equal(last_kind_of(&l, "", "ann@example.com", ""), CONTACT_CALLED);
}

/* ---- write failures ---- */

FRESH_LEDGER(a_full_disk_leaves_no_partial_line)
{
	CLEANUP(contact_log_free) struct contact_log l;
	CLEANUP(contact_identifiers_free) struct contact_identifiers who;
	struct err err = { 0 };
	struct stat before, after;
	struct rlimit was, few;
	open_contact_log(&l, SHARED);
	note(&l, CONTACT_CALLED, "b-1", "ann@example.com", "");
	assert_int_equal(stat(SHARED, &before), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
	few = was;
	few.rlim_cur = (rlim_t)before.st_size + 30; /* room for half a line */
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
	make_identifiers(&who, "b-2", "ann@example.com", "");
	bool ok = contact_log_add(&l, CONTACT_LOST, &who, AT, STR_NONE, &err);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
	assert_false(ok);
	assert_non_null(strstr(err.text, SHARED));
	assert_int_equal(last_kind_of(&l, "b-2", "ann@example.com", ""), CONTACT_CALLED);
	assert_int_equal(stat(SHARED, &after), 0);
	assert_int_equal(after.st_size, before.st_size);
	assert_true(contact_log_add(&l, CONTACT_LOST, &who, AT, STR_NONE, &err));
	assert_int_equal(last_kind_of(&l, "", "ann@example.com", ""), CONTACT_LOST);
}

FRESH_LEDGER(a_locked_file_is_waited_for_and_reported)
{
	CLEANUP(contact_log_free) struct contact_log l;
	CLEANUP(contact_identifiers_free) struct contact_identifiers who;
	struct err err = { 0 };
	open_contact_log(&l, SHARED);
	note(&l, CONTACT_CALLED, "b-1", "ann@example.com", "");
	int fd = open(SHARED, O_RDWR | O_CLOEXEC);
	assert_int_equal(flock(fd, LOCK_EX), 0);
	make_identifiers(&who, "b-1", "ann@example.com", "");
	assert_false(contact_log_add(&l, CONTACT_LOST, &who, AT, STR_NONE, &err));
	assert_non_null(strstr(err.text, SHARED " is locked by another program"));
	close(fd);
	assert_true(contact_log_add(&l, CONTACT_LOST, &who, AT, STR_NONE, &err));
}

FRESH_LEDGER(a_file_of_the_wrong_type_is_reported)
{
	struct contact_log l;
	CLEANUP(contact_identifiers_free) struct contact_identifiers who;
	struct err err = { 0 };
	assert_false(contact_log_init(&l, true, "shared", &err));
	assert_string_equal(err.text, "shared is a folder, not a file");
	contact_log_free(&l);
	open_contact_log(&l, "missing/outcomes");
	make_identifiers(&who, "b-1", "ann@example.com", "");
	assert_false(contact_log_add(&l, CONTACT_LOST, &who, AT, STR_NONE, &err));
	assert_non_null(strstr(err.text, "missing/outcomes"));
	contact_log_free(&l);
}

/* ---- texts ---- */

TEST(a_remark_is_one_escaped_line)
{
	auto_buf out = { 0 }, much = { 0 };
	append_contact_remark(&out, STR("  back on Monday\n\x1b[31m "));
	assert_string_equal(buf_z(&out), "back on Monday\\n\\e[31m");
	for (int i = 0; i < 1000; i++)
		buf_addz(&much, "\xC3\xA9");
	buf_reset(&out);
	append_contact_remark(&out, buf_str(&much));
	assert_int_equal(out.n, CONTACT_REMARK_SIZE_MAX);
}

TEST(author_and_time_are_shown)
{
	CLEANUP(contact_log_free) struct contact_log l;
	struct err err;
	auto_buf out = { 0 };
	struct contact_entry o = { .status = CONTACT_CALLED,
		.recorded_at = 0,
		.recorded_by = STR("ana"),
		.remark = STR("no answer") };
	assert_true(contact_log_init(&l, false, NULL, &err));
	contact_log_format_entry(&out, &l, &o, 2 * 3600 * 1000, false);
	assert_string_equal(buf_z(&out), "ana, 2 h ago: called");
	buf_reset(&out);
	o.recorded_by = STR("agent");
	contact_log_format_entry(&out, &l, &o, 0, true);
	assert_string_equal(buf_z(&out), "you, just now: called (no answer)");
}

static const struct {
	const char *json;
	enum consent means;
} consents[] = {
	{ "{\"customFields\":{\"m\":{\"opt\":true}}}", CONSENT_YES },
	{ "{\"customFields\":{\"m\":{\"opt\":false}}}", CONSENT_NO },
	{ "{\"customFields\":{\"m\":{\"opt\":1}}}", CONSENT_YES },
	{ "{\"customFields\":{\"m\":{\"opt\":0.0}}}", CONSENT_NO },
	{ "{\"customFields\":{\"m\":{\"opt\":0e9}}}", CONSENT_NO },
	{ "{\"customFields\":{\"m\":{\"opt\":\"Yes\"}}}", CONSENT_YES },
	{ "{\"customFields\":{\"m\":{\"opt\":\" NO \"}}}", CONSENT_NO },
	{ "{\"customFields\":{\"m\":{\"opt\":\"\"}}}", CONSENT_NO },
	{ "{\"customFields\":{\"m\":{\"opt\":[\"mail\"]}}}", CONSENT_YES },
	{ "{\"customFields\":{\"m\":{\"opt\":[]}}}", CONSENT_NO },
	{ "{\"customFields\":{\"m\":{\"opt\":{}}}}", CONSENT_UNKNOWN },
	{ "{\"customFields\":{\"m\":{\"opt\":null}}}", CONSENT_UNKNOWN },
	{ "{\"customFields\":{\"m\":{\"opt\":\"2026-01-02\"}}}", CONSENT_UNKNOWN },
	{ "{\"customFields\":{\"m\":true}}", CONSENT_UNKNOWN },
	{ "{}", CONSENT_UNKNOWN },
};

TEST(consent_is_read_from_the_field)
{
	for (size_t i = 0; i < sizeof(consents) / sizeof(*consents); i++)
		if (consent_read(str_of(consents[i].json), "m.opt") != consents[i].means)
			fail_msg("%s", consents[i].json);
	assert_int_equal(consent_read(str_of(consents[0].json), NULL), CONSENT_UNKNOWN);
	assert_int_equal(consent_read(str_of(consents[0].json), ""), CONSENT_UNKNOWN);
}
