/*
 * demo_control.h - the demo's own commands: reset, another time, simulated faults, saving and
 * loading. Each asks the demo's service, and shows the result.
 */
#ifndef UI_SHELL_DEMO_CONTROL_H
#define UI_SHELL_DEMO_CONTROL_H

#include "ui/kit/console.h"

/* Runs a demo action with its text, which is trimmed. */
void demo_control_run(struct console *c, enum action a, struct str text);
/* The action of "save before", as typed after "demo"; ACT_DEMO_NOW if it begins with none of them.
 * Removes that word. */
enum action demo_control_action(struct str *text);

#endif
