/*
 * audience.h - modes for showing the console to others: masked people, and a plain screen for a
 * projector.
 *
 * Masking is turned on at once, but turning it off must be confirmed twice, so that no single key
 * shows personal data to an audience.
 */
#ifndef UI_SHELL_AUDIENCE_H
#define UI_SHELL_AUDIENCE_H

#include "ui/kit/console.h"

/* `:mask on`, `:mask off`; without a word, switches. */
void audience_run_mask(struct console *c, struct str word);
/* `:present`, and `:present clear` to present without masking people; `off` ends presenting but
 * keeps people masked. */
void audience_run_present(struct console *c, struct str word);

#endif
