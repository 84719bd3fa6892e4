/* `get baskets VIEW --for mail`: each person once; the reasons for leaving people out; the
 * records in the contact log; VIEWs with terms for contact status and consent. */
#include "contact/contact_log.h"
#include "model/when.h"
#include "unit/cli/contacts.h"

#include <string.h>
#include <sys/stat.h>

#define NOW "2026-11-20T10:42:00Z"
#define OPT(value) ",\"customFields\":{\"marketing\":{\"optIn\":" value "}}"
#define MAIL(address) ",\"customerDetails\":{\"email\":\"" address "\"}"
#define SIGN_IN(sub) ",\"identities\":[{\"iss\":\"https://login.example/\",\"sub\":\"" sub "\"}]"
#define LINK(id) ",\"recoveryLink\":\"/r?basket=" id "\""
#define BASKET(id, day, more)                           \
	"{\"id\":\"" id "\",\"created\":\"2026-11-" day \
	"T09:00:00Z\",\"orderItems\":[{\"name\":\"Item of " id "\"}]" more "}"
#define USUAL(id, day, address) BASKET(id, day, MAIL(address) LINK(id) OPT("true"))

/* Newest first, as a service returns them. */
static const char baskets[] = "{\"items\":["
    /* Ann, under two addresses joined by one sign-in; the older baskets are hers too. */
    BASKET("ann-new", "20",
	",\"customerDetails\":{\"email\":\"Ann@Example.com\",\"firstName\":\"Ann\",\"lastName\":"
	"\"=1+1\",\"companyName\":\"A, B\"}" SIGN_IN("s-1") LINK("ann-new")
	    OPT("true")) "," BASKET("ann-old", "19",
	MAIL("ann@example.com") LINK("ann-old") OPT("false")) "," BASKET("ann-two", "18",
	MAIL("ann.two@example.com") SIGN_IN("s-1") LINK("ann-two") OPT(
	    "true")) ","
		     /* Bo has bought since. */
		     "{\"id\":\"bo-done\",\"created\":\"2026-11-17T10:00:00Z\",\"completed\":true" MAIL(
			 "bo@example.com") "}," USUAL("bo-open", "17",
			 "bo@example.com") "," BASKET("no-mail", "16",
			 SIGN_IN("s-2") LINK("no-mail") OPT("true")) "," BASKET("nobody", "16",
			 LINK("nobody")) "," USUAL("bad-mail", "16",
			 "not an address") "," USUAL("cy-one", "15",
			 "cy@example.com") "," USUAL("di-one", "15",
			 "di@example.com") "," BASKET("eve-one", "14",
			 MAIL("eve@example.com") LINK("eve-one")
			     OPT("\"no\"")) "," BASKET("fay-one", "14",
			 MAIL("fay@example.com") LINK("fay-one")) "," USUAL("gil-one", "13",
			 "gil@example.com") "," USUAL("hal-one", "13",
			 "hal@example.com") "," BASKET("ida-one", "12",
			 MAIL("ida@example.com") OPT("1")) "," BASKET("joe-one", "12",
			 MAIL("joe@example.com") LINK("ida-one") OPT("1")) "]}";

static void
note(struct contact_log *l, enum contact_status kind, const char *email, const char *when)
{
	CLEANUP(contact_identifiers_free)
	struct contact_identifiers who = { .basket_id = STR("elsewhere") };
	struct err err;
	int64_t at;
	assert_true(when_parse(str_of(when), &at));
	contact_identifiers_add_email(&who, str_of(email));
	assert_true(contact_log_add(l, kind, &who, at, STR_NONE, &err));
}

static int
set_up(void **state)
{
	static struct shop_run s;
	struct contact_log l;
	struct err err;
	unlink(LEDGER);
	unlink(LEDGER ".key");
	assert_true(contact_log_init(&l, true, LEDGER, &err));
	note(&l, CONTACT_UNWANTED, "CY@example.com", "2026-11-01T00:00:00Z");
	note(&l, CONTACT_LOST, "di@example.com", "2026-11-01T00:00:00Z");
	note(&l, CONTACT_LINK_SENT, "gil@example.com", "2026-11-18T00:00:00Z");
	note(&l, CONTACT_LINK_SENT, "hal@example.com", "2026-11-12T00:00:00Z");
	contact_log_free(&l);
	s = (struct shop_run){ 0 };
	hostile_json(&s.answer, baskets);
	s.rule = (struct hostile_rule){ .answer = buf_str(&s.answer) };
	s.server = hostile_start(&s.rule, 1);
	*state = &s;
	return 0;
}

