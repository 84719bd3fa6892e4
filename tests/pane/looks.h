/*
 * looks.h - a pane as text: its rows with their roles, its available actions, its messages; and
 * comparison with a file in this folder.
 */
#ifndef TESTS_PANE_LOOKS_H
#define TESTS_PANE_LOOKS_H

#include "lib/process.h"
#include "ui/kit/pane.h"
#include "unit/ui/canvas.h"

#include <fcntl.h>
#include <unistd.h>

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

/* Compares with the file in this folder, which UPDATE=1 rewrites; reports the first difference
 * and the heading over it. */
static inline void
expect_as_before(const struct buf *now, const char *file)
{
	auto_buf then = { 0 }, path = { 0 };
	struct str a = buf_str(now), b, x, y = STR_NONE, frame = STR_NONE;
	buf_addf(&path, "%s/tests/pane/%s", getenv("BACKROOM_SOURCE"), file);
	if (getenv("UPDATE")) {
		int fd = open(buf_z(&path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
		assert_int_equal(write(fd, now->p, now->n), now->n);
		close(fd);
	}
	assert_true(process_read_file(buf_z(&path), &then));
	b = buf_str(&then);
	while (str_next(&a, '\n', &x)) {
		if (str_starts(x, STR("----")))
			frame = x;
		if (!str_next(&b, '\n', &y) || !str_eq(x, y))
			fail_msg(
			    "%.*s\nnow:  %.*s\nthen: %.*s", STR_ARG(frame), STR_ARG(x), STR_ARG(y));
	}
	assert_int_equal(now->n, then.n);
}

#endif
