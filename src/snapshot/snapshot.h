/*
 * snapshot.h - a whole catalog at one moment: every item as it was sent, sorted by kind, path and
 * id. In a file each is a line {"kind","published"?,"item"}; owners, baskets and identities are
 * never included.
 *
 * Owns its texts until snapshot_free().
 */
#ifndef SNAPSHOT_SNAPSHOT_H
#define SNAPSHOT_SNAPSHOT_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "model/catalog.h"

enum snapshot_kind {
	SNAPSHOT_CAMPAIGN,
	SNAPSHOT_OFFER,
	SNAPSHOT_ASSET,
	SNAPSHOT_PRODUCT,
	SNAPSHOT_SEGMENT,
	SNAPSHOT_JOURNEYS, /* one item: the whole configuration */
	SNAPSHOT_KINDS
};

extern const char *const snapshot_kinds[SNAPSHOT_KINDS];

struct snapshot_item {
	enum snapshot_kind kind;
	struct str path, id;
	enum flag_value published; /* FLAG_ABSENT: not known, or not a standalone offer */
	struct str json;           /* on one line */
	unsigned flags;            /* enum span_flag */
};

struct snapshot {
	struct arena text_arena;
	VEC(struct snapshot_item) items;
	size_t repaired_count; /* number of items whose JSON was invalid */
};

void snapshot_free(struct snapshot *s);
/* As snapshot_add(), for JSON as the service sent it: put on one line, and repaired if needed. */
void snapshot_add_raw(struct snapshot *s, enum snapshot_kind kind, struct str json, unsigned flags);
void snapshot_sort(struct snapshot *s);
/* Appends the items as lines. */
void snapshot_write(struct buf *out, const struct snapshot *s);
/* Parses the lines of a snapshot; unknown kinds are skipped. An error names the line. */
bool snapshot_read(struct snapshot *s, struct str text, struct err *err);
/* As snapshot_read(), for a file, with its path in the error. */
bool snapshot_load(struct snapshot *s, const char *path, struct err *err);
/* Appends a summary: "141 items of e44d07a, 2 not well-formed and mended". An empty commit is
 * left out. */
void snapshot_append_summary(struct buf *out, const struct snapshot *s, struct str commit);
/* The first item with that path in a sorted snapshot, or NULL. */
const struct snapshot_item *snapshot_find(
    const struct snapshot *s, enum snapshot_kind kind, struct str path);

/* A difference between two items: one of them is NULL if only the other exists. `member` is the
 * dotted path of a changed member, with its JSON before and after, STR_NONE if absent; it is
 * STR_NONE for added or removed items. */
struct snapshot_change {
	const struct snapshot_item *old_item, *new_item;
	struct str member, old, new;
};
typedef void snapshot_change_fn(void *ctx, const struct snapshot_change *change);

/* SNAPSHOT_SHARED_MEMBERS leaves out members that every environment sets for itself (ids,
 * versions, revisions, times, the last user), for comparisons of two environments. Attributes
 * are always compared. */
enum snapshot_members { SNAPSHOT_SHARED_MEMBERS, SNAPSHOT_ALL_MEMBERS };

/* Compares two sorted snapshots. Items correspond by kind and path; several with the same path,
 * by their order. Returns how many items differ. */
size_t snapshot_diff(const struct snapshot *before, const struct snapshot *after,
    enum snapshot_members which, snapshot_change_fn *fn, void *ctx);

#endif
