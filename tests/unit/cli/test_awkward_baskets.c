/* Baskets with the awkward texts WA01 to WA20, as `get` prints them in lists, as persons and in
 * groups: the visible text of each, the exported data, and what remains with --mask. */
#include "base/utf8.h"
#include "lib/awkward.h"
#include "lib/hostile.h"
#include "unit/cli/run.h"

#include <locale.h>
#include <string.h>
#include <sys/stat.h>

enum page { PEOPLE, GOODS, PAGES };

struct basket_list {
	struct buf answers[PAGES];
	struct hostile_rule rules[PAGES];
	struct hostile *servers[PAGES];
};

/* Pseudonyms depend on a key. A fixed key makes sure that none of them happens to contain an
 * expected text. */
static void
write_mask_key(void)
{
	auto_buf folder = { 0 }, path = { 0 };
	buf_addf(&folder, "%s/backroom", getenv("XDG_STATE_HOME"));
	mkdir(buf_z(&folder), 0700);
	buf_addf(&path, "%s/mask.key", buf_z(&folder));
	int fd = open_new(buf_z(&path));
	for (int i = 0; i < 32; i++)
		assert_int_equal(write(fd, "5a", 2), 2);
	assert_int_equal(write(fd, "\n", 1), 1);
	close(fd);
}

static int
set_up(void **state)
{
	write_mask_key();
	static struct basket_list s;
	setlocale(LC_ALL, "C.UTF-8");
	for (int page = 0; page < PAGES; page++) {
		awkward_page(&s.answers[page], page == GOODS);
		s.rules[page] = (struct hostile_rule){ .answer = buf_str(&s.answers[page]) };
		s.servers[page] = hostile_start(&s.rules[page], 1);
	}
	*state = &s;
	return 0;
}

static int
tear_down(void **state)
{
	struct basket_list *s = *state;
	for (int page = 0; page < PAGES; page++) {
		hostile_stop(s->servers[page]);
		buf_free(&s->answers[page]);
	}
	return 0;
}

static void
print(struct run_result *r, void **state, enum page page, const char *view, const char *format,
    const char *more)
{
	const struct basket_list *s = *state;
	/* The fixed clock also makes the masked names constant: a random one might contain a
	 * short secret by chance. */
	RUN(r, hostile_url(s->servers[page]), "get", view, "--all", "-o", format, "--now",
	    "2026-11-20T10:42:00Z", more);
	assert_int_equal(r->code, 0);
}

/* The line that starts with these words and a space, ignoring the mark of a malformed item. */
static struct str
line_of(const struct buf *out, struct str begin)
{
	struct str rest = buf_str(out), line;
	while (rest.n && str_next(&rest, '\n', &line)) {
		struct str words = str_sub(line, str_starts(line, STR("! ")) ? 2 : 0, line.n);
		if (str_starts(words, begin) && words.n > begin.n && words.p[begin.n] == ' ')
			return line;
	}
	fail_msg("no line of %.*s in\n%.*s", STR_ARG(begin), STR_ARG(buf_str(out)));
	return STR_NONE;
}

/* Expects this cell in the line, under the column's heading. */
static void
expect_cell(const struct buf *out, struct str line, const char *title, const char *cell)
{
	struct str head, all = buf_str(out), found;
	str_next(&all, '\n', &head);
	int at = text_width(str_sub(head, 0, str_find(head, str_of(title))));
	found = str_sub(line, text_fit(line, at, NULL), line.n);
	bool whole = str_starts(found, str_of(cell)) &&
	    (found.n == strlen(cell) || found.p[strlen(cell)] == ' ');
	if (!whole)
		fail_msg("below %s: %.*s and not %s", title, STR_ARG(found), cell);
}

/* The row that starts with each text's name: the customer, marked if the text is misleading, and
 * the company. */
static void
expect_rows(const struct buf *out, const char *before, const char *behind, const char *who)
{
	auto_buf begin = { 0 }, cell = { 0 };
	for (size_t i = 0; i < awkward_texts_n; i++) {
		const struct awkward_text *t = &awkward_texts[i];
		buf_reset(&begin);
		buf_reset(&cell);
		buf_addf(&begin, "%s%s%s", before, t->id, behind);
		buf_addf(&cell, "%s%s", t->marked ? "! " : "", t->shown);
		struct str line = line_of(out, buf_str(&begin));
		expect_cell(out, line, who, buf_z(&cell));
		expect_cell(out, line, "COMPANY", t->shown);
	}
}

