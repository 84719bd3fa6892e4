#include "app/link/qr.h"

#include "base/mem.h"

#include <qrencode.h>

enum { QUIET = 2, LONGEST = 600 };

/* Is this dot to be drawn? Around the code is what is light. */
static bool
is_drawn(const QRcode *code, int x, int y, bool light_background)
{
	bool inside = x >= 0 && y >= 0 && x < code->width && y < code->width;
	bool dark = inside && (code->data[y * code->width + x] & 1);
	return dark == light_background;
}

static void
write_line(struct buf *out, const QRcode *code, int y, bool light_background)
{
	static const char *const cells[2][2] = { { " ", "\xE2\x96\x84" },
		{ "\xE2\x96\x80", "\xE2\x96\x88" } };
	for (int x = -QUIET; x < code->width + QUIET; x++)
		buf_addz(out,
		    cells[is_drawn(code, x, y, light_background)]
			 [is_drawn(code, x, y + 1, light_background)]);
	buf_addc(out, '\n');
}

bool
qr_write(struct buf *out, struct str text, bool light_background, int cols, int rows)
{
	char *address = str_dup(str_sub(text, 0, LONGEST));
	QRcode *code = text.n && text.n <= LONGEST
	    ? QRcode_encodeString8bit(address, 0, QR_ECLEVEL_L)
	    : NULL;
	int width = code ? code->width + 2 * QUIET : 0;
	bool fits = code && width <= cols && (width + 1) / 2 <= rows;
	for (int y = -QUIET; fits && y < code->width + QUIET; y += 2)
		write_line(out, code, y, light_background);
	QRcode_free(code);
	x_free(address);
	return fits;
}
