/* Masking: the person can no longer be recognized, and everything else in a response stays byte
 * for byte. */
#include "wire/mask.h"

#include "base/utf8.h"
#include "lib/test.h"

#include <locale.h>
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
	mask_text(&out, &mask, str_of(text));
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
	mask_text(&other, &random, STR("mara.ellison@example.com"));
	assert_string_not_equal(buf_z(&other), a);
	x_free(a);
	x_free(b);
	x_free(c);
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
