/*
 * fields.h - the members of --fields: parsed, found in items, written, and reported if no item has
 * them.
 *
 * A path's steps are separated by dots; array indexes are optional ("orderItems[].name" equals
 * "orderItems.name": one value per element; or "orderItems[0].name", "orderItems.0.name"). Owns the
 * paths and the member names found; the list of the command line is the caller's.
 */
#ifndef CLI_FIELDS_H
#define CLI_FIELDS_H

#include "base/index.h"
#include "list/view.h"

struct field {
	struct str path;      /* as typed */
	struct str lex_path;  /* in the form for json_lex_for_each() */
	bool found;           /* an item has it */
	bool is_known_member; /* a known member, even if no item has it */
};

struct fields {
	struct field *v; /* empty: no --fields */
	size_t n, cap;
	struct arena text_arena;
	struct index *seen_paths;   /* paths that items have */
	struct buf seen_path_lines; /* the same paths, one per line */
	size_t items_recorded;      /* number of items whose paths were recorded */
};

/* Parses "a,b.c"; commas within quotes are part of a name. Call fields_free() even after a
 * failure. */
bool fields_read(struct fields *f, struct str list, struct err *err);
void fields_free(struct fields *f);
/* Adds an optional member of items, such as "old": then "old.name" is known, too. */
void fields_mark_known(struct fields *f, struct str member);
/* Appends the path in the contract's form: without array indexes. */
void field_append_path(struct buf *out, const struct field *field);
/* Searches an item for fields that were not found so far. */
void fields_note_item(struct fields *f, struct str json);
/* True if the item has one of the fields. */
bool fields_has_any_in(const struct fields *f, struct str json);
/* True if one of the fields was found or is known. */
bool fields_has_any_known(const struct fields *f);

/* Appends a member's value for display: strings without quotes, nothing for null, several values
 * of arrays side by side. Sets *foreign if it is a text. */
void field_write(struct buf *out, const struct field *field, struct str json, bool *foreign);
/* Appends {"id":…,"customerDetails.email":…}: absent members are left out, members of array
 * elements become an array. `how` is passed to json_text_add(). */
void fields_write_json(struct buf *out, const struct fields *f, struct str json, unsigned how);

/* Sets an error like "No basket has emial" for a field that was not found, with the most similar
 * known name, or a note that it is a column. Always returns false. */
bool field_set_unknown_error(const struct fields *f, const struct field *field,
    const struct view_resource *resource, struct err *err);

#endif
