/*
 * send_check.h - the reasons to ask the user before a basket's link goes out. Pure: reads only the
 * baskets and the contact log. The questions are in ui/basket/link_questions.h.
 */
#ifndef BASKET_SEND_CHECK_H
#define BASKET_SEND_CHECK_H

#include "basket/baskets.h"
#include "basket/same_person.h"
#include "contact/contact_log.h"

/* Reasons, as bits: those found, and those that the user accepted. */
enum send_reason {
	SEND_FAILED_CHECK = 1,      /* a check of the link failed (link.h) */
	SEND_NOT_RELOADED = 2,      /* the basket was read too long ago */
	SEND_MISLEADING_TEXT = 4,   /* a text in the basket contains misleading characters */
	SEND_COMPLETED_BASKET = 8,  /* this or another basket of the person was completed */
	SEND_UNWANTED_CONTACT = 16, /* the person must not be contacted, or did not consent */
	SEND_NEWER_BASKET = 32,     /* the same person has a newer basket */
	SEND_RECENT_CONTACT = 64,   /* the person was contacted within contact-pause */
	SEND_NOTICE = 128,          /* the environment's contact-notice was not shown yet */
	/* the reasons to ask even if the link itself is not sent */
	SEND_ABOUT_BASKET = SEND_COMPLETED_BASKET | SEND_UNWANTED_CONTACT,
	SEND_ABOUT_LINK = SEND_ABOUT_BASKET | SEND_MISLEADING_TEXT | SEND_NEWER_BASKET |
	    SEND_RECENT_CONTACT
};

enum { SEND_RECHECK_AFTER_MS = 60000 };

/* Rows and entries are those of the baskets and the log. */
struct send_check {
	unsigned reasons; /* those of SEND_ABOUT_LINK */
	/* This basket or another one of the person that is, or may be, completed; or NULL. */
	const struct basket_row *completed;
	const struct basket_row
	    *newer; /* the newest open basket of the person, if newer; or NULL */
	struct contact_summary contact;
	bool is_without_consent;
};

/* Collects the reasons. `contact_pause_ms` is the time after a contact during which the person
 * counts as recently contacted. */
void send_check_basket(struct send_check *check, const struct baskets *all,
    const struct basket_row *row, int64_t now, int64_t contact_pause_ms);
/* True if the basket was read too long ago: it may have been completed in the meantime. */
bool send_check_is_stale(const struct basket_row *row, int64_t now);
/* The newest of the person's other open baskets if it is newer than this one; else NULL. Counts
 * the other open ones. */
const struct basket_row *basket_find_newer(const struct same_person *same_person,
    const struct baskets *all, const struct basket_row *row, size_t *others);

#endif