#define CONSENT "consent-field = \"marketing.optIn\""
#define AT(s, settings, ...) \
	run_at((s), (settings), (const char *const[]){ __VA_ARGS__, "--all", "--now", NOW, NULL })

#define HEAD \
	"Email Address,First Name,Last Name,Company,Recovery Link,Basket Date,Items,Basket ID\n"
#define ANN                                                                                    \
	"Ann@Example.com,Ann,'=1+1,\"A, B\",https://shop.example/r?basket=ann-new,2026-11-20," \
	"Item of ann-new,ann-new\n"
#define HAL \
	"hal@example.com,,,,https://shop.example/r?basket=hal-one,2026-11-13,Item of hal-one,hal-one\n"

#define AT_SHOP(name) TEST_WITH(name, set_up, tear_down)

AT_SHOP(each_person_is_listed_or_counted_once)
{
	struct shop_run *s = *state;
	AT(s, CONSENT, "baskets", "--for", "mail", "-o", "csv");
	expect(s, 0, HEAD ANN HAL,
	    "2 people; 10 more people and 1 basket without a name left out: 1 bought since, 2 without an e-mail, 1 with an unusable "
	    "e-mail or name, 1 do not contact, 1 recovered or lost, 1 no consent, 1 consent not "
	    "known, 1 contacted recently, 1 without a link, 1 link: names another basket");
}

AT_SHOP(without_a_consent_field_consent_is_not_required)
{
	struct shop_run *s = *state;
	AT(s, "", "baskets", "--for", "mail", "-o", "csv", "--fields", "Email Address");
	expect(s, 0,
	    "Email Address\nAnn@Example.com\neve@example.com\nfay@example.com\nhal@example.com\n",
	    "4 people; 8 more people and 1 basket without a name left out");
}

/* The VIEW selects baskets; purchases count even if it does not select them. */
AT_SHOP(a_view_limits_the_baskets)
{
	struct shop_run *s = *state;
	AT(s, CONSENT, "baskets id:old id:ann", "--for", "mail");
	expect(s, 0, NULL, "0 people; 1 more person left out: 1 no consent");
	AT(s, CONSENT, "baskets id:two", "--for", "mail", "-o", "csv");
	expect(s, 0,
	    HEAD "ann.two@example.com,,,,https://shop.example/r?basket=ann-two,2026-11-18,Item of "
		 "ann-two,ann-two\n",
	    "1 person\nNot recorded. With --record, these people are left out next time");
	AT(s, CONSENT, "baskets fay-one", "--for", "mail");
	expect(s, 0, NULL,
	    "0 people; 1 more person left out: 1 consent not known\nA known consent is "
	    "required. To list baskets without one: get baskets consent=unknown");
	AT(s, CONSENT, "baskets id:two", "--for", "mail", "-o", "table");
	assert_null(strstr(s->ran.out.p, "\"\"")); /* nothing sent, such as a first name */
	run_result_free(&s->ran);
	AT(s, CONSENT, "baskets bo-open", "--for", "mail");
	expect(s, 0, NULL, "0 people; 1 more person left out: 1 bought since");
}

AT_SHOP(the_time_since_the_last_contact_can_be_set)
{
	struct shop_run *s = *state;
	AT(s, CONSENT, "baskets", "--for", "mail", "--not-within", "1d", "-o", "csv", "--fields",
	    "Basket ID");
	expect(s, 0, "Basket ID\nann-new\ngil-one\nhal-one\n", "3 people");
	AT(s, CONSENT, "baskets", "--for", "mail", "--not-within", "2w", "-o", "csv", "--fields",
	    "Basket ID");
	expect(s, 0, "Basket ID\nann-new\n", "2 contacted recently");
}

