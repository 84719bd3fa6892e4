/*
 * contact.h - what is known of whether a person may be contacted: looked up in the ledger before a
 * link goes out, asked where there is a reason, and noted afterwards.
 */
#ifndef UI_BASKET_CONTACT_H
#define UI_BASKET_CONTACT_H

#include "ui/kit/console.h"

/* Opens the environment's ledger, by which baskets are marked: what cannot be read of it is said, and
 * the rest is used. A script and the demo keep it in memory. */
void contact_log_open(struct console *c);
void contact_log_close(struct console *c);
/* Takes in what other consoles noted since, and marks the rows. False, and said, when it cannot be
 * read. */
bool contact_log_reload(struct console *c);
/* The contact status of the row's person. */
void contact_summarize(
    const struct console *c, const struct basket_row *row, struct contact_summary *out);
/* Was the person contacted within the environment's contact-pause? */
bool contact_is_recent(const struct console *c, const struct contact_summary *state);

/* Asks where the person is not to be contacted, or did not consent: answered yes, `go` is called
 * with the value. False: there is nothing to ask, and nothing was. */
typedef void contact_fn(struct console *c, struct str basket_id, unsigned value);
bool contact_confirm(
    struct console *c, const struct basket_row *row, contact_fn *go, unsigned value);

/* Records an outcome for each row's person. Shows a message and returns false if it could not be
 * recorded. */
bool contact_record(struct console *c, enum contact_status kind,
    const struct basket_row *const *rows, size_t n, struct str remark);

/* As above for a person whose row may have changed. False with err, without a message. */
bool contact_record_identifiers(struct console *c, enum contact_status kind,
    const struct contact_identifiers *who, struct str remark, struct err *err);

#endif
