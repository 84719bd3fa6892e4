/* `get sent-links`: the links of the contact log with what became of their baskets, as data and in
 * groups, with the limits of what is known on stderr. */
#include "contact/contact_log.h"
#include "lib/files.h"
#include "lib/hostile.h"
#include "model/when.h"
#include "unit/cli/run.h"

#include <string.h>
#include <sys/stat.h>

#define NOW "2026-11-24T12:00:00Z"
#define LOG "contacts"
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

struct links_run {
	struct hostile *server;
	struct buf answer;
	struct hostile_rule rule;
	struct run_result ran;
};

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

static void
serve(struct links_run *s, const char *json)
{
	hostile_stop(s->server);
	buf_reset(&s->answer);
	hostile_json(&s->answer, json);
	s->rule = (struct hostile_rule){ .answer = buf_str(&s->answer) };
	s->server = hostile_start(&s->rule, 1);
}

static int
set_up(void **state)
{
	static struct links_run s;
	struct contact_log l;
	struct err err;
	unlink(LOG);
	unlink(LOG ".key");
	assert_true(contact_log_init(&l, true, LOG, &err));
	send_link(&l, "ana", "b-done", "2026-11-12T08:00:00Z");
	send_link(&l, "ben", "b-gone", "2026-11-13T08:00:00Z");
	send_link(&l, "ana", "b-open", "2026-11-21T08:00:00Z");
	contact_log_free(&l);
	s = (struct links_run){ 0 };
	serve(&s, baskets);
	*state = &s;
	return 0;
}

static int
tear_down(void **state)
{
	struct links_run *s = *state;
	run_result_free(&s->ran);
	hostile_stop(s->server);
	buf_free(&s->answer);
	return 0;
}

static void
run_words(struct links_run *s, const char *const *words)
{
	auto_buf config = { 0 };
	const char *argv[16] = { getenv("BACKROOM_BIN"), "get" };
	const char *const env[] = { "BACKROOM_CONFIG=config.conf",
		"BACKROOM_URL=", "BACKROOM_TOKEN=", NULL };
	char *here = getcwd(NULL, 0);
	for (size_t i = 0; words[i]; i++)
		argv[i + 2] = words[i];
	buf_addf(&config,
	    "environment \"shop\" { url = \"%s\" token-command = {\"echo\", \"t\"} "
	    "outcomes = \"%s/" LOG "\" }\n",
	    hostile_url(s->server), here);
	free(here);
	write_bytes("config.conf", buf_str(&config), 0600);
	run_result_free(&s->ran);
	run_program(&s->ran, argv, env, open_new("out"), 20000);
}

#define GET(s, ...) \
	run_words((s), (const char *const[]){ __VA_ARGS__, "--now", NOW, NULL })

static void
expect(const struct links_run *s, int code, const char *out, const char *words)
{
	if (s->ran.code != code || (out && strcmp(s->ran.out.p, out) != 0) ||
	    !strstr(s->ran.words.p, words))
		fail_msg("%d\n%s\n%s\nand not\n%s\n%s", s->ran.code, s->ran.out.p, s->ran.words.p,
		    out ? out : "", words);
}

#define WITH_LINKS(name) TEST_WITH(name, set_up, tear_down)

WITH_LINKS(links_are_listed_with_their_results)
{
	struct links_run *s = *state;
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
	struct links_run *s = *state;
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
	GET(s, "sent-links group=kind");
	expect(s, 2, "", "kind");
}

/* The log has no people, and masked people stay masked. */
WITH_LINKS(masking_keeps_the_results)
{
	struct links_run *s = *state;
	GET(s, "sent-links cols=by,became,person sort=became", "--mask", "-o", "csv");
	assert_null(strstr(s->ran.out.p, "Ann"));
	expect(s, 0, NULL, "3 sent links: 1 open, 1 completed, 1 gone");
	assert_non_null(strstr(s->ran.out.p, "ben,gone,\n"));
}

WITH_LINKS(a_missing_basket_is_not_gone_while_others_are_not_read)
{
	struct links_run *s = *state;
	serve(s, first_page);
	GET(s, "sent-links cols=became,id", "--all", "-o", "csv");
	assert_int_equal(s->ran.code, 3);
	assert_string_equal(
	    s->ran.out.p, "became,id\nopen,b-open\nunknown,b-gone\nunknown,b-done\n");
}

WITH_LINKS(damaged_lines_are_counted_and_the_rest_is_used)
{
	struct links_run *s = *state;
	FILE *f = fopen(LOG, "a");
	assert_non_null(f);
	fputs("{\"at\":\"2026-11-20T00:00:00Z\",\"what\":\"link\"}\n", f);
	fclose(f);
	GET(s, "sent-links cols=id", "-o", "csv");
	expect(s, 0, "id\nb-open\nb-gone\nb-done\n", "1 damaged line of ");
}

WITH_LINKS(without_the_log_nothing_is_listed)
{
	struct links_run *s = *state;
	unlink(LOG);
	assert_int_equal(mkdir(LOG, 0700), 0);
	GET(s, "sent-links", "-o", "csv");
	rmdir(LOG);
	assert_int_not_equal(s->ran.code, 0);
	expect(s, s->ran.code, "", "contacts");
}
