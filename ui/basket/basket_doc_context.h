/*
 * basket_doc_context.h - collects the data that a basket's detail needs from the console's current
 * state.
 */
#ifndef UI_BASKET_BASKET_DOC_CONTEXT_H
#define UI_BASKET_BASKET_DOC_CONTEXT_H

#include "ui/basket/basket_doc.h"

struct console;

struct basket_doc_context basket_doc_context_now(const struct console *c);

#endif
