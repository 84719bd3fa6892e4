#include "ui/shell/saved_session.h"

#include "base/utf8.h"
#include "model/format.h"

static void
on_stopped(void *ctx)
{
	struct console *c = ctx;
	struct buf why = { 0 };
	text_clean(&why, str_of(recorder_error(c->app->recorder)->text), c->look.ascii_text);
	console_show(c, ROLE_BAD, "This session is not saved any more: %s", buf_z(&why));
	buf_free(&why);
}

void
saved_session_begin(struct console *c)
{
	if (c->app->recorder)
		recorder_watch(c->app->recorder, on_stopped, c);
}

bool
saved_session_greet(struct console *c)
{
	const struct app_context *l = c->app;
	struct buf text = { 0 };
	if (!l->recorder && !l->recording)
		return false;
	if (l->recorder) {
		text_clean(&text, str_of(l->options.save_session), c->look.ascii_text);
		console_show(
		    c, ROLE_TEXT, "This session is saved, with people masked: %s", buf_z(&text));
	} else {
		format_time_long(&text, recording_time(l->recording), false);
		console_show(
		    c, ROLE_TEXT, "A saved session of %s. No service is asked.", buf_z(&text));
	}
	buf_free(&text);
	return true;
}