TEST(WA01_to_WA18_are_shown_in_the_list)
{
	auto_run_result r = { 0 };
	print(&r, state, PEOPLE, "baskets cols=id,person,company", "table", NULL);
	expect_rows(&r.out, "basket-", "", "PERSON");
}

TEST(WA01_to_WA18_are_shown_as_persons)
{
	auto_run_result r = { 0 };
	print(&r, state, PEOPLE, "persons cols=email,person,company", "table", NULL);
	expect_rows(&r.out, "person-", "@example.com", "PERSON");
	assert_string_equal(buf_z(&r.words),
	    "25 persons found in 25 baskets; the API cannot list them\nNone of the baskets read is "
	    "completed: if the service lists only open baskets, later purchases are not "
	    "known\n");
}

/* Groups compare bytes: one text in two Unicode forms, or in two cases, is two groups. */
TEST(WA01_to_WA18_are_shown_as_groups)
{
	static const struct {
		enum page page;
		const char *view, *before;
	} by[] = {
		{ PEOPLE, "baskets group=customFields.said cols=group,count", "" },
		{ GOODS, "baskets group=tag cols=group,count", "/tags/" },
	};
	auto_buf cell = { 0 };
	for (size_t b = 0; b < 2; b++) {
		auto_run_result r = { 0 };
		print(&r, state, by[b].page, by[b].view, "table", NULL);
		for (size_t i = 0; i < awkward_texts_n; i++) {
			buf_reset(&cell);
			buf_addf(&cell, "%s%s", by[b].before, awkward_texts[i].shown);
			expect_cell(&r.out, line_of(&r.out, buf_str(&cell)), "BASKETS", "1");
		}
		assert_string_equal(buf_z(&r.words), "25 groups of 25 baskets\n");
	}
}

/* The rows of items have one line per name: a line break in a name becomes a space. */
TEST(WA01_to_WA18_are_shown_as_items_and_channels)
{
	auto_run_result r = { 0 };
	print(&r, state, GOODS, "baskets cols=id,items,channel", "table", NULL);
	for (size_t i = 0; i < awkward_texts_n; i++) {
		const struct awkward_text *t = &awkward_texts[i];
		auto_buf begin = { 0 }, cell = { 0 };
		buf_addf(&begin, "basket-%s", t->id);
		const char *broken = strstr(t->shown, "\\n");
		buf_addz(&cell, t->shown);
		if (broken) {
			cell.n = (size_t)(broken - t->shown);
			buf_addf(&cell, " %s", broken + 2);
		}
		struct str line = line_of(&r.out, buf_str(&begin));
		expect_cell(&r.out, line, "ITEMS", buf_z(&cell));
		expect_cell(&r.out, line, "CHANNEL", t->shown);
	}
}

/* Output for programs is unchanged; formulas are text in a sheet. */
TEST(WA01_to_WA18_are_exported_as_sent)
{
	static const char *const safe[] = { "\"'\tWA07 tab\nnewline\302\240no-break \"", "\"   \"",
		"\033[2J\033]0;title\007", "\"'=HYPERLINK(\"\"https://evil.example/?wa17\"\")\"",
		"'+44 20 7946 0000", "'@x-ray", "'-5-apples" };
	auto_run_result r = { 0 };
	print(&r, state, PEOPLE, "baskets", "ndjson", NULL);
	for (size_t i = 0; i < awkward_texts_n; i++) {
		auto_buf member = { 0 };
		buf_addf(&member, "\"firstName\":\"%s\",", awkward_texts[i].json);
		bool broken = !utf8_valid(buf_str(&member));
		assert_int_equal(strstr(buf_z(&r.out), buf_z(&member)) == NULL, broken);
	}
	assert_non_null(strstr(buf_z(&r.out), "\"firstName\":\"Q\\u0000U\\ud800V\357\277\275"));
	for (int persons = 0; persons < 2; persons++) {
		print(&r, state, PEOPLE, persons ? "persons" : "baskets", "csv", NULL);
		for (size_t i = 0; i < sizeof(safe) / sizeof(*safe); i++)
			if (!strstr(buf_z(&r.out), safe[i]))
				fail_msg("%d: no %s in\n%s", persons, safe[i], buf_z(&r.out));
	}
}

/* A word finds a text in either Unicode form, with or without accents, and each text is printed
 * unchanged. */
