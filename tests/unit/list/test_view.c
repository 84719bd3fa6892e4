/* The VIEW line: its meaning, its error messages, and that writing and parsing it again changes
 * nothing. */
#include "basket/row.h"
#include "lib/random_text.h"
#include "lib/test.h"
#include "list/view.h"
#include "wire/mask.h"

#include <stdio.h>
#include <string.h>

TEST(terms_are_read)
{
	static const char line[] =
	    "baskets since=7d !tag=/tags/uk \"jane smith\" company:\"B & \\\"C\\\"\" "
	    "customFields.a.b=1 sort=-created cols=age,customFields.x,id";
	static const struct {
		const char *key;
		enum view_op op;
		const char *value;
		bool negated;
	} want[] = { { "since", VIEW_EXACT, "7d", false }, { "tag", VIEW_EXACT, "/tags/uk", true },
		{ "", VIEW_WORD, "jane smith", false },
		{ "company", VIEW_CONTAINS, "B & \"C\"", false },
		{ "customFields.a.b", VIEW_EXACT, "1", false } };
	struct view v;
	struct err err;
	if (!view_parse(&v, STR(line), &err))
		fail_msg("%s", err.text);
	assert_string_equal(v.resource->name, "baskets");
	assert_int_equal(v.terms.n, 5);
	for (size_t i = 0; i < 5; i++) {
		assert_true(str_eqz(v.terms.v[i].key, want[i].key));
		assert_true(str_eqz(v.terms.v[i].value, want[i].value));
		assert_int_equal(v.terms.v[i].op, want[i].op);
		assert_int_equal(v.terms.v[i].negated, want[i].negated);
	}
	assert_true(str_eqz(v.sorts[0].column, "created") && v.sorts[0].descending);
	assert_int_equal(v.columns.n, 3);
	assert_true(str_eqz(v.columns.v[1].name, "customFields.x"));
	assert_true(str_eqz(view_term_value(&v, "since"), "7d"));
	assert_null(view_term_value(&v, "tag").p); /* a negated term has no value */
	assert_true(view_is_filtered(&v));
	view_free(&v);
	/* Surrounding white space comes from pasting. */
	assert_true(view_parse(&v, STR("  baskets mara \n"), &err));
	assert_string_equal(v.resource->name, "baskets");
	assert_int_equal(v.terms.n, 1);
	assert_true(str_eqz(v.terms.v[0].value, "mara"));
	view_free(&v);
}

TEST(mistakes_name_the_word_and_the_closest_one)
{
	static const char *const cases[][2] = { { "baskts", "did you mean baskets?" },
		{ "", "resource" }, { "baskets emial=x", "did you mean email?" },
		{ "baskets zzzzzz=x", "one of: id since" },
		{ "baskets sort=persn", "did you mean person?" },
		{ "baskets sort=kind,persn", "did you mean person?" },
		{ "baskets sort=kind,-kind", "names kind twice" },
		{ "baskets sort=age,", "empty name" }, { "baskets sort=,age", "empty name" },
		{ "baskets sort=-", "empty name" },
		{ "baskets sort=age,kind,person,items,due", "at most 4 columns" },
		{ "baskets cols=age,nmae", "\"nmae\"" },
		{ "baskets \"open", "quote is not closed" },
		{ "baskets customFields.=1", "customFields." }, { "baskets tag=\"x", "quote" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(view_free) struct view v;
		struct err err;
		if (view_parse(&v, str_of(cases[i][0]), &err))
			fail_msg("%s was taken", cases[i][0]);
		assert_int_equal(err.kind, ERR_USAGE);
		if (!strstr(err.text, cases[i][1]))
			fail_msg("%s: %s", cases[i][0], err.text);
	}
}

/* ---- round trips ---- */

static void
check_same(const struct view *a, const struct view *b, const char *line)
{
	bool same = a->terms.n == b->terms.n && view_has_same_sort(a, b) &&
	    a->columns.n == b->columns.n;
	for (size_t i = 0; same && i < a->terms.n; i++)
		same = str_eq(a->terms.v[i].key, b->terms.v[i].key) &&
		    str_eq(a->terms.v[i].value, b->terms.v[i].value) &&
		    a->terms.v[i].op == b->terms.v[i].op &&
		    a->terms.v[i].negated == b->terms.v[i].negated;
	for (size_t i = 0; same && i < a->columns.n; i++)
		same = str_eq(a->columns.v[i].name, b->columns.v[i].name) &&
		    a->columns.v[i].width == b->columns.v[i].width;
	if (!same)
		fail_msg("not the same after: %s", line);
}

static void
survives(struct view *v)
{
	auto_buf line = { 0 };
	CLEANUP(view_free) struct view back;
	struct err err;
	view_write(&line, v);
	if (!view_parse(&back, buf_str(&line), &err))
		fail_msg("%s: %s", buf_z(&line), err.text);
	check_same(v, &back, buf_z(&line));
}

TEST(lines_are_unchanged_after_parse_and_print)
{
	static const char *const lines[] = { "baskets", "baskets x", "baskets \"a=b\"",
		"baskets \"!x\"", "baskets !\"!x\"", "baskets tag=\"\"", "baskets !email:a@b",
		"baskets \"\\\\\"", "baskets sort=age", "baskets sort=-age cols=id", "baskets sort=kind,-person,age",
		"baskets group=tag,day sort=-count,newest",
		"baskets \"cols=\\\"customFields.a b,id\\\"\"", "baskets \"cols=customFields.a b\"",
		"baskets ! x", "baskets due>50 age<=2h", "baskets !created>=2026-11-01",
		"baskets due<\"=5\"", "baskets person~^M ~x !~y", "baskets \"~x\"",
		"baskets customFields.\"a<b\">1", "baskets text=\"a\\\"b\"",
		"baskets customFields.\"a b=c\"=1 cols=id,customFields.\"a:b\":20,customFields.\"a, b\"",
		"baskets !customFields.gr\xC3\xB6\xC3\x9F"
		"e:1 group=customFields.a/b,customFields.\"a\\\"b\"" };
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		CLEANUP(view_free) struct view v;
		struct err err;
		if (!view_parse(&v, str_of(lines[i]), &err))
			fail_msg("%s: %s", lines[i], err.text);
		survives(&v);
	}
	CLEANUP(view_free) struct view v;
	struct err err;
	assert_true(view_parse(&v, STR("baskets cols=\"customFields.a b,id\""), &err));
	assert_int_equal(v.columns.n, 2);
	survives(&v);
}

