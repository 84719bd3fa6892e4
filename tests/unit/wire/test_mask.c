/* Masking: the person can no longer be recognized, and everything else in a response stays byte
 * for byte. */
#include "wire/mask.h"

#include "base/utf8.h"
#include "lib/test.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct mask mask;

static int
set_up(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	mask_init(&mask, STR("a seed"));
	return 0;
}

static char *
pseudonym(const char *text)
{
	struct buf out = { 0 };
	mask_text(&out, &mask, MASK_TEXT, str_of(text));
	return buf_detach(&out);
}

TEST(a_pseudonym_has_the_shape_of_its_text)
{
	static const char *const texts[] = { "Mara Ellison", "auth|9c1f40b86ad25e73f0d177e2",
		"O'Neil-3" };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		char *other = pseudonym(texts[i]);
		assert_int_equal(strlen(other), strlen(texts[i]));
		assert_string_not_equal(other, texts[i]);
		for (size_t k = 0; texts[i][k]; k++) {
			char a = texts[i][k], b = other[k];
			if (a >= '0' && a <= '9')
				assert_true(b >= '0' && b <= '9');
			else if (a >= 'A' && a <= 'Z')
				assert_true(b >= 'A' && b <= 'Z');
			else if (a >= 'a' && a <= 'z')
				assert_true(b >= 'a' && b <= 'z');
			else
				assert_int_equal(a, b);
		}
		x_free(other);
	}
}

TEST(pseudonyms_depend_on_text_and_key_only)
{
	struct mask random;
	char *a = pseudonym("mara.ellison@example.com"), *b = pseudonym("Mara.Ellison@example.com");
	assert_string_equal(strchr(a, '@'), strchr(b, '@'));
	char *c = pseudonym("ben@example.com");
	assert_string_equal(strchr(a, '@'), strchr(c, '@')); /* a shared mail domain stays shared */
	mask_init(&random, STR("another seed"));
	auto_buf other = { 0 };
	mask_text(&other, &random, MASK_TEXT, STR("mara.ellison@example.com"));
	assert_string_not_equal(buf_z(&other), a);
	x_free(a);
	x_free(b);
	x_free(c);
}

static const char *
masked(enum mask_kind kind, const char *text)
{
	static struct buf out;
	buf_reset(&out);
	mask_text(&out, &mask, kind, str_of(text));
	return buf_z(&out);
}

/* True if the text is lower-case letters after a capital. */
static bool
is_title(struct str word)
{
	for (size_t i = 0; i < word.n; i++)
		if (i == 0 ? word.p[i] < 'A' || word.p[i] > 'Z'
			   : word.p[i] < 'a' || word.p[i] > 'z')
			return false;
	return word.n > 1;
}

TEST(a_person_gets_a_name_that_looks_like_one)
{
	auto_buf full = { 0 }, parts = { 0 };
	buf_addz(&full, masked(MASK_PERSON, "Mara Ellison"));
	struct str rest = buf_str(&full), given, family;
	assert_true(str_next(&rest, ' ', &given) && str_next(&rest, ' ', &family));
	assert_int_equal(rest.n, 0);
	assert_true(is_title(given) && is_title(family));
	/* The same name in two members, in a VIEW, in other case or order. */
	buf_addz(&parts, masked(MASK_GIVEN, "Mara"));
	buf_addc(&parts, ' ');
	buf_addz(&parts, masked(MASK_FAMILY, "Ellison"));
	assert_string_equal(buf_z(&parts), buf_z(&full));
	buf_reset(&parts);
	buf_addf(&parts, "%.*s, %.*s", STR_ARG(family), STR_ARG(given));
	assert_string_equal(masked(MASK_PERSON, "Ellison, Mara"), buf_z(&parts));
	assert_true(str_eq_nocase(str_of(masked(MASK_PERSON, "mara ELLISON")), buf_str(&full)));
	assert_true(str_ends(str_of(masked(MASK_PERSON, "Ben Ellison")), family));
	assert_true(str_starts(str_of(masked(MASK_PERSON, "Mara Voss")), given));
	/* Another key, other names. */
	struct mask other;
	mask_init(&other, STR("another seed"));
	buf_reset(&parts);
	mask_text(&parts, &other, MASK_PERSON, STR("Mara Ellison"));
	assert_string_not_equal(buf_z(&parts), buf_z(&full));
}

