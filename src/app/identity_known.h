/*
 * identity_known.h - what is known here of an owner, an issuer and a subject: from the journal, and
 * from the baskets that were read. Nobody can list links, so every line says where it is from.
 * Pure.
 */
#ifndef APP_IDENTITY_KNOWN_H
#define APP_IDENTITY_KNOWN_H

#include "app/identity_page.h"

/* A line for each thing worth knowing, and one for everything odd or wrong. */
void identity_known_doc(struct doc *d, const struct identity_claim *claim, bool unlink,
    const struct identity_ground *ground);

/* The newest write of this identity that is done: to whom it was linked, or from whom removed. NULL
 * when there is none. */
const struct journal_write *identity_known_newest(
    const struct identity_ground *ground, const struct identity_claim *claim);

#endif
