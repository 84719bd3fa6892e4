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
	struct identity_fields claim;
	bool unlink;
	struct str url;   /* of the write */
	struct str story; /* of a prepared owner of the demo; STR_NONE */
};

/* The four parts, each under a line with its name. */
void identity_page_doc(
    struct doc *d, const struct identity_page *page, const struct identity_context *ground);
/* In groups of four, to be read aloud: "id- 4f1c 09a2 …", from the end where it does not fit. */
void identity_page_groups(struct buf *out, struct str text, int cells, bool ascii);

#endif