TEST(names_keep_their_case_words_and_punctuation)
{
	/* Per text: its shape with A for a capitalized word, B for an upper-case and b for a
	 * lower-case one. */
	static const struct {
		enum mask_kind kind;
		const char *text, *shape;
	} rows[] = {
		{ MASK_PERSON, "Mara Ellison", "A A" },
		{ MASK_PERSON, "MARA ELLISON", "B B" },
		{ MASK_PERSON, "mara", "b" },
		{ MASK_PERSON, "Mary-Ann O'Neil", "A-A B'A" },
		{ MASK_FAMILY, "van der Berg", "b b A" },
		{ MASK_FAMILY, "Ellison-Smith", "A-A" },
		{ MASK_COMPANY, "Studio Kulkarni & Sons", "A A & A" },
		{ MASK_TOWN, "Kelsey Green", "A A" },
		{ MASK_STREET, "Lantern Row", "A A" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		auto_buf shape = { 0 };
		const char *name = masked(rows[i].kind, rows[i].text);
		for (size_t k = 0; name[k];) {
			size_t n = 0, capitals = 0;
			while ((name[k + n] | 0x20) >= 'a' && (name[k + n] | 0x20) <= 'z')
				capitals += (name[k + n++] & 0x20) == 0;
			if (n)
				buf_addc(&shape, capitals == n ? 'B' : capitals ? 'A' : 'b');
			else
				buf_addc(&shape, name[k]);
			k += n ? n : 1;
		}
		if (strcmp(buf_z(&shape), rows[i].shape) != 0)
			fail_msg("%s: %s", rows[i].text, name);
	}
	/* A user name keeps its digits, an id in place of a name its form. */
	assert_true(strlen(strchr(masked(MASK_PERSON, "user-03"), '-')) == 3);
	assert_int_equal(strlen(masked(MASK_PERSON, "auth|9c1f40b8")), strlen("auth|9c1f40b8"));
}

TEST(names_of_other_scripts_stay_in_them)
{
	static const struct {
		enum mask_kind kind;
		const char *text;
		uint32_t from, to; /* the letters of the script */
	} rows[] = {
		{ MASK_PERSON, "\u0410\u043D\u043D\u0430 \u0415\u0436\u043E\u0432\u0430", 0x400,
		    0x4FF },
		{ MASK_GIVEN, "\u0393\u03B9\u03CE\u03C1\u03B3\u03BF\u03C2", 0x370, 0x3FF },
		{ MASK_PERSON, "\u0645\u062D\u0645\u062F \u0639\u0644\u064A", 0x600, 0x6FF },
		{ MASK_PERSON, "\u05D3\u05D5\u05D3 \u05DB\u05D4\u05DF", 0x590, 0x5FF },
		{ MASK_PERSON, "\u9234\u6728\u4E00\u90CE", 0x4E00, 0x9FFF },
		{ MASK_PERSON, "\u738B\u5C0F\u660E", 0x4E00, 0x9FFF },
		{ MASK_GIVEN, "\u3055\u304F\u3089", 0x3041, 0x3096 },
		{ MASK_FAMILY, "\u30B9\u30BA\u30AD", 0x30A1, 0x30FF },
		{ MASK_PERSON, "\uAE40\uBBFC\uC218", 0xAC00, 0xD7A3 },
		{ MASK_FAMILY, "\u0E2A\u0E21\u0E0A", 0x0E00, 0x0E7F }, /* no names: other letters */
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str name = str_of(masked(rows[i].kind, rows[i].text));
		assert_false(str_eqz(name, rows[i].text));
		assert_int_equal(str_find_char(name, ' ') == SIZE_MAX, !strchr(rows[i].text, ' '));
		while (name.n) {
			uint32_t cp = 0;
			size_t n = utf8_decode(name, &cp);
			if (n == 0 || (cp != ' ' && (cp < rows[i].from || cp > rows[i].to)))
				fail_msg("%s: U+%04X", rows[i].text, cp);
			name = str_sub(name, n, name.n);
		}
	}
	/* Accents if the original has some, in upper case, too. */
	static const char *const accented[] = { "Bj\u00F6rk", "BJ\u00D6RK" };
	for (size_t i = 0; i < 2; i++) {
		auto_buf lower = { 0 };
		const char *name = masked(MASK_FAMILY, accented[i]);
		utf8_casefold(&lower, str_of(name));
		assert_int_equal(strcmp(buf_z(&lower), name) == 0, false);
		size_t plain = 0;
		while (name[plain] && !(name[plain] & 0x80))
			plain++;
		assert_true(name[plain] != '\0');
	}
	/* Equal up to accents is equal: the decomposed form does not return as the composed one. */
	for (unsigned i = 0; i < 200; i++) {
		struct mask other;
		auto_buf seed = { 0 }, name = { 0 };
		buf_addf(&seed, "%u", i);
		mask_init(&other, buf_str(&seed));
		mask_text(&name, &other, MASK_GIVEN, STR("Zoe\u0308"));
		assert_int_not_equal(text_compare_folded(buf_str(&name), STR("Zo\u00EB")), 0);
	}
}

/* An e-mail has the names of its person, so that a row does not contradict itself. */
TEST(an_email_has_the_names_of_its_person)
{
	static const struct {
		const char *email, *names, *shape; /* GIVEN, FAMILY; the shape after both */
	} rows[] = {
		{ "mara.ellison@example.com", "%1$s.%2$s", "0000@" },
		{ "mara_ellison7@example.com", "%1$s_%2$s", "00000@" },
		{ "ellison.mara@example.com", "%2$s.%1$s", "0000@" },
		{ "m.ellison@example.com", ".%2$s", "0000@" },
		{ "mara@example.com", "%1$s", "0000@" },
		{ "ellison@example.com", "%2$s", "0000@" },
		{ "mara.ellison+news@example.com", "%1$s.%2$s", "0000+" },
	};
	char given[32], family[32];
	snprintf(given, sizeof(given), "%s", masked(MASK_GIVEN, "mara"));
	snprintf(family, sizeof(family), "%s", masked(MASK_FAMILY, "ellison"));
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char names[64];
		const char *email = masked(MASK_TEXT, rows[i].email);
		snprintf(names, sizeof(names), rows[i].names, given, family);
		const char *at = strstr(email, names);
		if (!at)
			fail_msg("%s: %s without %s", rows[i].email, email, names);
		at += strlen(names);
		for (size_t k = 0; rows[i].shape[k]; k++)
			if (rows[i].shape[k] == '0' ? at[k] < '0' || at[k] > '9'
						    : at[k] != rows[i].shape[k])
				fail_msg("%s: %s", rows[i].email, email);
	}
	/* Upper case stays, and equals the lower-case one as far as case goes. */
	struct str lower = str_of(masked(MASK_TEXT, "mara.ellison@example.com"));
	char *copy = str_dup(lower);
	const char *upper = masked(MASK_TEXT, "MARA.ELLISON@example.com");
	assert_true(str_eq_nocase(str_of(upper), str_of(copy)));
	assert_true(upper[0] >= 'A' && upper[0] <= 'Z');
	x_free(copy);
}

