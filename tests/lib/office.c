#include "lib/office.h"
#include "lib/test.h"

static const char *const env[] = { "BACKROOM_TOKEN=x", NULL };

static void
wait_for_rows(struct pty *p)
{
	if (!pty_wait_text(p, "3 baskets, all read") || !pty_wait_quiet(p, 20))
		fail_msg("the page did not show");
}

struct pty *
office_start(const char *more)
{
	const char *const words[] = { "-e", "test", "--now", SERVICE_NOW, more, NULL };
	struct pty *p = console_start(NULL, env, words);
	wait_for_rows(p);
	return p;
}

void
office_open(struct office *o, const char *settings, const char *behind, const char *more)
{
	struct page_basket baskets[OFFICE_PEOPLE] = { { "Ann", "Example", "ann@example.com", NULL },
		{ "Ann", "Example", "ANN@example.com", NULL },
		{ "Bo", "Example", "bo@example.com", NULL } };
	const char *const words[] = { "-e", "test", "--now", SERVICE_NOW, more, NULL };
	*o = (struct office){ 0 };
	for (size_t i = 0; i < OFFICE_PEOPLE; i++) {
		page_link(&o->links[i], i, OFFICE_LINK_BYTES);
		baskets[i].link = buf_z(&o->links[i]);
	}
	page_answer(&o->answer, baskets, OFFICE_PEOPLE, 0, NULL);
	o->rule = (struct hostile_rule){ .path = "/api/checkout/", .answer = buf_str(&o->answer) };
	o->server = hostile_start(&o->rule, 1);
	buf_addf(&o->config,
	    "environment \"test\" {\n\turl = \"%s/api\"\n\tlink-base = \"https://shop.example\"\n"
	    "\tlink-hosts = {\"shop.example\"}\n\toutcomes = \"%s/outcomes\"\n%s\n}\n"
	    "ui {\n\tclipboard = \"osc52\"\n}\n%s",
	    hostile_url(o->server), console_folder(), settings, behind);
	o->p = console_with_config(buf_z(&o->config), NULL, env, words);
	wait_for_rows(o->p);
}

void
office_close(struct office *o)
{
	pty_stop(o->p);
	hostile_stop(o->server);
	buf_free(&o->answer);
	buf_free(&o->config);
	for (size_t i = 0; i < OFFICE_PEOPLE; i++)
		buf_free(&o->links[i]);
}

void
office_wait_text(struct pty *p, const char *keys, const char *text)
{
	pty_type(p, keys);
	if (!pty_wait_text(p, text))
		fail_msg("%s: not seen: %s", keys, text);
}

void
office_record(struct pty *p, enum office_status outcome, const char *seen)
{
	office_wait_text(p, "D", "What happened with this person?");
	for (int i = 0; i < (int)outcome; i++)
		pty_type(p, "j");
	office_wait_text(p, "\r", seen);
}
