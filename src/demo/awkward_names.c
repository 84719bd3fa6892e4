/* Names and paths: scripts, marks, invisible characters, what terminals take for commands. */
#include "demo/awkward.h"

#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

#define TEN(x) x x x x x x x x x x

static const struct awkward rows[] = {
	{ DEMO_SEGMENTS, "wa01-segment", "WA01 \u65b0\u8bbf\u5ba2 \u30ab\u30bf\u30ab\u30ca",
	    "/segments/wa01-\u65b0\u8bbf\u5ba2" },
	{ DEMO_SEGMENTS, "wa04-arabic", "WA04 \u0642\u0631\u0627\u0621 \u062c\u062f\u062f 2026 new",
	    "/segments/wa04-arabic" },
	{ DEMO_SEGMENTS, "wa04-hebrew",
	    "WA04 \u05e7\u05d5\u05e8\u05d0\u05d9\u05dd (30+) \u05d7\u05d3\u05e9\u05d9\u05dd",
	    "/segments/wa04-hebrew" },
	{ DEMO_SEGMENTS, "wa05-nfc", "WA05 Caf\u00e9", "/segments/wa05-caf\u00e9" },
	{ DEMO_SEGMENTS, "wa05-nfd", "WA05 Cafe\u0301", "/segments/wa05-cafe\u0301" },
	{ DEMO_SEGMENTS, "wa10-upper", "WA10 READERS", "/segments/WA10-readers" },
	{ DEMO_SEGMENTS, "wa10-lower", "wa10 readers", "/segments/wa10-readers" },
	{ DEMO_SEGMENTS, "wa07-spaces", "   ", "/segments/wa07-spaces" },

	{ DEMO_PRODUCTS, "wa01-japanese",
	    "WA01 \u65b0\u805e\u3072\u304b\u308a \uff8b\uff76\uff98 \u30d2\u30ab\u30ea",
	    "/products/wa01-japanese" },
	{ DEMO_PRODUCTS, "wa01-korean", "WA01 \ubd81\uc758 \ube5b \uc2e0\ubb38",
	    "/products/wa01-korean" },
	{ DEMO_PRODUCTS, "wa02-emoji", "WA02 \U0001F4F0 and \U0001F44D\U0001F3FD",
	    "/products/wa02-emoji" },
	{ DEMO_PRODUCTS, "wa02-sequences",
	    "WA02 \U0001F468\u200D\U0001F469\u200D\U0001F467 \U0001F1EF\U0001F1F5 1\uFE0F\u20E3 "
	    "\u26A0\uFE0F",
	    "/products/wa02-sequences" },
	{ DEMO_PRODUCTS, "wa03-marks",
	    "WA03 e\u0301 Z" TEN("\u0300") TEN("\u0316") TEN("\u033f") TEN("\u0347") "algo",
	    "/products/wa03-marks" },
	{ DEMO_PRODUCTS, "wa03-thai",
	    "WA03 \u0e19\u0e49\u0e33 \u0915\u094d\u0937\u0947\u0924\u094d\u0930",
	    "/products/wa03-thai" },
	{ DEMO_PRODUCTS, "wa05-ligature", "WA05 Sta\ufb00 \u0130stanbul \u0131\u015f\u0131k",
	    "/products/wa05-ligature" },
	{ DEMO_PRODUCTS, "wa10-twin-a", "WA10 one of two at a path", "/products/wa10-twin" },
	{ DEMO_PRODUCTS, "wa10-twin-b", "WA10 the other at that path", "/products/wa10-twin" },

	{ DEMO_ASSETS, "wa07-asset", "\tWA07 tab\nnewline\u00a0no-break ", "/assets/wa07" },
	{ DEMO_ASSETS, "wa08-asset", "WA08 a path with everything",
	    "/assets/wa08 a&b?c#d%2Fe+f\"g'\u00fc/../h" },
	{ DEMO_ASSETS, "wa17-asset", "=HYPERLINK(\"https://evil.example/?wa17\",\"WA17\")",
	    "/assets/wa17" },

	{ DEMO_CAMPAIGNS, "wa08-campaign", "WA08 50% + more? #1 \"x\" & \u00fc",
	    "/offers/WA08 50% + more? #1 \"x\" & \u00fc" },
	{ DEMO_CAMPAIGNS, "wa09-campaign", "WA09 a campaign that is called 2", "/offers/2" },

	{ DEMO_OFFERS, "wa08-offer", "WA08 an offer in that campaign",
	    "/offers/WA08 50% + more? #1 \"x\" & \u00fc/wa08%2Foffer" },
	{ DEMO_OFFERS, "wa08-dots", "WA08 dots in the path", "/offers/wa08/../wa08 ./offer" },
	{ DEMO_OFFERS, "wa09-in-2", "WA09 an offer in the campaign 2", "/offers/2/wa09" },
	{ DEMO_OFFERS, "wa09-x", "WA09 neither legacy nor standalone by its path",
	    "/offers2x/wa09" },
	{ DEMO_OFFERS, "wa09-legacy", "WA09 a legacy offer below offers2", "/offers/offers2/wa09" },
	{ DEMO_OFFERS, "wa09-standalone", "WA09 a standalone offer below offers",
	    "/offers2/offers/wa09" },
	{ DEMO_OFFERS, "wa15-controls",
	    "WA15 \302\233 31m \302\205 \177 \uFFFE \uE000 \u0378 \U000E0041",
	    "/offers/2026 Spring Launch/wa15-controls" },
	{ DEMO_OFFERS, "wa17-offer", "+44 20 7946 0000", "/offers/2026 Spring Launch/wa17-offer",
	    .attributes = "'display_name__svc':'=HYPERLINK(\\'https://evil.example\\')',"
			  "'label__svc':['-5','@x','\\ttab first','=1+1']" },
	{ DEMO_OFFERS, "wa06-long", "WA06 " TEN("a name that goes on and on, ") "and so on, 300.",
	    "/offers2/wa06-long", .attributes = "'display_name__svc':'WA06'",
	    .more = awkward_add_long_label },
	{ DEMO_OFFERS, "wa06-deep", "WA06 a path of 64 levels",
	    "/offers2/" TEN("a/b/c/d/e/f/") "w/a/06" },
	{ DEMO_OFFERS, "wa13-link",
	    "WA13 \033]8;;https://evil.example/\033\\https://shop.northlight.example\033]8;;\033\\",
	    "/offers2/wa13-link" },
};

const struct awkward_family awkward_names = { rows, sizeof(rows) / sizeof(*rows) };
