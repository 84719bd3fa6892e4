/* labels: slow soaks
 *
 * State files damaged on disk: no crash, no hang, no value used that was never written, and
 * unreadable content reported as such. */
#include "app/state.h"
#include "contact/contact_log.h"
#include "lib/damage.h"
#include "unit/journal/journal_files.h"

#define TERMINAL STR("10.20.4.17 xterm-256color none")
#define BASKET STR("basket-5f0c2b1e")

enum { STATE_WRITES = 3, LIMIT_S = 60 };

enum state_file { JOURNAL, HEAD, TORN, OUTCOMES, TERMINALS, STATE_FILES };

static const char *const state_names[STATE_FILES] = { "journal.jsonl", "journal.head",
	"journal.torn", "outcomes.jsonl", "terminals" };

/* The files as written and as damaged. */
struct kept {
	struct buf text[STATE_FILES], damaged[STATE_FILES];
	enum damage damage[STATE_FILES];
	uint64_t random;
	unsigned number; /* number of the case */
};

/* ---- before damage ---- */

static const enum journal_state state_of[STATE_WRITES + 1] = { 0, JOURNAL_DONE, JOURNAL_REFUSED,
	JOURNAL_UNKNOWN };
static const char *const owner_of[STATE_WRITES + 1] = { NULL, "id-1", "id-22", "id-333" };

/* A failed run may have left anything there. */
static void
clear_state(void)
{
	for (int f = 0; f < STATE_FILES; f++) {
		auto_buf path = { 0 };
		path_of(&path, state_names[f]);
		damage_clear(buf_z(&path));
	}
	auto_buf key = { 0 };
	path_of(&key, "outcomes.jsonl.key");
	damage_clear(buf_z(&key));
}

static bool
note_link(struct contact_log *l, struct str basket, int64_t at, struct err *err)
{
	const struct contact_identifiers who = {
		.basket_id = basket, .n = 1, .identifiers = { STR(" ann@example.com") }
	};
	return contact_log_add(l, CONTACT_LINK_SENT, &who, at, STR_NONE, err);
}

static void
store_state(struct kept *k)
{
	struct journal j;
	struct contact_log l;
	struct err err;
	clear_state();
	open_journal(&j);
	for (unsigned i = 1; i <= STATE_WRITES; i++) {
		struct journal_write w = link_of(owner_of[i], "s-1");
		unsigned number = begin(&j, &w);
		if (state_of[i] != JOURNAL_UNKNOWN)
			settle(&j, number, state_of[i]);
	}
	journal_close(&j);
	write_file("journal.torn", STR("{\"state\":\"sen\n"));
	assert_true(contact_log_init(&l, true, NULL, &err));
	note_link(&l, STR("basket-1"), 1790000000000, &err);
	note_link(&l, BASKET, 1790000001000, &err);
	contact_log_free(&l);
	assert_true(terminal_proof_write(TERMINAL, PROOF_RAW, &err));
	assert_true(terminal_proof_write(TERMINAL, PROOF_WORKS, &err));
	for (int f = 0; f < STATE_FILES; f++)
		read_file(&k->text[f], state_names[f]);
}

static void
damage_state(struct kept *k)
{
	for (int f = 0; f < STATE_FILES; f++) {
		auto_buf path = { 0 };
		path_of(&path, state_names[f]);
		k->damage[f] = damage_write(buf_z(&path), buf_str(&k->text[f]), &k->random);
		buf_reset(&k->damaged[f]);
		if (k->damage[f] <= DAMAGE_ADD)
			read_file(&k->damaged[f], state_names[f]);
	}
}

/* ---- checks ---- */

static bool
cannot_be_opened(const struct kept *k, enum state_file f)
{
	return damage_words(k->damage[f], false) != NULL;
}

/* If only the key file exists, there must have been a contact log. */
static const char *
expected_refusal(const struct kept *k, enum state_file f)
{
	bool outcomes = strcmp(state_names[f], "outcomes.jsonl") == 0;
	return outcomes && k->damage[f] == DAMAGE_GONE ? "its key still exists"
						       : damage_words(k->damage[f], false);
}