static int
compare_texts(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The number of texts that equal an earlier one. */
static size_t
count_repeated(char **texts, size_t n)
{
	size_t repeated = 0;
	qsort(texts, n, sizeof(*texts), compare_texts);
	for (size_t i = 1; i < n; i++)
		repeated += strcmp(texts[i - 1], texts[i]) == 0;
	for (size_t i = 0; i < n; i++)
		x_free(texts[i]);
	return repeated;
}

/* Baskets are grouped by e-mail: equal masks of two addresses would make one person of two. */
TEST(different_people_rarely_share_a_name_and_never_an_email)
{
	enum { PEOPLE = 10000, GIVEN = 1000 };
	static char *names[PEOPLE], *emails[PEOPLE];
	for (unsigned i = 0; i < PEOPLE; i++) {
		/* Letters only: 1,000 given names and 5,000 family names. */
		unsigned g = i * 7919 % GIVEN, f = i / 2;
		char given[8], family[10];
		auto_buf text = { 0 };
		snprintf(given, sizeof(given), "G%c%c%cna", 'a' + g % 10, 'a' + g / 10 % 10,
		    'a' + g / 100);
		snprintf(family, sizeof(family), "F%c%c%c%cson", 'a' + f % 10, 'a' + f / 10 % 10,
		    'a' + f / 100 % 10, 'a' + f / 1000);
		buf_addf(&text, "%s %s", given, family);
		names[i] = str_dup(str_of(masked(MASK_PERSON, buf_z(&text))));
		buf_reset(&text);
		buf_addf(&text, "%s.%s@example.com", given, family);
		emails[i] = str_dup(str_of(masked(MASK_TEXT, buf_z(&text))));
	}
	assert_in_range(count_repeated(names, PEOPLE), 0, PEOPLE / 100);
	assert_int_equal(count_repeated(emails, PEOPLE), 0);
}

/* No pseudonym is or contains its original, not even if that is one of the names in the tables. */
TEST(no_pseudonym_contains_its_original)
{
	static const enum mask_kind kinds[] = { MASK_PERSON, MASK_GIVEN, MASK_FAMILY, MASK_COMPANY,
		MASK_TOWN };
	static const char *const words[] = { "Ash", "Ford", "Nora", "Northwood", "Ashford", "Al",
		"Berg", "Media", "Green", "Ann" };
	for (unsigned i = 0; i < 300; i++) {
		struct mask other;
		auto_buf seed = { 0 };
		buf_addf(&seed, "%u", i);
		mask_init(&other, buf_str(&seed));
		for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++)
			for (size_t w = 0; w < sizeof(words) / sizeof(*words); w++) {
				auto_buf name = { 0 }, lower = { 0 }, word = { 0 };
				mask_text(&name, &other, kinds[k], str_of(words[w]));
				buf_add_lower(&lower, buf_str(&name));
				buf_add_lower(&word, str_of(words[w]));
				if (strstr(buf_z(&lower), buf_z(&word)))
					fail_msg("%s: %s", words[w], buf_z(&name));
			}
	}
}

