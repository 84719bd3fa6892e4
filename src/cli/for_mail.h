/*
 * for_mail.h - `get baskets VIEW --for mail`: a row per person instead of one per basket, with the
 * number of persons left out and the reasons on stderr; and contact status and consent for VIEWs
 * that use them.
 */
#ifndef CLI_FOR_MAIL_H
#define CLI_FOR_MAIL_H

#include "basket/mail_list.h"
#include "cli/list_needs.h"
#include "cli/report.h"

struct app_context;

/* The contact log and settings of an environment, for a VIEW or a mailing list that needs them. */
struct contact_source {
	struct contact_log contact_log;
	const char *consent_field;
	char *const *shared_emails;
};

/* *out is NULL if no term or column needs it. `needed`: open it in any case; `fills_columns`: open
 * it if it can fill a column. Returns false if the contact log cannot be read: then nothing may be
 * sent. */
bool contact_source_open(struct contact_source **out, const struct app_context *app,
    const struct view *view, bool needed, bool fills_columns, struct err *err);
void contact_source_free(struct contact_source *o);

struct for_mail;

/* *out is NULL if the call has no --for. */
bool for_mail_open(struct for_mail **out, const struct args *args, const struct app_context *app,
    const struct view *view, struct err *err);
void for_mail_free(struct for_mail *f);
/* Stores a basket that was read; returns true if it matches the filter. `needs` completes its
 * row, or is NULL. */
bool for_mail_add_basket(struct for_mail *f, const struct contact_source *o,
    const struct row_filter *filter, struct view_dependencies *needs, struct str json,
    unsigned flags);
/* Prints the list, and the persons left out on stderr. Returns `status`, or an exit status for
 * an error. */
int for_mail_print(
    struct for_mail *f, struct contact_source *o, const struct app_context *app, int status);

#endif