/* Opening fails with the reason if one of the two files is unusable, and only then. */
static void
check_refusal(
    const struct kept *k, bool ok, const struct err *err, enum state_file a, enum state_file b)
{
	const char *first = expected_refusal(k, a), *second = expected_refusal(k, b);
	if (ok && (first || second))
		fail_msg("case %u: opened %s %s, %s %s", k->number, state_names[a],
		    damage_names[k->damage[a]], state_names[b], damage_names[k->damage[b]]);
	if (ok)
		return;
	if ((first && strstr(err->text, first)) || (second && strstr(err->text, second)))
		return;
	fail_msg("case %u: %s", k->number, err->text);
}

/* Asserts that every entry is one that was written. */
static void
check_writes(const struct journal *j, unsigned own)
{
	for (size_t i = 0; i < j->writes.n; i++) {
		const struct journal_write *w = &j->writes.v[i];
		assert_true(journal_find(j, w->number) == w); /* no number is used twice */
		assert_true(str_eqz(w->iss, "https://login.example/"));
		if (w->number == own) {
			assert_true(str_eqz(w->owner, "id-9"));
			continue;
		}
		assert_in_range(w->number, 1, STATE_WRITES);
		assert_true(str_eqz(w->owner, owner_of[w->number]));
		assert_true(str_eqz(w->sub, "s-1"));
		assert_true(str_eqz(w->key, "s-1"));
		assert_true(str_eqz(w->reason, "INC-4711 she asked"));
		/* A write whose result line was lost is not confirmed. */
		if (w->status.state != JOURNAL_UNKNOWN)
			assert_int_equal(w->status.state, state_of[w->number]);
	}
}

static bool
is_missing(const struct kept *k, enum state_file f)
{
	return k->damage[f] == DAMAGE_GONE || k->damaged[f].n == 0;
}

/* True if the damage changes the journal's entries. A partial last line does not; if there are
 * no lines and no journal.head, it cannot be detected. */
static bool
changes_entries(const struct kept *k)
{
	struct str now = buf_str(&k->damaged[JOURNAL]), then = buf_str(&k->text[JOURNAL]);
	bool line_left = str_find_char(now, '\n') != SIZE_MAX;
	bool note_same = str_eq(buf_str(&k->damaged[HEAD]), buf_str(&k->text[HEAD]));
	if (is_missing(k, HEAD))
		return line_left;
	if (!note_same)
		return true;
	return !str_starts(now, then) ||
	    str_find_char(str_sub(now, then.n, now.n), '\n') != SIZE_MAX;
}

static void
check_fault(const struct kept *k, const struct journal *j)
{
	if ((j->chain_errors.n > 0) != changes_entries(k))
		fail_msg("case %u: journal %s, head %s: \"%.*s\"", k->number,
		    damage_names[k->damage[JOURNAL]], damage_names[k->damage[HEAD]],
		    (int)j->chain_errors.n, j->chain_errors.p ? j->chain_errors.p : "");
	for (size_t i = 0; i < j->chain_errors.n; i++)
		assert_in_range(j->chain_errors.p[i], 32, 126);
}

static void
use_journal(struct kept *k)
{
	struct journal_write w = link_of("id-9", "s-9"), undo;
	struct journal_write_status o = {
		.state = JOURNAL_DONE, .recorded_at = AT, .http_status = 200
	};
	struct journal j;
	struct err err = { 0 };
	unsigned own = 0;
	bool ok = journal_open(&j, true, &err);
	check_refusal(k, ok, &err, JOURNAL, HEAD);
	if (ok) {
		check_writes(&j, 0);
		check_fault(k, &j);
	}
	bool begun = journal_begin(&j, &w, &own, &err);
	if (begun) {
		check_refusal(k, true, NULL, JOURNAL, HEAD);
		assert_non_null(journal_find(&j, own));
		assert_true(journal_is_unknown(journal_find(&j, own)));
		assert_true(journal_finish(&j, own, &o, &err));
		assert_true(journal_make_inverse(&j, own, &undo));
		check_writes(&j, own);
	} else if (ok) {
		check_refusal(k, false, &err, TORN, TORN); /* a partial line is moved there first */
	} else {
		check_refusal(k, false, &err, JOURNAL, HEAD);
	}
	journal_close(&j);
	if (!begun)
		return;
	open_journal(&j); /* as a newly started process */
	check_writes(&j, own);
	check_fault(k, &j);
	assert_int_equal(journal_find(&j, own)->status.state, JOURNAL_DONE);
	journal_close(&j);
}

