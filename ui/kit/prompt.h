/*
 * prompt.h - the two prompts on the message line: `/` narrows what is seen, `:` goes anywhere
 * and does anything. (A third, for texts, searches in them.)
 */
#ifndef UI_KIT_PROMPT_H
#define UI_KIT_PROMPT_H

#include "ui/kit/console.h"
#include "ui/kit/textview.h"

/* Filters a pane of rows per key; Enter keeps it, Esc brings back what was. */
struct modal *prompt_filter_new(struct console *c, struct pane *rows);
/* Looks for a text in a document per key. */
struct modal *prompt_search_new(struct console *c, struct textview *view);
/* Words that narrow a list which is no pane's rows: handed over per key; Esc brings back those that
 * it began with. */
struct modal *prompt_narrow_new(
    struct console *c, struct str words, void (*narrow)(struct console *c, struct str words));
/* Asks for a text, which `take` judges when it is entered; false: its error is said and the text
 * stays. `words` is borrowed. */
struct modal *prompt_text_new(struct console *c, const char *words, struct str text,
    bool (*take)(struct console *c, struct str text, struct err *err));
/* As if the text had been typed instead of what stands there. */
void prompt_set_text(struct modal *prompt, struct str text);
/* Anything; begins with a pasted text when there is one, classified before it is shown. */
struct modal *prompt_anything_new(struct console *c, struct str pasted);

#endif
