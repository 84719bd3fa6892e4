/* Prices by rule: exact, rounded only if a rule says so, refused with a reason. */
#include "lib/test.h"
#include "model/price_rule.h"

#include <string.h>

/* Parses rules such as "percent=5 round=.99". */
static void
read_rules(struct price_rules *rules, const char *line)
{
	struct str rest = str_of(line), word;
	struct err err;
	*rules = (struct price_rules){ 0 };
	while (str_next(&rest, ' ', &word)) {
		size_t at = str_find_char(word, '=');
		if (!price_rules_add(
			rules, str_sub(word, 0, at), str_sub(word, at + 1, word.n), &err))
			fail_msg("%s: %s", line, err.text);
	}
}

/* The result for an amount: "10.49", "same", "not meant", or the reason for a refusal. */
static void
expect(const char *line, const char *currency, const char *value, const char *want)
{
	static const char *const words[] = {
		[PRICE_NOT_SELECTED] = "not meant", [PRICE_UNCHANGED] = "same"
	};
	const struct charge c = {
		.name = STR("monthly"), .currency = str_of(currency), .value = str_of(value)
	};
	struct price_rules rules;
	auto_buf out = { 0 };
	read_rules(&rules, line);
	enum price_rule_result o = price_rules_apply(&out, &rules, &c);
	const char *got = o < PRICE_UPDATED ? words[o] : buf_z(&out);
	if (strcmp(got, want) != 0)
		fail_msg("%s of %s %s: %s, not %s", line, currency, value, got, want);
}

TEST(amounts_are_exact_and_rounded_to_their_currency)
{
	expect("percent=5", "GBP", "9.99", "10.49"); /* 10.4895 */
	expect("percent=5", "GBP", "10", "10.50");
	expect("percent=+5", "GBP", "10", "10.50");
	expect("add=+0.50", "GBP", "10", "10.50");
	expect("percent=10", "GBP", "0.05", "0.06"); /* 0.055: a half is rounded up */
	expect("percent=10 half=even", "GBP", "0.05", "0.06");
	expect("percent=10 half=even", "GBP", "0.25", "0.28"); /* 0.275 */
	expect("percent=10 half=even", "GBP", "0.45", "0.50"); /* 0.495 */
	expect("percent=-50", "GBP", "0.01", "same");          /* 0.005, rounded up */
	expect("percent=-50 half=even", "GBP", "0.01", "0.00");
	expect("percent=5", "JPY", "1200", "1260");
	expect("percent=5", "JPY", "1210", "1271"); /* 1270.5 */
	expect("percent=5 half=even", "JPY", "1210", "1270");
	expect("percent=5", "KWD", "3.25", "3.413"); /* 3.4125 */
	expect("percent=5", "KWD", "3.250", "3.413");
	expect("percent=0.5", "GBP", "199.99", "200.99"); /* 200.98995 */
	expect("percent=33.333333333", "GBP", "0.03", "0.04");
	expect("percent=5 percent=5", "GBP", "100.00", "110.25");
	expect("add=1", "GBP", "9.99", "10.99");
	expect("add=-0.50", "GBP", "9.99", "9.49");
	expect("set=12.5", "GBP", "9.99", "12.50");
	expect("set=0", "GBP", "9.99", "0.00");
	expect("set=999999999", "JPY", "1", "999999999");
}

TEST(rounding_follows_the_rule_only)
{
	expect(
	    "percent=5 round=.99", "GBP", "9.99", "same"); /* 10.4895: 9.99 is nearer than 10.99 */
	expect("percent=6 round=.99", "GBP", "9.99", "10.99");  /* 10.5894 */
	expect("percent=5 round=.99", "GBP", "24.50", "25.99"); /* 25.725 */
	expect("percent=5 round=.49", "GBP", "24.50", "25.49");
	expect("round=.99", "GBP", "10.49", "10.99"); /* a tie, rounded up */
	expect("round=.99 half=even", "GBP", "10.49", "10.99");
	expect("round=.99", "GBP", "0.10", "0.99"); /* never below zero */
	expect("round=.99", "GBP", "0.00", "same"); /* a free item stays free */
	expect("percent=5 round=.99", "GBP", "0.00", "same");
	expect("percent=-5 round=.49 half=even", "GBP", "0", "same");
	expect("round=100", "JPY", "0", "same");
	expect("add=1 round=.99", "GBP", "0.00", "0.99"); /* unless the rule sets a price */
	expect("set=5 percent=10", "GBP", "0.00", "5.50");
	expect("round=0.05", "GBP", "9.99", "10.00");
	expect("round=0.05", "GBP", "9.97", "9.95");
	expect("round=0.05", "GBP", "9.975", "GBP has 2 decimals, the old price has more");
	expect("percent=5 round=100", "JPY", "1200", "1300");
	expect("round=.9", "GBP", "5.20", "4.90");
}

