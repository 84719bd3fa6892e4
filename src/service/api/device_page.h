/*
 * device_page.h - the page on which a user approves a device sign-in: HTML without scripts, in
 * which everything from the request is escaped.
 *
 * Each function fills rs with the whole page.
 */
#ifndef SERVICE_API_DEVICE_PAGE_H
#define SERVICE_API_DEVICE_PAGE_H

#include "service/auth/grants.h"
#include "service/http/message.h"

enum device_page {
	DEVICE_PAGE_APPROVED,
	DEVICE_PAGE_DENIED,
	DEVICE_PAGE_UNKNOWN_CODE,
	DEVICE_PAGE_TOO_MANY_TRIES,
	DEVICE_PAGE_UNPROVEN,
	DEVICE_PAGE_BAD_REQUEST,
	DEVICE_PAGE_NOT_LOCAL,
	DEVICE_PAGES
};

extern const char device_page_type[];

/* The form in which the user types the code. `wrong`: the typed code is unknown (404). */
void device_page_write_form(struct response *rs, struct str typed, bool wrong);
/* The page that shows the client and its requested rights, with the two buttons. */
void device_page_write_consent(
    struct response *rs, const struct grants_view *view, struct str user_code);
/* The result. */
void device_page_write_result(struct response *rs, enum device_page page);

#endif
