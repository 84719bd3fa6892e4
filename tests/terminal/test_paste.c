/* labels: slow */
/*
 * A paste of nearly a megabyte into every text field: it is refused with a message, existing text
 * is kept, and the next key is handled at once. Function keys and Alt keys, too, are never inserted
 * as text.
 */
#include "lib/console.h"
#include "lib/deadline.h"
#include "lib/test.h"

#include <signal.h>

enum { HUGE_BYTES = 1000000 };

/* Sends a paste of that size, made of one repeated piece. */
static void
paste_many(struct pty *p, const char *piece)
{
	auto_buf text = { 0 };
	buf_addz(&text, "\033[200~");
	while (text.n < HUGE_BYTES)
		buf_addz(&text, piece);
	buf_addz(&text, "\033[201~");
	pty_send(p, text.p, text.n);
}

static const char *const pieces[] = {
	"x",
	"eyJhbGciOiJIUzI1NiJ9.",
	"{\"sub\":",
	"a\xCC\x81",
	"Linked at prod, J-0412\rOwner id-1\r",
	"a b ",
	"/offers/",
	"https://shop.example/?basket=",
};

enum { PIECES = sizeof(pieces) / sizeof(*pieces) };

/* Keys that open a field, a text shown then, the key that leaves it, and a text shown after
 * that. It is left with Ctrl-G, since Esc followed by a key is Alt and the key. */
static const struct {
	const char *in, *seen, *out, *after;
} places[] = {
	{ "", "Enter open", "\a", "Enter open" },
	{ "/ell", "Enter apply", "\a", "Enter open" },
	{ ":", "Enter run", "\a", "Enter open" },
	{ "\r/", "Enter apply", "\ah", "Enter open" },
};

TEST(a_megabyte_is_refused_in_every_input)
{
	auto_console *p = console_demo(NULL, NULL);
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		for (size_t k = 0; k < PIECES; k++) {
			assert_true(pty_press(p, places[i].in, places[i].seen));
			paste_many(p, pieces[k]);
			pty_type(p, places[i].out);
			if (!pty_wait_text(p, places[i].after) || !pty_wait_text(p, ": anything"))
				fail_msg("place %zu, piece %zu", i, k);
		}
	}
	assert_true(pty_press(p, "y", "Ctrl-V"));
	for (size_t k = 0; k < PIECES; k++)
		paste_many(p, pieces[k]);
	assert_true(pty_wait_text(p, "That is another link"));
	assert_true(pty_press(p, "\a", "Enter open"));
}

struct place {
	int row, col;
};

static bool
cursor_is_at_place(struct pty *p, void *user)
{
	const struct place *at = user;
	int row, col;
	pty_cursor(p, &row, &col, NULL);
	return row == at->row && col == at->col;
}

static bool
cursor_left(struct pty *p, void *user)
{
	return !cursor_is_at_place(p, user);
}

/* Types a key that moves the cursor, and waits until it has moved. */
static struct place
type_move(struct pty *p, const char *key)
{
	struct place from, to;
	pty_cursor(p, &from.row, &from.col, NULL);
	pty_type(p, key);
	assert_true(pty_wait_until(p, cursor_left, &from, "the cursor elsewhere"));
	assert_true(pty_wait_quiet(p, 40));
	pty_cursor(p, &to.row, &to.col, NULL);
	return to;
}

