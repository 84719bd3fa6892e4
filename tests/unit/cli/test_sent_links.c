/* `get sent-links`: the links of the contact log with what became of their baskets, as data and in
 * groups, with the limits of what is known on stderr. */
#include "contact/contact_log.h"
#include "model/when.h"
#include "unit/cli/contacts.h"

#define NOW "2026-11-24T12:00:00Z"
#define LIMITS                                                                                      \
	"Completed: perhaps without the link. Gone: no longer listed, so bought, expired, deleted " \
	"or of another service. Only links in this contact log are counted\n"

static const char baskets[] =
    "{\"items\":[{\"id\":\"b-open\",\"created\":\"2026-11-20T09:00:00Z\",\"customerDetails\":"
    "{\"firstName\":\"Ann\",\"email\":\"ann@example.com\"},\"tracking\":{\"tag\":\"/tags/uk/a\"}},"
    "{\"id\":\"b-done\",\"created\":\"2026-11-10T09:00:00Z\",\"completed\":true}]}";
/* More baskets exist, but the service sends no cursor for them. */
static const char first_page[] =
    "{\"queryMore\":true,\"items\":[{\"id\":\"b-open\",\"created\":\"2026-11-20T09:00:00Z\"}]}";

static void
send_link(struct contact_log *l, const char *account, const char *basket, const char *when)
{
	CLEANUP(contact_identifiers_free)
	struct contact_identifiers who = { .basket_id = str_of(basket) };
	struct err err;
	int64_t at;
	assert_true(when_parse(str_of(when), &at));
	contact_identifiers_add_email(&who, STR("ann@example.com"));
	x_free(l->account);
	l->account = x_strdup(account);
	assert_true(contact_log_add(l, CONTACT_LINK_SENT, &who, at, STR_NONE, &err));
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
	send_link(&l, "ana", "b-done", "2026-11-12T08:00:00Z");
	send_link(&l, "ben", "b-gone", "2026-11-13T08:00:00Z");
	send_link(&l, "ana", "b-open", "2026-11-21T08:00:00Z");
	contact_log_free(&l);
	s = (struct shop_run){ 0 };
	serve(&s, baskets);
	*state = &s;
	return 0;
}

#define GET(s, ...) \
	run_at((s), "", (const char *const[]){ __VA_ARGS__, "--now", NOW, NULL })

#define WITH_LINKS(name) TEST_WITH(name, set_up, tear_down)

WITH_LINKS(links_are_listed_with_their_results)
{
	struct shop_run *s = *state;
	GET(s, "sent-links cols=sent,by,became,person,channel,links,id", "--all", "-o", "csv");
	expect(s, 0,
	    "sent,by,became,person,channel,links,id\n"
	    "2026-11-21T08:00:00.000Z,ana,open,Ann,/tags/uk/a,1,b-open\n"
	    "2026-11-13T08:00:00.000Z,ben,gone,,,1,b-gone\n"
	    "2026-11-12T08:00:00.000Z,ana,completed,,,1,b-done\n",
	    "3 sent links: 1 open, 1 completed, 1 gone; 2 baskets read\n" LIMITS);
	GET(s, "sent-links since=7d", "--all", "-o", "json");
	expect(s, 0,
	    "[\n{\"id\":\"b-open\",\"sent\":\"2026-11-21T08:00:00.000Z\",\"by\":\"ana\",\"links\":1,"
	    "\"became\":\"open\",\"tag\":\"/tags/uk/a\"}\n]\n",
	    "1 sent link: 1 open, 0 completed, 0 gone; 2 baskets read\n");
	GET(s, "sent-links became=gone by=ben sort=by cols=id,person", "-o", "tsv");
	expect(s, 0, "id\tperson\nb-gone\t\n", "1 sent link: 0 open, 0 completed, 1 gone");
	/* since= is about the link, so the service is asked for all baskets. */
	for (size_t i = 0; i < hostile_count(s->server); i++)
		assert_null(strstr(hostile_request(s->server, i)->target, "createdAfter"));
}

WITH_LINKS(links_are_counted_in_groups)
{
	struct shop_run *s = *state;
	GET(s, "sent-links group=by,week cols=group,then,count,open,completed,gone,unknown",
	    "--all", "-o", "csv");
	expect(s, 0,
	    "group,then,count,open,completed,gone,unknown\n"
	    "ana,2026-W47,1,1,0,0,0\nana,2026-W46,1,0,1,0,0\nben,2026-W46,1,0,0,1,0\n",
	    "3 groups: 1 open, 1 completed, 1 gone; 2 baskets read\n" LIMITS);
	GET(s, "sent-links group=became", "-o", "ndjson", "--fields", "became,count,gone");
	expect(s, 0,
	    "{\"became\":\"completed\",\"count\":1,\"gone\":0}\n"
	    "{\"became\":\"gone\",\"count\":1,\"gone\":1}\n"
	    "{\"became\":\"open\",\"count\":1,\"gone\":0}\n",
	    "3 groups");
	GET(s, "sent-links group=tag cols=group,count", "-o", "csv");
	expect(s, 0, "group,count\n/tags/uk/a,1\nunknown,1\n,1\n", "3 groups");
	GET(s, "sent-links since=7d group=by cols=group,count", "-o", "csv");
	expect(s, 0, "group,count\nana,1\n", "1 group");
	for (size_t i = 0; i < hostile_count(s->server); i++)
		assert_null(strstr(hostile_request(s->server, i)->target, "createdAfter"));
	GET(s, "sent-links group=kind");
	expect(s, 2, "", "kind");
}

/* The log has no people, and masked people stay masked. */
WITH_LINKS(masking_keeps_the_results)
{
	struct shop_run *s = *state;
	GET(s, "sent-links cols=by,became,person sort=became", "--mask", "-o", "csv");
	assert_null(strstr(s->ran.out.p, "Ann"));
	assert_null(strstr(s->ran.out.p, "ben")); /* the account that sent it */
	assert_non_null(strstr(s->ran.out.p, ",gone,\n"));
	expect(s, 0, NULL, "3 sent links: 1 open, 1 completed, 1 gone");
}

WITH_LINKS(a_missing_basket_is_not_gone_while_others_are_not_read)
{
	struct shop_run *s = *state;
	serve(s, first_page);
	GET(s, "sent-links cols=became,id", "--all", "-o", "csv");
	assert_int_equal(s->ran.code, 3);
	assert_string_equal(
	    s->ran.out.p, "became,id\nopen,b-open\nunknown,b-gone\nunknown,b-done\n");
	run_result_free(&s->ran);
}

WITH_LINKS(damaged_lines_are_counted_and_the_rest_is_used)
{
	struct shop_run *s = *state;
	FILE *f = fopen(LEDGER, "a");
	assert_non_null(f);
	fputs("{\"at\":\"2026-11-20T00:00:00Z\",\"what\":\"link\"}\n", f);
	fclose(f);
	GET(s, "sent-links cols=id", "-o", "csv");
	expect(s, 0, "id\nb-open\nb-gone\nb-done\n", "1 damaged line of ");
}

WITH_LINKS(without_the_log_nothing_is_listed)
{
	struct shop_run *s = *state;
	unlink(LEDGER);
	assert_int_equal(mkdir(LEDGER, 0700), 0);
	GET(s, "sent-links", "-o", "csv");
	rmdir(LEDGER);
	assert_int_not_equal(s->ran.code, 0);
	expect(s, s->ran.code, "", LEDGER " is a folder");
}
