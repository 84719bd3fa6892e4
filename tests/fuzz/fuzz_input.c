/* labels: slow */
/*
 * Terminal input: in pieces or whole it gives the same keys and pastes, each once, and nothing
 * is held back forever.
 */
#include "fuzz/fuzz.h"
#include "lib/cleanup.h"
#include "ui/term/input.h"

const char *const fuzz_seeds[] = {
	"j\033[A\033[B\033OP\033[1;5C\033[19~\033[24~gg",
	"\033[200~a paste\nof two lines\033[201~q",
	"\033[200~cut \033[201 ~ and \033[200~ again\033[201~",
	"\033[>84;0;0c\033[?62;22c\033b\033\033[A\033",
	"\033]11;rgb:0000/0000/0000\033\\x\033Pq\033\\\033_y\033\\",
	"Zo\xC3\xAB \xE5\xBC\xA0 \xF0\x9F\x98\x80\xED\xA0\x80\xC0\xAF\xFF",
	"\033[M !!\033[<0;10;20M\033[I\033[O\x7F\b\t\r\n",
	NULL,
};

/* A paste's text is valid only until the next feed. */
static void
copy_events(struct buf *out, struct input *in)
{
	for (size_t i = 0; i < in->events.n; i++) {
		const struct input_event *e = &in->events.v[i];
		buf_addf(out, "%d %u %d %d ", e->kind, e->key, e->is_cut,
		    e->kind == INPUT_DEVICE ? e->report_values[0] : 0);
		if (e->kind == INPUT_PASTE)
			buf_adds(out, e->text);
		buf_addc(out, '\n');
	}
	in->events.n = 0;
}

static void
feed_in_pieces(struct buf *out, struct str text, size_t piece)
{
	CLEANUP(input_free) struct input in = { 0 };
	for (size_t at = 0; at < text.n; at += piece) {
		input_feed(&in, str_sub(text, at, piece), false);
		copy_events(out, &in);
	}
	input_flush(&in);
	copy_events(out, &in);
	fuzz_assert(!input_is_held(&in) || in.in_paste);
}

const int fuzz_rounds = 80000;

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct str text = str_from((const char *)bytes, n);
	auto_buf whole = { 0 }, cut = { 0 };
	feed_in_pieces(&whole, text, n ? n : 1);
	for (size_t piece = 1; piece < 4; piece++) {
		buf_reset(&cut);
		feed_in_pieces(&cut, text, piece);
		fuzz_assert(str_eq(buf_str(&whole), buf_str(&cut)));
	}
	CLEANUP(input_free) struct input in = { 0 };
	input_feed(&in, text, true);
	input_flush(&in);
	fuzz_assert(in.events.n <= n + 1);
	return 0;
}