/* Pastes into each field of the form, and on its buttons. */
TEST(the_form_keeps_its_text_when_a_paste_is_refused)
{
	enum { PARTS = 7 };
	auto_pty *p = console_demo(NULL, NULL);
	assert_true(pty_press(p, "6", "i identity form"));
	assert_true(pty_press(p, "i", "Identities > Link"));
	assert_true(pty_press(p, "id-1234567\tiss-here\tsub-here\twhy-here", "why-here"));
	struct place at = type_move(p, "\t");
	for (size_t part = 0; part < PARTS; part++) {
		for (size_t k = 0; k < PIECES; k++) {
			paste_many(p, pieces[k]);
			type_move(p, "\t");
			pty_type(p, "\033[Z");
			assert_true(pty_wait_until(p, cursor_is_at_place, &at, "the same part"));
		}
		at = type_move(p, "\t");
	}
	type_move(p, "\033[Z");
	assert_true(pty_wait_text(p, "id-1234567"));
	assert_true(pty_wait_text(p, "iss-here"));
	assert_true(pty_wait_text(p, "sub-here"));
	paste_many(p, "x");
	assert_true(pty_wait_text(p, "bytes; the line has room for"));
	pty_signal(p, SIGTERM);
	int status = 0;
	struct pty_watch watch = pty_watch_start(p);
	assert_true(pty_wait_exit(p, &status));
	assert_true(pty_watch_ms(&watch) < scale_timeout(1500));
	assert_true(console_restored_terminal(p));
}

TEST(a_paste_over_a_mebibyte_is_refused_as_a_paste)
{
	auto_buf text = { 0 };
	auto_console *p = console_demo(NULL, NULL);
	buf_addz(&text, "\033[200~");
	while (text.n < (1 << 20) + 100)
		buf_addz(&text, "QQQQQQQQQQQQQQQQ");
	buf_addz(&text, "\033[201~");
	pty_send(p, text.p, text.n);
	assert_true(pty_wait_text(p, "Paste refused: over 1048576 bytes"));
}

/* The program is stopped in the middle of a paste for longer than the timeout for a missing end;
 * then the rest and the expired timer arrive together. As typed keys, the rest would quit. */
TEST(a_delayed_paste_is_still_a_paste)
{
	enum { STILL_MS = 2500 };
	auto_console *p = console_demo(NULL, NULL);
	assert_true(pty_press(p, "/", "Enter apply"));
	pty_type(p, "\033[200~eli");
	assert_true(pty_wait_quiet(p, 100));
	pty_signal(p, SIGSTOP);
	pty_type(p, "QQ\rQ\033[201~");
	for (int64_t until = clock_ticks() + STILL_MS; clock_ticks() < until;)
		pty_wait_quiet(p, 100);
	pty_signal(p, SIGCONT);
	assert_true(pty_wait_text(p, "Paste refused: it has several lines"));
	assert_true(pty_press(p, "\a", "Enter open"));
}

/* F2 used to be handled as Esc, O and Q, which quit. */
TEST(unbound_keys_show_a_message_only)
{
	static const struct {
		const char *bytes, *says;
	} keys[] = {
		{ "\033OQ", "F2 does nothing here" },
		{ "\033OR", "F3 does nothing here" },
		{ "\033[24~", "F12 does nothing here" },
		{ "\033[[E", "F5 does nothing here" },
		{ "\033Q", "Alt-Q does nothing here" },
		{ "\033b", "Alt-b does nothing here" },
		{ "\033[99~", "this key does nothing here" },
		{ "\033[1;5Y", "this key does nothing here" },
	};
	auto_console *p = console_demo(NULL, NULL);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		pty_type(p, keys[i].bytes);
		if (!pty_wait_text(p, keys[i].says))
			fail_msg("key %zu", i);
		assert_true(pty_press_gone(p, "j", "does nothing here"));
	}
	/* Alt-b and F2 do not change a filter. */
	assert_true(pty_press(p, "/ell", "Enter apply"));
	assert_true(pty_press(p, "\033b\033OQi", "/elli"));
	assert_true(pty_wait_text(p, "Enter apply"));
	assert_true(pty_press(p, "\033", "Enter open"));
}

TEST(f1_opens_help)
{
	static const char *const f1[] = { "\033OP", "\033[11~", "\033[[A" };
	auto_console *p = console_demo(NULL, NULL);
	for (size_t i = 0; i < sizeof(f1) / sizeof(*f1); i++) {
		assert_true(pty_press(p, f1[i], "Keys and commands in the list of baskets"));
		assert_true(pty_press(p, "q", "Enter open"));
	}
}
