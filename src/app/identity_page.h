/*
 * identity_page.h - a link or unlink before it is sent, in words: what is known of it here, what it
 * gives or takes, whether it can be undone, and what exactly is sent. Pure.
 */
#ifndef APP_IDENTITY_PAGE_H
#define APP_IDENTITY_PAGE_H

#include "app/doc.h"
#include "app/identities.h"
#include "app/identity_check.h"
#include "app/journal.h"
#include "client/claims.h"

/* What is known, and by whom. */
struct identity_ground {
	const struct journal *journal;
	struct str service; /* as launch_service() calls it */
	const struct identities *identities;
	size_t baskets;              /* that were read for them */
	const struct claims *rights; /* NULL: the token is opaque, or there is none yet */
	struct str account;          /* who works here */
	int64_t now;
};

struct identity_page {
	struct identity_claim claim;
	bool unlink;
	struct str url;   /* of the write */
	struct str story; /* of a prepared owner of the demo; STR_NONE */
};

/* The four parts, each under a line with its name. */
void identity_page_doc(
    struct doc *d, const struct identity_page *page, const struct identity_ground *ground);
/* What stands beside an issuer that is typed: "known here, 31 times". */
void identity_page_issuer(struct buf *out, const struct identity_ground *ground, struct str iss);
struct issuer_list {
	struct str *v;
	size_t n, cap;
};
/* Issuers that are known here and begin so, each once, the most frequent first. */
void identity_page_issuers(
    const struct identity_ground *ground, struct str prefix, struct issuer_list *out);
/* In groups of four, to be read aloud: "id- 4f1c 09a2 …", from the end where it does not fit. */
void identity_page_groups(struct buf *out, struct str text, int cells, bool ascii);

#endif
