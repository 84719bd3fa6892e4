/*
 * issuers.h - issuers that are known here, from baskets and from links of the journal, and how often
 * each was seen. Texts are borrowed from both. Pure.
 */
#ifndef APP_IDENTITY_ISSUERS_H
#define APP_IDENTITY_ISSUERS_H

#include "app/identity/context.h"
#include "base/vec.h"

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

/* issuers_free() them. */
void issuers_count(struct issuers *all, const struct identity_context *context);
void issuers_free(struct issuers *all);

/* Not the same, but most likely meant to be: but for capitals, https:// or a slash at the end. */
bool issuer_is_similar(struct str a, struct str b);
/* In what the known one differs from what was typed. */
const char *issuer_difference(struct str typed, struct str known);

/* Appends the text next to a typed issuer: "known here, 31 times". False if it is not known. */
bool issuer_append_known_count(
    struct buf *out, const struct identity_context *context, struct str iss);
/* Those that begin so, each once, the most frequent first. The caller frees out->v. */
void issuers_with_prefix(
    const struct identity_context *context, struct str prefix, struct issuer_list *out);

#endif
