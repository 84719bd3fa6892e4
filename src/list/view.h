/*
 * view.h - the VIEW language: a resource, terms, order and columns on one line.
 *
 *	baskets since=7d tag=/tags/uk/reseller smith !kell sort=-created cols=age,reach,person
 *	baskets since=7d group=channel,day sort=-count,newest
 *
 * The title, the filter line, `get`, saved views and tickets use the same grammar. key=value is
 * exact (key="" matches if there is none), key:value contains (case and accents folded), key~value
 * is a regular expression, key<value and its like compare (term_test.h), a bare word or ~pattern is
 * in any text of the row, `!` negates, quotes keep words together (\" and \\ inside). A
 * member is named by its path (json_lex.h) in terms, cols= and group=: customFields."a b"=1.
 * view_parse() reads back what view_write() prints. Owns its texts until view_free().
 */
#ifndef LIST_VIEW_H
#define LIST_VIEW_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "wire/names.h"

struct mask;

/* VIEW_MATCHES may have no key. The comparisons come last. */
enum view_op {
	VIEW_WORD,
	VIEW_EXACT,
	VIEW_CONTAINS,
	VIEW_MATCHES,
	VIEW_LESS,
	VIEW_AT_MOST,
	VIEW_MORE,
	VIEW_AT_LEAST,
	VIEW_OPS
};
/* The signs after a key: "", "=", ":", "~", "<", "<=", ">", ">=". */
extern const char *const view_op_signs[VIEW_OPS];

struct view_term {
	struct str key; /* empty for a bare word or pattern */
	enum view_op op;
	struct str value;
	bool negated;
};

struct column;
struct row_ops;

/* A key whose exact terms are sent to the service as a parameter. */
struct service_term {
	const char *key;
	enum param param;
	bool names_person; /* not sent while people are masked: the user knows only masked values */
	/* Appends the value to send. Returns false if it cannot be sent. NULL: as typed. */
	bool (*write_value)(struct buf *out, struct str typed);
};

enum { VIEW_GROUPS_MAX = 2, VIEW_SORTS_MAX = 4, VIEW_WIDTH_MIN = 3, VIEW_WIDTH_MAX = 200 };

/* A column to sort by. */
struct view_sort {
	struct str column;
	bool descending;
};

/* A column and its width in cells: "customFields.desk:20"; width 0: fit to its texts. */
struct view_column {
	struct str name;
	int width;
};

struct view_resource {
	const char *name;     /* plural: "baskets" */
	const char *singular; /* singular: "basket" */
	const char *plural;   /* if its name is not the plural: "journal entries"; else NULL */
	enum endpoint endpoint;
	const char *const *keys; /* NULL-terminated; keys allowed in terms */
	const char *key_prefix;  /* also allows keys starting with this: "customFields."; or NULL */
	const struct column *columns; /* columns for sort= and cols=; ends with a NULL id */
	const struct row_ops *row_ops;
	/* For a resource whose rows can be grouped: the group keys besides names below the
	 * prefix, NULL-terminated; and the resources for VIEWs with group=. */
	const char *const *group_keys;
	/* Other names of group keys, each before its key, NULL-terminated; or NULL. */
	const char *const *group_aliases;
	const struct view_resource *grouped_resources[VIEW_GROUPS_MAX]; /* by one key, by two */
	/* For a resource whose keys have parameters of their own; ends with a NULL key. */
	const struct service_term *service_terms;
	bool for_mail_tool;     /* csv is for mail tools: see CSV_MAIL */
	bool needs_all_baskets; /* a row combines many baskets: the service must send all of them */
};

struct view {
	struct arena text_arena;
	const struct view_resource *resource;
	const struct view_resource
	    *term_resource; /* resource of the terms: the same, or the grouped one */
	VEC(struct view_term) terms;
	/* The first decides, the next ones order rows that it leaves equal; none: the resource's
	 * own order. */
	struct view_sort sorts[VIEW_SORTS_MAX];
	size_t sort_count;
	VEC(struct view_column) columns; /* empty: chosen by width */
	VEC(struct str) group_keys;      /* keys to count rows by; empty: not grouped */
};

extern const struct view_resource view_resources[]; /* resources.c; ends with a NULL name */

/* Parses a whole line. An error names the invalid word, and the most similar valid one. */
bool view_parse(struct view *v, struct str line, struct err *err);
/* Parses terms for a known resource (the filter prompt). */
bool view_parse_terms(
    struct view *v, const struct view_resource *resource, struct str line, struct err *err);
void view_free(struct view *v);
/* Appends the view as a line. */
void view_write(struct buf *out, const struct view *v);
/* Appends one term of a resource, or all terms of a view. */
void view_write_term(
    struct buf *out, const struct view_resource *resource, const struct view_term *t);
void view_write_terms(struct buf *out, const struct view *v);
/* Appends a value in quotes, so that any content is read back unchanged. */
void view_write_quoted(struct buf *out, struct str value);
/* True if a term narrows what is shown. */
bool view_is_filtered(const struct view *v);
bool view_has_same_sort(const struct view *a, const struct view *b);
/* True if the view sorts by this column, first or later. */
bool view_sorts_by(const struct view *v, const char *column);
/* Sorts by one column alone; its text must outlive the view. */
void view_sort_by(struct view *v, struct str column, bool descending);
/* Appends the columns of sort=, as in "kind,-name". */
void view_write_sort(struct buf *out, const struct view *v);
/* True if a term may name a person. */
bool view_may_name_people(const struct view *v);
/* Replaces values that may name people by pseudonyms. */
void view_mask_people(struct view *v, const struct mask *m);
/* Appends " cols=age,customFields.desk:20"; nothing if the view names none. */
void view_write_columns(struct buf *out, const struct view *v);
/* Copies group, order and columns from another view, where this view sets none. */
void view_inherit_shape(struct view *v, const struct view *from);
/* The value of the first unnegated term of that key; STR_NONE when there is none. */
struct str view_term_value(const struct view *v, const char *key);
const struct view_resource *view_find_resource(const char *name);
/* The plural name of the resource's rows. */
const char *view_plural_name(const struct view_resource *resource);

#endif
