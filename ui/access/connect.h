/*
 * connect.h - connects to a service: its address, a name, the shop's address and the sign-in; then
 * the user signs in, a basket is read, and the text for config.conf is shown before it is saved.
 *
 * Typed text is kept while the console runs. Covers the whole screen.
 */
#ifndef UI_ACCESS_CONNECT_H
#define UI_ACCESS_CONNECT_H

#include "ui/kit/console.h"

void connect_open(struct console *c);
/* Clears the typed text. */
void connect_free(struct console *c);

#endif
