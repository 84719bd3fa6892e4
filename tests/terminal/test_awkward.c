/* labels: slow */
/*
 * The awkward names of the demo on a terminal, by number: their text in lists, details and sources,
 * aligned columns, and no effect on the terminal.
 */
#include "lib/console.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

/* Bytes that must never be written, whatever the data contains: control sequences and invisible
 * characters. */
static const char *const forbidden[] = { "\a", "\x7f", "\xc2\x9b", "\xc2\x85", "\033[2Jt",
	"\033\\https", "\xe2\x80\xae", "\xe2\x80\xac", "\xe2\x81\xa6", "\xe2\x81\xa9",
	"\xe2\x80\x8b", "\xe2\x80\x8d", "\xef\xbb\xbf", "\xef\xb8\x8f", "\xe2\x83\xa3",
	"\xee\x80\x80", "\xcd\xb8", "\xef\xbf\xbe", "\xf3\xa0\x81\x81", "\xf0\x9f\x8f\xbd" };

static void
expect_clean(struct pty *p)
{
	struct str log = pty_log(p);
	for (size_t i = 0; i < sizeof(forbidden) / sizeof(*forbidden); i++)
		if (str_find(log, str_of(forbidden[i])) != SIZE_MAX)
			fail_msg("forbidden bytes %zu came out", i);
	assert_int_equal(pty_strings(p), 0);
}

static void
wait_for(struct pty *p, const char *text)
{
	if (!pty_wait_text(p, text))
		fail_msg("not seen: %s", text);
}

/* Types a VIEW at `:` and opens it. */
static void
open_view(struct pty *p, const char *view)
{
	auto_buf paste = { 0 };
	pty_type(p, ":");
	wait_for(p, "Enter run");
	buf_addf(&paste, "\033[200~%s\033[201~", view);
	pty_type(p, buf_z(&paste));
	wait_for(p, view);
	assert_true(pty_press_gone(p, "\r", "Enter run"));
}

/* True if the frame has this width and every row's path starts under the heading PATH. */
static bool
columns_are_aligned(struct pty *p, void *user)
{
	static const char end[] = "read 10:42 ";
	int cols, at, path, row, rows = 0;
	(void)user;
	pty_size(p, &row, &cols);
	if (pty_find(p, "\u00b7 read ", &at) < 0 || at + 2 + (int)strlen(end) != cols)
		return false;
	row = pty_find(p, "PATH", &path);
	while (row >= 0 && pty_row(p, ++row)[0] == ' ') {
		struct pty_cell cell;
		pty_cell(p, row, path, &cell);
		if (strcmp(cell.text, "/") != 0)
			return false;
		rows++;
	}
	return rows > 0;
}

static void
wait_for_columns(struct pty *p)
{
	if (!pty_wait_until(p, columns_are_aligned, NULL, "paths below PATH"))
		fail_msg("the columns do not stand");
}

struct seen {
	const char *view; /* a VIEW with this name in it, without `cols=` */
	const char *text;
};

/* Resizes the window through several widths, with a third column that leaves names little room. */
static void
resize(struct pty *p, const char *view)
{
	auto_buf narrow = { 0 };
	buf_addf(&narrow, "%s cols=name,path,id", view);
	open_view(p, buf_z(&narrow));
	for (int cols = 115; cols >= 70; cols -= 5) {
		pty_resize(p, 30, cols);
		wait_for_columns(p);
	}
	pty_resize(p, 30, 120);
	wait_for_columns(p);
}

