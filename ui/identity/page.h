/*
 * page.h - a link or unlink before it is sent, in words: what is known of it here, what it
 * gives or takes, whether it can be undone, and what exactly is sent. Pure.
 */
#ifndef UI_IDENTITY_PAGE_H
#define UI_IDENTITY_PAGE_H

#include "app/identity/context.h"
#include "app/text/doc.h"
#include "model/identity_check.h"

struct identity_page {
	struct identity_fields identity;
	bool unlink;
	struct str url;   /* of the write */
	struct str story; /* of a prepared owner of the demo; STR_NONE */
};

/* The three parts, each under a line with its name. */
void identity_page_doc(
    struct doc *d, const struct identity_page *page, const struct identity_context *context);
/* In groups of four, to be read aloud: "id-    4f1c 09a2 …", what people take for a prefix filled up
 * to so many cells, the groups from the end where they do not fit. */
void identity_page_groups(
    struct buf *out, struct str text, int prefix_cells, int cells, bool ascii);
/* Cells of such a prefix: "id-", "auth|"; 0 without one. */
int identity_page_prefix(struct str text, bool ascii);

#endif
