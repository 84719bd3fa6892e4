/*
 * audit_words.h - entries of the service's audit in plain words, for its client and for the
 * commands that read a store.
 */
#ifndef WIRE_AUDIT_WORDS_H
#define WIRE_AUDIT_WORDS_H

#include "base/arena.h"

/* "linkExternalIdentity" is "link"; an unknown operation stays as it is. */
struct str audit_action_of_operation(struct str operation);
/* The operation of a typed action, in any case; another text stays as it is. */
struct str audit_operation_of_action(struct str typed);
/* First the object of the write, if it is not an owner: a catalog, a source, a file; then the
 * members of the detail except the identity. The text is in the arena. */
struct str audit_detail_in_words(struct arena *a, struct str target, struct str detail);

#endif
