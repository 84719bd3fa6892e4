/*
 * page.h - the text of the link and unlink form: the facts known here, the effect, whether it can
 * be undone, and the exact request. Pure.
 */
#ifndef UI_IDENTITY_PAGE_H
#define UI_IDENTITY_PAGE_H

#include "identity/context.h"
#include "identity/paste.h"
#include "list/doc.h"
#include "model/identity_check.h"

struct identity_page {
	struct identity_fields identity;
	bool unlinks;
	bool is_beside;   /* titles without rules: the facts are to the right of the fields */
	struct str url;   /* URL of the write request */
	struct str story; /* description of a prepared demo owner, or STR_NONE */
	const struct pasted_claims *claims; /* pasted with this identity; NULL: none */
	bool hides_email;                   /* people are masked, or an audience watches */
	struct str refusal; /* why this same write was refused before, or STR_NONE */
};

/* The three parts, each under a rule with its title. */
void identity_page_doc(
    struct doc *d, const struct identity_page *page, const struct identity_context *context);
/* Its first two parts, and its last. */
void identity_page_facts_doc(
    struct doc *d, const struct identity_page *page, const struct identity_context *context);
void identity_page_request_doc(struct doc *d, const struct identity_page *page);
/* Splits an id into groups of four for reading aloud: "id-    4f1c 09a2 …". The prefix is padded
 * to `prefix_cells`; if the groups do not fit into `cells`, only the last ones are shown. */
void identity_page_write_groups(
    struct buf *out, struct str text, int prefix_cells, int cells, bool ascii);
/* Width of the id's prefix in cells ("id-", "auth|"); 0 if it has none. */
int identity_page_prefix_cells(struct str text, bool ascii);

#endif
