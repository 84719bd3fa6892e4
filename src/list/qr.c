#include "list/qr.h"

#include "base/mem.h"

#include <qrencode.h>
#include <string.h>

enum { QR_QUIET_ZONE = 2, QR_BYTES_MAX = 2953 /* bytes in the largest code */ };

/* True if the dot must be drawn. The area around the code is light. */
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
	for (int x = -QR_QUIET_ZONE; x < code->width + QR_QUIET_ZONE; x++)
		buf_addz(out,
		    cells[is_drawn(code, x, y, light_background)]
			 [is_drawn(code, x, y + 1, light_background)]);
	buf_addc(out, '\n');
}

static QRcode *
encode(struct str text)
{
	char *address = str_dup(str_sub(text, 0, QR_BYTES_MAX));
	QRcode *code = text.n && text.n <= QR_BYTES_MAX
	    ? QRcode_encodeString8bit(address, 0, QR_ECLEVEL_L)
	    : NULL;
	explicit_bzero(address, strlen(address));
	x_free(address);
	return code;
}

static void
measure_code(const QRcode *code, int *cols, int *rows)
{
	*cols = code->width + 2 * QR_QUIET_ZONE;
	*rows = (*cols + 1) / 2;
}

bool
qr_measure(struct str text, int *cols, int *rows)
{
	QRcode *code = encode(text);
	if (code)
		measure_code(code, cols, rows);
	bool is = code != NULL;
	QRcode_free(code);
	return is;
}

bool
qr_write(struct buf *out, struct str text, bool light_background, int cols, int rows)
{
	QRcode *code = encode(text);
	int width = 0, height = 0;
	if (code)
		measure_code(code, &width, &height);
	bool fits = code && width <= cols && height <= rows;
	for (int y = -QR_QUIET_ZONE; fits && y < code->width + QR_QUIET_ZONE; y += 2)
		write_line(out, code, y, light_background);
	QRcode_free(code);
	return fits;
}

const char *
qr_library_version(void)
{
	return QRcode_APIVersionString();
}
