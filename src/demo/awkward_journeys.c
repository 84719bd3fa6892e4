#include "demo/awkward_people.h"

#include "demo/journeys.h"
#include "demo/put.h"

#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

enum { VALUES = 40 };

static void
add_many_values(struct buf *out)
{
	put_open(out, NULL, '{');
	put_json(out, NULL,
	    "'id':'journey-wj04-many','conditions':[{'id':'c1','type':'segment',"
	    "'value':'/segments/wj04-readers'}]");
	put_open(out, "actions", '[');
	put_json(out, NULL, "{'id':'a0','type':'destination','values':[]}");
	put_open(out, NULL, '{');
	put_json(out, NULL, "'id':'a1','type':'destination'");
	put_open(out, "values", '[');
	for (int i = 1; i <= VALUES; i++) {
		put_open(out, NULL, '{');
		put_textf(out, "id", "v%d", i);
		put_textf(out, "tag", "/tags/wj04/%02d", i);
		put_text(out, "split", STR("2.5"));
		put_close(out, '}');
	}
	put_close(out, ']');
	put_close(out, '}');
	put_close(out, ']');
	put_close(out, '}');
}

/* One of the three is given. */
static const struct {
	struct demo_journey journey;
	const char *json;
	void (*add)(struct buf *out);
} rows[] = {
	{ { "wj01-under", "returning-visitor", "uk/direct uk/newsletter", "60 30" } },
	{ { "wj02-over", "active-print", "uk/direct uk/newsletter uk/referral", "80 40 -10" } },
	{ { "wj03-fractions", "gift-recipient", "uk/direct uk/newsletter uk/referral save cancel",
	    "33.3 33.3 33.3 50% 0,5" } },
	{ .add = add_many_values },
	{ .json = "{'id':'journey-wj05-unknown','conditions':["
		  "{'id':'c1','type':'country','value':'GB'},"
		  "{'id':'c2','type':'jwt','value':''},{'id':'c3','type':'moon','value':'full'},"
		  "{'id':'c4','type':'segment','value':'/segments/wj05-gone'}],'actions':[]}" },
	{ { "wj06-shadowed", "student", "uk/referral", "100" } },
	{ { "wj06-shadowed", "gift-recipient", "uk/referral", "90" } }, /* the id of the other */
	{ .json = "{'id':'journey-wj07-loop','conditions':[{'id':'c1','type':'segment',"
		  "'value':'/segments/region-uk'}],'actions':[{'id':'a1','type':'destination',"
		  "'values':[{'id':'v1','tag':'/subscribe/','split':'100'}]}]}" },
	{ { "wj08-everybody", NULL, "uk/direct", "100" } },
};

void
awkward_add_journeys(struct buf *out)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].add)
			rows[i].add(out);
		else if (rows[i].json)
			put_json(out, NULL, rows[i].json);
		else
			journey_write(out, &rows[i].journey);
}
