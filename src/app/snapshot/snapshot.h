/*
 * snapshot.h - a whole catalog at one moment: every item as it was sent, in the order kind, path,
 * id. In a file each is a line {"kind","published"?,"item"}; owners, baskets and identities are
 * never among them.
 *
 * Owns its texts until snapshot_free().
 */
#ifndef APP_SNAPSHOT_SNAPSHOT_H
#define APP_SNAPSHOT_SNAPSHOT_H

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
	enum flag_value published; /* FLAG_ABSENT: not known, or no standalone offer */
	struct str json;     /* on one line */
	unsigned flags;      /* span_flag */
};

struct snapshot {
	struct arena texts;
	VEC(struct snapshot_item) items;
	size_t fixed; /* that were not JSON as sent */
};

void snapshot_free(struct snapshot *s);
/* Adds an item; the JSON is copied, path and id are read from it. */
void snapshot_add(struct snapshot *s, enum snapshot_kind kind, struct str json, unsigned flags);
/* As above with JSON as the service sent it: put on one line, and repaired if needed. */
void snapshot_add_raw(struct snapshot *s, enum snapshot_kind kind, struct str json, unsigned flags);
/* Puts the items into their order. */
void snapshot_sort(struct snapshot *s);
/* Appends the lines. */
void snapshot_write(struct buf *out, const struct snapshot *s);
/* Reads such lines; kinds that no snapshot has are passed over. An error names the line. */
bool snapshot_read(struct snapshot *s, struct str text, struct err *err);
/* As above for a file, with its path in the error. */
bool snapshot_load(struct snapshot *s, const char *path, struct err *err);
/* Appends how much it holds: "141 items of e44d07a, 2 not well-formed and mended". An empty commit
 * is not named. */
void snapshot_append_summary(struct buf *out, const struct snapshot *s, struct str commit);
/* The first item of that path in a sorted one, or NULL. */
const struct snapshot_item *snapshot_find(
    const struct snapshot *s, enum snapshot_kind kind, struct str path);

/* A difference between two items: one of them is NULL if only the other exists. `member` is the
 * dotted path of a changed member, with its JSON before and after, STR_NONE if absent; for added
 * or removed items it is STR_NONE. */
struct snapshot_change {
	const struct snapshot_item *before, *after;
	struct str member, old, new;
};
typedef void snapshot_change_fn(void *ctx, const struct snapshot_change *change);

/* Members that each environment gives its own (ids, versions, revisions, times, the last user) tell
 * nothing when two environments are compared. Attributes are never among them. */
enum snapshot_members { SNAPSHOT_SHARED_MEMBERS, SNAPSHOT_ALL_MEMBERS };

/* Both must be sorted. Items are the same by kind and path; several of one path in their order.
 * Gives how many items differ. */
size_t snapshot_diff(const struct snapshot *before, const struct snapshot *after,
    enum snapshot_members which, snapshot_change_fn *fn, void *ctx);

#endif
