/* Setting one attribute of an offer by a rule: the value sent, or why it cannot be set. */
#include "lib/test.h"
#include "plan/attribute.h"

#include <string.h>

#define OFFER                                                                            \
	"{\"path\":\"/offers2/a\",\"data\":{\"tags\":[\"/tags/uk\"],\"attributes\":{"    \
	"\"label__svc\":[\"uk\", \"news\"],\"note\":\"old \\u00fc\",\"push__svc\":true," \
	"\"rank\":3,\"term__svc\":{\"type\":\"AUTO\"},\"gone\":null,\"empty\":[]}}}"

#define TEXT(z)                  \
	{                        \
		z, sizeof(z) - 1 \
	}

/* Other offers' values of an attribute that this offer lacks. */
static const struct attribute_convention none, elsewhere = { .exists_outside = true };
static const struct attribute_convention texts = { .name = TEXT("\"promo__svc\""),
	.value = TEXT("\"x\"") };
static const struct attribute_convention lists = { .name = TEXT("\"promo__svc\""),
	.value = TEXT("[\"x\"]") };

static const struct attribute_case {
	const char *name, *text; /* text NULL: removes the attribute */
	const struct attribute_convention *habit;
	enum attribute_result outcome;
	const char *sent_as, *old, *new; /* NULL: not sent */
	const char *words;               /* the warning, or the reason for refusing */
} cases[] = {
	{ "note", "fresh", &none, ATTRIBUTE_NEW, "note", "old \xC3\xBC", "fresh", NULL },
	{ "note", "old \xC3\xBC", &none, ATTRIBUTE_SAME, "note", "old \xC3\xBC", "old \xC3\xBC",
	    NULL },
	{ "note", "", &none, ATTRIBUTE_NEW, "note", "old \xC3\xBC", "", NULL },
	{ "note", NULL, &none, ATTRIBUTE_NEW, "note", "old \xC3\xBC", NULL, NULL },
	{ "note", "[1]", &none, ATTRIBUTE_NEW, "note", "old \xC3\xBC", "[1]", NULL },

	{ "label", "uk, de", &none, ATTRIBUTE_NEW, "label__svc", "[\"uk\", \"news\"]",
	    "[\"uk\",\"de\"]", NULL },
	{ "label", "uk,news", &none, ATTRIBUTE_SAME, "label__svc", "[\"uk\", \"news\"]",
	    "[\"uk\",\"news\"]", NULL },
	{ "label__svc", "[\"a,b\"]", &none, ATTRIBUTE_NEW, "label__svc", "[\"uk\", \"news\"]",
	    "[\"a,b\"]", NULL },
	{ "label", "", &none, ATTRIBUTE_NEW, "label__svc", "[\"uk\", \"news\"]", "[]", NULL },
	{ "empty", "", &none, ATTRIBUTE_SAME, "empty", "[]", "[]", NULL },
	{ "label", "[\"a\"", &none, ATTRIBUTE_REFUSED, "label__svc", "[\"uk\", \"news\"]", "[\"a\"",
	    "the attribute is a list: enter a JSON array, or items separated by commas" },
	{ "label", NULL, &none, ATTRIBUTE_NEW, "label__svc", "[\"uk\", \"news\"]", NULL,
	    "if removed, it can only be set again as text" },

	{ "push", "false", &none, ATTRIBUTE_NEW, "push__svc", "true", "false", NULL },
	{ "push", "true", &none, ATTRIBUTE_SAME, "push__svc", "true", "true", NULL },
	{ "push", "yes", &none, ATTRIBUTE_REFUSED, "push__svc", "true", "yes",
	    "the attribute must be true or false" },
	{ "rank", "4", &none, ATTRIBUTE_NEW, "rank", "3", "4", NULL },
	{ "rank", "4 5", &none, ATTRIBUTE_REFUSED, "rank", "3", "4 5",
	    "the attribute must be a number" },
	{ "term", "{\"type\":\"X\"}", &none, ATTRIBUTE_NEW, "term__svc", "{\"type\":\"AUTO\"}",
	    "{\"type\":\"X\"}", NULL },
	{ "term", "AUTO", &none, ATTRIBUTE_REFUSED, "term__svc", "{\"type\":\"AUTO\"}", "AUTO",
	    "the attribute is an object: enter a JSON object" },

	{ "promo", "x", &texts, ATTRIBUTE_NEW, "promo__svc", NULL, "x", NULL },
	{ "promo", "x", &lists, ATTRIBUTE_REFUSED, "promo__svc", NULL, NULL,
	    "the offer does not have this attribute yet: it would be added as text, but in other "
	    "offers it is not text" },
	{ "promo", "x", &none, ATTRIBUTE_NEW, "promo", NULL, "x",
	    "no offer has this attribute yet" },
	{ "promo", NULL, &texts, ATTRIBUTE_SAME, "promo__svc", NULL, NULL, NULL },
	{ "gone", "x", &texts, ATTRIBUTE_NEW, "promo__svc", NULL, "x", NULL },
	{ "tags", "x", &elsewhere, ATTRIBUTE_REFUSED, "tags", NULL, NULL,
	    "not an attribute of offers: a bulk update cannot change it" },
};

static void
assert_text(const char *name, const struct buf *text, bool there, const char *expected)
{
	if (there != (expected != NULL) || !str_eqz(buf_str(text), expected ? expected : ""))
		fail_msg("%s: %.*s, not %s", name, STR_ARG(buf_str(text)),
		    expected ? expected : "nothing");
}

static void
assert_case(const struct attribute_case *c)
{
	CLEANUP(attribute_change_free)
	struct attribute_change change = { .warning = PLAN_WARNINGS };
	struct attribute_rule rule = {
		.name = str_of(c->name), .new_value = str_of(c->text), .removes_attribute = !c->text
	};
	enum attribute_result o = attribute_change_make(&change, STR(OFFER), &rule, c->habit);
	if (o != c->outcome)
		fail_msg("%s=%s: %d, not %d", c->name, c->text, o, c->outcome);
	assert_text(c->name, &change.name, true, c->sent_as);
	assert_text(c->name, &change.old, change.had_old, c->old);
	assert_text(c->name, &change.new, change.has_new, c->new);
	const char *words = o == ATTRIBUTE_REFUSED ? change.refusal
	    : change.warning == PLAN_WARNINGS      ? NULL
						   : plan_warnings[change.warning].text;
	if (c->words)
		assert_string_equal(words, c->words);
	else
		assert_null(words);
}

TEST(values_keep_their_json_type)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_case(&cases[i]);
}
