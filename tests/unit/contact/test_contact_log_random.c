/* Contact statuses of people and baskets with random names: another console, and the next start,
 * read them as recorded and find the same people. */
#include "contact/contact_log.h"
#include "lib/random_text.h"
#include "unit/journal/journal_files.h"

#define LEDGER "outcomes.jsonl"

enum { ROUNDS = 6, OUTCOMES = 60, PEOPLE = 12 };

/* A person's basket; some persons have a name in common. */
struct person {
	struct str basket, email, sub;
};

struct noted {
	enum contact_status kind;
	size_t person;
	struct str remark;
};

static struct str
some_text(uint64_t *seed, struct arena *a, struct str other)
{
	return random_below(seed, 4) ? random_text(seed, a) : other;
}

static void
make_people(struct person people[PEOPLE], uint64_t *seed, struct arena *a)
{
	for (size_t i = 0; i < PEOPLE; i++) {
		const struct person *other = &people[i ? random_below(seed, i) : 0];
		people[i] = (struct person){ .basket = some_text(seed, a, other->basket),
			.email = some_text(seed, a, other->email),
			.sub = some_text(seed, a, other->sub) };
	}
}

static void
make_identifiers(struct contact_identifiers *who, const struct person *p)
{
	*who = (struct contact_identifiers){ .basket_id = p->basket };
	contact_identifiers_add_email(who, p->email);
	contact_identifiers_add_identity(who, STR("https://login.example/"), p->sub);
}

static void
note(struct contact_log *l, struct noted *n, const struct person *people, uint64_t *seed,
    struct arena *a)
{
	CLEANUP(contact_identifiers_free) struct contact_identifiers who;
	auto_buf remark = { 0 };
	struct err err = { 0 };
	n->kind = (enum contact_status)(1 + random_below(seed, CONTACT_STATUSES - 1));
	n->person = random_below(seed, PEOPLE);
	append_contact_remark(&remark, random_text(seed, a));
	n->remark = arena_str(a, buf_str(&remark));
	make_identifiers(&who, &people[n->person]);
	if (!contact_log_add(l, n->kind, &who, AT + (int64_t)l->entries.n, n->remark, &err))
		fail_msg("%s", err.text);
}

static void
check_outcomes(
    const struct contact_log *l, const struct noted noted[OUTCOMES], const struct person *people)
{
	assert_int_equal(l->damaged_line_count, 0);
	assert_int_equal(l->entries.n, OUTCOMES);
	for (size_t i = 0; i < OUTCOMES; i++) {
		const struct contact_entry *o = &l->entries.v[i];
		assert_int_equal(o->status, noted[i].kind);
		assert_int_equal(o->recorded_at, AT + (int64_t)i);
		assert_true(str_eqz(o->recorded_by, l->account));
		assert_true(str_eq(o->basket_id, people[noted[i].person].basket));
		assert_true(str_eq(o->remark, noted[i].remark));
	}
}

static size_t
place_of(const struct contact_log *l, const struct contact_entry *o)
{
	return o ? (size_t)(o - l->entries.v) : SIZE_MAX;
}

static void
check_same_people(
    const struct contact_log *a, const struct contact_log *b, const struct person *people)
{
	for (size_t i = 0; i < PEOPLE; i++) {
		CLEANUP(contact_identifiers_free) struct contact_identifiers who;
		struct contact_summary x, y;
		make_identifiers(&who, &people[i]);
		contact_log_summarize(a, &who, &x);
		contact_log_summarize(b, &who, &y);
		assert_int_equal(place_of(a, x.shown_entry), place_of(b, y.shown_entry));
		assert_int_equal(place_of(a, x.last_contact), place_of(b, y.last_contact));
		assert_int_equal(place_of(a, x.last_link), place_of(b, y.last_link));
		assert_int_equal(place_of(a, x.no_contact_entry), place_of(b, y.no_contact_entry));
	}
}

TEST(any_status_is_read_back)
{
	uint64_t seed = random_seed();
	for (int round = 0; round < ROUNDS; round++) {
		struct person people[PEOPLE] = { { .basket = STR_NONE } };
		struct noted noted[OUTCOMES];
		CLEANUP(contact_log_free) struct contact_log first, beside, next;
		auto_arena a = { 0 };
		struct err err = { 0 };
		remove_file("sent.jsonl");
		remove_file(LEDGER);
		remove_file(LEDGER ".key");
		make_people(people, &seed, &a);
		assert_true(contact_log_init(&first, true, NULL, &err));
		assert_true(contact_log_init(&beside, true, NULL, &err));
		for (size_t i = 0; i < OUTCOMES; i++)
			note(&first, &noted[i], people, &seed, &a);
		check_outcomes(&first, noted, people);
		assert_true(contact_log_refresh(&beside, &err));
		assert_true(contact_log_init(&next, true, NULL, &err));
		check_outcomes(&beside, noted, people);
		check_outcomes(&next, noted, people);
		check_same_people(&first, &beside, people);
		check_same_people(&first, &next, people);
	}
}