/* Expects each text in its list, its detail and its source. */
static void
expect_seen(const struct seen *all, size_t n)
{
	auto_pty *p = console_awkward(&(struct pty_options){ .rows = 30, .cols = 120 });
	for (size_t i = 0; i < n; i++) {
		auto_buf view = { 0 };
		buf_addf(&view, "%s cols=name,path", all[i].view);
		open_view(p, buf_z(&view));
		wait_for(p, all[i].text);
		wait_for_columns(p);
		resize(p, all[i].view);
		/* In a list of offers, Enter opens the charges. */
		pty_type(p, strncmp(all[i].view, "offers", 6) == 0 ? "\t" : "\r");
		wait_for(p, "Enter open");
		pty_type(p, "s");
		wait_for(p, "z fold");
		pty_type(p, "q");
		wait_for(p, "Enter open");
		pty_type(p, "h");
		wait_for(p, "Enter open");
	}
	assert_true(pty_wait_quiet(p, 40));
	expect_clean(p);
}

#define EXPECT_SEEN(...)                                  \
	expect_seen((const struct seen[]){ __VA_ARGS__ }, \
	    sizeof((const struct seen[]){ __VA_ARGS__ }) / sizeof(struct seen))

TEST(WA01_wide_letters_keep_the_columns)
{
	EXPECT_SEEN(
	    { "products wa01 \uff8b\uff76\uff98",
		"WA01 \u65b0\u805e\u3072\u304b\u308a \uff8b\uff76\uff98 \u30d2\u30ab\u30ea" },
	    { "products wa01 \ubd81\uc758", "WA01 \ubd81\uc758 \ube5b \uc2e0\ubb38" },
	    { "segments wa01", "WA01 \u65b0\u8bbf\u5ba2 \u30ab\u30bf\u30ab\u30ca" });
}

/* Modifiers of the character before them are dropped, so that all terminals agree on every
 * width. */
TEST(WA02_emoji_keep_the_columns)
{
	EXPECT_SEEN({ "products wa02 and", "WA02 \U0001F4F0 and \U0001F44D  " },
	    { "products wa02 !and",
		"WA02 \U0001F468\U0001F469\U0001F467 \U0001F1EF\U0001F1F5 1 \u26A0  " });
}

/* At most two combining marks per letter; `!` marks text of which some were dropped. */
TEST(WA03_marks_stay_on_their_letters)
{
	EXPECT_SEEN({ "products wa03 algo", "! WA03 e\u0301 Z\u0300\u0300algo  " },
	    { "products wa03 !algo",
		"WA03 \u0e19\u0e49\u0e33 \u0915\u094d\u0937\u0947\u0924\u094d\u0930  " });
}

/* Right-to-left letters are written in reading order; numbers stay as they are. */
TEST(WA04_right_to_left_names_keep_the_columns)
{
	EXPECT_SEEN(
	    { "segments wa04 2026", "WA04 \u0642\u0631\u0627\u0621 \u062c\u062f\u062f 2026 new  " },
	    { "segments wa04 30",
		"WA04 \u05e7\u05d5\u05e8\u05d0\u05d9\u05dd (30+) \u05d7\u05d3\u05e9\u05d9\u05dd  " });
}

/* A filter treats composed and decomposed letters, ligatures, upper and lower case, and letters
 * with or without accents as equal. */
TEST(WA05_a_filter_finds_every_spelling)
{
	static const struct seen found[] = {
		{ "segments caf\u00e9", "2 of 22 segments" },
		{ "segments cafe\u0301", "2 of 22 segments" },
		{ "segments CAF\u00c9", "2 of 22 segments" },
		{ "segments wa05 cafe", "2 of 22 segments" },
		{ "products staff", "1 of 32 products" },
		{ "products STA\ufb00", "1 of 32 products" },
		{ "products \u0131\u015f\u0131k", "1 of 32 products" },
		{ "products isik", "1 of 32 products" },
	};
	auto_pty *p = console_awkward(&(struct pty_options){ .rows = 30, .cols = 120 });
	for (size_t i = 0; i < sizeof(found) / sizeof(*found); i++) {
		open_view(p, found[i].view);
		wait_for(p, found[i].text);
	}
}

