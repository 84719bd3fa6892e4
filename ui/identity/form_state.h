/*
 * form_state.h - the form's private state, shared by form.c and the files that draw it.
 */
#ifndef UI_IDENTITY_FORM_STATE_H
#define UI_IDENTITY_FORM_STATE_H

#include "list/doc.h"
#include "ui/identity/form.h"
#include "ui/journal/write_session.h"
#include "ui/kit/lineedit.h"

/* In Tab order; the last two are buttons. FORM_ENVIRONMENT_NAME exists only while production is
 * locked. */
enum form_part {
	FORM_OWNER,
	FORM_ISSUER,
	FORM_SUBJECT,
	FORM_REASON,
	FORM_ENVIRONMENT_NAME,
	FORM_OWNER_TAIL,
	FORM_FIELDS,
	FORM_CANCEL = FORM_FIELDS,
	FORM_SEND,
	FORM_PARTS
};

struct identity_form {
	struct modal modal;
	struct lineedit fields[FORM_FIELDS];
	enum form_part focus;
	bool unlinks;
	unsigned undone_write_number;
	struct buf wrong_owner;
	struct buf pasted_iss, pasted_sub, pasted_aud, pasted_email; /* of a token or claims */
	int64_t pasted_exp;
	unsigned prefilled_fields; /* fields with prefilled text, as bits: a paste replaces it */
	bool has_user_input;       /* the user typed or pasted since the form was opened */
	unsigned pending_write_number; /* number of the write in progress, or 0 */
	unsigned refused_write_number; /* number of the previous write if it was refused, or 0 */
	struct buf refusal;            /* its number and why it was refused */
	struct arena suggestion_texts; /* texts of the suggestions menu */
	VEC(struct str) suggestions;
	struct doc doc;         /* the facts; in narrow windows also the request */
	struct doc request;     /* the request; used in wide windows only */
	bool shows_request;     /* all of it, not only its first line */
	bool fits_request;      /* the wide window has room for all of it anyway */
	int fact_rows;          /* most rows that the facts needed in a wide window, so far */
	int first_visible_line; /* the first visible line of doc */
	int visible_lines;      /* visible lines of doc in the last frame */
};

struct str identity_form_text(const struct identity_form *f, enum form_part part);
/* The typed text, as it would be sent. */
struct identity_fields identity_form_fields(const struct identity_form *f);
/* True if the form already has these values; those that are empty do not count. */
bool identity_form_has_same_text(
    const struct identity_form *f, const struct identity_form_values *ask);
/* Appends "link Mara Ellison (…77e2) to …ab39". The name is that of a basket with this
 * identity. */
void identity_form_describe(const struct identity_form *f, struct buf *out);

/* True if exactly this write was sent and refused: no text was changed since. */
bool identity_form_is_refused(const struct identity_form *f);
/* A verdict on a field, and the text after it. */
struct form_hint {
	enum role role; /* role of the verdict (good, warn); text if there is none */
	struct buf text;
};

/* form_hint.c: the label of one of the first four fields. */
const char *identity_form_label(enum form_part part);
/* Fills in the hint of a field; empty for the other parts. The caller frees its text. */
void identity_form_fill_hint(
    const struct identity_form *f, enum form_part part, struct form_hint *h);
/* Appends the keys of the focused part. */
void identity_form_append_bar(struct buf *out, const struct identity_form *f);
/* Opens the list of the form's keys. */
void identity_form_show_keys(struct console *c);

/* form_paste.c: puts untrusted texts into the fields. Returns false and shows a message if a
 * text is too long for its field, which is left empty. */
struct identity_paste;
bool identity_form_fill(struct identity_form *f, const struct identity_fields *identity);
/* Handles a pasted text: an identity, or text for the focused field. */
void identity_form_on_paste(struct identity_form *f, struct str text);
/* Handles a token that arrived as single keys because the terminal has no bracketed paste.
 * Returns true if there was one, ended by the current key. */
bool identity_form_accept_typed_token(struct identity_form *f);
/* Keeps the claims of a pasted token in memory, to show them with their identity; and wipes them.
 */
void identity_form_keep_claims(struct identity_form *f, const struct identity_paste *p);
void identity_form_wipe_claims(struct identity_form *f);
/* Fills in the claims that were pasted with the identity in the fields; false if there are none. */
struct pasted_claims;
bool identity_form_pasted_claims(const struct identity_form *f, struct pasted_claims *claims);
/* Names the fields that were filled in. `replaced`: the text that was there before, or STR_NONE. */
void identity_form_show_pasted(
    struct console *c, const struct identity_paste *p, struct str replaced);
void identity_form_show_rejected(
    struct identity_form *f, enum form_part part, enum lineedit_result why, size_t bytes);

/* form_offer.c: opens a menu of known values for the focused field, or shows that there are
 * none. Returns false for buttons and fields that have no suggestions. */
bool identity_form_suggest(struct identity_form *f);
void identity_form_clear_suggestions(struct identity_form *f);
/* True if there are suggestions for the field. */
bool identity_form_has_suggestions(const struct identity_form *f, enum form_part part);
/* Fills in the identity of the demo's prepared owner if no identity was entered yet. */
void identity_form_fill_demo_owner(struct identity_form *f);

/* form_draw.c */
void identity_form_draw(const struct modal *m, const struct surface *screen);
/* For linear mode: the text of identity_form_draw(). Returns the line of the focused field. */
size_t identity_form_write_doc(const struct modal *m, struct doc *d);
/* Builds the form's documents, and counts the visible lines, for a screen of this size. */
void identity_form_arrange(struct identity_form *f, int rows, int cols);

#endif
