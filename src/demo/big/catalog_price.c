#include "demo/big/catalog_write.h"
#include "demo/big/put.h"

struct demo_charge {
	const char *name, *label, *type, *trigger;
	bool uses_later_value;     /* charges the offer's `later_value`, not its `value` */
	int interval;              /* 0: charged once */
	const char *interval_unit; /* months, weeks, years */
	int count, delay_months;
};

static const char start_trigger[] = "subscription_start", order_trigger[] = "order_date";

/* The charges of each pattern; an entry without a name ends the list. */
static const struct demo_charge patterns[][3] = {
	[MONTHLY] = { { "monthly", "Every month", "recurring", start_trigger, false, 1, "months", 0,
	    0 } },
	[YEARLY] = { { "yearly", "Every year", "recurring", start_trigger, false, 12, "months", 0,
	    0 } },
	[WEEKLY] = { { "weekly", "Every week", "recurring", start_trigger, false, 1, "weeks", 0,
	    0 } },
	[FOUR_WEEKLY] = { { "four-weekly", "Every 4 weeks", "recurring", start_trigger, false, 4,
	    "weeks", 0, 0 } },
	[ONCE] = { { "once", "Paid once", "onetime", order_trigger, false, 0, "months", 0, 0 } },
	[ONCE_TERMED] = { { "term", "Paid for the term", "onetime", start_trigger, false, 0,
	    "months", 0, 0 } },
	[TRIAL] = { { "trial", "The first 3 months", "onetime", start_trigger, false, 0, "months",
			0, 0 },
	    { "monthly", "Then every month", "recurring", start_trigger, true, 1, "months", 12,
		3 } },
	[TWELVE] = { { "monthly", "12 months", "recurring", start_trigger, false, 1, "months", 12,
	    0 } },
	[JOINING] = { { "joining", "Joining fee", "onetime", order_trigger, false, 0, "months", 0,
			  0 },
	    { "monthly", "Every month", "recurring", start_trigger, true, 1, "months", 0, 0 } },
	[FREE] = { { "free", "Free of charge", "recurring", start_trigger, false, 1, "months", 0,
	    0 } },
	[METERED] = { { "base", "Every month", "recurring", start_trigger, false, 1, "months", 0,
			  0 },
	    { "delivery", "For each mail delivered", "usage", start_trigger, true, 1, "months", 0,
		0 } },
	[BY_REFERENCE] = { { 0 } },
};

static void
write_charge(struct buf *out, const struct demo_charge *c, const struct demo_offer *o)
{
	put_open(out, NULL, '{');
	put_text(out, "name", str_of(c->name));
	put_text(out, "label", str_of(c->label));
	put_text(out, "currencyCode", str_of(o->currency));
	put_text(out, "value", str_of(c->uses_later_value ? o->later_value : o->value));
	put_text(out, "type", str_of(c->type));
	put_text(out, "trigger", str_of(c->trigger));
	put_number(out, "repeat_interval", c->interval);
	put_text(out, "repeat_interval_type", str_of(c->interval_unit));
	put_number(out, "repeat_count", c->count);
	if (c->delay_months) {
		put_text(out, "delay_trigger", str_of(start_trigger));
		put_number(out, "delay_interval", c->delay_months);
	} else {
		put_null(out, "delay_trigger");
		put_null(out, "delay_interval");
	}
	put_text(out, "delay_interval_type", STR("months"));
	put_open(out, "attributes", '{');
	put_close(out, '}');
	put_close(out, '}');
}

void
catalog_write_price(struct buf *out, const char *name, const struct demo_offer *o)
{
	put_open(out, name, '[');
	for (size_t i = 0; i < 3 && patterns[o->pattern][i].name; i++)
		write_charge(out, &patterns[o->pattern][i], o);
	put_close(out, ']');
}
