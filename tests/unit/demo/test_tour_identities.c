/* Owners, identities and the ten prepared situations of the tour. */
#include "demo/situations.h"
#include "pack.h"

static const struct thing *
owner_of(const struct pack *p, const char *id)
{
	for (size_t i = 0; i < p->things.n; i++)
		if (p->things.v[i].kind == DEMO_OWNERS && str_eqz(p->things.v[i].id, id))
			return &p->things.v[i];
	fail_msg("no owner %s", id);
	return NULL;
}

/* The first identity of an owner, and how many there are. */
static const struct thing *
linked_to(struct pack *p, const char *owner, size_t *n)
{
	const struct thing *first = NULL;
	*n = 0;
	for (size_t i = 0; i < p->things.n; i++) {
		const struct thing *t = &p->things.v[i];
		if (t->kind != DEMO_IDENTITIES ||
		    !str_eqz(text_at(&p->arena, t->json, "owner"), owner))
			continue;
		first = first ? first : t;
		(*n)++;
	}
	return first;
}

static void
records_are_those_of_the_service(void **state)
{
	static const char *const fields[][2] = { { "status", "active" },
		{ "record_type", "identity" }, { "record_variant", "@svc/external-id" },
		{ "service", "svc" }, { "mode", "sandbox" } };
	struct pack p = pack_make("tour", DEMO_IDENTITIES);
	(void)state;
	assert_int_equal(p.things.n, expected_in("tour.json", "identities"));
	for (size_t i = 0; i < p.things.n; i++) {
		struct str json = p.things.v[i].json;
		for (size_t k = 0; k < 5; k++)
			assert_true(str_eqz(text_at(&p.arena, json, fields[k][0]), fields[k][1]));
		assert_true(
		    str_eq(text_at(&p.arena, json, "name"), text_at(&p.arena, json, "data.sub")));
		assert_true(text_at(&p.arena, json, "created").n == 24);
		assert_true(text_at(&p.arena, json, "updated").n == 24);
		for (size_t k = 0; k < i; k++)
			assert_false(str_eq(token_find(json, STR("data")),
			    token_find(p.things.v[k].json, STR("data"))));
	}
	pack_free(&p);
}

static void
each_situation_is_as_its_story_says(void **state)
{
	struct pack p = pack_make("tour", DEMO_OWNERS | DEMO_IDENTITIES);
	const struct thing *identity;
	size_t n;
	(void)state;
	for (size_t i = 0; i < SITUATIONS; i++) {
		owner_of(&p, demo_situations[i].owner);
		identity = linked_to(&p, demo_situations[i].owner, &n);
		assert_int_equal(n, demo_situations[i].linked);
		if (n == 0)
			continue;
		assert_true(
		    str_eqz(text_at(&p.arena, identity->json, "data.sub"), demo_situations[i].sub));
		assert_true(
		    str_eqz(text_at(&p.arena, identity->json, "data.iss"), demo_situations[i].iss));
	}
	linked_to(&p, demo_situations[0].owner, &n);
	assert_int_equal(n, 0); /* O1 */
	linked_to(&p, demo_situations[1].owner, &n);
	assert_int_equal(n, 3); /* O2 */
	linked_to(&p, demo_situations[8].owner, &n);
	assert_int_equal(n, 1); /* O9 */
	assert_false(str_eq(text_at(&p.arena, owner_of(&p, demo_situations[4].owner)->json, "root"),
	    text_at(&p.arena, owner_of(&p, demo_situations[5].owner)->json, "root")));
	identity = linked_to(&p, demo_situations[7].owner, &n);
	assert_true(str_eqz(
	    text_at(&p.arena, identity->json, "data.iss"), "https://accounts.example.com/"));
	identity = linked_to(&p, demo_situations[9].owner, &n);
	assert_int_equal(text_at(&p.arena, identity->json, "data.sub").n, 200);
	pack_free(&p);
}

/* What O1 is to be linked with is Mara's, and nobody else's yet. */
static void
the_first_link_is_free(void **state)
{
	struct pack p = pack_make("tour", DEMO_IDENTITIES | DEMO_BASKETS);
	size_t linked = 0, seen = 0;
	(void)state;
	for (size_t i = 0; i < p.things.n; i++) {
		const struct thing *t = &p.things.v[i];
		bool same = str_find(t->json, str_of(demo_situations[0].sub)) != SIZE_MAX;
		linked += same && t->kind == DEMO_IDENTITIES;
		seen += same && t->kind == DEMO_BASKETS &&
		    str_eqz(text_at(&p.arena, t->json, "customerDetails.email"),
			"mara.ellison@example.com");
	}
	assert_int_equal(linked, 0);
	assert_true(seen > 0);
	pack_free(&p);
}

/* With the slash that O8 has at the end, nobody else is. */
static void
the_slash_of_o8_is_the_only_one(void **state)
{
	struct pack p = pack_make("tour", DEMO_IDENTITIES);
	size_t with = 0, without = 0;
	(void)state;
	for (size_t i = 0; i < p.things.n; i++) {
		struct str iss = text_at(&p.arena, p.things.v[i].json, "data.iss");
		with += str_eqz(iss, "https://accounts.example.com/");
		without += str_eqz(iss, "https://accounts.example.com");
	}
	assert_int_equal(with, 1);
	assert_true(without > 10);
	pack_free(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_are_those_of_the_service),
		cmocka_unit_test(each_situation_is_as_its_story_says),
		cmocka_unit_test(the_first_link_is_free),
		cmocka_unit_test(the_slash_of_o8_is_the_only_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
