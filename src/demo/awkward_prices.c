/* Prices: amounts that are none, currencies that are none, charges that no sentence can tell. */
#include "demo/awkward.h"

#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

/* A charge by its currency and amount; and one by everything that says when. */
#define AMOUNT(name, currency, value)                                                         \
	"{'name':'" name "','label':'" name "','currencyCode':'" currency "','value':'" value \
	"','type':'onetime','trigger':'order_date','repeat_interval':0,"                      \
	"'repeat_interval_type':'months','repeat_count':0,'delay_trigger':null,"              \
	"'delay_interval':null,'delay_interval_type':'months','attributes':{}}"
#define TIMED(name, type, trigger, interval, unit, count, delay)                                 \
	"{'name':'" name "','label':'" name "','currencyCode':'GBP','value':'9.99','type':" type \
	",'trigger':" trigger ",'repeat_interval':" interval ",'repeat_interval_type':" unit     \
	",'repeat_count':" count "," delay ",'attributes':{}}"
#define NO_DELAY "'delay_trigger':null,'delay_interval':null,'delay_interval_type':'months'"
#define REPEATED(name, interval, unit, count) \
	TIMED(name, "'recurring'", "'subscription_start'", interval, unit, count, NO_DELAY)
#define IN_SPRING "/offers/2026 Spring Launch/"

static const char *const decimals[] = {
	AMOUNT("yen", "JPY", "9.99"),
	AMOUNT("dinar", "KWD", "3.25"),
	AMOUNT("long dinar", "KWD", "3.2505"),
	AMOUNT("unidad", "CLF", "1.2345"),
	NULL,
};
static const char *const amounts[] = {
	AMOUNT("exponent", "GBP", "1e3"),
	AMOUNT("comma", "GBP", "1,99"),
	AMOUNT("spaces", "GBP", " 5 "),
	AMOUNT("negative", "GBP", "-1"),
	AMOUNT("empty", "GBP", ""),
	AMOUNT("long", "GBP", "1234567890123456789012345678901234567890"),
	NULL,
};
static const char *const currencies[] = {
	AMOUNT("lower", "gbp", "9.99"),
	AMOUNT("for none", "XX\\u0058", "9.99"),
	AMOUNT("sign", "\u20ac", "9.99"),
	"{'name':'missing','value':'9.99','type':'onetime','trigger':'order_date'}",
	NULL,
};
static const char *const repeats[] = {
	REPEATED("none", "1", "'months'", "0"),
	REPEATED("minus", "1", "'months'", "-1"),
	REPEATED("large", "1", "'months'", "2147483648"),
	REPEATED("still", "0", "'months'", "12"),
	NULL,
};
static const char *const unknown[] = {
	TIMED("type", "'lunar'", "'subscription_start'", "1", "'moons'", "0", NO_DELAY),
	TIMED("trigger", "'recurring'", "null", "1", "'months'", "0", NO_DELAY),
	TIMED("delay", "'recurring'", "'subscription_start'", "1", "'months'", "0",
	    "'delay_trigger':'order_date','delay_interval':3,'delay_interval_type':null"),
	NULL,
};
static const char *const calendar[] = {
	REPEATED("monthly", "1", "'months'", "0"),
	REPEATED("yearly", "1", "'years'", "0"),
	REPEATED("daily", "1", "'days'", "0"),
	NULL,
};

static const struct awkward rows[] = {
	{ DEMO_OFFERS, "wa22-decimals", "WA22 more and fewer decimals than the currency has",
	    IN_SPRING "wa22-decimals", .charges = decimals },
	{ DEMO_OFFERS, "wa22-amounts", "WA22 amounts that are none", IN_SPRING "wa22-amounts",
	    .charges = amounts },
	{ DEMO_OFFERS, "wa23-currencies", "WA23 currencies that are none",
	    IN_SPRING "wa23-currencies", .charges = currencies },
	{ DEMO_OFFERS, "wa24-repeats", "WA24 repeats that do not", IN_SPRING "wa24-repeats",
	    .charges = repeats },
	{ DEMO_OFFERS, "wa24-unknown", "WA24 types and delays that nobody knows",
	    IN_SPRING "wa24-unknown", .charges = unknown },
	{ DEMO_OFFERS, "wa25-calendar",
	    "WA25 every month from the 31st, every year from 29 February",
	    IN_SPRING "wa25-calendar", .charges = calendar },
};

const struct awkward_family awkward_prices = { rows, sizeof(rows) / sizeof(*rows) };
