/*
 * for_mail.h - `get baskets VIEW --for mail`: a row a person instead of one a basket, with what was
 * left out and why on stderr; and what outcomes and consent say, for VIEWs that ask.
 */
#ifndef CLI_FOR_MAIL_H
#define CLI_FOR_MAIL_H

#include "app/basket/mail_list.h"
#include "cli/list_needs.h"
#include "cli/out/report.h"

struct app_context;

/* The ledger of an environment, opened where the VIEW, or a list for mail, asks for it. */
struct contact_source {
	struct contact_log contact_log;
	const char *consent_field;
	char *const *shared_emails;
};

/* *out is NULL if no term or column needs it. False: the contact log cannot be read, so nothing
 * may be sent. */
bool contact_source_open(struct contact_source **out, const struct app_context *app,
    const struct view *view, bool needed, struct err *err);
void contact_source_free(struct contact_source *o);

struct for_mail;

/* *out NULL: the call asks for none. */
bool for_mail_open(struct for_mail **out, const struct args *args, const struct app_context *app,
    const struct view *view, struct err *err);
void for_mail_free(struct for_mail *f);
/* Keeps a basket that was read; does the filter take it? `needs` completes its row, or is NULL. */
bool for_mail_add_basket(struct for_mail *f, const struct contact_source *o,
    const struct row_filter *filter, struct view_dependencies *needs, struct str json,
    unsigned flags);
/* Prints the list and says what was left out. Gives `status`, or why it cannot be that. */
int for_mail_print(
    struct for_mail *f, struct contact_source *o, const struct app_context *app, int status);

#endif
