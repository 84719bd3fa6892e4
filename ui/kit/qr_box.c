#include "ui/kit/qr_box.h"

#include "list/qr.h"
#include "ui/term/term.h"

enum { CAPTION_ROWS = 2 /* rows for the text above the code and the keys below it */ };

struct qr_box {
	struct modal modal;
	char *caption;
	struct buf address; /* wiped at the end: it lets anyone resume the checkout */
};

static struct qr_box *
box_of_modal(const struct modal *m)
{
	return (struct qr_box *)(uintptr_t)m;
}

int
qr_box_write(struct buf *out, const struct console *c, struct str text, int cols, int rows)
{
	int n = 0;
	size_t from = out->n;
	enum background own_background = c->look.own_background ? c->look.own_background
								: c->background;
	if (c->look.ascii_lines ||
	    !qr_write(out, text, own_background == BACKGROUND_LIGHT, cols, rows))
		return 0;
	for (size_t i = from; i < out->n; i++)
		n += out->p[i] == '\n';
	return n;
}

void
qr_box_draw(const struct surface *s, int y, int x, enum role role, const struct buf *lines)
{
	struct str rest = buf_str(lines), line;
	while (rest.n && y < s->h && str_next(&rest, '\n', &line))
		surface_draw_text(s, y++, x, role, line);
}

/* ---- alone on the screen ---- */

/* Appends why the code cannot be shown in this space. Returns false if it can. */
static bool
append_no_room_reason(
    struct buf *out, const struct console *c, struct str address, int rows, int cols)
{
	int wide = 0, high = 0;
	if (!qr_measure(address, &wide, &high))
		buf_addf(out, "%zu bytes are too many for a QR code", address.n);
	else if (wide > cols || high + CAPTION_ROWS > rows)
		buf_addf(out, "the code of %zu bytes needs a window of %dx%d; this one is %dx%d",
		    address.n, wide, high + CAPTION_ROWS, cols, rows);
	else if (c->look.ascii_lines)
		buf_addz(out, "a QR code needs block characters, but only ASCII is used here");
	return out->n;
}

static void
draw_box(const struct modal *m, const struct surface *screen)
{
	const struct qr_box *b = box_of_modal(m);
	struct buf lines = { 0 }, why = { 0 };
	struct str address = buf_str(&b->address);
	int wide = 0, high = 0;
	if (append_no_room_reason(&why, m->console, address, screen->h, screen->w)) {
		surface_draw_text(screen, 0, 1, ROLE_WARN, STR("Not shown:"));
		surface_draw_text(screen, 1, 1, ROLE_TEXT, buf_str(&why));
	} else if (qr_measure(address, &wide, &high)) {
		qr_box_write(&lines, m->console, address, screen->w, screen->h - CAPTION_ROWS);
		surface_draw_text(screen, 0, 1, ROLE_LEAD, str_of(b->caption));
		qr_box_draw(screen, 1, (screen->w - wide) / 2, ROLE_TEXT, &lines);
	}
	surface_draw_text(screen, screen->h - 1, 1, ROLE_LABEL, STR("Any key returns"));
	surface_set_cursor(screen, screen->h - 1, 1);
	buf_free(&why);
	buf_wipe(&lines);
}

static bool
close_qr_box(struct modal *m, uint32_t key)
{
	(void)key;
	console_close_modal(m->console);
	return true;
}

static void
write_box_bar(const struct modal *m, struct buf *out)
{
	(void)m;
	buf_addz(out, "Any key returns");
}

static void
close_box(struct modal *m)
{
	struct qr_box *b = box_of_modal(m);
	buf_wipe(&b->address);
	x_free(b->caption);
	x_free(b);
}

static const struct modal_ops ops = {
	.on_key = close_qr_box,
	.draw = draw_box,
	.write_key_bar = write_box_bar,
	.close = close_box,
	.covers_whole_screen = true,
	.draws_own_foot = true,
	.burst_is_paste = true,
};

/* Appends why the code cannot be shown here. Returns false if it can. */
static bool
append_not_shown_reason(struct buf *out, const struct console *c, struct str address)
{
	int rows, cols;
	term_get_size(&rows, &cols);
	if (!c->linear)
		return append_no_room_reason(out, c, address, rows, cols);
	buf_addz(out, "a QR code needs a screen, not line-by-line mode");
	return true;
}

bool
qr_box_fits(const struct console *c, struct str address)
{
	struct buf why = { 0 };
	bool fits = !append_not_shown_reason(&why, c, address);
	buf_free(&why);
	return fits;
}

void
qr_box_open(struct console *c, const char *words, struct str address)
{
	struct buf why = { 0 };
	if (append_not_shown_reason(&why, c, address)) {
		console_show(c, ROLE_WARN, "Not shown: %s", buf_z(&why));
		buf_free(&why);
		return;
	}
	struct qr_box *b = x_new(struct qr_box);
	*b = (struct qr_box){ .modal = { &ops, c }, .caption = x_strdup(words) };
	buf_adds(&b->address, address);
	console_push_modal(c, &b->modal);
	buf_free(&why);
}
