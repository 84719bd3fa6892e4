/* Suggestions when no row matches. */
#include "basket/row.h"
#include "lib/test.h"
#include "list/suggestion.h"

struct shop {
	struct arena texts;
	struct view view;
	struct row_filter filter;
	struct suggestions suggestions;
};

static void
add_basket_words(struct shop *s, const char *name, const char *email)
{
	const struct basket b = { .id = STR("basket-1"),
		.last_name = str_of(name),
		.email = str_of(email),
		.tag = str_ends(str_of(email), STR(".org")) ? STR("/tags/uk/reseller")
							    : STR("/tags/uk/direct") };
	struct basket_row row;
	basket_row_fill(&row, &s->texts, NULL, &b);
	if (!row_filter_match(&s->filter, &row, STR_NONE))
		suggestions_add_row(&s->suggestions, &row, STR_NONE);
}

/* The suggestions for terms among a few people. */
static void
suggest(struct shop *s, const char *terms)
{
	struct err err;
	*s = (struct shop){ 0 };
	assert_true(view_parse_terms(&s->view, view_find_resource("baskets"), str_of(terms), &err));
	assert_true(row_filter_init(&s->filter, &s->view, (struct age_context){ .now = 0 }, &err));
	suggestions_begin(&s->suggestions, &s->filter);
	add_basket_words(s, "Mara Ellison", "mara.ellison@example.com");
	add_basket_words(s, "Mara Ellison", "mara@example.org");
	add_basket_words(s, "Ben Edison", "ben@example.com");
	add_basket_words(s, "Nils \u00d6berg", "nils@example.com");
	add_basket_words(s, "", "guilherme.conceicao@example.com");
	add_basket_words(s, "Mara Lefevre", "");
	suggestions_sort(&s->suggestions);
}

static void
shop_free(struct shop *s)
{
	suggestions_free(&s->suggestions);
	row_filter_free(&s->filter);
	view_free(&s->view);
	arena_free(&s->texts);
}

static void
assert_suggestions(const char *terms, const char *expected)
{
	CLEANUP(shop_free) struct shop s;
	auto_buf said = { 0 };
	suggest(&s, terms);
	append_suggestions(&said, &s.suggestions, 0, SUGGESTIONS_SHOWN_MAX);
	assert_string_equal(buf_z(&said), expected);
}

TEST(words_with_similar_spelling_are_suggested)
{
	assert_suggestions("elison", "ellison (2), edison (1)");
	assert_suggestions("ELISSON", "ellison (2), edison (1)");
	assert_suggestions("obreg", "oberg (1)");
	assert_suggestions("conceicoa", "conceicao (1)"); /* a part of an e-mail */
	assert_suggestions("xyzzyx", "");
	assert_suggestions("el", ""); /* too short to count as a typing error */
}

TEST(correct_words_are_kept)
{
	assert_suggestions("mara elison", "mara ellison (2)");
	assert_suggestions("marra elison", "mara ellison (2)");
	assert_suggestions("mara edson", "");
	assert_suggestions("!mara edson", "edison (1)");
	assert_suggestions("email:org elison", "ellison (1)");
	assert_suggestions("email:org", "");
	assert_suggestions("\"mara elison\"", ""); /* a quoted text is not split into words */
}

/* A key gets near values as a name gets near words: a part of the value, or a typing error. */
TEST(near_values_of_a_key_are_suggested)
{
	assert_suggestions("tag=reseller", "tag:reseller (1), tag=uk/reseller (1)");
	assert_suggestions("tag=uk/drect", "tag=uk/direct (5)");
	assert_suggestions("channel=reseller", "channel:reseller (1), channel=uk/reseller (1)");
	assert_suggestions("tag=reseller marra", "tag=uk/reseller mara (1)");
	assert_suggestions("email=mara@example.og", "email=mara@example.org (1)");
	assert_suggestions("tag=zzzzzz", "");
	assert_suggestions("!tag=uk/drect elison", "ellison (2), edison (1)");
}

TEST(a_suggested_value_replaces_the_one_of_its_term)
{
	CLEANUP(shop_free) struct shop s;
	CLEANUP(view_free) struct view view;
	auto_buf line = { 0 };
	suggest(&s, "marra tag=reseller email:mara");
	assert_int_equal(count_suggestions_shown(&s.suggestions), 1);
	suggestion_make_view(&view, &s.view, &s.suggestions.best[0]);
	view_write(&line, &view);
	assert_string_equal(buf_z(&line), "baskets mara tag=uk/reseller email:mara");
}

TEST(the_suggested_view_keeps_all_terms)
{
	CLEANUP(shop_free) struct shop s;
	CLEANUP(view_free) struct view view;
	auto_buf line = { 0 };
	suggest(&s, "email:org !kell elison marra sort=person cols=age,person");
	assert_int_equal(count_suggestions_shown(&s.suggestions), 1);
	suggestion_make_view(&view, &s.view, &s.suggestions.best[0]);
	view_write(&line, &view);
	assert_string_equal(
	    buf_z(&line), "baskets email:org !kell ellison mara sort=person cols=age,person");
}

TEST(many_suggestions_are_ranked)
{
	CLEANUP(shop_free) struct shop s;
	auto_buf said = { 0 };
	suggest(&s, "ellizon");
	for (char c = 'a'; c <= 'z'; c++)
		for (char d = 'a'; d <= 'z'; d++) {
			char name[] = "ellizxx";
			name[5] = c;
			name[6] = d;
			add_basket_words(&s, name, "");
		}
	add_basket_words(&s, "Ellizan", "");
	suggestions_sort(&s.suggestions);
	assert_int_equal(s.suggestions.n, SUGGESTIONS_MAX);
	assert_int_equal(count_suggestions_shown(&s.suggestions), SUGGESTIONS_SHOWN_MAX);
	append_suggestions(&said, &s.suggestions, 0, SUGGESTIONS_SHOWN_MAX);
	assert_string_equal(buf_z(&said), "ellison (2), ellizan (2), ellizbn (1)");
}