TEST(members_with_names_get_names)
{
	auto_buf out = { 0 };
	struct buf wanted = { 0 };
	mask_item(&out, &mask,
	    STR("{\"customerDetails\":{\"firstName\":\"Mara\",\"l\\u0061stName\":\"Ellison\"},"
		"\"customFields\":{\"delivery\":{\"city\":\"Northwick\"}}}"));
	buf_addf(&wanted, "\"firstName\":\"%s\"", masked(MASK_GIVEN, "Mara"));
	assert_non_null(strstr(buf_z(&out), buf_z(&wanted)));
	buf_reset(&wanted);
	buf_addf(&wanted, ":\"%s\"},", masked(MASK_FAMILY, "Ellison"));
	assert_non_null(strstr(buf_z(&out), buf_z(&wanted)));
	buf_reset(&wanted);
	buf_addf(&wanted, "\"city\":\"%s\"", masked(MASK_TOWN, "Northwick"));
	assert_non_null(strstr(buf_z(&out), buf_z(&wanted)));
	buf_free(&wanted);
}

TEST(other_scripts_keep_their_alphabets)
{
	/* Katakana, Han, Cyrillic: the same number of characters, and none of them is x. */
	static const char *const texts[] = { "\xE3\x83\x9E\xE3\x83\xA9", "\xE9\x88\xB4\xE6\x9C\xA8",
		"\xD0\xBC\xD0\xB0\xD1\x80\xD0\xB0" };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		char *other = pseudonym(texts[i]);
		assert_true(utf8_valid(str_of(other)));
		assert_int_equal(text_width(str_of(other)), text_width(str_of(texts[i])));
		assert_null(strchr(other, 'x'));
		assert_string_not_equal(other, texts[i]);
		x_free(other);
	}
	/* Ö, Ł, Ж: a capital first letter stays a capital in the pseudonym. */
	static const char *const capitals[] = { "\303\226berg", "\305\201uk", "\320\226uk" };
	for (size_t i = 0; i < sizeof(capitals) / sizeof(*capitals); i++) {
		char *other = pseudonym(capitals[i]);
		uint32_t first;
		assert_true(utf8_decode(str_of(other), &first) > 0);
		assert_true(utf8_is_capital(first));
		x_free(other);
	}
	char *damaged = pseudonym("a\xFF"
				  "b");
	assert_true(utf8_valid(str_of(damaged)));
	x_free(damaged);
}