/* Recorded under every address of the person, so that no address gets a mail. */
AT_SHOP(recorded_persons_are_left_out_next_time)
{
	struct shop_run *s = *state;
	auto_buf file = { 0 };
	AT(s, CONSENT, "baskets", "--for", "mail", "-o", "csv", "--record");
	assert_null(strstr(s->ran.words.p, "Not recorded"));
	expect(s, 0, HEAD ANN HAL, "2 people");
	AT(s, CONSENT, "baskets", "--for", "mail", "-o", "csv", "--record");
	expect(s, 0, HEAD, "0 people; 12 more people and 1 basket without a name left out");
	AT(s, CONSENT, "baskets id=ann-two", "--for", "mail", "-o", "csv");
	expect(s, 0, HEAD, "1 contacted recently");
	AT(s, CONSENT, "baskets contacted=today cols=id,contacted sort=id", "-o", "csv");
	assert_non_null(strstr(s->ran.out.p, "id,contacted\nann-new,2026-"));
	run_result_free(&s->ran);
	AT(s, CONSENT, "baskets id=ann-new", "-o", "wide");
	assert_non_null(strstr(s->ran.out.p, "CONTACTED"));
	assert_non_null(strstr(s->ran.out.p, "T10:42:00.000Z"));
	run_result_free(&s->ran);
	AT(s, CONSENT, "persons contacted=today cols=email,contacted", "-o", "csv");
	assert_non_null(strstr(s->ran.out.p, "Ann@Example.com,2026-"));
	run_result_free(&s->ran);
	AT(s, CONSENT, "baskets status=sent cols=id,status", "-o", "csv");
	/* The baskets whose link was sent, not the others of these people. */
	expect(s, 0, "id,status\nann-new,sent\nhal-one,sent\n", "");
	AT(s, CONSENT, "persons status=sent cols=status,email", "-o", "csv");
	expect(s, 0,
	    "status,email\nsent,Ann@Example.com\nsent,gil@example.com\nsent,hal@example.com\n", "");
	assert_true(process_read_file(LEDGER, &file));
	assert_int_equal(str_find(buf_str(&file), STR("example")), SIZE_MAX);
}