/* Baskets whose customer's name is a control sequence. */
static void
expect_customer(const char *word, const char *row, const char *detail)
{
	auto_buf copied = { 0 }, title = { 0 }, view = { 0 };
	auto_pty *p = console_awkward(&(struct pty_options){ .rows = 30, .cols = 120 });
	buf_addf(&view, "baskets %s", word);
	open_view(p, buf_z(&view));
	wait_for(p, "1 of 329 baskets");
	wait_for(p, row);
	pty_type(p, "\r");
	wait_for(p, "h back");
	wait_for(p, detail);
	pty_type(p, "s");
	wait_for(p, "z fold");
	assert_true(pty_wait_quiet(p, 40));
	expect_clean(p);
	assert_false(pty_read_clipboard(p, 0, &copied));
	assert_false(pty_title(p, &title));
	assert_true(pty_find(p, "Source of", NULL) == 1);
}

TEST(WA11_a_name_that_clears_the_screen_is_escaped)
{
	expect_customer(
	    "wa11", "! \\e[2J\\e]0;title\\x07 WA11", "Customer   ! \\e[2J\\e]0;title\\x07 WA11");
}

TEST(WA12_a_company_with_a_clipboard_sequence_is_escaped)
{
	expect_customer(
	    "wa12", "! WA12\\e]52;c;V0ExMg==\\x07", "Company    ! WA12\\e]52;c;V0ExMg==\\x07");
}

/* The hyperlink's target would differ from its text. */
TEST(WA13_a_name_with_a_hyperlink_is_escaped)
{
	EXPECT_SEEN({ "offers wa13", "! WA13 \\e]8;;https://evil.example/\\e\\https://shop" });
}

TEST(WA14_invisible_characters_are_escaped)
{
	expect_customer("wa14", "! \\u{202E}ellE\\u{202C} \\u{2066}WA14\\u{20",
	    "Customer   ! \\u{202E}ellE\\u{202C} \\u{2066}WA14\\u{2069}");
	expect_customer("wa14", "! \\u{202E}ellE\\u{202C} \\u{2066}WA14\\u{20",
	    "Reach      ! wa14\\u{200B}\\u{FEFF}@example.com");
}

/* Invisible characters come with copied text. They are ignored in matching, and a message
 * reports them. */
TEST(WA14_a_filter_reports_invisible_characters)
{
	static const char *const pasted[] = { "wa14\u200b@", "\ufeffwa14@", "wa\u00ad14\u200d@" };
	auto_pty *p = console_awkward(&(struct pty_options){ .rows = 30, .cols = 120 });
	for (size_t i = 0; i < 3; i++) {
		auto_buf paste = { 0 };
		pty_type(p, "/");
		wait_for(p, "Enter apply");
		buf_addf(&paste, "\033[200~%s\033[201~", pasted[i]);
		pty_type(p, buf_z(&paste));
		wait_for(p, "1 of 329 baskets");
		pty_type(p, "\r");
		wait_for(p, "The filter contains invisible characters");
		pty_type(p, "\033");
		wait_for(p, "329 baskets, all read \u00b7 ");
	}
	pty_type(p, "/");
	wait_for(p, "Enter apply");
	pty_type(p, "wa14@ ");
	wait_for(p, "1 of 329 baskets");
	assert_true(pty_press_gone(p, "\r", "Enter apply"));
	assert_true(pty_wait_quiet(p, 40));
	assert_true(pty_find(p, "The filter contains", NULL) < 0);
	expect_clean(p);
}

TEST(WA15_controls_and_unassigned_characters_are_escaped)
{
	EXPECT_SEEN({ "offers wa15",
	    "! WA15 \\x9B 31m \\x85 \\x7F \\u{FFFE} \\u{E000} \\u{0378} \\u{E0041}  " });
}

/* A console whose service has one list with items. */
struct catalog_server {
	struct buf baskets, list, rest;
	struct hostile_rule rules[3];
	struct hostile *server;
	struct pty *p;
};

