/*
 * looks.h - a pane as text: its rows with their roles, its available actions, its messages; and
 * comparison with a file in this folder.
 */
#ifndef TESTS_PANE_LOOKS_H
#define TESTS_PANE_LOOKS_H

#include "base/utf8.h"
#include "lib/process.h"
#include "lib/reference.h"
#include "ui/kit/pane.h"
#include "unit/ui/canvas.h"

/* Appends a row's text, then the roles other than "text", each with its first cell and the one
 * after its last. */
static inline void
add_row(struct buf *out, const struct look *look, int y, int cols, struct str words)
{
	struct cell_look was = read_cell_look(y, 0);
	int from = 0;
	bool any = false;
	buf_addf(out, "|%.*s\n", STR_ARG(words));
	for (int x = 1; x <= cols; x++) {
		struct cell_look is = read_cell_look(y, x < cols ? x : 0);
		if (x < cols && is.attributes == was.attributes && is.pair == was.pair)
			continue;
		int role = find_role(look, was);
		if (role != ROLE_TEXT) {
			buf_addf(out, "%s%d-%d %s", any ? ", " : " ", from, x,
			    role < ROLE_COUNT ? role_names[role] : "other");
			any = true;
		}
		from = x;
		was = is;
	}
	buf_addz(out, any ? "\n" : "");
}

/* Replaces the service's port, which is different each time, by 00000. */
static inline void
hide_port(struct buf *screen)
{
	static const char host[] = "127.0.0.1:";
	for (char *at = strstr(buf_z(screen), host); at; at = strstr(at, host))
		for (at += strlen(host); *at >= '0' && *at <= '9'; at++)
			*at = '0';
}

/* Appends the message line as it is without a message. */
static inline void
add_status(struct buf *out, const struct pane *p)
{
	auto_buf words = { 0 };
	enum role role = ROLE_LABEL;
	if (pane_append_status(p, &words, &role))
		buf_addf(out, "says, as %s: %s\n", role_names[role], buf_z(&words));
}

/* Appends the available actions, with the names that differ in this pane, and the reasons of
 * unavailable ones. */
static inline void
add_actions(struct buf *out, const struct pane *p)
{
	const struct pane_action *a;
	auto_buf room = { 0 };
	for (size_t at = 0; (a = pane_action_at(p, at)); at++) {
		const char *why = pane_why_not(p, a->id),
			   *words = pane_action_label(p, a->id, &room);
		if (why)
			buf_addf(out, "%s: %s\n", action_infos[a->id].name, why);
		else if (words)
			buf_addf(out, "%s is called %s\n", action_infos[a->id].name, words);
		else
			buf_addf(out, "%s\n", action_infos[a->id].name);
	}
}

/* Fails if a row after the first line has text in its last cell; lines and frames may reach it. */
static inline void
expect_blank_edge(struct str screen, int cols)
{
	struct str row;
	str_next(&screen, '\n', &row);
	while (str_next(&screen, '\n', &row)) {
		struct str last = row.n > 3 ? str_sub(row, row.n - 3, row.n) : row;
		bool is_line = str_starts(last, STR("\xE2\x94")) || str_starts(last, STR("\xE2\x95"));
		if (!is_line && text_width(row) >= cols)
			fail_msg("the last column is not blank: %.*s", STR_ARG(row));
	}
}

#endif
