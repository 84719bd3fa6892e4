#include "lib/awkward.h"

#include "lib/hostile.h"

#include <string.h>

/* The expected text for each case of the table: wide letters and other scripts unchanged (WA01,
 * WA04, WA05), modifiers of the character before them dropped (WA02), two marks on a letter
 * (WA03), invisible spaces marked (WA07), nothing decoded, resolved or parsed as a formula or
 * HTML (WA08, WA17, WA18), and control and hidden characters escaped (WA11 to WA16). An invalid
 * byte is shown as an escape. */
const struct awkward_text awkward_texts[] = {
	{ "wa01", "\351\230\256\346\260\217 \357\276\203\357\275\275\357\276\204 \352\271\200",
	    "\351\230\256\346\260\217 \357\276\203\357\275\275\357\276\204 \352\271\200", false,
	    "\351\230\256\346\260\217" },
	{ "wa02",
	    "\360\237\221\215\360\237\217\275 \360\237\221\250\342\200\215\360\237\221\251\342\200\215\360\237\221\247 \360\237\207\257\360\237\207\265 1\357\270\217\342\203\243 \342\232\240\357\270\217",
	    "\360\237\221\215 \360\237\221\250\360\237\221\251\360\237\221\247 \360\237\207\257\360\237\207\265 1 \342\232\240",
	    false, "\360\237\221\215" },
	{ "wa03",
	    "e\314\201 Z\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200\314\200algo",
	    "e\314\201 Z\314\200\314\200algo", true, "algo" },
	{ "wa03-thai",
	    "\340\270\231\340\271\211\340\270\263 \340\244\225\340\245\215\340\244\267\340\245\207\340\244\244\340\245\215\340\244\260",
	    "\340\270\231\340\271\211\340\270\263 \340\244\225\340\245\215\340\244\267\340\245\207\340\244\244\340\245\215\340\244\260",
	    false, "\340\270\231\340\271\211\340\270\263" },
	{ "wa04", "\331\202\330\261\330\247\330\241 2026 new",
	    "\331\202\330\261\330\247\330\241 2026 new", false,
	    "\331\202\330\261\330\247\330\241" },
	{ "wa04-hebrew",
	    "\327\247\327\225\327\250\327\220\327\231\327\235 (30+) \327\227\327\223\327\251\327\231\327\235",
	    "\327\247\327\225\327\250\327\220\327\231\327\235 (30+) \327\227\327\223\327\251\327\231\327\235",
	    false, "\327\247\327\225\327\250\327\220\327\231\327\235" },
	{ "wa05", "Caf\303\251 Ihrer", "Caf\303\251 Ihrer", false, "Ihrer" },
	{ "wa05-nfd", "Cafe\314\201 Ihrer", "Cafe\314\201 Ihrer", false, "Ihrer" },
	{ "wa07", "\\tWA07 tab\\nnewline\302\240no-break ",
	    "\\tWA07 tab\\nnewline\342\220\240no-break\342\220\240", true, "newline" },
	{ "wa07-spaces", "   ", "\342\220\240\342\220\240\342\220\240", true, NULL },
	{ "wa08", "a&b?c#d%2Fe+f\\\"g'\303\274/../h", "a&b?c#d%2Fe+f\"g'\303\274/../h", false,
	    "b?c#d%2Fe" },
	{ "wa10", "WA10 READERS", "WA10 READERS", false, "READERS" },
	{ "wa10-lower", "wa10 readers", "wa10 readers", false, "readers" },
	{ "wa11", "\\u001b[2J\\u001b]0;title\\u0007", "\\e[2J\\e]0;title\\x07", true, "title" },
	{ "wa12", "WA12\\u001b]52;c;V0ExMg==\\u0007", "WA12\\e]52;c;V0ExMg==\\x07", true,
	    "V0ExMg" },
	{ "wa13",
	    "\\u001b]8;;https://evil.example/\\u001b\\\\https://shop.example\\u001b]8;;\\u001b\\\\",
	    "\\e]8;;https://evil.example/\\e\\https://shop.example\\e]8;;\\e\\", true,
	    "evil.example" },
	{ "wa14", "\342\200\256ellE\342\200\254 \342\201\246WA14\342\201\251",
	    "\\u{202E}ellE\\u{202C} \\u{2066}WA14\\u{2069}", true, "ellE" },
	{ "wa14-zero", "ze\\u200bro\\ufeff", "ze\\u{200B}ro\\u{FEFF}", true, "ze\\u{" },
	{ "wa15", "a\\u009b31m\\u007f \\ufffe \\ue000 \\u0378 \\udb40\\udc41",
	    "a\\x9B31m\\x7F \\u{FFFE} \\u{E000} \\u{0378} \\u{E0041}", true, "31m" },
	{ "wa16", "Q\\u0000U\\ud800V\377\376!",
	    "Q\357\277\275U\357\277\275V\357\277\275\357\277\275!", false, "Q\357\277\275U" },
	{ "wa17", "=HYPERLINK(\\\"https://evil.example/?wa17\\\")",
	    "=HYPERLINK(\"https://evil.example/?wa17\")", false, "HYPERLINK" },
	{ "wa17-plus", "+44 20 7946 0000", "+44 20 7946 0000", false, "+44 20 7946" },
	{ "wa17-at", "@x-ray", "@x-ray", false, "x-ray" },
	{ "wa17-minus", "-5-apples", "-5-apples", false, "apples" },
	{ "wa18", "<ul><li>One</ul>&amp;<script>alert(1)</script>",
	    "<ul><li>One</ul>&amp;<script>alert(1)</script>", false, "alert" },
};