TEST(WA05_a_term_finds_either_unicode_form)
{
	static const char *const words[] = { "caf\303\251", "cafe\314\201", "CAFE" };
	static const char *const views[] = { "baskets", "persons" };
	for (size_t v = 0; v < 2; v++)
		for (size_t i = 0; i < 3; i++) {
			auto_run_result r = { 0 };
			char view[60];
			snprintf(view, sizeof(view), "%s %s cols=email", views[v], words[i]);
			print(&r, state, PEOPLE, view, "csv", NULL);
			assert_string_equal(buf_z(&r.out),
			    "email\nperson-wa05@example.com\nperson-wa05-nfd@example.com\n");
		}
}

/* The same number of rows, persons and groups, and no real person in them. */
TEST(WA01_to_WA18_are_masked)
{
	static const char *const asked[][2] = {
		{ "baskets cols=id,person,company,email", "table" },
		{ "persons cols=email,person,company", "table" },
		{ "baskets group=customFields.said cols=group,count", "table" },
		{ "baskets", "csv" },
		{ "baskets", "ndjson" },
		{ "persons", "ndjson" },
		{ "baskets group=customFields.said", "ndjson" },
	};
	for (size_t a = 0; a < sizeof(asked) / sizeof(*asked); a++) {
		auto_run_result r = { 0 };
		print(&r, state, PEOPLE, asked[a][0], asked[a][1], "--mask");
		for (size_t i = 0; i < awkward_texts_n; i++) {
			const char *secret = awkward_texts[i].secret;
			if (secret && strstr(buf_z(&r.out), secret))
				fail_msg("%s: %s in\n%s", asked[a][0], secret, buf_z(&r.out));
		}
		assert_null(strstr(buf_z(&r.out), "@example.com"));
		assert_null(strstr(buf_z(&r.out), "secret-"));
		if (strcmp(asked[a][1], "table") == 0) {
			size_t lines = 0;
			for (size_t i = 0; i < r.out.n; i++)
				lines += r.out.p[i] == '\n';
			assert_int_equal(lines, 1 + awkward_texts_n);
		}
	}
}

#define BASKET(id, more) "{\"id\":\"basket-" id "\"" more "}"
#define CUSTOMER(email, more) ",\"customerDetails\":{\"email\":\"" email "@example.com\"" more "}"

/* Prints one page of these items. */
static void
print_items(
    struct run_result *r, const char *items, const char *view, const char *format, const char *more)
{
	auto_buf body = { 0 };
	buf_addf(&body, "{\"items\":[%s]}", items);
	auto_hostile *h = hostile_start_json(buf_z(&body));
	RUN(r, hostile_url(h), "get", view, "--all", "-o", format, more);
	assert_int_equal(r->code, 0);
}

/* The longest text is complete in output for programs, and one row in a table. */
TEST(WA06_long_texts_are_not_cut)
{
	auto_buf name = { 0 }, item = { 0 }, row = { 0 };
	auto_run_result r = { 0 };
	for (int i = 0; i < 300; i++)
		buf_addf(&name, "%d", i % 10);
	for (int i = 0; i < 2000; i++)
		buf_addz(&item, "x");
	auto_buf items = { 0 };
	buf_addf(&items,
	    BASKET("wa06",
		CUSTOMER("wa06",
		    ",\"firstName\":\"%s\"") ",\"orderItems\":[{"
					     "\"name\":\"%s\"}],\"customFields\":{\"said\":\"%s\"}"),
	    buf_z(&name), buf_z(&item), buf_z(&item));
	buf_addf(&row, "person,items\n%s,%s\n", buf_z(&name), buf_z(&item));
	print_items(&r, buf_z(&items), "baskets cols=person,items", "csv", NULL);
	assert_string_equal(buf_z(&r.out), buf_z(&row));
	print_items(&r, buf_z(&items), "persons cols=person,items", "csv", NULL);
	assert_string_equal(buf_z(&r.out), buf_z(&row));
	buf_reset(&row);
	buf_addf(&row, "group,count\n%s,1\n", buf_z(&item));
	print_items(
	    &r, buf_z(&items), "baskets group=customFields.said cols=group,count", "csv", NULL);
	assert_string_equal(buf_z(&r.out), buf_z(&row));
}

/* Groups by kind use the offer's path, segment by segment: similar paths are not confused. */
TEST(WA09_similar_paths_are_separate_groups)
{
	static const char items[] = BASKET("wa09",
	    ",\"tracking\":{\"offers\":[\"/offers2\",\"/offers\",\"/offers/2\",\"/offers2x/2\"]}");
	auto_run_result r = { 0 };
	print_items(&r, items, "baskets group=offer cols=group,count sort=group", "csv", NULL);
	assert_string_equal(
	    buf_z(&r.out), "group,count\n/offers,1\n/offers/2,1\n/offers2,1\n/offers2x/2,1\n");
}

