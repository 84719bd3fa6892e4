/*
 * mail_list.h - a recovery list: for each person the newest open basket with its link, in the
 * format of mail tools; and how many people were left out, by reason. Pure.
 *
 * Each person is listed once, or counted once under the first reason that applies. The caller
 * provides the rows of all baskets that were read, so that later purchases are known, and selects
 * the wanted ones.
 */
#ifndef BASKET_MAIL_LIST_H
#define BASKET_MAIL_LIST_H

#include "basket/link.h"
#include "basket/persons.h"
#include "basket/row_contact.h"

enum mail_exclusion {
	MAIL_INCLUDED,
	MAIL_BOUGHT,
	MAIL_MAYBE_BOUGHT,
	MAIL_UNSURE, /* the person or the consent cannot be read */
	MAIL_NO_EMAIL,
	MAIL_BAD_EMAIL,
	MAIL_DO_NOT_CONTACT,
	MAIL_SETTLED, /* recovered or lost */
	MAIL_NO_CONSENT,
	MAIL_CONSENT_UNKNOWN,
	MAIL_SENT_LATELY,
	MAIL_NO_LINK,
	MAIL_BAD_LINK,
	MAIL_EXCLUSIONS
};

struct mail_rules {
	const struct contact_log *contact_log;
	const char *consent_field; /* NULL: consent is not required */
	const struct link_rules *link_rules;
	int64_t now, pause_ms; /* ms; people contacted within the pause are left out */
};

struct mail_source {
	const struct basket_row *rows;
	size_t n;
	bool (*is_included)(void *ctx, size_t row);
	/* Reads the whole basket; returns false if it cannot be read. */
	bool (*read_basket)(void *ctx, size_t row, struct basket *b, struct arena *a);
	void *ctx;
};

struct mail_row {
	struct str email, first_name, last_name, company, link, date, items, basket_id;
	uint32_t row; /* index in the source */
};

struct mail_link_error {
	char text[sizeof(((struct link_check *)NULL)->text)];
	size_t n;
};

struct mail_list {
	struct arena text_arena;
	VEC(struct mail_row) rows; /* newest first */
	size_t left_out_by_reason[MAIL_EXCLUSIONS];
	struct persons persons;
	size_t left_out_total; /* total over all reasons */
	size_t left_out_unnamed; /* of them, baskets that belong to no person */
	bool none_completed;   /* no basket is completed: purchases may be unknown */
	VEC(struct mail_link_error) link_errors; /* link errors, with counts */
};

extern const struct column mail_columns[];
extern const struct view_resource mail_resource;

void mail_list_build(
    struct mail_list *m, const struct mail_source *from, const struct mail_rules *rules);
void mail_list_free(struct mail_list *m);
/* Appends "None of the baskets read is completed …" if that is the case: a service that leaves
 * out completed baskets does not show later purchases. */
void mail_list_append_unknown_purchases(struct buf *out, const struct mail_list *m);
/* Appends "12 left out: 5 without an e-mail, 3 no consent, …", or nothing if no one was left
 * out. */
void mail_list_append_exclusions(struct buf *out, const struct mail_list *m);
/* Records in the contact log that every link was sent. On failure *noted is the number recorded
 * so far. */
bool mail_list_record_sent(const struct mail_list *m, const struct mail_source *from,
    struct contact_log *l, int64_t now, size_t *noted, struct err *err);

#endif
