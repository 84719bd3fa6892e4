/*
 * form_state.h - the form's inside, for form.c and what draws it.
 */
#ifndef UI_IDENTITY_FORM_STATE_H
#define UI_IDENTITY_FORM_STATE_H

#include "app/text/doc.h"
#include "ui/identity/form.h"
#include "ui/kit/lineedit.h"
#include "ui/writes/write_session.h"

/* In the order of Tab; the last two are buttons. NAME is there while production is locked. */
enum form_part {
	FORM_OWNER,
	FORM_ISSUER,
	FORM_SUBJECT,
	FORM_REASON,
	FORM_NAME,
	FORM_TAIL,
	FORM_FIELDS,
	FORM_CANCEL = FORM_FIELDS,
	FORM_SEND,
	FORM_PARTS
};

struct identity_form {
	struct modal modal;
	struct lineedit fields[FORM_FIELDS];
	enum form_part focus;
	bool unlink;
	unsigned undoes;
	struct buf avoid;
	unsigned given;   /* fields, by bit, with text that was filled in: a paste replaces it */
	bool touched;     /* the user has typed or pasted since it was opened for an identity */
	unsigned sent;    /* the write that is waited for, or 0 */
	unsigned refused; /* the write before, when it was refused, or 0 */
	struct arena offered_texts; /* of the menu of offers */
	VEC(struct str) offered;
	struct doc doc; /* the text between the fields and the confirmation */
	int top;        /* its first line that is seen */
	int rows;       /* how many were, in the last frame */
};

struct str identity_form_text(const struct identity_form *f, enum form_part part);
/* The typed text, as it would be sent. */
struct identity_fields identity_form_fields(const struct identity_form *f);

/* form_paste.c: puts foreign texts into fields. A text too long for its field is reported, and
 * its field is left empty: then false. */
struct identity_paste;
bool identity_form_fill(struct identity_form *f, const struct identity_fields *identity);
/* A pasted text: an identity, or what the field in focus takes. */
void identity_form_on_paste(struct identity_form *f, struct str text);
/* Without bracketed paste a token arrives as if it were typed. True if there was one: then this
 * key was its end. */
bool identity_form_accept_typed_token(struct identity_form *f);
void identity_form_show_pasted(struct console *c, const struct identity_paste *p);
void identity_form_show_rejected(
    struct identity_form *f, enum form_part part, enum lineedit_result why, size_t bytes);

/* form_offer.c: a menu of what is known for the field in focus, or words that nothing is; false of
 * fields and buttons that there is nothing to choose for. */
bool identity_form_offer(struct identity_form *f);
void identity_form_clear_offers(struct identity_form *f);
/* Is anything known for the field? */
bool identity_form_has_offers(const struct identity_form *f, enum form_part part);
/* A prepared owner of the demo comes with an identity, where none was given yet. */
void identity_form_fill_demo_owner(struct identity_form *f);

/* form_draw.c */
void identity_form_draw(const struct modal *m, const struct surface *screen);
/* How many rows of its document are seen on a screen; and builds it for a width. */
int identity_form_rows(const struct identity_form *f, int rows, int cols);
void identity_form_build(struct identity_form *f, int width);

#endif