TEST(columns_have_widths)
{
	static const char *const wrong[] = { "baskets cols=age:2", "baskets cols=age:201",
		"baskets cols=age:", "baskets cols=customFields.x:wide", "baskets cols=age:-5" };
	struct view v;
	struct err err;
	assert_true(view_parse(&v, STR("baskets cols=age,customFields.a:b:20,person:3"), &err));
	assert_int_equal(v.columns.n, 3);
	assert_int_equal(v.columns.v[0].width, 0);
	assert_true(str_eqz(v.columns.v[1].name, "customFields.a:b"));
	assert_int_equal(v.columns.v[1].width, 20);
	assert_int_equal(v.columns.v[2].width, 3);
	survives(&v);
	view_free(&v);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		assert_false(view_parse(&v, str_of(wrong[i]), &err));
		assert_non_null(strstr(err.text, "a width must be 3 to 200 cells"));
		view_free(&v);
	}
}

TEST(any_value_is_unchanged_after_parse_and_print)
{
	static const char letters[] = "ab =:!\"\\.,\t\n\r#'/\xC3\xA9";
	uint64_t seed = 42;
	for (int round = 0; round < 20000; round++) {
		CLEANUP(view_free) struct view v = { .resource = view_find_resource("baskets") };
		size_t terms = 1 + random_below(&seed, 3);
		for (size_t t = 0; t < terms; t++) {
			char text[12];
			size_t n = 1 + random_below(&seed, 8);
			for (size_t i = 0; i < n; i++)
				text[i] = letters[random_below(&seed, sizeof(letters) - 1)];
			struct view_term term = { .value = arena_str(
						      &v.text_arena, str_from(text, n)),
				.negated = random_below(&seed, 2) };
			if (random_below(&seed, 2)) {
				term.key = STR("email");
				term.op = random_below(&seed, 2) ? VIEW_EXACT : VIEW_CONTAINS;
			}
			vec_push(&v.terms, term);
		}
		survives(&v);
	}
}

/* ---- matching ---- */

static const char custom_json[] =
    "{\"customFields\":{\"checkoutKind\":\"new\",\"Seats\":5,\"deep\":{\"x\":"
    "\"Y\"}}}";

static bool
matches(const char *terms)
{
	const struct basket_product product = { STR("/products/p"), STR("PRD-1") };
	const struct basket_item item = { .name = STR("Print + Digital"),
		.path = STR("/offers/2026/print"),
		.products = &product,
		.products_n = 1 };
	const struct basket b = { .id = STR("basket-7"),
		.created = 1795171320000 - 3600000,
		.email = STR("Mara.Ellison@Example.com"),
		.first_name = STR("Mara"),
		.last_name = STR("Ellison"),
		.company = STR("Stra\xC3\x9F"
			       "e GmbH"),
		.items = &item,
		.items_n = 1,
		.start_page = STR("/offers/Winback 2026"),
		.tag = STR("/tags/uk/direct"),
		.custom_fields = STR("{\"checkoutKind\":\"new\"}") };
	struct basket_row row;
	CLEANUP(row_filter_free) struct row_filter f;
	auto_arena a = { 0 };
	CLEANUP(view_free) struct view v;
	struct err err;
	basket_row_fill(&row, &a, NULL, &b);
	if (!view_parse_terms(&v, view_find_resource("baskets"), str_of(terms), &err) ||
	    !row_filter_init(&f, &v, (struct age_context){ .now = 1795171320000 }, &err))
		fail_msg("%s: %s", terms, err.text);
	bool hit = row_filter_match(&f, &row, STR(custom_json));
	return hit;
}

