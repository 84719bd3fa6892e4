/*
 * connect.h - the form that connects to a service: its address, a name, the shop's address and the
 * sign-in method. Signs the user in, reads one basket to test the connection, and shows the text
 * for config.conf before saving it.
 *
 * Typed text is kept while the console runs. Covers the whole screen.
 */
#ifndef UI_ACCESS_CONNECT_H
#define UI_ACCESS_CONNECT_H

#include "ui/kit/console.h"

void connect_open(struct console *c);
/* Frees the typed text. */
void connect_free(struct console *c);

#endif
