/*
 * Every theme at every colour depth, drawn to nowhere: no role is unreadable on the usual
 * backgrounds of terminals.
 */
#include "app/theme.h"
#include "lib/test.h"
#include "ui/term/drawing.h"

#include <curses.h>

#include <stdio.h>
#include <string.h>

/* `own`: the least contrast on the theme's own background; 0 if it has none. */
static const struct {
	const char *name;
	double own;
} themes[] = { { "dark", 0 }, { "high-contrast", 7 }, { "light", 0 }, { "projector", 7 },
	{ "mono", 0 } };

enum { THEMES = sizeof(themes) / sizeof(themes[0]) };

/* Background colours of terminals and colour schemes, the theme for each, and their default
 * foreground. */
static const struct {
	const char *name, *theme;
	int background, foreground;
} terminals[] = {
	{ "xterm, PuTTY", "dark", 0x000000, 0xe5e5e5 },
	{ "Windows Terminal", "dark", 0x0c0c0c, 0xcccccc },
	{ "GNOME dark", "dark", 0x171421, 0xd0cfcc },
	{ "Ubuntu", "dark", 0x300a24, 0xeeeeec },
	{ "VS Code dark", "dark", 0x1e1e1e, 0xcccccc },
	{ "Solarized dark", "dark", 0x002b36, 0x93a1a1 },
	{ "Dracula", "dark", 0x282a36, 0xf8f8f2 },
	{ "One Dark", "dark", 0x282c34, 0xabb2bf },
	{ "Gruvbox dark", "dark", 0x282828, 0xebdbb2 },
	{ "Nord", "dark", 0x2e3440, 0xd8dee9 },
	{ "Tokyo Night", "dark", 0x1a1b26, 0xc0caf5 },
	{ "Catppuccin Mocha", "dark", 0x1e1e2e, 0xcdd6f4 },
	{ "Everforest dark", "dark", 0x2d353b, 0xd3c6aa },
	{ "Apple Terminal dark", "dark", 0x1e1e1e, 0xffffff },
	{ "xterm reversed, Apple Terminal", "light", 0xffffff, 0x000000 },
	{ "GNOME light", "light", 0xf6f5f4, 0x171421 },
	{ "Solarized light", "light", 0xfdf6e3, 0x586e75 },
	{ "Gruvbox light", "light", 0xfbf1c7, 0x3c3836 },
	{ "Catppuccin Latte", "light", 0xeff1f5, 0x4c4f69 },
	{ "Rose Pine Dawn", "light", 0xfaf4ed, 0x575279 },
	{ "Everforest light", "light", 0xfdf6e3, 0x5c6a72 },
	{ "Tokyo Night Day", "light", 0xe1e2e7, 0x3760bf },
	{ "Ayu light", "light", 0xfcfcfc, 0x5c6166 },
};

/* Lines and frames need less contrast. */
static double
least_contrast(int role)
{
	return role == ROLE_FAINT || role == ROLE_BAR || role == ROLE_RULE_PROD ||
		role == ROLE_HEADER_PROD
	    ? 3.0
	    : 4.5;
}

/* x to the power of 2.4, precise enough for a contrast: x^2 * x^0.4, with the root by Newton's
 * method. */
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

