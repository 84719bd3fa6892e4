/* The rules after `plan FILE --select VIEW`, and how they are parsed. */
#include "lib/test.h"
#include "plan/change_rules.h"

#include <string.h>

enum { DIALOG_TEXT_WIDTH_MAX = 4 };

static bool
read_words(struct change_rules *rules, const char *const *words, struct err *err)
{
	*rules = (struct change_rules){ 0 };
	for (size_t i = 0; i < DIALOG_TEXT_WIDTH_MAX && words[i]; i++)
		if (!change_rules_add(rules, str_of(words[i]), err))
			return false;
	return change_rules_check(rules, err);
}

TEST(rules_are_described_as_understood)
{
	static const struct {
		const char *words[DIALOG_TEXT_WIDTH_MAX], *says;
	} cases[] = {
		{ { "percent=5", "currency=GBP" },
		    "GBP charges: add 5 %, then round to the currency's decimals; halves round up" },
		{ { "label=a,b" }, "attribute label: set to \"a,b\"" },
		{ { "attribute.note__svc=" }, "attribute note__svc: set to \"\"" },
		{ { "attribute.x=a=b" }, "attribute x: set to \"a=b\"" },
		{ { "remove=attribute.note", "remove=tags", "remove=promo" },
		    "attribute note: remove; attribute tags: remove; attribute promo: remove" },
		{ { "label=new", "set=9.99" },
		    "charges: set to 9.99, then round to the currency's decimals; halves round up; attribute "
		    "label: set to \"new\"" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct change_rules rules;
		auto_buf says = { 0 };
		struct err err;
		if (!read_words(&rules, cases[i].words, &err))
			fail_msg("%zu: %s", i, err.text);
		change_rules_write(&says, &rules);
		assert_string_equal(buf_z(&says), cases[i].says);
	}
}

TEST(invalid_rules_are_refused_with_a_reason)
{
	static const struct {
		const char *words[DIALOG_TEXT_WIDTH_MAX], *text;
	} cases[] = {
		{ { NULL },
		    "plan needs a rule that changes prices or attributes, such as percent=5" },
		{ { "percent" }, "percent: write rules as NAME=VALUE, such as percent=5" },
		{ { "lable=x" },
		    "lable=x: not a rule. Price rules: set, add, percent, round, half, currency, "
		    "charge. Attribute rules: label, tags, attribute.NAME, remove" },
		{ { "attribute.=x" },
		    "attribute.=x: name the attribute, as in attribute.NAME=TEXT" },
		{ { "remove=" }, "remove=: name the attribute, as in attribute.NAME=TEXT" },
		{ { "attribute.price=1" },
		    "attribute.price=1: to change prices, use set, add, percent or round" },
		{ { "attribute.price__svc=1" },
		    "attribute.price__svc=1: to change prices, use set, add, percent or round" },
		{ { "attribute.price[monthly]=1" },
		    "attribute.price[monthly]=1: to change prices, use set, add, percent or round" },
		{ { "remove=price" },
		    "remove=price: to change prices, use set, add, percent or round" },
		{ { "label=a", "remove=attribute.label" },
		    "remove=attribute.label: an earlier rule already changes label" },
		{ { "label=a", "currency=GBP" },
		    "charge= and currency= select prices, but no rule changes a price" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct change_rules rules;
		struct err err;
		if (read_words(&rules, cases[i].words, &err))
			fail_msg("%zu was taken", i);
		assert_int_equal(err.kind, ERR_USAGE);
		assert_string_equal(err.text, cases[i].text);
	}
}
