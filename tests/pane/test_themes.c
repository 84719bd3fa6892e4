/*
 * Every theme on every depth of colour, drawn into nothing: no role is unreadable, and what
 * stands on the terminal's own background reads on black and on white.
 */
#include "app/theme.h"
#include "ui/theme.h"

#include <curses.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *const themes[] = { "dark", "mono" };

enum { THEMES = sizeof(themes) / sizeof(themes[0]) };

/* x to the 2.4, near enough for a contrast: by x^2 * x^0.4, the root by Newton. */
static double
to_2_4(double x)
{
	double root = 1;
	if (x <= 0)
		return 0;
	for (int i = 0; i < 60; i++) /* root^5 = x^2 */
		root -= (root * root * root * root * root - x * x) /
		    (5 * root * root * root * root);
	return x * x * root;
}

static double
linear(int byte)
{
	double c = byte / 255.0;
	return c <= 0.03928 ? c / 12.92 : to_2_4((c + 0.055) / 1.055);
}

/* Relative luminance of a colour of the 256. Those below 16 are the user's own, of which only
 * black is dark in every palette. */
static double
luminance(int index)
{
	static const int steps[] = { 0, 95, 135, 175, 215, 255 };
	int r, g, b;
	if (index == 0)
		return 0;
	assert_true(index >= 16 && index < 256);
	if (index >= 232) {
		r = g = b = 8 + (index - 232) * 10;
	} else {
		r = steps[(index - 16) / 36];
		g = steps[(index - 16) / 6 % 6];
		b = steps[(index - 16) % 6];
	}
	return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

static double
contrast(double a, double b)
{
	return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

static void
colours_can_be_read_on_their_background(void **state)
{
	(void)state;
	for (int t = 0; t < THEMES; t++) {
		struct theme theme;
		struct err err;
		assert_true(theme_builtin(&theme, themes[t], &err));
		for (int r = 0; r < ROLE_COUNT; r++) {
			const struct style *s = &theme.styles[r];
			if (s->fg == COLOUR_DEFAULT && s->bg == COLOUR_DEFAULT)
				continue;
			/* A fixed background alone would stand behind any text. */
			assert_true(s->fg != COLOUR_DEFAULT);
			double fg = luminance(s->fg), low;
			if (s->bg != COLOUR_DEFAULT) {
				low = contrast(fg, luminance(s->bg));
			} else {
				double black = contrast(fg, 0), white = contrast(fg, 1);
				low = black < white ? black : white;
			}
			if (low < (s->bg == COLOUR_DEFAULT ? 4.4 : 4.5))
				fail_msg("%s in %s: %.2f to 1", role_names[r], themes[t], low);
		}
	}
}

static void
mono_has_no_colour_and_says_the_selection_otherwise(void **state)
{
	struct theme theme;
	struct err err;
	(void)state;
	assert_true(theme_builtin(&theme, "mono", &err));
	for (int r = 0; r < ROLE_COUNT; r++) {
		assert_int_equal(theme.styles[r].fg, COLOUR_DEFAULT);
		assert_int_equal(theme.styles[r].bg, COLOUR_DEFAULT);
	}
	for (int t = 0; t < THEMES; t++) {
		assert_true(theme_builtin(&theme, themes[t], &err));
		assert_true(theme.styles[ROLE_SELECTED].mono);
		assert_true(theme.styles[ROLE_WARN].mono);
		assert_true(theme.styles[ROLE_BAD].mono);
		assert_true(theme.styles[ROLE_ENV_PROD].mono & STYLE_REVERSE);
	}
}

/* A pair that could not be made is black on black: no role may use one. */
static void
no_role_uses_a_pair_that_was_not_made(void **state)
{
	static const char *const terms[] = { "vt100", "xterm", "xterm-16color", "xterm-256color",
		"xterm-direct", "linux", "tmux-256color" };
	(void)state;
	for (size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); i++) {
		for (int t = 0; t < 2 * THEMES; t++) {
			FILE *nowhere = fopen("/dev/null", "r+e");
			SCREEN *screen = newterm(terms[i], nowhere, nowhere);
			struct theme theme;
			struct look look = { 0 };
			struct err err;
			assert_non_null(screen);
			assert_true(theme_builtin(&theme, themes[t / 2], &err));
			look_init(&look, &theme, t % 2);
			for (int r = 0; r < ROLE_COUNT; r++) {
				int fg = 0, bg = 0, pair = look.styles[r].pair;
				assert_true(!pair || t % 2 == 0);
				if (!pair)
					continue;
				assert_int_equal(extended_pair_content(pair, &fg, &bg), OK);
				if (fg == bg && fg != -1)
					fail_msg(
					    "%s on %s: %d on %d", role_names[r], terms[i], fg, bg);
			}
			endwin();
			delscreen(screen);
			fclose(nowhere);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(colours_can_be_read_on_their_background),
		cmocka_unit_test(mono_has_no_colour_and_says_the_selection_otherwise),
		cmocka_unit_test(no_role_uses_a_pair_that_was_not_made),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
