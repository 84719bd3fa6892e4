/* Finding one person's rows gives the same result as grouping the rows of all persons. */
#include "basket/persons.h"
#include "basket/same_person.h"
#include "lib/test.h"

enum { ROWS = 24, ROUNDS = 400 };

static void
fill(struct basket_row *row, struct arena *a, const char *json)
{
	basket_row_ops.fill_row(row, a, str_of(json), 0);
}

static unsigned
random_below_n(uint64_t *seed, unsigned n)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)((*seed >> 33) % n);
}

/* Names of few people, so that collisions occur: case, blanks, an e-mail that looks like a
 * subject, an empty issuer. */
static void
draw_row(uint64_t *seed, struct basket_row *row, struct arena *a, unsigned number)
{
	static const char *const emails[] = { "", "a@x", "A@X", " a@x ", "b@x", "c@x", "7" };
	static const char *const issuers[] = { "", "https://i", "https://j" };
	auto_buf json = { 0 };
	unsigned n = random_below_n(seed, 3);
	buf_addf(&json, "{\"id\":\"b%u\",\"customerDetails\":{\"email\":\"%s\"},\"identities\":[",
	    number, emails[random_below_n(seed, 7)]);
	for (unsigned i = 0; i < n; i++)
		buf_addf(&json, "%s{\"iss\":\"%s\",\"sub\":\"%u\"}", i ? "," : "",
		    issuers[random_below_n(seed, 3)], random_below_n(seed, 9));
	buf_addz(&json, "]}");
	fill(row, a, buf_z(&json));
}

static bool
holds(const struct same_person *same_person, uint32_t row)
{
	for (size_t i = 0; i < same_person->rows.n; i++)
		if (same_person->rows.v[i] == row)
			return true;
	return false;
}

TEST(baskets_of_the_same_person_are_found)
{
	uint64_t seed = 7;
	static const char *const shared[] = { "nobody@*", "b@X", NULL };
	size_t several = 0;
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct basket_row rows[ROWS];
		auto_arena a = { 0 };
		CLEANUP(persons_free) struct persons persons = { 0 };
		for (unsigned i = 0; i < ROWS; i++) {
			draw_row(&seed, &rows[i], &a, i);
			same_person_mark_shared(&rows[i], round % 2 ? (char *const *)shared : NULL);
		}
		persons_merge_rows(&persons, rows, ROWS, false);
		for (uint32_t i = 0; i < ROWS; i++) {
			CLEANUP(same_person_free) struct same_person same_person;
			same_person_collect_names(&same_person, &rows[i], rows, ROWS);
			several += same_person.rows.n > 1;
			for (uint32_t k = 0; k < ROWS; k++) {
				const struct person *mine = persons_find_by_row(&persons, i);
				bool same = mine && persons_find_by_row(&persons, k) == mine;
				if (holds(&same_person, k) != same)
					fail_msg("round %u: row %u of row %u's", round, k, i);
			}
		}
	}
	assert_true(several > ROUNDS);
}

/* A row that is not in the list, for example because it was removed meanwhile. */
TEST(a_row_outside_the_list_has_same_person_rows)
{
	struct basket_row rows[2], other;
	auto_arena a = { 0 };
	struct same_person same_person;
	fill(&rows[0], &a, "{\"id\":\"b0\",\"customerDetails\":{\"email\":\"bo@x\"}}");
	fill(&rows[1], &a, "{\"id\":\"b1\",\"customerDetails\":{\"email\":\"ann@x\"}}");
	fill(&other, &a, "{\"id\":\"b2\",\"customerDetails\":{\"email\":\"Ann@x\"}}");
	same_person_collect_names(&same_person, &other, rows, 2);
	assert_int_equal(same_person.rows.n, 1);
	assert_int_equal(same_person.rows.v[0], 1);
	same_person_free(&same_person);
	fill(&other, &a, "{\"id\":\"b2\"}");
	same_person_collect_names(&same_person, &other, rows, 2);
	assert_int_equal(same_person.rows.n, 0);
	same_person_free(&same_person);
}

TEST(shared_emails_are_recognized_by_pattern)
{
	static const char *const shared[] = { "office@*", "*@desk.example", NULL };
	static const struct {
		const char *email;
		bool shared;
	} cases[] = { { "office@a.example", true }, { "OFFICE@A.example", true },
		{ " office@a.example ", true }, { "back-office@a.example", false },
		{ "ann@desk.example", true }, { "ann@desk.example.org", false }, { "", false } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct basket_row row = { .email = str_of(cases[i].email) };
		same_person_mark_shared(&row, NULL);
		assert_false(row.shares_email);
		same_person_mark_shared(&row, (char *const *)shared);
		if (row.shares_email != cases[i].shared)
			fail_msg("%s", cases[i].email);
	}
}
