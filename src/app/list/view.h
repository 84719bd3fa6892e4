/*
 * view.h - the VIEW language: a resource, terms, order and columns on one line.
 *
 *	baskets since=7d tag=/tags/uk/reseller smith !kell sort=-created cols=age,who,customer
 *	baskets since=7d group=tag,day sort=-count
 *
 * The title, the filter line, `get`, saved views and tickets use the same grammar. key=value is
 * exact (key="" matches if there is none), key:value contains (case and accents folded), a bare
 * word is in any text of the row, `!` negates, quotes keep words together (\" and \\ inside). A
 * member is named by its path (json_lex.h) in terms, cols= and group=: customFields."a b"=1.
 * view_parse() reads back what view_write() prints. Owns its texts until view_free().
 */
#ifndef APP_LIST_VIEW_H
#define APP_LIST_VIEW_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "wire/mask.h"
#include "wire/names.h"

enum view_op { VIEW_WORD, VIEW_EXACT, VIEW_CONTAINS };

struct view_term {
	struct str key; /* empty for a bare word */
	enum view_op op;
	struct str value;
	bool negated;
};

struct column;
struct row_ops;

enum { VIEW_GROUPS_MAX = 2, VIEW_WIDTH_MIN = 3, VIEW_WIDTH_MAX = 200 };

/* "customFields.desk:20": a column, and how many cells it is given; 0: as many as its texts need. */
struct view_column {
	struct str name;
	int width;
};

struct view_resource {
	const char *name; /* of many: "baskets" */
	const char *one;  /* "basket" */
	const char *many; /* if its name is not the plural: "journal entries"; else NULL */
	enum endpoint endpoint;
	const char *const *keys; /* NULL-terminated; what terms may name */
	const char *prefix;      /* keys of any name below this too: "customFields."; or NULL */
	const struct column *columns; /* what sort= and cols= may name; ends with a NULL id */
	const struct row_ops *rows;
	/* For a resource whose rows can be grouped: the keys, NULL-terminated, besides names
	 * below the prefix; and the resources of VIEWs with group=. */
	const char *const *groups;
	const struct view_resource *grouped[VIEW_GROUPS_MAX]; /* by one name, by two */
	bool for_mail_tool; /* its csv is for tools that send mail: see CSV_MAIL */
	bool folded; /* a row is made of many baskets: the service may leave none out */
};

struct view {
	struct arena texts;
	const struct view_resource *resource;
	const struct view_resource *base; /* what its terms ask: the same, or of what groups are */
	VEC(struct view_term) terms;
	struct str sort; /* empty: the resource's own order */
	bool descending;
	VEC(struct view_column) columns; /* empty: by width */
	VEC(struct str) group;   /* what rows are counted by; empty: they are not */
};

extern const struct view_resource view_resources[]; /* resources.c; ends with a NULL name */

/* Reads a whole line. The error names the word, and the nearest known one. */
bool view_parse(struct view *v, struct str line, struct err *err);
/* Reads terms for a resource that is known already (the filter prompt). */
bool view_parse_terms(
    struct view *v, const struct view_resource *resource, struct str line, struct err *err);
void view_free(struct view *v);
/* Appends the line. */
void view_write(struct buf *out, const struct view *v);
/* Appends one term of a resource, or the terms alone. */
void view_write_term(
    struct buf *out, const struct view_resource *resource, const struct view_term *t);
void view_write_terms(struct buf *out, const struct view *v);
/* Appends a value in quotes, so that it is read back as it is whatever is in it. */
void view_write_quoted(struct buf *out, struct str value);
/* Has it a term that narrows what is shown? */
bool view_is_filtered(const struct view *v);
bool view_has_same_sort(const struct view *a, const struct view *b);
/* Does a term name a person, or may it? */
bool view_may_name_people(const struct view *v);
/* Gives pseudonyms to what its terms say of people: in their lists, to all that may be a name. */
void view_mask_people(struct view *v, const struct mask *m);
/* Appends " cols=age,customFields.desk:20"; nothing where it names none. */
void view_write_columns(struct buf *out, const struct view *v);
/* Order and columns of another view of the same resource, where it names none of its own. */
void view_inherit_shape(struct view *v, const struct view *from);
/* The value of the first unnegated term of that key; STR_NONE when there is none. */
struct str view_value(const struct view *v, const char *key);
const struct view_resource *view_resource(const char *name);
/* The plural name of its rows. */
const char *view_many(const struct view_resource *resource);

#endif