TEST(only_selected_charges_change)
{
	expect("currency=USD percent=5", "GBP", "9.99", "not meant");
	expect("currency=GBP percent=5", "GBP", "9.99", "10.49");
	expect("charge=trial percent=5", "GBP", "9.99", "not meant");
	expect("charge=monthly percent=5", "GBP", "9.99", "10.49");
	expect("currency=USD percent=5", "gbp", "1e3", "not meant");
	expect("add=0", "GBP", "9.990", "same");
	expect("set=9.99", "GBP", "9.990", "same");
}

TEST(prices_that_cannot_be_computed_are_refused)
{
	expect("percent=5", "GBP", "1e3", "the value \"1e3\" is not a decimal");
	expect("percent=5", "GBP", "1,99", "the value \"1,99\" is not a decimal");
	expect("percent=5", "GBP", " 5 ", "the value \" 5 \" is not a decimal");
	expect("percent=5", "GBP", "", "the value \"\" is not a decimal");
	expect("percent=5", "GBP", "1234567890123456789012345678901234567890",
	    "the value \"1234567890123456789012345678901234567890\" is not a decimal");
	expect("percent=5", "JPY", "9.99", "JPY has no decimals, the old price has some");
	expect("percent=5", "JPY", "9.00", "same"); /* 9.45 */
	expect("percent=5", "KWD", "3.2505", "KWD has 3 decimals, the old price has more");
	expect("set=9.99", "JPY", "1200", "JPY has no decimals, the typed amount has some");
	expect("add=0.5", "JPY", "1200", "JPY has no decimals, the typed amount has some");
	expect("percent=5 round=.99", "JPY", "1200", "JPY has no decimals, the typed amount has some");
	expect("percent=5", "gbp", "9.99",
	    "the currency \"gbp\" is not known, so neither are its decimals");
	expect("percent=5", "\xE2\x82\xAC", "9.99",
	    "the currency \"\xE2\x82\xAC\" is not known, so neither are its decimals");
	expect(
	    "percent=5", "", "9.99", "the currency \"\" is not known, so neither are its decimals");
	expect("add=-20", "GBP", "9.99", "the new price would be negative");
	expect("percent=5", "GBP", "-1", "the new price would be negative");
	expect("percent=1000", "GBP", "999999999", "the new price would be too large");
	expect("percent=33.333333333 percent=33.333333333", "GBP", "0.01",
	    "\"0.01\" with that percentage has too many digits");
	/* `set` also replaces a value that is not a price. */
	expect("set=9.99", "GBP", "1e3", "9.99");
	expect("set=9", "JPY", "9.99", "9");
}

TEST(invalid_rules_are_explained)
{
	static const char *const cases[][3] = {
		{ "percent", "5%", "percent=5%: must be a decimal, such as 9.99" },
		{ "percent", "-100",
		    "percent=-100: must be above -100 and at most 1000; 5 means 5 % more" },
		{ "percent", "1001",
		    "percent=1001: must be above -100 and at most 1000; 5 means 5 % more" },
		{ "set", "-1", "set=-1: a price cannot be negative" },
		{ "set", "1,99", "set=1,99: must be a decimal, such as 9.99" },
		{ "round", "0",
		    "round=0: must be a multiple above 0, such as 0.05, or an ending, such as .99" },
		{ "round", ".", "round=.: must be a decimal, such as 9.99" },
		{ "half", "down", "half=down: must be up or even" },
		{ "currency", "gbp", "currency=gbp: no such currency" },
		{ "charge", "",
		    "charge=: not a rule. Rules: set, add, percent, round, half, currency, charge" },
		{ "raise", "5",
		    "raise=5: not a rule. Rules: set, add, percent, round, half, currency, charge" },
	};
	struct err err;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct price_rules rules = { 0 };
		assert_false(
		    price_rules_add(&rules, str_of(cases[i][0]), str_of(cases[i][1]), &err));
		assert_string_equal(err.text, cases[i][2]);
	}
	struct price_rules many = { 0 };
	for (int i = 0; i < PRICE_STEPS_MAX; i++)
		assert_true(price_rules_add(&many, STR("add"), STR("1"), &err));
	assert_false(price_rules_add(&many, STR("add"), STR("1"), &err));
}

TEST(rules_read_like_a_sentence)
{
	static const char *const cases[][2] = {
		{ "percent=5 round=.99 currency=GBP charge=monthly",
		    "GBP charges named monthly: add 5 %, then to the nearest price ending in .99; halves round up" },
		{ "add=-0.5 half=even",
		    "charges: subtract 0.5, then round to the currency's decimals; halves round to even" },
		{ "set=9.99",
		    "charges: set to 9.99, then round to the currency's decimals; halves round up" },
		{ "percent=-10 round=0.05",
		    "charges: subtract 10 %, then to a multiple of 0.05; halves round up" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct price_rules rules;
		auto_buf out = { 0 };
		read_rules(&rules, cases[i][0]);
		price_rules_write(&out, &rules);
		assert_string_equal(buf_z(&out), cases[i][1]);
	}
}
