/*
 * form.h - the form that links or unlinks an identity, on one page: the identity, the known facts,
 * the effect, the request, and the four characters that confirm it. Covers the body and takes all
 * keys.
 *
 * There is only one form. Typed text is kept until it was sent: a closed form reopens unchanged.
 * If it is opened for something else, the user is asked first.
 */
#ifndef UI_IDENTITY_FORM_H
#define UI_IDENTITY_FORM_H

#include "identity/write.h"
#include "model/identity_check.h"
#include "ui/kit/console.h"

/* Opens the form with these values; with NULL empty. Asks first if it has other unsent text. */
void identity_form_open(struct console *c, const struct identity_form_values *ask);
/* Opens the form as it was left, or empty. */
void identity_form_reopen(struct console *c);
/* Opens the form with the identity found in a pasted text. Returns false if the text contains
 * none. */
bool identity_form_paste(struct console *c, struct str text);
/* Call when the response to the form's write arrived. */
void identity_form_on_written(struct console *c, const struct write_result *w);
/* Appends a sentence about the form's unsent text, for quitting; nothing if it has none. */
void identity_form_append_unsent(const struct console *c, struct buf *out);
void identity_form_free(struct console *c);

#endif
