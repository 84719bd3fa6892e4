/*
 * fates.h - links whose program was killed: checks their state in the journal and at the service,
 * and that a retry reconciles both without linking anything twice.
 *
 * A link is identified by its subject; all are links to FATE_OWNER. A list is the output of
 * `journal list -o ndjson`. A mismatch fails the test.
 */
#ifndef TESTS_FATES_H
#define TESTS_FATES_H

#include "lib/api.h"

/* An owner of the tour, and the issuer of all the links. */
#define FATE_OWNER "id-01a7d3f05e9b4c62881f7be02d94c6a3"
#define FATE_ISS "https://kill.example/"

enum fate {
	FATE_NOT_BEGUN, /* nothing recorded, nothing sent */
	FATE_DONE,
	FATE_ASK,   /* not confirmed; retried as it is */
	FATE_LOST,  /* not confirmed, linked by the service; unlinked before the retry */
	FATE_NEVER, /* not confirmed, not linked; another owner gets the identity before a retry */
	FATES
};

/* Checks one link before any retry. With `meddle`, changes the service's state of an unconfirmed
 * link. */
enum fate fate_check(struct api *a, const struct buf *list, const char *sub, bool meddle);
/* Checks the link again after all were retried. */
void fate_check_again(struct api *a, const struct buf *list, const char *sub, enum fate fate);

#endif
