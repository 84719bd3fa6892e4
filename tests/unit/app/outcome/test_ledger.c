/* The contact log: the current status of a person, the lines in the file, and which lines are
 * trusted when they are read again, by this account or another. */
#include "app/local/account.h"
#include "app/outcome/consent.h"
#include "app/outcome/ledger.h"
#include "unit/app/journal_files.h"

#include <errno.h>
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

#define FRESH_LEDGER(test) cmocka_unit_test_setup_teardown(test, set_up, nothing_stays_open)

static void
open_ledger(struct ledger *l, const char *path)
{
	struct err err = { 0 };
	if (!ledger_open(l, true, path, &err))
		fail_msg("%s", err.text);
}

/* A person by basket, e-mail and subject; each may be "". */
static void
who_is(struct outcome_who *who, const char *basket, const char *email, const char *sub)
{
	*who = (struct outcome_who){ .basket = str_of(basket) };
	outcome_who_email(who, str_of(email));
	outcome_who_identity(who, STR("https://login.example/"), str_of(sub));
}

static void
note(struct ledger *l, enum outcome_kind kind, const char *basket, const char *email,
    const char *sub)
{
	struct outcome_who who;
	struct err err = { 0 };
	who_is(&who, basket, email, sub);
	if (!ledger_add(l, kind, &who, AT + (int64_t)l->all.n, STR_NONE, &err))
		fail_msg("%s", err.text);
	outcome_who_free(&who);
}

static struct outcome_state
state_of(const struct ledger *l, const char *basket, const char *email, const char *sub)
{
	struct outcome_who who;
	struct outcome_state state;
	who_is(&who, basket, email, sub);
	ledger_state(l, &who, &state);
	outcome_who_free(&who);
	return state;
}

static enum outcome_kind
last_of(const struct ledger *l, const char *basket, const char *email, const char *sub)
{
	const struct outcome *last = state_of(l, basket, email, sub).last;
	return last ? last->kind : OUTCOME_NONE;
}

/* ---- current status ---- */

static void
somebody_is_known_by_any_of_their_names(void **state)
{
	struct ledger l;
	(void)state;
	open_ledger(&l, NULL);
	note(&l, OUTCOME_CALLED, "b-1", "Ann@Example.com", "s-1");
	assert_int_equal(last_of(&l, "b-2", "ann@example.COM", ""), OUTCOME_CALLED);
	assert_int_equal(last_of(&l, "b-3", "", "s-1"), OUTCOME_CALLED);
	assert_int_equal(last_of(&l, "b-1", "", ""), OUTCOME_CALLED);
	assert_int_equal(last_of(&l, "b-4", "bo@example.com", "S-1"), OUTCOME_NONE);
	assert_int_equal(last_of(&l, "b-5", "", ""), OUTCOME_NONE);
	assert_null(ledger_link_of(&l, STR("b-1")));
	note(&l, OUTCOME_LINK, "b-1", "ann@example.com", "");
	assert_int_equal(last_of(&l, "b-3", "", "s-1"), OUTCOME_CALLED); /* not by this name */
	assert_int_equal(last_of(&l, "b-2", "ann@example.com", "s-1"), OUTCOME_LINK);
	assert_non_null(ledger_link_of(&l, STR("b-1")));
	assert_null(ledger_link_of(&l, STR("b-2")));
	ledger_close(&l);
}

/* Outcomes recorded one after the other, and the status afterwards. */
static const struct {
	enum outcome_kind kinds[6];
	enum outcome_kind last, contact, no_contact;
} courses[] = {
	{ { OUTCOME_NOTE }, OUTCOME_NONE, OUTCOME_NONE, OUTCOME_NONE },
	{ { OUTCOME_LINK, OUTCOME_NOTE }, OUTCOME_LINK, OUTCOME_LINK, OUTCOME_NONE },
	{ { OUTCOME_LINK, OUTCOME_CALLED, OUTCOME_LOST }, OUTCOME_LOST, OUTCOME_CALLED,
	    OUTCOME_NONE },
	{ { OUTCOME_CALLED, OUTCOME_AGAIN }, OUTCOME_NONE, OUTCOME_NONE, OUTCOME_NONE },
	{ { OUTCOME_CALLED, OUTCOME_LOST, OUTCOME_AGAIN }, OUTCOME_CALLED, OUTCOME_CALLED,
	    OUTCOME_NONE },
	/* That a link went out is so. */
	{ { OUTCOME_LINK, OUTCOME_AGAIN, OUTCOME_AGAIN }, OUTCOME_LINK, OUTCOME_LINK,
	    OUTCOME_NONE },
	{ { OUTCOME_AGAIN, OUTCOME_RECOVERED }, OUTCOME_RECOVERED, OUTCOME_NONE, OUTCOME_NONE },
	/* Do not contact stays until it is undone, whatever is recorded later and however often. */
	{ { OUTCOME_NO_CONTACT, OUTCOME_LINK, OUTCOME_RECOVERED }, OUTCOME_NO_CONTACT,
	    OUTCOME_LINK, OUTCOME_NO_CONTACT },
	{ { OUTCOME_NO_CONTACT, OUTCOME_LOST, OUTCOME_NO_CONTACT, OUTCOME_AGAIN }, OUTCOME_LOST,
	    OUTCOME_NONE, OUTCOME_NONE },
};

