/* Owners, identities and the ten demo owners of the tour. */
#include "pack.h"

enum { PREPARED = 10 };

static const struct pack_item *
owner_of(const struct pack *p, const char *id)
{
	for (size_t i = 0; i < p->things.n; i++)
		if (p->things.v[i].kind == DEMO_OWNERS && str_eqz(p->things.v[i].id, id))
			return &p->things.v[i];
	fail_msg("no owner %s", id);
	return NULL;
}

/* The first identity of an owner; also counts them. */
static const struct pack_item *
linked_to(struct pack *p, const char *owner, size_t *n)
{
	const struct pack_item *first = NULL;
	*n = 0;
	for (size_t i = 0; i < p->things.n; i++) {
		const struct pack_item *t = &p->things.v[i];
		if (t->kind != DEMO_IDENTITIES ||
		    !str_eqz(text_at(&p->arena, t->json, "owner"), owner))
			continue;
		first = first ? first : t;
		(*n)++;
	}
	return first;
}

TEST(records_have_the_fields_of_the_service)
{
	static const char *const fields[][2] = { { "status", "active" },
		{ "record_type", "identity" }, { "record_variant", "@svc/external-id" },
		{ "service", "svc" }, { "mode", "sandbox" } };
	CLEANUP(pack_free) struct pack p = pack_make("tour", DEMO_IDENTITIES);
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
			assert_false(str_eq(json_lex_find(json, STR("data")),
			    json_lex_find(p.things.v[k].json, STR("data"))));
	}
}

static struct str
demo_owners(struct arena *a)
{
	auto_buf b = { 0 };
	buf_addc(&b, '[');
	demo_add_owners(&b);
	buf_addc(&b, ']');
	struct str json = arena_str(a, buf_str(&b));
	return json;
}

/* A text of the demo owner O<number>. */
static const char *
demo_owner(struct pack *p, unsigned number, const char *member)
{
	char path[40];
	snprintf(path, sizeof(path), "%u.%s", number - 1, member);
	struct str text = text_at(&p->arena, demo_owners(&p->arena), path);
	if (!text.p)
		fail_msg("O%u has no %s", number, member);
	return arena_printf(&p->arena, "%.*s", STR_ARG(text)).p;
}

static size_t
linked_in(struct pack *p, unsigned number)
{
	size_t n;
	linked_to(p, demo_owner(p, number, "owner"), &n);
	return n;
}

TEST(each_demo_owner_matches_its_story)
{
	CLEANUP(pack_free) struct pack p = pack_make("tour", DEMO_OWNERS | DEMO_IDENTITIES);
	const struct pack_item *identity;
	size_t n;
	assert_true(json_scan_check(
	    demo_owners(&p.arena), &json_scan_service_rules, NULL, &(struct err){ 0 }));
	assert_null(json_lex_find(demo_owners(&p.arena), STR("10")).p);
	for (unsigned i = 1; i <= PREPARED; i++) {
		char name[40];
		snprintf(name, sizeof(name), "demo owners.O%u", i);
		assert_string_equal(demo_owner(&p, i, "name"), name + sizeof("demo owners.") - 1);
		assert_true(demo_owner(&p, i, "story")[0]);
		owner_of(&p, demo_owner(&p, i, "owner"));
		identity = linked_to(&p, demo_owner(&p, i, "owner"), &n);
		assert_int_equal(n, expected_in("tour.json", name));
		if (n == 0)
			continue;
		assert_true(str_eqz(
		    text_at(&p.arena, identity->json, "data.sub"), demo_owner(&p, i, "sub")));
		assert_true(str_eqz(
		    text_at(&p.arena, identity->json, "data.iss"), demo_owner(&p, i, "iss")));
	}
	assert_int_equal(linked_in(&p, 1), 0);
	assert_int_equal(linked_in(&p, 2), 3);
	assert_int_equal(linked_in(&p, 9), 1);
	assert_false(
	    str_eq(text_at(&p.arena, owner_of(&p, demo_owner(&p, 5, "owner"))->json, "root"),
		text_at(&p.arena, owner_of(&p, demo_owner(&p, 6, "owner"))->json, "root")));
	identity = linked_to(&p, demo_owner(&p, 8, "owner"), &n);
	assert_true(str_eqz(
	    text_at(&p.arena, identity->json, "data.iss"), "https://accounts.example.com/"));
	identity = linked_to(&p, demo_owner(&p, 10, "owner"), &n);
	assert_int_equal(text_at(&p.arena, identity->json, "data.sub").n, 200);
}

/* The identity to link to O1 is Mara's and not linked yet. */
TEST(the_first_identity_to_link_is_free)
{
	CLEANUP(pack_free) struct pack p = pack_make("tour", DEMO_IDENTITIES | DEMO_BASKETS);
	const char *sub = demo_owner(&p, 1, "sub");
	size_t linked = 0, seen = 0;
	for (size_t i = 0; i < p.things.n; i++) {
		const struct pack_item *t = &p.things.v[i];
		bool same = str_find(t->json, str_of(sub)) != SIZE_MAX;
		linked += same && t->kind == DEMO_IDENTITIES;
		seen += same && t->kind == DEMO_BASKETS &&
		    str_eqz(text_at(&p.arena, t->json, "customerDetails.email"),
			"mara.ellison@example.com");
	}
	assert_int_equal(linked, 0);
	assert_true(seen > 0);
}

TEST(only_o8s_issuer_has_a_trailing_slash)
{
	CLEANUP(pack_free) struct pack p = pack_make("tour", DEMO_IDENTITIES);
	size_t with = 0, without = 0;
	for (size_t i = 0; i < p.things.n; i++) {
		struct str iss = text_at(&p.arena, p.things.v[i].json, "data.iss");
		with += str_eqz(iss, "https://accounts.example.com/");
		without += str_eqz(iss, "https://accounts.example.com");
	}
	assert_int_equal(with, 1);
	assert_true(without > 10);
}
