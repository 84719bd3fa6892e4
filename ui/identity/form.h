/*
 * form.h - link and unlink on one page: the identity, the known facts, the effect, the request, and
 * the four characters that confirm it. Covers the body and takes all keys.
 *
 * One form at a time. Typed text is kept until it was sent: a closed form comes back unchanged,
 * unless it is opened for another identity.
 */
#ifndef UI_IDENTITY_FORM_H
#define UI_IDENTITY_FORM_H

#include "app/identity/write.h"
#include "model/identity_check.h"
#include "ui/kit/console.h"

/* Opens it with what is asked; NULL: as it was left, or empty. */
void identity_form_open(struct console *c, const struct identity_ask *ask);
/* The same from a pasted text that says who; false when it says nothing of an identity. */
bool identity_form_paste(struct console *c, struct str text);
/* The write that it waits for was answered. */
void identity_form_on_written(struct console *c, const struct write_result *w);
/* Is there text in it that was not sent? */
bool identity_form_is_unsent(const struct console *c);
void identity_form_free(struct console *c);

#endif