static enum outcome_kind
kind_or_none(const struct outcome *o)
{
	return o ? o->kind : OUTCOME_NONE;
}

static void
the_last_one_stands_and_a_wish_before_it(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(courses) / sizeof(*courses); i++) {
		struct ledger l;
		struct err err;
		assert_true(ledger_open(&l, false, NULL, &err));
		for (int k = 0; k < 6 && courses[i].kinds[k]; k++)
			note(&l, courses[i].kinds[k], "b-1", "ann@example.com", "");
		struct outcome_state s = state_of(&l, "b-1", "ann@example.com", "");
		if (kind_or_none(s.last) != courses[i].last ||
		    kind_or_none(s.contact) != courses[i].contact ||
		    kind_or_none(s.no_contact) != courses[i].no_contact)
			fail_msg("course %zu: %s, %s, %s", i,
			    outcome_kinds[kind_or_none(s.last)].name,
			    outcome_kinds[kind_or_none(s.contact)].name,
			    outcome_kinds[kind_or_none(s.no_contact)].name);
		ledger_close(&l);
	}
}

/* ---- the file ---- */

static void
the_file_names_nobody(void **state)
{
	struct ledger l;
	struct buf text = { 0 }, key = { 0 }, path = { 0 };
	struct stat st;
	(void)state;
	open_ledger(&l, NULL);
	note(&l, OUTCOME_NO_CONTACT, "b-1", "Ann@Example.com", "sub-8841");
	ledger_close(&l);
	read_file(&text, LEDGER);
	read_file(&key, LEDGER ".key");
	assert_int_equal(str_find(buf_str(&text), STR("nn@")), SIZE_MAX);
	assert_int_equal(str_find(buf_str(&text), STR("xample")), SIZE_MAX);
	assert_int_equal(str_find(buf_str(&text), STR("8841")), SIZE_MAX);
	assert_int_not_equal(str_find(buf_str(&text), STR("\"what\":\"do-not-contact\"")), SIZE_MAX);
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
	assert_false(ledger_open(&l, true, NULL, &err));
	assert_non_null(strstr(err.text, ".key is missing"));
	assert_int_equal(last_of(&l, "b-9", "ann@example.com", ""), OUTCOME_NONE);
	assert_int_equal(last_of(&l, "b-1", "", ""), OUTCOME_NO_CONTACT);
	ledger_close(&l);
	buf_free(&text);
	buf_free(&key);
	buf_free(&path);
}

static void
what_was_noted_is_known_afterwards(void **state)
{
	struct ledger l;
	struct err err;
	struct outcome_who who;
	char *name = account_name();
	(void)state;
	open_ledger(&l, NULL);
	who_is(&who, "b \"2\"", "ann@example.com", "");
	assert_true(ledger_add(&l, OUTCOME_CALLED, &who, 2000, STR("at noon"), &err));
	outcome_who_free(&who);
	ledger_close(&l);
	open_ledger(&l, NULL); /* as a process that starts now */
	assert_int_equal(l.all.n, 1);
	const struct outcome *o = state_of(&l, "", "ann@example.com", "").last;
	assert_non_null(o);
	assert_int_equal(o->at, 2000);
	assert_true(str_eqz(o->by, name));
	assert_true(str_eqz(o->remark, "at noon"));
	assert_true(str_eqz(o->basket, "b \"2\""));
	ledger_close(&l);
	x_free(name);
}