TEST(terms_match)
{
	static const char *const yes[] = { "mara", "ELLISON", "\"mara ellison\"", "example.com",
		"digital", "winback", "basket-7", "email=mara.ellison@example.com", "email:ellison",
		"company:STRASSE", "tag=/tags/uk/direct", "tag:uk", "!tag:fr", "since=2h",
		"until=30m", "!since=30m", "reach=email", "reach=e", "!reach=both", "product=prd-1",
		"product:/products", "offer=/offers/2026/print", "offer:print", "kind=new",
		"id=basket-7", "page:Winback", "customFields.Seats=5", "customFields.deep.x=y",
		"customFields.deep:\"x\\\":\"", "customFields.none=", "mara digital",
		"text=winback", "" };
	static const char *const no[] = { "smith", "!mara", "email=mara", "company=strasse",
		"tag=/tags/uk", "since=30m", "until=2h", "reach=nobody", "reach=identity",
		"product=prd", "offer=/offers/2026", "customFields.Seats=6", "mara smith",
		"customFields.seats=5" };
	for (size_t i = 0; i < sizeof(yes) / sizeof(*yes); i++)
		if (!matches(yes[i]))
			fail_msg("%s does not match", yes[i]);
	for (size_t i = 0; i < sizeof(no) / sizeof(*no); i++)
		if (matches(no[i]))
			fail_msg("%s matches", no[i]);
}

TEST(times_must_be_times)
{
	CLEANUP(row_filter_free) struct row_filter f;
	CLEANUP(view_free) struct view v;
	struct err err;
	assert_true(view_parse(&v, STR("baskets since=soon"), &err));
	assert_false(row_filter_init(&f, &v, (struct age_context){ .now = 0 }, &err));
	assert_non_null(strstr(err.text, "7d"));
}

/* Links are shown, but rows have no order by them, and no search finds one. */
TEST(a_column_of_links_neither_sorts_nor_searches)
{
	static const char *const wrong[] = { "baskets sort=link", "baskets sort=age,-link",
		"baskets link=x", "baskets link:x cols=link" };
	CLEANUP(view_free) struct view right;
	struct err err;
	assert_true(view_parse(&right, STR("baskets cols=age,link"), &err));
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		CLEANUP(view_free) struct view v;
		assert_false(view_parse(&v, str_of(wrong[i]), &err));
		assert_non_null(strstr(err.text, "link is only for cols="));
	}
}

/* Menus call a group key otherwise. */
TEST(groups_have_the_names_of_menus_too)
{
	CLEANUP(view_free) struct view v, unknown;
	auto_buf line = { 0 };
	struct err err;
	assert_true(view_parse(&v, STR("baskets group=age,channel"), &err));
	view_write(&line, &v);
	assert_string_equal(buf_z(&line), "baskets group=bucket,channel");
	assert_false(view_parse(&unknown, STR("sent-links group=age"), &err));
}

TEST(an_unknown_reach_is_an_error)
{
	CLEANUP(row_filter_free) struct row_filter f;
	CLEANUP(view_free) struct view v;
	struct err err;
	assert_true(view_parse_terms(&v, view_find_resource("baskets"), STR("reach:no"), &err));
	assert_false(row_filter_init(&f, &v, (struct age_context){ .now = 0 }, &err));
	assert_non_null(strstr(err.text, "nobody"));
}

TEST(terms_with_personal_data_can_be_masked)
{
	static const struct {
		const char *line;
		bool stays;
	} cases[] = { { "baskets mara", false }, { "baskets email=mara@example.org", false },
		{ "baskets !customFields.x=mara", false }, { "identities sub:auth0", false },
		{ "baskets tag=/tags/uk product:print since=7d", true },
		{ "offers winback path:/offers", true }, { "offers user=emily", false } };
	struct mask m;
	struct err err;
	mask_init(&m, STR("seed"));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(view_free) struct view v;
		auto_buf line = { 0 };
		assert_true(view_parse(&v, str_of(cases[i].line), &err));
		assert_int_equal(view_may_name_people(&v), !cases[i].stays);
		view_mask_people(&v, &m);
		view_write(&line, &v);
		assert_int_equal(str_eqz(buf_str(&line), cases[i].line), cases[i].stays);
	}
	/* A name in a VIEW is masked like the same name in a list. */
	CLEANUP(view_free) struct view v;
	auto_buf line = { 0 }, wanted = { 0 };
	assert_true(view_parse(&v, STR("baskets person=mara"), &err));
	view_mask_people(&v, &m);
	view_write(&line, &v);
	buf_addz(&wanted, "baskets person=");
	mask_text(&wanted, &m, MASK_GIVEN, STR("mara"));
	assert_string_equal(buf_z(&line), buf_z(&wanted));
}
