/*
 * fates.h - links that were killed in progress: their state in the journal and at the service, and
 * that a retry reconciles both and links nothing twice.
 *
 * A link is known by its subject; all are links to FATE_OWNER. A list is the output of `journal
 * list -o ndjson`. A mismatch fails the test.
 */
#ifndef TESTS_FATES_H
#define TESTS_FATES_H

#include "lib/api.h"

/* An owner of the tour, and the issuer of all. */
#define FATE_OWNER "id-01a7d3f05e9b4c62881f7be02d94c6a3"
#define FATE_ISS "https://kill.example/"

enum fate {
	FATE_NOT_BEGUN, /* nothing noted, nothing sent */
	FATE_DONE,
	FATE_ASK,   /* unknown, and asked as it is */
	FATE_LOST,  /* unknown, was made, and is unlinked before asking */
	FATE_NEVER, /* not confirmed, was not made, and another owner has the identity before the retry */
	FATES
};

/* Looks at one before anything is asked again; `meddle`: what is unknown is changed meanwhile. */
enum fate fate_check(struct api *a, const struct buf *list, const char *sub, bool meddle);
/* Looks at it again when all was asked again. */
void fate_check_again(struct api *a, const struct buf *list, const char *sub, enum fate fate);

#endif