static void
a_demo_remembers_nothing(void **state)
{
	struct ledger l;
	struct err err;
	struct buf path = { 0 };
	(void)state;
	assert_true(ledger_open(&l, false, NULL, &err));
	note(&l, OUTCOME_LINK, "b-1", "ann@example.com", "");
	assert_true(str_eqz(ledger_link_of(&l, STR("b-1"))->by, "agent"));
	assert_int_equal(last_of(&l, "b-2", "ann@example.com", ""), OUTCOME_LINK);
	ledger_close(&l);
	path_of(&path, LEDGER);
	assert_int_not_equal(access(buf_z(&path), F_OK), 0);
	buf_free(&path);
}

/* A single changed byte invalidates its line, and the other lines stay valid. */
static void
a_line_that_was_changed_is_not_believed(void **state)
{
	struct ledger l;
	struct buf text = { 0 };
	(void)state;
	open_ledger(&l, NULL);
	note(&l, OUTCOME_CALLED, "b-1", "ann@example.com", "");
	note(&l, OUTCOME_NO_CONTACT, "b-2", "bo@example.com", "");
	ledger_close(&l);
	read_file(&text, LEDGER);
	size_t first = str_find_char(buf_str(&text), '\n');
	for (size_t at = 0; at < first; at++) {
		text.p[at] ^= 1;
		write_file(LEDGER, buf_str(&text));
		open_ledger(&l, NULL);
		if (l.all.n != 1 || l.damaged == 0 ||
		    last_of(&l, "", "bo@example.com", "") != OUTCOME_NO_CONTACT)
			fail_msg("byte %zu of %s", at, buf_z(&text));
		ledger_close(&l);
		text.p[at] ^= 1;
	}
	buf_free(&text);
}

/* A partial line is skipped, and the next line is complete. */
static void
half_a_line_spoils_no_other(void **state)
{
	struct ledger l;
	struct buf text = { 0 };
	(void)state;
	open_ledger(&l, NULL);
	note(&l, OUTCOME_CALLED, "b-1", "ann@example.com", "");
	note(&l, OUTCOME_LOST, "b-2", "bo@example.com", "");
	ledger_close(&l);
	read_file(&text, LEDGER);
	write_file(LEDGER, str_sub(buf_str(&text), 0, text.n - 20));
	open_ledger(&l, NULL);
	assert_int_equal(l.all.n, 1); /* the other may be just being written */
	assert_int_equal(l.damaged, 0);
	note(&l, OUTCOME_RECOVERED, "b-3", "cy@example.com", "");
	assert_int_equal(l.damaged, 1);
	assert_int_equal(last_of(&l, "", "ann@example.com", ""), OUTCOME_CALLED);
	assert_int_equal(last_of(&l, "", "bo@example.com", ""), OUTCOME_NONE);
	assert_int_equal(last_of(&l, "", "cy@example.com", ""), OUTCOME_RECOVERED);
	ledger_close(&l);
	buf_free(&text);
}

/* Lines of earlier versions. */
static void
links_sent_before_are_known(void **state)
{
	struct ledger l;
	(void)state;
	write_file("sent.jsonl",
	    STR("{\"basket\":\"b-1\",\"at\":\"1970-01-01T00:00:01.000Z\",\"by\":\"ann\"}\n"
		"no line\n{\"basket\":\"\",\"at\":\"1970-01-01T00:00:01.000Z\",\"by\":\"\"}\n"
		"{\"basket\":\"b-2\",\"at\":\"soon\",\"by\":\"ann\"}\n"));
	for (int i = 0; i < 2; i++) {
		open_ledger(&l, i ? SHARED : NULL);
		assert_int_equal(l.all.n, 1);
		assert_true(str_eqz(ledger_link_of(&l, STR("b-1"))->by, "ann"));
		assert_int_equal(ledger_link_of(&l, STR("b-1"))->at, 1000);
		note(&l, OUTCOME_CALLED, "b-3", "ann@example.com", "");
		assert_non_null(ledger_link_of(&l, STR("b-1")));
		ledger_close(&l);
	}
}

/* ---- several accounts ---- */

