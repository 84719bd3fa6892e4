/*
 * tour.h - the tour's items, split into text that stays and parts that copies replace.
 *
 * Edition 0 of the catalog is the tour's own; each further edition is for another invented town.
 */
#ifndef DEMO_BIG_TOUR_H
#define DEMO_BIG_TOUR_H

#include "base/arena.h"
#include "base/vec.h"
#include "demo/pack.h"

struct tour_part;

struct tour_item {
	enum demo_kind kind;
	bool is_unpublished, is_standalone, is_completed;
	bool has_flaw;          /* a finding that must not be multiplied: there are no copies */
	unsigned edition_count; /* catalog: copies have the editions 1 to this; 0 for none */
	unsigned person_index;  /* index in tour.people, or NO_PERSON */
	struct str json;        /* of the journeys, without the brackets of their list */
	struct str id, path, name;
	VEC(struct tour_part) parts;
};

enum { NO_PERSON = 9999 };

enum person_field { PERSON_FIRST_NAME, PERSON_LAST_NAME, PERSON_EMAIL, PERSON_COMPANY };

/* A person of the tour, replaced by another one in each round. */
struct tour_person {
	struct str key;     /* the e-mail address, or the subject if there is none */
	struct str country; /* "GB" */
	bool has_company;
};

struct tour {
	struct arena arena;
	VEC(struct tour_item) items; /* kind after kind */
	VEC(struct tour_person) people;
	struct str journeys_head; /* the text before the first journey */
};

/* One copy of an item. */
struct tour_copy {
	unsigned edition;       /* of the catalog */
	unsigned copy_number;   /* from 1; makes its ids and people differ from other copies */
	int64_t basket_created; /* baskets */
};

/* A demo_item_fn that adds an item of the tour to the struct tour. */
bool tour_add_item(void *tour, const struct demo_item *from, struct err *err);
void tour_free(struct tour *tour);
/* Splits an item into its parts, for tour_write(). First set the `edition_count` of all items. */
void tour_split(struct tour *tour, struct tour_item *item);
void tour_write(struct buf *out, const struct tour *tour, const struct tour_item *item,
    const struct tour_copy *copy);
/* Appends the id that replaces an id of the tour in this round. */
void tour_write_id(struct buf *out, struct str id, unsigned round);

/* Appends a field of the person with this number. The same number is the same person, and each
 * person has another e-mail address. */
void person_append_field(
    struct buf *out, enum person_field field, const struct tour_person *who, unsigned number);

#endif
