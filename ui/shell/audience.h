/*
 * audience.h - who watches: people by pseudonyms, a screen for a projector.
 *
 * On at once, off only after being asked twice: no single key shows people to an audience.
 */
#ifndef UI_SHELL_AUDIENCE_H
#define UI_SHELL_AUDIENCE_H

#include "ui/kit/console.h"

/* `:mask on`, `:mask off`; without a word what would change it. */
void audience_mask(struct console *c, struct str word);
/* `:present`, and `:present clear` for one that may see people; `off` shows all again but people.
 */
void audience_present(struct console *c, struct str word);

#endif
