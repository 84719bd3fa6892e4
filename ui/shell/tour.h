/*
 * tour.h - a tour: a file of steps that the presenter goes through with Space. script.h runs the
 * lines of a step; the steps wait for the presenter.
 *
 * The presenter may go anywhere in between. The next step is then reached from the last step
 * before it that opens a view, because a step without `open` begins where the one before it ended.
 * A tour survives a change of environment.
 */
#ifndef UI_SHELL_TOUR_H
#define UI_SHELL_TOUR_H

#include "ui/kit/console.h"

struct guided_tour;

/* Reads a tour. Returns NULL and sets err if that fails. */
struct guided_tour *tour_open(const char *name, struct err *err);
void tour_free(struct guided_tour *t);
/* Makes it the console's tour, instead of an earlier one; it begins in tour_run(). */
void tour_start(struct console *c, struct guided_tour *t);
/* `:tour`: goes on with a tour that was left, else lists all. `:tour NAME`, `:tour off`,
 * `:tour record FILE`, `:tour record off`, `:tour caption TEXT`, `:tour note TEXT`. */
void tour_run_command(struct console *c, struct str text);
/* Ends a recording, unless another environment's console follows. Call it before the panes close. */
void tour_close(struct console *c);
/* Runs the lines of the current step while the console is idle. Call it in each turn of the loop.
 */
void tour_run(struct console *c);
/* Gives the tour and the recording to the console of another environment, which shows the same
 * step. */
void tour_move(struct console *next, const struct console *last);

void tour_go_on(struct console *c);
void tour_go_back(struct console *c);
/* Leaves the tour; the console stays where it is. */
void tour_leave(struct console *c);
/* Shows why, and returns true, if a tour acts and only the presenter may start this action. */
bool tour_stops_action(struct console *c, enum action a);
/* The reason why a tour's action cannot run now, or NULL. */
const char *tour_why_not(const struct console *c, enum action a);

#endif
