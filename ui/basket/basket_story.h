/*
 * basket_story.h - what a basket is told with, as the console is now.
 */
#ifndef UI_BASKET_BASKET_STORY_H
#define UI_BASKET_BASKET_STORY_H

#include "ui/basket/basket_doc.h"

struct console;

struct basket_story basket_story_now(const struct console *c);

#endif
