#include "ui/identity/form_state.h"

#include "identity/paste.h"

/* Returns STR_NONE for buttons. */
struct str
identity_form_text(const struct identity_form *f, enum form_part part)
{
	if (part >= FORM_FIELDS)
		return STR_NONE;
	return buf_str(&f->fields[part].text);
}

/* Text that may be a token is never treated as a name and never shown on the page. */
static struct str
non_token_text(const struct identity_form *f, enum form_part part)
{
	struct str text = identity_form_text(f, part);
	return identity_paste_is_token(text) ? STR_NONE : text;
}

struct identity_fields
identity_form_fields(const struct identity_form *f)
{
	return (struct identity_fields){ .owner = non_token_text(f, FORM_OWNER),
		.iss = non_token_text(f, FORM_ISSUER),
		.sub = non_token_text(f, FORM_SUBJECT),
		.reason = non_token_text(f, FORM_REASON) };
}
