/*
 * basket_doc.h - a basket in words: its detail, the ticket note. Pure.
 */
#ifndef UI_BASKET_BASKET_DOC_H
#define UI_BASKET_BASKET_DOC_H

#include "app/basket/baskets.h"
#include "app/catalog/catalog.h"
#include "app/link/link.h"
#include "app/text/doc.h"
#include "app/text/format.h"

struct basket_doc_context {
	const struct baskets *all; /* for the same person's other baskets */
	const struct contact_log *contact_log;
	const char *consent_field; /* of customFields, or NULL */
	bool masked;               /* people have pseudonyms */
	const struct link_rules *links;
	const struct catalog *catalog; /* for what became of its offers; or NULL */
	const struct baseline *then;   /* a snapshot that was compared with it; or NULL */
	int64_t start;                 /* the day an estimate is for */
	int64_t now;
	enum time_style times;
	bool plain; /* for an audience: no ids, paths or clocks */
};

/* The detail: every field of the contract, custom fields of any depth, the entry URL apart. */
void basket_doc(
    struct doc *d, const struct basket_row *row, const struct basket_doc_context *context);
/* A line with the person's status; nothing if there is none, or only `but`. */
void basket_doc_contact(struct doc *d, const struct contact_summary *state,
    const struct contact_entry *but, const struct basket_doc_context *context);
/* A completed basket of the same person that was begun after this one or within the day before, or one
 * of which that is not known; else NULL. */
const struct basket_row *basket_completed_of(
    const struct baskets *all, const struct basket_row *row);
/* The newest open basket of the same person (same_person.h), when it is newer than this one; else
 * NULL. */
const struct basket_row *basket_newer(const struct baskets *all, const struct basket_row *row);

enum note_person { NOTE_NONE, NOTE_PARTIAL, NOTE_FULL };
/* The ticket note: plain lines. `whole_link`: the link itself, not only its ending. */
void basket_note(struct buf *out, const struct basket_row *row,
    const struct basket_doc_context *context, enum note_person person, bool whole_link);
/* May a note carry the link? Not one that failed a check, or that is not there. */
bool basket_note_may_carry_link(
    const struct basket_row *row, const struct basket_doc_context *context);

#endif