static void
catalog_server_open(struct catalog_server *s, const char *path, const char *items)
{
	auto_buf body = { 0 };
	*s = (struct catalog_server){ 0 };
	page_answer(&s->baskets, NULL, 0, 0, NULL);
	buf_addf(&body, "{\"items\":[%s],\"commitId\":\"1\"}", items);
	hostile_json(&s->list, buf_z(&body));
	hostile_json(&s->rest, "{\"items\":[],\"commitId\":\"1\"}");
	s->rules[0] = (struct hostile_rule){ .path = "/api/checkout/",
		.answer = buf_str(&s->baskets) };
	s->rules[1] = (struct hostile_rule){ .path = path, .answer = buf_str(&s->list) };
	s->rules[2] = (struct hostile_rule){ .answer = buf_str(&s->rest) };
	s->server = hostile_start(s->rules, 3);
	s->p = console_for_server(s->server, &(struct pty_options){ .rows = 30, .cols = 120 }, "");
	wait_for(s->p, "No abandoned baskets");
}

static void
catalog_server_close(struct catalog_server *s)
{
	pty_stop(s->p);
	hostile_stop(s->server);
	buf_free(&s->baskets);
	buf_free(&s->list);
	buf_free(&s->rest);
}

/* Texts that the test's own service would refuse: a product with a NUL, half a surrogate pair
 * and invalid UTF-8, between two valid ones. */
TEST(WA16_invalid_text_is_marked_and_the_rest_unchanged)
{
	CLEANUP(catalog_server_close) struct catalog_server s;
	catalog_server_open(&s, "/api/products",
	    "{\"id\":\"a\",\"path\":\"/products/a\",\"name\":\"Before\"},"
	    "{\"id\":\"b\",\"path\":\"/products/b\",\"name\":\"N\\u0000U\\ud800B\xff\xfe!\"},"
	    "{\"id\":\"c\",\"path\":\"/products/c\",\"name\":\"After\"}");
	pty_type(s.p, "4");
	wait_for(s.p, "3 products");
	wait_for(s.p, "N\ufffdU\ufffdB\ufffd\ufffd!  ");
	wait_for(s.p, "Before  ");
	wait_for(s.p, "After  ");
	wait_for_columns(s.p);
	open_view(s.p, "products path=/products/b");
	wait_for(s.p, "1 of 3 products");
	wait_for(s.p, "! part of this item is malformed");
	/* The source shows the escapes as they were sent. */
	pty_type(s.p, "s");
	wait_for(s.p, "N\\u0000U\\ud800B\ufffd\ufffd!");
	assert_true(pty_wait_quiet(s.p, 40));
	expect_clean(s.p);
	assert_true(str_find(pty_log(s.p), STR("\xff")) == SIZE_MAX);
}

#define CHARGE(value)                                                                 \
	"{\"name\":\"monthly\",\"currencyCode\":\"GBP\",\"value\":\"" value           \
	"\",\"type\":\"recurring\",\"trigger\":\"order_date\",\"repeat_interval\":1," \
	"\"repeat_interval_type\":\"months\",\"repeat_count\":0}"

/* Two charges with the same name are two rows: one is marked, and the detail of the other one
 * opens. */
TEST(charges_with_the_same_name_have_their_own_rows)
{
	CLEANUP(catalog_server_close) struct catalog_server s;
	catalog_server_open(&s, "/api/offers?",
	    "{\"id\":\"a\",\"path\":\"/offers2/a\",\"name\":\"Twice\",\"data\":{\"attributes\":{},"
	    "\"price\":[" CHARGE("1.00") "," CHARGE("2.00") "]}}");
	open_view(s.p, "offers twice");
	wait_for(s.p, "1 of");
	pty_type(s.p, "\r");
	wait_for(s.p, "GBP 1.00 every month, beginning with the order");
	pty_type(s.p, " ");
	wait_for(s.p, " *monthly");
	wait_for(s.p, "\u25b8 monthly");
	wait_for(s.p, "GBP 2.00 every month, beginning with the order");
	wait_for(s.p, "2 of 2");
	wait_for(s.p, "1 marked");
}