const size_t awkward_texts_n = sizeof(awkward_texts) / sizeof(*awkward_texts);

static void
add_basket(struct buf *out, const struct awkward_text *t, size_t age, bool goods)
{
	buf_addf(out,
	    "{\"id\":\"basket-%s\",\"created\":\"2026-11-20T09:%02zu:00Z\",\"customerDetails\":{"
	    "\"email\":\"person-%s@example.com\",\"firstName\":\"%s\",\"companyName\":\"%s\"},",
	    t->id, 59 - age, t->id, t->json, t->json);
	buf_addf(out,
	    "\"customFields\":{\"said\":\"%s\"},\"orderItems\":[{\"name\":\"%s\"}],\"tracking\":{"
	    "\"tag\":\"/tags/%s\"},\"recoveryLink\":\"/r?basket=basket-%s&key=secret-%s\"}",
	    t->json, goods ? t->json : "Item", goods ? t->json : "direct", t->id, t->id);
}

void
awkward_page(struct buf *out, bool goods)
{
	auto_buf body = { 0 };
	buf_addz(&body, "{\"items\":[");
	for (size_t i = 0; i < awkward_texts_n; i++) {
		buf_addz(&body, i ? "," : "");
		add_basket(&body, &awkward_texts[i], i, goods);
	}
	buf_addz(&body, "]}");
	hostile_json(out, buf_z(&body));
}

void
awkward_span_write(struct buf *out, const struct awkward_span *span)
{
	auto_buf body = { 0 };
	buf_addz(&body, "{\"items\":[");
	for (int i = span->from; i >= span->to; i--)
		buf_addf(&body,
		    "%s{\"id\":\"basket-%03d\",\"created\":\"2026-11-20T09:00:00.000Z\","
		    "\"customerDetails\":{\"email\":\"one-person-%03d@example.com\"},\"tracking\":{\"tag\":"
		    "\"/tags/one\"}}",
		    i == span->from ? "" : ",", i, i);
	buf_addf(&body, "]%s}", span->more);
	hostile_json(out, buf_z(&body));
}

void
awkward_plain(struct buf *out, const char *shown)
{
	static const char blank[] = "\342\220\240";
	for (const char *at; (at = strstr(shown, blank)); shown = at + strlen(blank)) {
		buf_add(out, shown, (size_t)(at - shown));
		buf_addc(out, '_');
	}
	buf_addz(out, shown);
}
