/*
 * connect_form.h - what is asked of who connects to a service, and the environment that comes of it.
 * Pure but for the fields' own editing.
 */
#ifndef UI_ACCESS_CONNECT_FORM_H
#define UI_ACCESS_CONNECT_FORM_H

#include "app/config/conf.h"
#include "ui/kit/lineedit.h"

enum connect_field {
	CONNECT_ADDRESS,
	CONNECT_NAME,
	CONNECT_SHOP,
	CONNECT_KIND,   /* a choice */
	CONNECT_METHOD, /* a choice */
	CONNECT_DETAIL, /* of the way: issuer, file or command */
	CONNECT_FIELDS
};

enum connect_method {
	CONNECT_BY_DEVICE,
	CONNECT_BY_BROWSER,
	CONNECT_BY_FILE,
	CONNECT_BY_COMMAND,
	CONNECT_WITHOUT,
	CONNECT_METHODS
};

struct connect_form {
	struct lineedit fields[CONNECT_FIELDS]; /* of choices unused */
	bool test;                              /* its kind: no production */
	enum connect_method method;
	bool issuer_found; /* by the address itself, and not typed */
};

void connect_form_free(struct connect_form *f);
bool connect_is_choice(enum connect_field field);
/* Is it asked at all? Not the detail of no token. */
bool connect_is_asked(const struct connect_form *f, enum connect_field field);
const char *connect_label(const struct connect_form *f, enum connect_field field);
/* The value of a choice; for other fields an example of what to type. */
const char *connect_words(const struct connect_form *f, enum connect_field field);
void connect_change_choice(struct connect_form *f, enum connect_field field, int by);
struct str connect_text(const struct connect_form *f, enum connect_field field);

/* The address was typed: mended where its beginning is missing, and a name and a kind made of it where
 * none was typed. */
void connect_address_typed(struct connect_form *f);
/* Appends what config.conf gets; false with err (the field it is about in *at). `taken`: the names
 * that there are. */
bool connect_write(struct buf *out, struct connect_form *f, const struct config *taken,
    enum connect_field *at, struct err *err);

#endif
