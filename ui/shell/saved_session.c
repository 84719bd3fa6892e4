#include "ui/shell/saved_session.h"

#include "base/utf8.h"
#include "list/rows.h"
#include "model/format.h"
#include "ui/shell/shell.h"

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

/* ---- keys ---- */

/* False for the name of an action or of a view, and for the one key of a choice. Any other text may
 * be about a person. */
static bool
is_left_out(struct str text)
{
	for (const struct view_resource *r = view_resources; r->name; r++)
		if (str_eqz(text, r->name))
			return false;
	return text.n != 1 && action_by_name(text) == ACT_NONE;
}

static void
write_keys(struct console *c)
{
	struct typed_keys *keys = &shell_of(c)->session_keys;
	typed_keys_end_line(keys);
	typed_keys_drop_secrets(keys, is_left_out);
	struct str rest = buf_str(&keys->lines), line;
	while (rest.n && str_next(&rest, '\n', &line))
		recorder_add_script(c->app->recorder, line);
	typed_keys_reset(keys);
}

void
saved_session_before_key(struct console *c, uint32_t key)
{
	if (c->app->recorder && !c->is_tour_acting)
		typed_keys_add(&shell_of(c)->session_keys, key, console_top_modal(c) != NULL);
}

void
saved_session_after_key(struct console *c)
{
	if (c->app->recorder && shell_of(c)->session_keys.lines.n && !console_top_modal(c) &&
	    !c->typed_keys_n)
		write_keys(c);
}

void
saved_session_on_paste(struct console *c)
{
	if (!c->app->recorder)
		return;
	saved_session_before_key(c, KEY_NOTHING);
	shell_of(c)->session_keys.has_paste = true;
}

void
saved_session_end(struct console *c)
{
	if (!c->app->recorder)
		return;
	write_keys(c); /* of a prompt that is still open */
	recorder_watch(c->app->recorder, NULL, NULL);
	buf_free(&shell_of(c)->session_keys.lines);
}
