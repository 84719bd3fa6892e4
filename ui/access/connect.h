/*
 * connect.h - connecting to a service: its address, a name, the shop's address and how one signs in;
 * then one signs in, a basket is read, and what goes into config.conf is shown before it is written.
 *
 * What was typed stays while the console runs. It covers the whole screen.
 */
#ifndef UI_ACCESS_CONNECT_H
#define UI_ACCESS_CONNECT_H

#include "ui/kit/console.h"

void connect_open(struct console *c);
/* What was typed goes. */
void connect_forget(struct console *c);

#endif
