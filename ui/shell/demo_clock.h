/*
 * demo_clock.h - `:demo now TIME`: moves the time of the demo, in its service and on the screen.
 */
#ifndef UI_SHELL_DEMO_CLOCK_H
#define UI_SHELL_DEMO_CLOCK_H

#include "ui/kit/console.h"

/* The text after the action: "now +3d", "+3d", "2026-12-24", or nothing to move it back; "reset" resets
 * the data. */
void demo_clock_run_command(struct console *c, struct str text);

#endif
