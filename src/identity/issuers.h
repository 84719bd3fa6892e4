/*
 * issuers.h - the issuers found in baskets and in the journal's links, with their counts. Texts are
 * borrowed from both. Pure.
 */
#ifndef IDENTITY_ISSUERS_H
#define IDENTITY_ISSUERS_H

#include "base/vec.h"
#include "identity/context.h"

struct issuer {
	struct str iss;
	size_t times;
};

struct issuers {
	struct index *places;
	VEC(struct issuer) list; /* the most frequent first */
};

struct issuer_list {
	struct str *v;
	size_t n, cap;
};

/* Counts the issuers. Free with issuers_free(). */
void issuers_count(struct issuers *all, const struct identity_context *context);
void issuers_free(struct issuers *all);

/* True if two different issuers are most likely meant to be the same: they differ only in
 * capitals, https:// or a slash at the end. */
bool issuer_is_similar(struct str a, struct str b);
/* Describes how a known issuer differs from the typed one. */
const char *issuer_difference(struct str typed, struct str known);

/* Appends the text shown next to a typed issuer: "known here, 31 times". Returns false if it is
 * not known. */
bool issuer_append_known_count(
    struct buf *out, const struct identity_context *context, struct str iss);
/* Lists the issuers that start with a prefix, each once, the most frequent first. The caller
 * frees out->v. */
void issuers_with_prefix(
    const struct identity_context *context, struct str prefix, struct issuer_list *out);

#endif