/* For journeys the whole response is needed, for a list only its items. */
TEST(the_envelope_is_kept_or_dropped)
{
	static const char sent[] =
	    "{\"starting_point\":\"/a/\", \"items\":[{\"owner\":\"id-77\",\"n\":1.0}, {\"b\":2}],"
	    " \"fallback_tag\":\"/t\"}";
	static const enum mask_envelope around[] = { MASK_KEEP_ENVELOPE, MASK_DROP_ENVELOPE };
	for (size_t i = 0; i < 2; i++) {
		CLEANUP(json_scan_free) struct json_scan page;
		struct err err;
		json_scan_init(&page, &json_scan_client_rules);
		assert_true(json_scan_push(&page, str_of(sent), &err));
		assert_true(json_scan_end(&page, &err));
		mask_page(&page, &mask, around[i]);
		struct str body = buf_str(&page.body);
		assert_int_equal(
		    str_starts(body, STR("{\"starting_point\":\"/a/\", \"items\":[")), i == 0);
		assert_int_equal(str_ends(body, STR("], \"fallback_tag\":\"/t\"}")), i == 0);
		assert_int_equal(str_find(body, STR("id-77")), SIZE_MAX);
		assert_true(str_ends(json_scan_item(&page, 0), STR("\"n\":1.0}")));
		assert_true(str_eqz(json_scan_item(&page, 1), "{\"b\":2}"));
	}
}

TEST(only_personal_members_of_an_item_are_masked)
{
	static const char item[] =
	    "{\"id\":\"basket-1\",\"created\" : \"2026-11-20\", \"orderItems\":[{\"n\":1.50}],"
	    "\"customerDetails\":{\"email\":\"mara@example.com\",\"firstName\":\"Mara\"},"
	    "\"identities\":[{\"sub\":\"auth|77\",\"iss\":\"https://login.example/\",\"service\":\"svc\"}],"
	    "\"customFields\":{\"phone\":4912345,\"balance\":-120.50e1,\"checkoutKind\":\"new\",\"deep\":[\"Mara\"],\"ok\":true},"
	    "\"recoveryLink\":\"/resume?key=secret\"}";
	static const char *const gone[] = { "mara", "Mara", "auth|77", "login.example", "4912345",
		"secret" };
	static const char *const stays[] = {
		"{\"id\":\"basket-1\",\"created\" : \"2026-11-20\", \"orderItems\":[{\"n\":1.50}],",
		"\"service\":\"svc\"", "\"checkoutKind\":\"new\"", "\"ok\":true}", "https://"
	};
	auto_buf out = { 0 };
	struct err err;
	mask_item(&out, &mask, str_of(item));
	for (size_t i = 0; i < sizeof(gone) / sizeof(*gone); i++)
		assert_null(strstr(buf_z(&out), gone[i]));
	for (size_t i = 0; i < sizeof(stays) / sizeof(*stays); i++)
		assert_non_null(strstr(buf_z(&out), stays[i]));
	/* In a number only the digits are personal. */
	const char *balance = strstr(buf_z(&out), "\"balance\":") + strlen("\"balance\":");
	assert_memory_not_equal(balance, "-120.50e1", strlen("-120.50e1"));
	assert_true(balance[0] == '-' && balance[4] == '.' && balance[7] == 'e');
	assert_true(json_scan_check(buf_str(&out), &json_scan_service_rules, NULL, &err));
}

/* A member is masked however its name is written, and a member named like one of an identity is
 * masked in other places too. */