static double
luminance_of(int r, int g, int b)
{
	return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/* Relative luminance of one of the 256 colours. Colour schemes change those below 16, so themes
 * must not use them. */
static double
luminance(int index)
{
	static const int steps[] = { 0, 95, 135, 175, 215, 255 };
	assert_true(index >= 16 && index < 256);
	if (index >= 232) {
		int grey = 8 + (index - 232) * 10;
		return luminance_of(grey, grey, grey);
	}
	return luminance_of(
	    steps[(index - 16) / 36], steps[(index - 16) / 6 % 6], steps[(index - 16) % 6]);
}

static double
contrast(double a, double b)
{
	return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

static double
luminance_rgb(int rgb)
{
	return luminance_of(rgb >> 16, rgb >> 8 & 255, rgb & 255);
}

TEST(colours_can_be_read_on_the_terminals_background)
{
	for (size_t t = 0; t < sizeof(terminals) / sizeof(*terminals); t++) {
		struct theme theme;
		struct err err;
		assert_true(theme_load_builtin(&theme, terminals[t].theme, &err));
		for (int r = 0; r < ROLE_COUNT; r++) {
			const struct style *s = &theme.styles[r];
			/* A fixed background without a fixed text colour could hide any text. */
			assert_true(s->bg == COLOUR_DEFAULT || s->fg != COLOUR_DEFAULT);
			double fg = s->fg == COLOUR_DEFAULT ? luminance_rgb(terminals[t].foreground)
							    : luminance(s->fg);
			double bg = s->bg == COLOUR_DEFAULT ? luminance_rgb(terminals[t].background)
							    : luminance(s->bg);
			if (contrast(fg, bg) < least_contrast(r))
				fail_msg("%s in %s on %s: %.2f to 1", role_names[r],
				    terminals[t].theme, terminals[t].name, contrast(fg, bg));
		}
	}
}

TEST(colours_are_readable_on_the_themes_own_background)
{
	for (int t = 0; t < THEMES; t++) {
		struct theme theme;
		struct err err;
		assert_true(theme_load_builtin(&theme, themes[t].name, &err));
		for (int r = 0; r < ROLE_COUNT && themes[t].own > 0; r++) {
			const struct style *s = &theme.styles[r];
			double got = contrast(luminance(s->fg), luminance(s->bg));
			double least = themes[t].own > 4.5 ? themes[t].own : least_contrast(r);
			if (got < least)
				fail_msg("%s in %s: %.2f to 1", role_names[r], themes[t].name, got);
		}
	}
}

/* The selection, important text, normal text and labels look different on any terminal with
 * colours; without colours important text still does. */
TEST(weights_differ)
{
	for (int t = 0; t < THEMES; t++) {
		struct theme theme;
		struct err err;
		assert_true(theme_load_builtin(&theme, themes[t].name, &err));
		const struct style *text = &theme.styles[ROLE_TEXT],
				   *lead = &theme.styles[ROLE_LEAD],
				   *label = &theme.styles[ROLE_LABEL];
		assert_true(lead->attributes & STYLE_BOLD && lead->mono_attributes & STYLE_BOLD);
		assert_false(text->attributes & STYLE_BOLD || label->attributes & STYLE_BOLD);
		if (strcmp(themes[t].name, "mono") != 0)
			assert_int_not_equal(label->fg, text->fg);
		const struct style *bar = &theme.styles[ROLE_SELECTED],
				   *bad = &theme.styles[ROLE_BAD];
		assert_true(
		    bar->bg != bad->bg || bar->fg != bad->fg || bar->attributes != bad->attributes);
	}
}

TEST(auto_follows_the_terminals_background)
{
	for (size_t t = 0; t < sizeof(terminals) / sizeof(*terminals); t++) {
		int rgb = terminals[t].background;
		assert_string_equal(background_theme_name(background_of_rgb(
					(const int[]){ rgb >> 16, rgb >> 8 & 255, rgb & 255 })),
		    terminals[t].theme);
	}
	assert_string_equal(background_theme_name(background_of_colorfgbg("15;0")), "dark");
	assert_string_equal(background_theme_name(background_of_colorfgbg("0;15")), "light");
	assert_string_equal(background_theme_name(background_of_colorfgbg("0;default;7")), "light");
	assert_string_equal(background_theme_name(background_of_colorfgbg("12;8")), "dark");
	assert_string_equal(background_theme_name(background_of_colorfgbg("15;default")), "mono");
	assert_string_equal(background_theme_name(background_of_colorfgbg("")), "mono");
	assert_string_equal(background_theme_name(background_of_colorfgbg(NULL)), "mono");
	assert_string_equal(background_theme_name(background_of_colorfgbg("0;16")), "mono");
}

/* The eight colours and their bright variants as used by xterm, the Linux console, PuTTY and
 * Windows. */
static const struct {
	const char *name;
	int rgb[16];
} palettes[] = {
	{ "xterm",
	    { 0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
		0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff } },
	{ "linux",
	    { 0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa,
		0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff } },
	{ "putty",
	    { 0x000000, 0xbb0000, 0x00bb00, 0xbbbb00, 0x0000bb, 0xbb00bb, 0x00bbbb, 0xbbbbbb,
		0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff } },
	{ "windows",
	    { 0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798, 0x3a96dd, 0xcccccc,
		0x767676, 0xe74856, 0x16c60c, 0xf9f1a5, 0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2 } },
};

static double
luminance_8(size_t palette, int index)
{
	return luminance_rgb(palettes[palette].rgb[index]);
}

/* Reversing does not change the contrast; bold may make the text colour a bright one. */
static void
expect_readable_8(int t, int r, const struct style *s, size_t palette)
{
	double back = luminance_8(palette, s->bg8);
	double low = contrast(luminance_8(palette, s->fg8), back);
	double bold = contrast(luminance_8(palette, s->fg8 + 8), back);
	if (s->attributes8 & STYLE_BOLD && bold < low)
		low = bold;
	double least = themes[t].own > 4.5 ? themes[t].own : least_contrast(r);
	if (low < least)
		fail_msg("%s in %s on 8 colours of %s: %.2f to 1", role_names[r], themes[t].name,
		    palettes[palette].name, low);
}

/* A theme's own background covers the whole screen: each role has it, at every colour depth. */
TEST(a_theme_with_a_background_uses_it_in_every_role)
{
	for (int t = 0; t < THEMES; t++) {
		struct theme theme;
		struct err err;
		if (themes[t].own <= 0)
			continue;
		assert_true(theme_load_builtin(&theme, themes[t].name, &err));
		for (int r = 0; r < ROLE_COUNT; r++) {
			const struct style *s = &theme.styles[r];
			if (s->fg == COLOUR_DEFAULT || s->bg == COLOUR_DEFAULT ||
			    s->fg8 == COLOUR_DEFAULT || s->bg8 == COLOUR_DEFAULT)
				fail_msg("%s in %s", role_names[r], themes[t].name);
			for (size_t p = 0; p < sizeof(palettes) / sizeof(*palettes); p++)
				expect_readable_8(t, r, s, p);
		}
	}
}

TEST(mono_has_no_colour_and_marks_the_selection_otherwise)
{
	struct theme theme;
	struct err err;
	assert_true(theme_load_builtin(&theme, "mono", &err));
	for (int r = 0; r < ROLE_COUNT; r++) {
		assert_int_equal(theme.styles[r].fg, COLOUR_DEFAULT);
		assert_int_equal(theme.styles[r].bg, COLOUR_DEFAULT);
	}
	for (int t = 0; t < THEMES; t++) {
		assert_true(theme_load_builtin(&theme, themes[t].name, &err));
		assert_true(theme.styles[ROLE_SELECTED].mono_attributes);
		assert_true(theme.styles[ROLE_WARN].mono_attributes);
		assert_true(theme.styles[ROLE_BAD].mono_attributes);
		assert_true(theme.styles[ROLE_ENV_PROD].mono_attributes & STYLE_REVERSE);
	}
}

/* A pair that could not be made is black on black: no role may use one. */
TEST(every_role_uses_an_existing_colour_pair)
{
	static const char *const terms[] = { "vt100", "xterm", "xterm-16color", "xterm-256color",
		"xterm-direct", "linux", "tmux-256color" };
	for (size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); i++) {
		for (int t = 0; t < 2 * THEMES; t++) {
			FILE *nowhere = fopen("/dev/null", "r+e");
			SCREEN *screen = newterm(terms[i], nowhere, nowhere);
			struct theme theme;
			struct look look = { 0 };
			struct err err;
			assert_non_null(screen);
			assert_true(theme_load_builtin(&theme, themes[t / 2].name, &err));
			look_init(&look, &theme, t % 4 < 2, t % 2);
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
