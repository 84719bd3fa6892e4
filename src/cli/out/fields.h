/*
 * fields.h - the members of --fields: parsed, found in items, written, and reported if no item has
 * them.
 *
 * A path's steps are separated by dots; arrays need no numbers ("orderItems[].name" equals
 * "orderItems.name": one value per element), but may have some ("orderItems[0].name",
 * "orderItems.0.name"). Owns the paths and the names that were seen; the list of the command line
 * is the caller's.
 */
#ifndef CLI_OUT_FIELDS_H
#define CLI_OUT_FIELDS_H

#include "app/list/view.h"
#include "base/index.h"

struct field {
	struct str path;  /* as typed */
	struct str steps; /* as json_lex_each() takes it */
	bool found;       /* in some item */
	bool named;       /* a known member, even if no item has it */
};

struct fields {
	struct field *v; /* empty: no --fields */
	size_t n, cap;
	struct arena texts;
	struct index *seen; /* paths that items have */
	struct buf names;   /* these, one a line */
	size_t items_seen;  /* items whose paths were seen */
};

/* Takes "a,b.c": commas within quotes are part of a name. fields_free() after false too. */
bool fields_read(struct fields *f, struct str list, struct err *err);
void fields_free(struct fields *f);
/* Says that items may have this member, though none has to: "old", and so "old.name". */
void fields_add_known(struct fields *f, struct str member);
/* The path as a contract has it: without the numbers of elements. */
void field_append_path(struct buf *out, const struct field *field);
/* Looks in an item for those that were in none so far. */
void fields_note_item(struct fields *f, struct str json);
/* Has the item one of them? */
bool fields_has(const struct fields *f, struct str json);
/* Was one of them found, or is it named? */
bool fields_is_any_known(const struct fields *f);

/* Appends a member's value as people read it: strings without quotes, null as nothing, several
 * values of arrays side by side. `foreign` when it is a text. */
void field_write(struct buf *out, const struct field *field, struct str json, bool *foreign);
/* Appends {"id":…,"customerDetails.email":…}: what is absent stays absent, what arrays have is an
 * array. `how` is json_text_add()'s. */
void fields_write_json(struct buf *out, const struct fields *f, struct str json, unsigned how);

/* "No basket has emial": of a field that none had; with the nearest that is known, and whether it
 * is a column instead. Always false. */
bool field_set_unknown_error(const struct fields *f, const struct field *field,
    const struct view_resource *resource, struct err *err);

#endif