TEST(members_are_masked_however_their_names_are_written)
{
	static const char *const items[] = {
		"{\"customer\\u0044etails\":{\"email\":\"mara@example.com\"}}",
		"{\"\\u0065ntry\":\"/start?for=mara\"}",
		"{\"customFields\":{\"type\":\"mara\"}}",
		"{\"customFields\":{\"contact\":{\"service\":\"mara\"}}}",
		"{\"customerDetails\":{\"checkoutKind\":\"mara\"}}",
		"{\"identities\":[{\"country\":\"mara\"}]}",
	};
	static const char *const same[] = {
		"{\"customFields\":{\"checkout\\u004bind\":\"new\",\"country\":\"GB\","
		"\"billingCountry\":\"GB\"}}",
		"{\"identities\":[{\"service\":\"svc\",\"typ\\u0065\":\"external-id\"}]}",
	};
	auto_buf out = { 0 };
	for (size_t i = 0; i < sizeof(items) / sizeof(*items); i++) {
		buf_reset(&out);
		mask_item(&out, &mask, str_of(items[i]));
		if (strstr(buf_z(&out), "mara"))
			fail_msg("%s", buf_z(&out));
	}
	for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++) {
		buf_reset(&out);
		mask_item(&out, &mask, str_of(same[i]));
		assert_string_equal(buf_z(&out), same[i]);
	}
}

/* A text that comes before an address, or looks like one, is not a scheme: it may name a person. */
TEST(only_the_scheme_of_a_url_is_kept)
{
	static const struct {
		const char *text, *stays; /* the part kept at the start */
		const char *gone;
	} rows[] = {
		{ "https://login.example/ann", "https://", "login" },
		{ "HTTP://login.example/ann", "HTTP://", "login" },
		{ "Mara Ellison, see https://x.example/", "", "Mara Ellison" },
		{ "mara@example.com http://x.example/", "", "mara" },
		{ "Ellison://x.example/", "", "Ellison" },
		{ "=HYPERLINK(\"https://x.example/\")", "=", "HYPERLINK" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char *other = pseudonym(rows[i].text);
		if (strncmp(other, rows[i].stays, strlen(rows[i].stays)) != 0 ||
		    strstr(other, rows[i].gone))
			fail_msg("%s: %s", rows[i].text, other);
		assert_int_equal(strlen(other), strlen(rows[i].text));
		x_free(other);
	}
}

/* A service may add members: those of a basket may be personal, those of an offer are not. */
TEST(unknown_members_of_a_basket_are_masked)
{
	auto_buf out = { 0 };
	mask_item(&out, &mask,
	    STR("{\"phone\":\"+44 20 7946\",\"id\":\"b1\",\"created\":\"2026-11-20T10:42:00Z\","
		"\"orderItems\":[{\"name\":\"Print\"}],\"tracking\":{\"tag\":\"/tags/uk\"},"
		"\"x\":{\"note\":[\"call Ann\",true]},\"completed\":false}"));
	assert_null(strstr(buf_z(&out), "7946"));
	assert_null(strstr(buf_z(&out), "call Ann"));
	assert_non_null(strstr(buf_z(&out),
	    ",\"id\":\"b1\",\"created\":\"2026-11-20T10:42:00Z\",\"orderItems\":[{\"name\":\"Print\"}],"
	    "\"tracking\":{\"tag\":\"/tags/uk\"},\"x\":{\"note\":[\""));
	assert_non_null(strstr(buf_z(&out), ",true]},\"completed\":false}"));
	buf_reset(&out);
	mask_item(&out, &mask, STR("{\"path\":\"/offers2/a\",\"colour\":\"red\"}"));
	assert_string_equal(buf_z(&out), "{\"path\":\"/offers2/a\",\"colour\":\"red\"}");
}

TEST(items_are_masked_within_their_page)
{
	CLEANUP(json_scan_free) struct json_scan page;
	struct err err;
	json_scan_init(&page, &json_scan_client_rules);
	assert_true(json_scan_push(&page,
	    STR("{\"items\":[{\"id\":\"a\",\"entry\":\"Mara\"},{\"id\":\"b\"}],\"queryMore\":\"c\"}"),
	    &err));
	assert_true(json_scan_end(&page, &err));
	mask_page(&page, &mask, MASK_DROP_ENVELOPE);
	assert_int_equal(page.items.n, 2);
	struct str first = json_scan_item(&page, 0), second = json_scan_item(&page, 1);
	assert_int_equal(first.n, strlen("{\"id\":\"a\",\"entry\":\"Mara\"}"));
	assert_true(str_find(first, STR("Mara")) == SIZE_MAX);
	assert_true(str_eqz(second, "{\"id\":\"b\"}"));
	assert_true(str_find(buf_str(&page.envelope), STR("\"c\"")) != SIZE_MAX);
}

int
main(void)
{
	return run_all_tests(set_up, NULL);
}