static void
check_entry(const struct contact_entry *o, const char *id, int64_t at)
{
	if (!o)
		return;
	assert_true(str_eqz(o->basket_id, id));
	assert_int_equal(o->recorded_at, at);
	assert_int_equal(o->status, CONTACT_LINK_SENT);
}

static void
use_outcomes(struct kept *k)
{
	struct contact_log l;
	struct err err = { 0 };
	bool ok = contact_log_init(&l, true, NULL, &err);
	check_refusal(k, ok, &err, OUTCOMES, OUTCOMES);
	for (size_t i = 0; i < l.entries.n; i++)
		assert_true(str_eqz(l.entries.v[i].recorded_by, l.account));
	check_entry(contact_log_find_link(&l, STR("basket-1")), "basket-1", 1790000000000);
	check_entry(contact_log_find_link(&l, BASKET), "basket-5f0c2b1e", 1790000001000);
	assert_true(l.entries.n <= 2);
	ok = note_link(&l, STR("basket-9"), 1790000002000, &err);
	check_refusal(k, ok, &err, OUTCOMES, OUTCOMES);
	contact_log_free(&l);
	if (!ok)
		return;
	assert_true(contact_log_init(&l, true, NULL, &err));
	assert_non_null(contact_log_find_link(&l, STR("basket-9")));
	check_entry(contact_log_find_link(&l, STR("basket-9")), "basket-9", 1790000002000);
	contact_log_free(&l);
}

static void
use_terminals(struct kept *k)
{
	struct err err = { 0 };
	enum terminal_proof proof = terminal_proof_read(TERMINAL);
	if (k->damage[TERMINALS] == DAMAGE_NONE)
		assert_int_equal(proof, PROOF_WORKS);
	if (cannot_be_opened(k, TERMINALS))
		assert_int_equal(proof, PROOF_NONE);
	bool ok = terminal_proof_write(TERMINAL, PROOF_WORKS, &err);
	check_refusal(k, ok, &err, TERMINALS, TERMINALS);
	if (ok)
		assert_int_equal(terminal_proof_read(TERMINAL), PROOF_WORKS);
}

/* Runs `cases` cases of a random sequence; a case that hangs ends the test. */
static void
run_cases(unsigned cases, uint64_t seed)
{
	struct kept k = { .random = seed };
	unsigned counts[DAMAGES] = { 0 };
	store_state(&k);
	for (k.number = 0; k.number < cases; k.number++) {
		alarm(LIMIT_S);
		damage_state(&k);
		for (int f = 0; f < STATE_FILES; f++)
			counts[k.damage[f]]++;
		use_journal(&k);
		use_outcomes(&k);
		use_terminals(&k);
	}
	alarm(0);
	clear_state();
	for (int f = 0; f < STATE_FILES; f++) {
		buf_free(&k.text[f]);
		buf_free(&k.damaged[f]);
	}
	for (int d = 0; d < DAMAGES; d++) {
		print_message("%s %u  ", damage_names[d], counts[d]);
		assert_true(counts[d] > 0);
	}
	print_message("\n");
}

static bool is_soak;

TEST(damages_are_handled)
{
	run_cases(is_soak ? 2000 : 150, is_soak ? 4711 : 20261120);
}

int
main(int argc, char **argv)
{
	is_soak = argc == 2 && strcmp(argv[1], "soak") == 0;
	return run_all_tests(NULL, NULL);
}
