/* `get` on the demo with VIEWs of each list: words, members, times and orders; all rows are
 * compared. */
#include "unit/cli/run.h"

#include <string.h>

static const struct {
	const char *view, *fields, *rows;
} cases[] = {
	{ "identities acme sort=-sub !kae !fol", "sub",
	    "zbigniew@dabrowa.example\nnoura@alhajeri.example\nkavita@thakkar.example\n"
	    "defne@demirtas.example\n" },
	{ "identities text:9c1f", "sub,iss",
	    "auth|9c1f40b86ad25e73f0d177e2,https://login.northlight.example/\n" },
	{ "campaigns winback", "name,path", "Winback 2026,/offers/Winback 2026\n" },
	{ "offers reduced=no text:nightwave sort=-name", "name",
	    "Winback Nightwave\n\"Read, listen, watch\"\nNightwave Monthly\n"
	    "\"Nightwave Japan, at launch\"\nNightwave Japan\nNightwave and The Northlight\n" },
	{ "products sort=-code !plus code:NL-S", "path",
	    "/products/student-access\n/products/sports-pass\n" },
	{ "assets sort=key key:winback", "path", "/assets/winback-hero\n" },
	{ "segments lapsed sort=-name", "path", "/segments/lapsed-365\n/segments/lapsed-30\n" },
	{ "journeys uk sort=-condition !high", "id",
	    "journey-trialist\njourney-student\njourney-premium\njourney-new-visitor\n"
	    "journey-lapsed-365-uk\njourney-corporate-seat\n" },
	{ "baskets mara elli sort=created", "id",
	    "basket-7c6b6666-0d5e-4626-8f68-54ffa57de94f\n"
	    "basket-18050e43-c050-439c-8f10-552ed653a027\n"
	    "basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8\n" },
	{ "baskets since=2026-11-20T08:00:00Z", "created",
	    "2026-11-20T10:37:48.793Z\n2026-11-20T10:23:36.449Z\n2026-11-20T08:30:03.549Z\n" },
	{ "baskets since=2026-11-20T08:30:03.550Z until=2026-11-20T10:37:48.792Z", "created",
	    "2026-11-20T10:23:36.449Z\n" },
	{ "baskets mara until=2026-10-25T07:41:19.583Z", "id",
	    "basket-7c6b6666-0d5e-4626-8f68-54ffa57de94f\n" },
	{ "baskets mara until=2026-10-25T07:41:19.582Z", "id", "" },
};

TEST(each_view_has_its_rows)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		auto_buf want = { 0 };
		RUN(&r, NULL, "demo", "--now", "2026-11-20T10:42:00Z", "--", "get", cases[i].view,
		    "-o", "csv", "--fields", cases[i].fields);
		buf_addf(&want, "%s\n%s", cases[i].fields, cases[i].rows);
		if (r.code != 0 || strcmp(buf_z(&r.out), buf_z(&want)) != 0)
			fail_msg(
			    "%s: %d\n%s%s", cases[i].view, r.code, buf_z(&r.out), buf_z(&r.words));
	}
}
