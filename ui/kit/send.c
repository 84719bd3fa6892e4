#include "ui/kit/send.h"

#include "ui/term/term.h"

static enum clip_route
route_of(const struct console *c)
{
	return c->forced_clip_route ? c->forced_clip_route : clip_choose_route(&c->clipboard);
}

bool
send_is_raw_only(const struct console *c)
{
	enum clip_route route = route_of(c);
	return c->terminal_proof == PROOF_RAW || str_eqz(str_of(c->clipboard.setting), "bare") ||
	    route == CLIP_NONE || (c->linear && !clip_needs_program(route));
}

bool
send_fits_alone(const struct console *c, size_t bytes)
{
	enum { OTHER_ROWS = 5 /* rows for the text above the link and for its end */ };
	int rows, cols;
	term_get_size(&rows, &cols);
	return c->linear ||
	    bytes <= (size_t)cols * (size_t)(rows > OTHER_ROWS ? rows - OTHER_ROWS : 0);
}

void
send_reset_proof(struct console *c)
{
	struct err err;
	c->terminal_proof = PROOF_NONE;
	if (str_eqz(str_of(c->clipboard.setting), "bare") || route_of(c) == CLIP_NONE)
		console_show(c, ROLE_WARN, "Not sent: config.conf has clipboard = \"%s\"",
		    c->clipboard.setting);
	else if (!c->script && !terminal_proof_write(buf_str(&c->terminal), PROOF_NONE, &err))
		console_show(
		    c, ROLE_WARN, "Clipboard check reset only until you quit: %s", err.text);
	else
		console_show(
		    c, ROLE_TEXT, "Clipboard check reset. The next link asks for a paste again");
}

bool
send_to_clipboard(struct console *c, struct str text, struct err *err)
{
	enum clip_route route = route_of(c);
	struct buf bytes = { 0 };
	if (c->is_tour_acting)
		return err_set(err, ERR_DENIED, "%s", TOUR_SENDS_NOTHING);
	c->last_clip_route = route;
	if (c->linear && send_is_raw_only(c)) {
		c->last_clip_route = CLIP_LINES;
		c->nav->speak(c, text);
		return true;
	}
	/* Fails rather than pretending: a clipboard that still holds the previous link would be
	 * dangerous. */
	if (send_is_raw_only(c))
		return err_set(
		    err, ERR_IO, "Not sent: this terminal does not support it. v shows the text");
	if (route == CLIP_SCRIPT) {
		buf_reset(&c->copied_text);
		buf_adds(&c->copied_text, text);
		return true;
	}
	if (clip_needs_program(route)) {
		if (clip_run_program(route, text, &c->tmux_buffer, err))
			return true;
		if (c->linear) /* linear mode writes no escape sequences */
			return false;
		/* The program is missing or failed: try the terminal itself. */
		route = route == CLIP_TMUX_BUFFER ? CLIP_TMUX_OSC : CLIP_OSC52;
		c->last_clip_route = route;
	}
	bool ok = clip_write_sequence(&bytes, route, text, err);
	if (ok && bytes.n == 0)
		ok = err_set(err, ERR_IO, "Not sent: this terminal has no clipboard");
	if (ok && !term_write_sequence(buf_str(&bytes)))
		ok = err_set(err, ERR_IO, "Not sent completely: the terminal stopped reading");
	buf_wipe(&bytes);
	return ok;
}

const char *
send_verb_done(const struct console *c)
{
	return c->last_clip_route == CLIP_LINES ? "Said" : "Sent";
}

void
send_text(struct console *c, struct str text, const char *what)
{
	struct err err;
	struct buf bytes = { 0 };
	if (text.n == 0) {
		console_show(c, ROLE_WARN, "Nothing was sent: this basket does not have %s", what);
		return;
	}
	if (!send_to_clipboard(c, text, &err)) {
		console_show(c, ROLE_WARN, "%s", err.text);
		return;
	}
	format_count(&bytes, text.n);
	console_show(c, ROLE_TEXT, "%s %s, %s bytes %s", send_verb_done(c), what, buf_z(&bytes),
	    clip_route_words(c->last_clip_route));
	buf_free(&bytes);
}

const char *
send_json_label(const struct console *c)
{
	return c->app->masked ? "JSON, masked" : "JSON as the service sent it";
}

const char *
send_json_name(const struct console *c)
{
	return c->app->masked ? "the masked JSON" : "the JSON as sent";
}