AT_SHOP(a_list_that_cannot_be_printed_is_not_recorded)
{
	struct shop_run *s = *state;
	auto_buf before = { 0 }, after = { 0 };
	assert_true(process_read_file(LEDGER, &before));
	const char *const words[] = { "-c",
		"exec \"$BACKROOM_BIN\" get baskets --for mail --record --all >/dev/full", NULL };
	AT(s, CONSENT, "baskets", "--for", "mail"); /* also writes the configuration */
	run_result_free(&s->ran);
	const char *const argv[] = { "/bin/sh", words[0], words[1], NULL };
	const char *const env[] = { "BACKROOM_CONFIG=config.conf",
		"BACKROOM_URL=", "BACKROOM_TOKEN=", NULL };
	int out = open_new("out"), said = open_new("words"), status;
	assert_true(process_wait(process_start(argv, env, out, said), 20000, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	assert_true(process_read_file(LEDGER, &after));
	assert_int_equal(before.n, after.n);
	close(out);
	close(said);
}

AT_SHOP(contact_status_and_consent_are_terms_and_columns)
{
	struct shop_run *s = *state;
	AT(s, CONSENT, "baskets status=no-contact cols=id,status,consent", "-o", "csv");
	expect(s, 0, "id,status,consent\ncy-one,no contact,yes\n", "");
	/* the status as the column shows it */
	AT(s, CONSENT, "baskets status=\"no contact\" cols=id", "-o", "csv");
	expect(s, 0, "id\ncy-one\n", "");
	/* without cols= a file has every column, and these are filled as well */
	AT(s, CONSENT, "baskets", "-o", "csv");
	assert_non_null(strstr(s->ran.out.p, ",no contact,yes,,cy-one\n"));
	run_result_free(&s->ran);
	AT(s, CONSENT, "baskets", "-o", "tsv", "--mask");
	assert_int_equal(s->ran.code, 0);
	run_result_free(&s->ran);
	AT(s, CONSENT, "baskets consent=no cols=id,consent", "-o", "csv");
	expect(s, 0, "id,consent\nann-old,no\neve-one,no\n", "");
	AT(s, CONSENT, "baskets status=none !consent=yes cols=id", "-o", "csv");
	expect(s, 0, "id\nann-old\nnobody\neve-one\nfay-one\n", "");
	AT(s, CONSENT, "baskets status=completed cols=id,status", "-o", "csv");
	expect(s, 0, "id,status\nbo-done,completed\n", "");
	AT(s, CONSENT, "baskets status=completed cols=id", "-o", "csv", "--mask");
	expect(s, 0, "id\nbo-done\n", "");
	AT(s, CONSENT, "baskets status=Bought");
	expect(s, 2, "", "persons bought=since");
	AT(s, CONSENT, "persons status=completed");
	expect(s, 2, "", "bought=since finds those who bought");
	AT(s, CONSENT, "persons status=no-contact cols=email", "-o", "csv");
	expect(s, 0, "email\ncy@example.com\n", "");
	AT(s, CONSENT, "persons status=none", "--mask");
	expect(s, 2, "", "which --mask hides");
	AT(s, CONSENT, "baskets status=no-contact group=product", "-o", "json");
	assert_non_null(strstr(s->ran.out.p, "\"count\":1,"));
	run_result_free(&s->ran);
	AT(s, CONSENT, "baskets status=maybe");
	expect(s, 2, "", "status must be none, sent, contacted");
	AT(s, CONSENT, "baskets consent=maybe");
	expect(s, 2, "", "consent must be yes, no or unknown");
	AT(s, CONSENT, "baskets status=none", "--mask");
	expect(s, 2, "", "which --mask hides");
}

AT_SHOP(age_groups_have_the_limits_of_the_configuration)
{
	struct shop_run *s = *state;
	const char *settings = CONSENT "\n}\nui {\nage-groups = {\"2d\", \"6d\"}";
	AT(s, settings, "baskets group=age cols=group,count", "-o", "csv");
	expect(s, 0, "group,count\nlast 2 days,2\n2 to 6 days,8\nolder,6\n", "3 groups");
	AT(s, settings, "baskets bucket=\"last 2 days\" cols=id", "-o", "csv");
	expect(s, 0, "id\nann-new\nann-old\n", "");
	AT(s, settings, "baskets bucket=\"last hour\"");
	expect(s, 2, "", "bucket must be in the future, last 2 days, 2 to 6 days or older");
}

/* Without the contact log nothing may be sent. */
AT_SHOP(an_unreadable_contact_log_is_an_error)
{
	struct shop_run *s = *state;
	unlink(LEDGER);
	mkdir(LEDGER, 0700);
	AT(s, CONSENT, "baskets", "--for", "mail", "-o", "json");
	assert_true(is_json(&s->ran.out));
	expect(s, 1, NULL, "is a folder, not a file");
	rmdir(LEDGER);
	AT(s, CONSENT, "baskets", "--for", "mail");
	expect(s, 1, NULL, "is missing but its key still exists");
	unlink(LEDGER ".key");
	AT(s, CONSENT, "baskets", "--for", "mail");
	expect(s, 0, NULL, "5 people");
}

AT_SHOP(invalid_calls_are_explained)
{
	struct shop_run *s = *state;
	AT(s, "", "offers", "--for", "mail");
	expect(s, 2, "", "--for mail needs a VIEW of baskets");
	AT(s, "", "baskets", "--for", "fax");
	expect(s, 2, "", "--for takes mail");
	AT(s, "", "baskets sort=age", "--for", "mail");
	expect(s, 2, "", "remove sort=, group= and cols= from the VIEW");
	AT(s, "", "baskets", "--record");
	expect(s, 2, "", "--record works with --for mail only");
	AT(s, "", "baskets", "--not-within", "3d");
	expect(s, 2, "", "--not-within works with --for mail only");
	AT(s, "", "baskets", "--for", "mail", "--not-within", "soon");
	expect(s, 2, "", "--not-within takes a time such as 14d");
	AT(s, "", "baskets", "--for", "mail", "--mask");
	expect(s, 2, "", "which --mask hides");
	AT(s, "", "baskets", "--for", "mail", "-o", "raw");
	expect(s, 2, "", "-o raw");
}

#define NAMED(id, first, last, address)                                              \
	BASKET(id, "20",                                                             \
	    ",\"customerDetails\":{\"email\":\"" address "\",\"firstName\":\"" first \
	    "\",\"lastName\":\"" last "\"}" LINK(id))

/* A list for mail is the same from a terminal, a scheduled job and a container. */
AT_SHOP(the_locale_does_not_affect_the_list)
{
	static const char *const locales[] = { "", "C", "POSIX", "xx_YY.UTF-8", "C.UTF-8" };
	struct shop_run *s = *state;
	serve(s,
	    "{\"items\":[" NAMED("one", "J\xC3\xBCrgen",
		"\xC3\x98"
		"degaard",
		"j@example.com") "," NAMED("two", "\xE5\xB0\x8F\xE5\xB7\x9D", "Sota",
		"s@example.com") "," NAMED("three",
		" Ann\xC2\xA0"
		"Lee ",
		"\xF0\x9F\x98\x80", "a@example.com") "]}");
	for (size_t i = 0; i < sizeof(locales) / sizeof(*locales); i++) {
		setenv("LC_ALL", locales[i], 1);
		unsetenv("LANG");
		AT(s, "", "baskets", "--for", "mail", "-o", "csv", "--fields",
		    "First Name,Last Name");
		expect(s, 0,
		    "First Name,Last Name\nJ\xC3\xBCrgen,\xC3\x98"
		    "degaard\n\xE5\xB0\x8F\xE5\xB7\x9D,Sota\nAnn "
		    "Lee,\xF0\x9F\x98\x80\n",
		    "3 people");
		AT(s, "", "baskets cols=person");
		assert_non_null(strstr(s->ran.out.p,
		    "J\xC3\xBCrgen \xC3\x98"
		    "degaard"));
		run_result_free(&s->ran);
	}
	unsetenv("LC_ALL");
}

#define STATED(id, day, value)                                                                    \
	"{\"id\":\"" id "\",\"created\":\"2026-11-" day "T09:00:00Z\",\"completed\":" value MAIL( \
	    id "@example.com") LINK(id) "}"

/* Yes and no in the forms that shops use; a value that is neither may mean yes. */
AT_SHOP(possible_buyers_are_left_out)
{
	struct shop_run *s = *state;
	serve(s,
	    "{\"items\":[" STATED("no-text", "20", "\"false\"") "," STATED(
		"no-zero", "20", "0") "," STATED("no-null", "20", "null") "," STATED("yes-text",
		"20", "\"true\"") "," STATED("yes-one", "20", "1") "," STATED("yes-word", "20",
		"\"Yes\"") "," STATED("may-list", "20", "[]") "," STATED("may-text", "20",
		"\"2026-11-20\"") "," STATED("may-none", "20", "\"\"") ","
	    /* This person bought later, at a time that cannot be read. */
	    BASKET("open", "18",
		MAIL("dee@example.com") LINK(
		    "open")) ","
			     "{\"id\":\"dee\",\"created\":\"yesterday\",\"completed\":true" MAIL(
				 "dee@example.com") "}"
						    "]}");
	AT(s, "", "baskets", "--for", "mail", "-o", "csv", "--fields", "Basket ID");
	expect(s, 0, "Basket ID\nno-text\nno-zero\nno-null\n",
	    "3 people; 4 more people left out: 4 may have bought since");
}

/* The identity is needed to tell whether a person may be contacted. */
AT_SHOP(persons_with_unreadable_identities_are_left_out)
{
	struct shop_run *s = *state;
	serve(s,
	    "{\"items\":[" BASKET("twice", "20",
		MAIL("a@example.com") ",\"completed\":false,\"completed\":true" LINK(
		    "twice")) "," BASKET("who", "20",
		MAIL("b@example.com") ",\"identities\":\"s-1\"" LINK("who")) "," BASKET("sub", "20",
		MAIL("c@example.com") ",\"identities\":[{\"sub\":{}}]" LINK(
		    "sub")) "," BASKET("list", "20",
		",\"customerDetails\":[{\"email\":\"d@example.com\"}]" LINK(
		    "list")) "," BASKET("map", "20",
		MAIL("e@example.com") ",\"identities\":{\"0\":{\"iss\":\"i\",\"sub\":7}}" LINK(
		    "map")) ","
			    "{\"id\":8209829119461545,\"created\":\"2026-11-20T09:00:00Z\"" MAIL(
				"f@example.com") LINK("8209829119461545") "}"
									  "]}");
	AT(s, "", "baskets", "--for", "mail", "-o", "csv", "--fields", "Basket ID");
	expect(s, 0, "Basket ID\nlist\nmap\n8209829119461545\n",
	    "3 people; 3 more people left out: 3 with unreadable data");
}

/* Malformed addresses become what mail tools accept; two forms of one address are one person. */
AT_SHOP(addresses_are_repaired_if_unambiguous)
{
	struct shop_run *s = *state;
	serve(s,
	    "{\"items\":[" USUAL("dot", "20", "a@example.com.") "," USUAL(
		"angle", "20", "<b@example.com>") "," USUAL("two", "20",
		"c@example.com, d@example.com") "," USUAL("umlaut", "20",
		"info@ex\xC3\xA4mple.org") "," USUAL("twin", "19",
		"info@xn--exmple-cua.org") "," USUAL("minus", "20",
		"-jane@example.org") "," USUAL("call", "20",
		"=cmd|/C@example.org") "," BASKET("company", "20",
		",\"customerDetails\":{\"email\":\"g@example.org\",\"firstName\":\"-\",\"companyName\":"
		"\"@home GmbH\"}" LINK("company")) "," BASKET("formula", "20",
		",\"customerDetails\":{\"email\":\"h@example.org\",\"firstName\":\"-1\",\"companyName\":"
		"\"@SUM(A1)\"}" LINK("formula")) "]}");
	AT(s, "", "baskets", "--for", "mail", "-o", "csv", "--fields",
	    "Email Address,First Name,Company");
	expect(s, 0,
	    "Email Address,First Name,Company\n"
	    "a@example.com,,\nb@example.com,,\ninfo@ex\xC3\xA4mple.org,,\n-jane@example.org,,\n"
	    "g@example.org,-,@home GmbH\nh@example.org,-1,'@SUM(A1)\n",
	    "6 people; 2 more people left out: 2 with an unusable e-mail or name");
}

/* A service that lists only open baskets does not show later purchases. */
AT_SHOP(unknown_purchases_are_reported)
{
	static const char said[] = "None of the baskets read is completed";
	struct shop_run *s = *state;
	serve(s, "{\"items\":[" USUAL("a", "20", "a@example.com") "]}");
	AT(s, "", "baskets", "--for", "mail");
	expect(s, 0, NULL, said);
	AT(s, "", "persons");
	expect(s, 0, NULL, said);
	serve(s,
	    "{\"items\":[" USUAL("a", "20", "a@example.com") "," BASKET(
		"b", "19", ",\"completed\":true" MAIL("b@example.com")) "]}");
	AT(s, "", "baskets", "--for", "mail");
	assert_null(strstr(s->ran.words.p, said));
	expect(s, 0, NULL, "1 person");
	AT(s, "", "persons");
	assert_null(strstr(s->ran.words.p, said));
	expect(s, 0, NULL, "2 persons");
}

/* One reason per link, however many bytes are wrong. */
AT_SHOP(bad_links_are_counted_by_kind)
{
	struct shop_run *s = *state;
	serve(s,
	    "{\"items\":[" BASKET("a", "20",
		MAIL("a@example.com") ",\"recoveryLink\":\"/r b?basket=a\"") "," BASKET("b", "20",
		MAIL("b@example.com") ",\"recoveryLink\":\"/r?basket=b c\"") "," BASKET("c", "20",
		MAIL("c@example.com") ",\"recoveryLink\":\"null\"") "," BASKET("d", "20",
		MAIL("d@example.com") ",\"recoveryLink\":\"#\"") "," BASKET("e", "20",
		MAIL("e@example.com") ",\"recoveryLink\":\"https://shop.example/\"") "]}");
	AT(s, "", "baskets", "--for", "mail");
	expect(s, 0, NULL,
	    "0 people; 5 more people left out: 2 links: a character is not allowed in a link, 1 link: part "
	    "of the link is missing: it contains null or undefined instead, 1 link: it is only a "
	    "# fragment, not a page, 1 link: opens the shop's home page, not a basket");
}

/* Relative links lead to the shop, which is not known without link-base. */
AT_SHOP(relative_links_to_the_api_are_left_out)
{
	struct shop_run *s = *state;
	auto_run_result r = { 0 };
	serve(s,
	    "{\"items\":[" USUAL("one", "20", "a@example.com") "," BASKET("two", "20",
		MAIL("b@example.com") ",\"recoveryLink\":\"http://127.0.0.1/r?basket=two\"") "]}");
	RUN(&r, hostile_url(s->server), "get", "baskets", "--for", "mail", "-o", "csv", "--all");
	assert_string_equal(buf_z(&r.out), HEAD);
	if (!strstr(buf_z(&r.words),
		"1 link: the shop's host is not known: set link-base and link-hosts"))
		fail_msg("%s", buf_z(&r.words));
}
