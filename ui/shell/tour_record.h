/*
 * tour_record.h - writes a tour from what the presenter does: a step for each place that a key
 * leads to. A step opens its VIEW if it has one, else it has the keys that were pressed; the
 * cursor's row is found again by its text. Pastes and secrets are left out.
 */
#ifndef UI_SHELL_TOUR_RECORD_H
#define UI_SHELL_TOUR_RECORD_H

#include "ui/kit/console.h"

struct tour_record;

/* Runs `record FILE`, `record off`, `caption TEXT` and `note TEXT`. Returns false for any other
 * text. */
bool tour_record_run_command(struct console *c, struct str text);
/* Call before and after a key of the user is handled, and after a paste. */
void tour_record_before_key(struct console *c, uint32_t key);
void tour_record_after_key(struct console *c);
void tour_record_on_paste(struct console *c);
/* Writes the last step and ends the recording. */
void tour_record_end(struct console *c);

#endif
