/*
 * audience.h - text on the screen that an audience must not see.
 */
#ifndef TESTS_PANE_AUDIENCE_H
#define TESTS_PANE_AUDIENCE_H

#include "lib/test.h"
#include "ui/kit/pane.h"

#include <ctype.h>
#include <string.h>

/* Text that an audience must not see: catalog paths, attribute names, ids, clock times. */
static inline const char *
find_private(const char *text)
{
	static const char *const never[] = { "/offers", "/segments/", "/products/", "/assets/",
		"/tags/", "/campaigns/", "__svc", "basket-", "auth|", "journey-" };
	static const char *const shapes[] = { "xxxxxxxx-xxxx", "00:00" }; /* x: hexadecimal */
	for (size_t i = 0; i < sizeof(never) / sizeof(*never); i++) {
		const char *at = strstr(text, never[i]);
		if (at)
			return at;
	}
	for (; *text; text++)
		for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
			size_t n = 0;
			for (const char *c = shapes[i]; *c; c++, n++)
				if (*c == 'x'       ? !isxdigit((unsigned char)text[n])
					: *c == '0' ? !isdigit((unsigned char)text[n])
						    : *c != text[n])
					break;
			if (shapes[i][n] == '\0')
				return text;
		}
	return NULL;
}

static inline void
expect_nothing_private(const char *screen)
{
	const char *at = find_private(screen);
	if (at)
		fail_msg("%.40s in\n%s", at, screen);
}

/* Draws a pane as the test does. */
struct bench;
static void draw(struct bench *b, struct pane *p, struct buf *out);

/* Draws the list and the detail of the first rows. */
static inline void
check_private(struct bench *b, struct pane *p, struct buf *screen)
{
	enum { ROWS = 40, ROWS_PER_DETAIL = 8 };
	for (int row = 0; row < ROWS; row++) {
		draw(b, p, screen);
		expect_nothing_private(buf_z(screen));
		if (row % ROWS_PER_DETAIL == 0 && pane_handle_action(p, ACT_OTHER_PART)) {
			draw(b, p, screen);
			expect_nothing_private(buf_z(screen));
			pane_handle_action(p, ACT_OTHER_PART);
		}
		pane_handle_action(p, ACT_DOWN);
	}
}

#endif