/* Null, absent or empty makes no person and no group; exported data still distinguishes them. */
TEST(WA19_empty_values_make_no_person_and_no_group)
{
	static const char items[] = BASKET("wa19-null",
	    ",\"created\":null,\"customerDetails\":{\"email\":null,\"firstName\":null,"
	    "\"lastName\":null,\"companyName\":null},\"orderItems\":null,\"tracking\":null,"
	    "\"identities\":null,\"customFields\":null,\"entry\":null,\"recoveryLink\":null,"
	    "\"completed\":null") "," BASKET("wa19-absent", "") "," BASKET("wa19-empty",
	    ",\"created\":\"\",\"customerDetails\":{\"email\":\"\",\"firstName\":\"\",\"lastName\":\"\","
	    "\"companyName\":\"\"},\"orderItems\":[],\"tracking\":{},\"identities\":[],"
	    "\"customFields\":{\"said\":\"\"},\"entry\":\"\",\"recoveryLink\":\"\"");
	static const char *const groups[] = { "tag", "offer", "product", "day", "bucket", "country",
		"issuer", "utm", "page", "customFields.said" };
	static const char *const masks[] = { NULL, "--mask" };
	auto_run_result r = { 0 };
	for (size_t m = 0; m < 2; m++) {
		print_items(&r, items, "baskets cols=id,age,person,reach,items", "table", masks[m]);
		assert_string_equal(buf_z(&r.out),
		    "ID                  AGE  PERSON   REACH  ITEMS\n"
		    "basket-wa19-null    ?    no name         no items\n"
		    "basket-wa19-absent  ?    no name         no items\n"
		    "basket-wa19-empty   ?    no name         no items\n");
		for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++) {
			char view[80];
			snprintf(
			    view, sizeof(view), "baskets group=%s cols=group,count", groups[i]);
			print_items(&r, items, view, "table", masks[m]);
			assert_string_equal(buf_z(&r.out), "GROUP  BASKETS\nnone   3\n");
		}
		print_items(&r, items, "baskets", "ndjson", masks[m]);
		assert_non_null(strstr(buf_z(&r.out), "\"customerDetails\":{\"email\":null,"));
		assert_non_null(strstr(buf_z(&r.out), "\n{\"id\":\"basket-wa19-absent\"}\n"));
		assert_non_null(strstr(buf_z(&r.out), "\"customerDetails\":{\"email\":\"\","));
	}
}

/* Numbers are grouped as they were written, and a nested value is one group; all are masked with
 * --mask. A group's name is text: one that starts like a formula is escaped. */
TEST(WA20_unknown_values_are_grouped_as_sent)
{
	static const char items[] = BASKET("wa20",
	    CUSTOMER("wa20",
		",\"title\":\"Dr Ellison\"") ",\"customFields\":{\"n\":[1e400,9223372036854775809,-0,0.10],\"deep\":{\"a\":[[1,2],"
					     "[3,[\"Ellison\"]],[]]},\"a.b\":{\"__proto__\":\"Ellison\"}}");
	static const struct {
		const char *key, *out;
	} rows[] = {
		{ "n", "-0,1\n0.10,1\n1e400,1\n9223372036854775809,1\n" },
		{ "deep", "\"{\"\"a\"\":[[1,2],[3,[\"\"Ellison\"\"]],[]]}\",1\n" },
		{ "\"a.b\".__proto__", "Ellison,1\n" },
	};
	auto_run_result r = { 0 };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char view[100];
		snprintf(view, sizeof(view),
		    "baskets group=customFields.%s cols=group,count sort=group", rows[i].key);
		print_items(&r, items, view, "csv", NULL);
		assert_string_equal(str_sub(buf_str(&r.out), 12, SIZE_MAX).p, rows[i].out);
		print_items(&r, items, view, "csv", "--mask");
		assert_null(strstr(buf_z(&r.out), "Ellison"));
		assert_null(strstr(buf_z(&r.out), "1e400"));
	}
	print_items(&r, items, "baskets", "ndjson", "--mask");
	assert_null(strstr(buf_z(&r.out), "Ellison"));
}

int
main(void)
{
	return run_all_tests(set_up, tear_down);
}
