/* labels: slow */
/*
 * Linear mode on a braille display: the 40-cell lines of an agent's session, one after the other,
 * as a real screen reader shows them, if brltty is installed.
 */
#include "lib/braille.h"
#include "lib/console.h"
#include "lib/test.h"

enum { CELLS = 40, MOST = 24 };

/* A typed line, the prompt after its response, the line with its prompt in front, and the
 * display's texts from there to the next prompt. */
static const struct step {
	const char *line, *prompt, *typed, *shows[MOST];
} steps[] = {
	{ "/mara elli", "DEMO baskets:", "DEMO baskets: /mara elli",
	    { "Baskets, mara elli: 3 of 240, baskets", "read 10:42",
		/* The person and the age fit on one line, without scrolling. */
		"Row 1 of 3: Mara Ellison, 18 min ago,", "reach both,",
		"items Winback Digital Monthly +1,", "start page Winback 2026" } },
	{ "link", "DEMO choose:", "DEMO baskets: link",
	    { "Recovery link", "For: Mara Ellison", "<mara.ellison@example.com>, basket of 18",
		"min ago", "ok: https, no user name, plain ASCII", "ok: host is allowed for demo",
		"ok: names this basket", "ok: 151 bytes: fits mail, SMS and chat",
		"still valid? not confirmed: the API shows no", "expiry. 18 min old.",
		"Address:", "https://shop.northlight.example/checkout", "/resume",
		"basket:", "basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b", "3a8",
		"key: j90ck9...x7Qa (48 characters)", "Nothing has been sent. Your clipboard is",
		"as before.", "1. Close", "2. Send", "3. The link alone on a line",
		"4. The link in a private file on this", "host" } },
	{ "alone", "DEMO choose:", "DEMO choose: alone",
	    { "Not one of the choices. Enter alone", "repeats them, ? explains the answers" } },
	{ "the link alone", "DEMO baskets:", "DEMO choose: the link alone",
	    { "https://shop.northlight.example/checkout",
		"/resume?basket=basket-5f0c2b1e-7a4d-4c93",
		"-8e16-d2f74c90b3a8&key=j90ck9SVMoAQBT-iJ", "CoBTgXzJYnxR3EEHiqZAFoREZ-_x7Qa",
		"The link is alone on the line above:", "151 bytes" } },
	{ "outcome", "DEMO choose:", "DEMO baskets: outcome",
	    { "What happened with this person?", "1. called", "2. written to",
		"3. recovered: ordered", "4. lost: will not order", "5. do not contact",
		"6. take back the last outcome", "back" } },
	{ "called", "DEMO Called. Remark (optional):", "DEMO choose: called", { NULL } },
	{ "", "DEMO baskets:", "DEMO Called. Remark (optional):",
	    { "Saved for Mara Ellison: called" } },
};

/* The display starts at the typed line and is moved down line by line, as a reader would. */
static void
read_step(struct pty *p, struct braille *b, const struct step *s)
{
	auto_buf prompt = { 0 };
	size_t since = pty_log(p).n;
	buf_addf(&prompt, "\r\n%s ", s->prompt);
	pty_type(p, s->line);
	pty_type(p, "\n");
	assert_true(pty_wait_raw(p, since, buf_str(&prompt)));
	assert_true(braille_shows(b, s->typed));
	for (size_t i = 0; i < MOST && s->shows[i]; i++) {
		assert_true(braille_press(b, "FWINRTSKIP"));
		assert_string_equal(braille_line(b), s->shows[i]);
	}
	assert_true(braille_press(b, "FWINRTSKIP"));
	assert_string_equal(braille_line(b), s->prompt);
}

TEST(the_agents_session_is_readable_in_lines_of_40_cells)
{
	/* Enough rows for the whole session, so that no line scrolls away. */
	static const struct pty_options options = { .rows = 60, .cols = 80 };
	struct pty *p = console_with_config("", &options, NULL,
	    (const char *const[]){ "demo", "--now", SERVICE_NOW, "--linear", NULL });
	assert_true(pty_wait_text(p, "DEMO baskets:"));
	struct braille *b = braille_start(p, CELLS);
	if (!b) {
		pty_stop(p);
		skip_because("brltty is not installed, or cannot run here");
	}
	assert_true(braille_shows(b, "DEMO baskets:"));
	braille_freeze(b);
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		read_step(p, b, &steps[i]);
	braille_stop(b);
	pty_stop(p);
}
