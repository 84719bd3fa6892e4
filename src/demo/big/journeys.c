#include "demo/big/journeys.h"

#include "demo/big/put.h"

const struct demo_journey catalog_journeys[JOURNEYS] = {
	{ "new-visitor", "new-visitor", "uk/direct uk/newsletter", "50 50" },
	{ "lapsed-30", "lapsed-30", "save", "100" },
	{ "lapsed-365-uk", "lapsed-365 region-uk", "save uk/newsletter", "70 30" },
	{ "student", "student", "uk/referral", "100" },
	{ "premium", "premium", "uk/direct uk/newsletter uk/referral", "34 33 33" },
	{ "corporate-seat", "corporate-seat", "uk/reseller", "100" },
	{ "trialist", "trialist", "uk/newsletter cancel", "90 10" },
	{ "region-jp", "region-jp", "jp/direct", "100" },
	{ "high-value", "high-value active-digital", "us/direct us/social uk/newsletter",
	    "25 25 50" },
};

static void
put_conditions(struct buf *out, const struct demo_journey *journey)
{
	struct str rest = str_of(journey->segments), segment;
	put_open(out, "conditions", '[');
	for (unsigned i = 1; str_next(&rest, ' ', &segment); i++) {
		put_open(out, NULL, '{');
		put_textf(out, "id", "%s-c%u", journey->slug, i);
		put_text(out, "type", STR("segment"));
		put_textf(out, "value", "/segments/%.*s", STR_ARG(segment));
		put_close(out, '}');
	}
	put_close(out, ']');
}

static void
put_values(struct buf *out, const struct demo_journey *journey)
{
	struct str tags = str_of(journey->tags), splits = str_of(journey->splits), tag, split;
	put_open(out, "values", '[');
	for (unsigned i = 1; str_next(&tags, ' ', &tag) && str_next(&splits, ' ', &split); i++) {
		put_open(out, NULL, '{');
		put_textf(out, "id", "%s-v%u", journey->slug, i);
		put_textf(out, "tag", "/tags/%.*s", STR_ARG(tag));
		put_text(out, "split", split);
		put_close(out, '}');
	}
	put_close(out, ']');
}

void
journey_write(struct buf *out, const struct demo_journey *journey)
{
	put_open(out, NULL, '{');
	put_textf(out, "id", "journey-%s", journey->slug);
	put_conditions(out, journey);
	put_open(out, "actions", '[');
	put_open(out, NULL, '{');
	put_textf(out, "id", "%s-a1", journey->slug);
	put_text(out, "type", STR("destination"));
	put_values(out, journey);
	put_close(out, '}');
	put_close(out, ']');
	put_close(out, '}');
}
