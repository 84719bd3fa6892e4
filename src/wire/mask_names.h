/*
 * mask_names.h - real-looking names for masked people: given names, family names, and words of
 * companies, streets and towns, in the script and case of the word that they replace. Pure.
 *
 * English family names are combined from two syllables, so that few originals share one.
 */
#ifndef WIRE_MASK_NAMES_H
#define WIRE_MASK_NAMES_H

#include "base/buf.h"
#include "base/digest.h"

enum name_part {
	NAME_GIVEN,
	NAME_FAMILY,
	NAME_PARTICLE, /* "van", "de", "Al" */
	NAME_COMPANY_WORD,
	NAME_COMPANY_PARTICLE,
	NAME_STREET_WORD,
	NAME_TOWN_WORD,
	NAME_PARTS
};

/* Appends the name that the random bytes choose. It never contains the word. Returns false, and
 * appends nothing, if the lists lack the word's script. */
bool mask_name_append(struct buf *out, enum name_part part, struct str word,
    const unsigned char random[DIGEST_SIZE]);
/* True if the word is a common given name in ASCII, in any case. */
bool mask_name_is_given(struct str word);
/* The number of bytes of the family name at the start of a full name without spaces, as Chinese,
 * Japanese and Korean names are written; 0 if it is not one. */
size_t mask_name_family_length(struct str word);

#endif
