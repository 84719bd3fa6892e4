/*
 * basket_doc_context.h - what a basket is told with, as the console is now.
 */
#ifndef UI_BASKET_BASKET_DOC_CONTEXT_H
#define UI_BASKET_BASKET_DOC_CONTEXT_H

#include "ui/basket/basket_doc.h"

struct console;

struct basket_doc_context basket_doc_context_now(const struct console *c);

#endif