static void
what_others_note_is_seen(void **state)
{
	struct ledger a, b;
	struct err err = { 0 };
	struct stat st;
	(void)state;
	open_ledger(&a, SHARED);
	open_ledger(&b, SHARED); /* before there is a file or a key */
	note(&a, OUTCOME_NO_CONTACT, "b-1", "ann@example.com", "");
	assert_int_equal(last_of(&b, "", "ann@example.com", ""), OUTCOME_NONE);
	unsigned changes = b.changes;
	assert_true(ledger_refresh(&b, &err));
	assert_int_not_equal(b.changes, changes);
	assert_int_equal(last_of(&b, "", "ann@example.com", ""), OUTCOME_NO_CONTACT);
	note(&b, OUTCOME_AGAIN, "b-1", "ann@example.com", "");
	assert_true(ledger_refresh(&a, &err));
	assert_int_equal(last_of(&a, "", "ann@example.com", ""), OUTCOME_NONE);
	changes = a.changes;
	assert_true(ledger_refresh(&a, &err)); /* nothing new */
	assert_int_equal(a.changes, changes);
	ledger_close(&a);
	ledger_close(&b);
	assert_int_equal(stat(SHARED, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0660);
	assert_int_equal(stat(SHARED ".key", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0660);
}

/* A file in its place, as after a restore: what is known is what it says. */
static void
another_file_is_read_whole(void **state)
{
	struct ledger l, other;
	struct err err = { 0 };
	(void)state;
	open_ledger(&l, SHARED);
	note(&l, OUTCOME_CALLED, "b-1", "ann@example.com", "");
	assert_int_equal(rename(SHARED, SHARED ".before"), 0);
	close(open(SHARED, O_WRONLY | O_CREAT | O_CLOEXEC, 0660));
	open_ledger(&other, SHARED);
	note(&other, OUTCOME_LOST, "b-2", "bo@example.com", "");
	ledger_close(&other);
	assert_true(ledger_refresh(&l, &err));
	assert_int_equal(last_of(&l, "", "ann@example.com", ""), OUTCOME_NONE);
	assert_int_equal(last_of(&l, "", "bo@example.com", ""), OUTCOME_LOST);
	/* Its key alone says that there was one: whom not to contact is not known. */
	unlink(SHARED);
	assert_false(ledger_refresh(&l, &err));
	assert_non_null(strstr(err.text, SHARED " is missing, but its key is still there"));
	unlink(SHARED ".before");
	ledger_close(&l);
}

enum { WRITERS = 4, LINES = 50 };

/* All begin at once, without file and key; afterwards every line is there, whole, and by one key. */
static void
writers_at_once_lose_nothing(void **state)
{
	pid_t children[WRITERS];
	struct ledger l;
	int begin[2];
	char byte;
	(void)state;
	assert_int_equal(pipe(begin), 0);
	for (int w = 0; w < WRITERS; w++) {
		children[w] = fork();
		if (children[w] == 0) {
			struct outcome_who who;
			struct err err;
			bool ok = ledger_open(&l, true, SHARED, &err);
			close(begin[1]);
			ok = ok && read(begin[0], &byte, 1) == 0;
			for (int i = 0; ok && i < LINES; i++) {
				who_is(&who, "b-1", "ann@example.com", "");
				ok = ledger_add(
				    &l, OUTCOME_CALLED, &who, AT + w, STR("a remark"), &err);
				outcome_who_free(&who);
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
	open_ledger(&l, SHARED);
	assert_int_equal(l.all.n, WRITERS * LINES);
	assert_int_equal(l.damaged, 0);
	for (size_t i = 1; i < l.all.n; i++)
		assert_true(str_eq(l.all.v[i].hashes, l.all.v[0].hashes));
	assert_int_equal(last_of(&l, "", "ann@example.com", ""), OUTCOME_CALLED);
	ledger_close(&l);
}

/* ---- what cannot be written ---- */

static void
a_full_disk_leaves_no_half_of_a_line(void **state)
{
	struct ledger l;
	struct outcome_who who;
	struct err err = { 0 };
	struct stat before, after;
	struct rlimit was, few;
	(void)state;
	open_ledger(&l, SHARED);
	note(&l, OUTCOME_CALLED, "b-1", "ann@example.com", "");
	assert_int_equal(stat(SHARED, &before), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
	few = was;
	few.rlim_cur = (rlim_t)before.st_size + 30; /* the half of a line has room */
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
	who_is(&who, "b-2", "ann@example.com", "");
	bool ok = ledger_add(&l, OUTCOME_LOST, &who, AT, STR_NONE, &err);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
	assert_false(ok);
	assert_non_null(strstr(err.text, SHARED));
	assert_int_equal(last_of(&l, "b-2", "ann@example.com", ""), OUTCOME_CALLED);
	assert_int_equal(stat(SHARED, &after), 0);
	assert_int_equal(after.st_size, before.st_size);
	assert_true(ledger_add(&l, OUTCOME_LOST, &who, AT, STR_NONE, &err));
	assert_int_equal(last_of(&l, "", "ann@example.com", ""), OUTCOME_LOST);
	outcome_who_free(&who);
	ledger_close(&l);
}

static void
who_holds_the_lock_is_waited_for_and_said(void **state)
{
	struct ledger l;
	struct outcome_who who;
	struct err err = { 0 };
	(void)state;
	open_ledger(&l, SHARED);
	note(&l, OUTCOME_CALLED, "b-1", "ann@example.com", "");
	int fd = open(SHARED, O_RDWR | O_CLOEXEC);
	assert_int_equal(flock(fd, LOCK_EX), 0);
	who_is(&who, "b-1", "ann@example.com", "");
	assert_false(ledger_add(&l, OUTCOME_LOST, &who, AT, STR_NONE, &err));
	assert_non_null(strstr(err.text, SHARED " is locked by another program"));
	close(fd);
	assert_true(ledger_add(&l, OUTCOME_LOST, &who, AT, STR_NONE, &err));
	outcome_who_free(&who);
	ledger_close(&l);
}

static void
what_is_no_file_is_said(void **state)
{
	struct ledger l;
	struct outcome_who who;
	struct err err = { 0 };
	(void)state;
	assert_false(ledger_open(&l, true, "shared", &err));
	assert_string_equal(err.text, "shared is a folder, not a file");
	ledger_close(&l);
	open_ledger(&l, "missing/outcomes");
	who_is(&who, "b-1", "ann@example.com", "");
	assert_false(ledger_add(&l, OUTCOME_LOST, &who, AT, STR_NONE, &err));
	assert_non_null(strstr(err.text, "missing/outcomes"));
	outcome_who_free(&who);
	ledger_close(&l);
}

/* ---- words ---- */

static void
a_remark_is_one_clean_line(void **state)
{
	struct buf out = { 0 }, much = { 0 };
	(void)state;
	outcome_remark(&out, STR("  back on Monday\n\x1b[31m "));
	assert_string_equal(buf_z(&out), "back on Monday\\n\\e[31m");
	for (int i = 0; i < 1000; i++)
		buf_addz(&much, "\xC3\xA9");
	buf_reset(&out);
	outcome_remark(&out, buf_str(&much));
	assert_int_equal(out.n, OUTCOME_REMARK_MAX);
	buf_free(&out);
	buf_free(&much);
}

static void
it_is_said_who_and_when(void **state)
{
	struct ledger l;
	struct err err;
	struct buf out = { 0 };
	struct outcome o = { .kind = OUTCOME_CALLED,
		.at = 0,
		.by = STR("ana"),
		.remark = STR("no answer") };
	(void)state;
	assert_true(ledger_open(&l, false, NULL, &err));
	ledger_say(&out, &l, &o, 2 * 3600 * 1000, false);
	assert_string_equal(buf_z(&out), "ana, 2 h ago: called");
	buf_reset(&out);
	o.by = STR("agent");
	ledger_say(&out, &l, &o, 0, true);
	assert_string_equal(buf_z(&out), "you, just now: called (no answer)");
	buf_free(&out);
	ledger_close(&l);
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

static void
consent_is_what_the_field_says(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(consents) / sizeof(*consents); i++)
		if (consent_of(str_of(consents[i].json), "m.opt") != consents[i].means)
			fail_msg("%s", consents[i].json);
	assert_int_equal(consent_of(str_of(consents[0].json), NULL), CONSENT_UNKNOWN);
	assert_int_equal(consent_of(str_of(consents[0].json), ""), CONSENT_UNKNOWN);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH_LEDGER(somebody_is_known_by_any_of_their_names),
		FRESH_LEDGER(the_last_one_stands_and_a_wish_before_it),
		FRESH_LEDGER(the_file_names_nobody),
		FRESH_LEDGER(what_was_noted_is_known_afterwards),
		FRESH_LEDGER(a_demo_remembers_nothing),
		FRESH_LEDGER(a_line_that_was_changed_is_not_believed),
		FRESH_LEDGER(half_a_line_spoils_no_other),
		FRESH_LEDGER(links_sent_before_are_known),
		FRESH_LEDGER(what_others_note_is_seen),
		FRESH_LEDGER(another_file_is_read_whole),
		FRESH_LEDGER(writers_at_once_lose_nothing),
		FRESH_LEDGER(a_full_disk_leaves_no_half_of_a_line),
		FRESH_LEDGER(who_holds_the_lock_is_waited_for_and_said),
		FRESH_LEDGER(what_is_no_file_is_said),
		cmocka_unit_test(a_remark_is_one_clean_line),
		cmocka_unit_test(it_is_said_who_and_when),
		cmocka_unit_test(consent_is_what_the_field_says),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
