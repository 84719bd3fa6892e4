/*
 * connect_form.h - the fields of the connect form, and the environment made from them. Pure, except
 * that the fields are edited.
 */
#ifndef UI_ACCESS_CONNECT_FORM_H
#define UI_ACCESS_CONNECT_FORM_H

#include "app/conf.h"
#include "ui/kit/lineedit.h"

enum connect_field {
	CONNECT_ADDRESS,
	CONNECT_NAME,
	CONNECT_SHOP,
	CONNECT_KIND,   /* a choice */
	CONNECT_METHOD, /* a choice */
	CONNECT_DETAIL, /* depends on the method: issuer, file or command */
	CONNECT_FIELDS
};

enum connect_method {
	CONNECT_BY_DEVICE,
	CONNECT_BY_BROWSER,
	CONNECT_BY_FILE,
	CONNECT_BY_COMMAND,
	CONNECT_WITHOUT_TOKEN,
	CONNECT_METHODS
};

enum connect_kind { CONNECT_PRODUCTION, CONNECT_DEMO, CONNECT_TEST, CONNECT_KINDS };

struct connect_form {
	struct lineedit fields[CONNECT_FIELDS]; /* unused for the two choices */
	enum connect_kind kind;
	enum connect_method method;
	struct buf other_details[CONNECT_METHODS]; /* typed for the methods not chosen now */
	bool issuer_found; /* the issuer was found through the address, not typed */
};

void connect_form_free(struct connect_form *f);
bool connect_is_choice(enum connect_field field);
/* True if the form shows the field. The detail is hidden if the method is "no token". */
bool connect_is_field_asked(const struct connect_form *f, enum connect_field field);
const char *connect_label(const struct connect_form *f, enum connect_field field);
/* The current value of a choice; an example of what to type for any other field. */
const char *connect_value_or_example(const struct connect_form *f, enum connect_field field);
/* The name of a kind. */
const char *connect_kind_name(enum connect_kind kind);
void connect_change_choice(struct connect_form *f, enum connect_field field, int by);
/* Fills in the issuer that was found, unless one was typed. Returns false if it was. */
bool connect_use_issuer(struct connect_form *f, struct str issuer);
struct str connect_field_text(const struct connect_form *f, enum connect_field field);

/* Call after the address was typed: adds a missing scheme, and derives the name and the kind
 * from the host if no name was typed. */
void connect_on_address_typed(struct connect_form *f);
/* Appends the environment's text for config.conf; the first one becomes the default. Returns false, sets err and sets *at to the
 * field that is wrong. `taken` has the names already in use. */
bool connect_write_config(struct buf *out, struct connect_form *f, const struct config *taken,
    enum connect_field *at, struct err *err);

#endif
