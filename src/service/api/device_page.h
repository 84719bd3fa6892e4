/*
 * device_page.h - the page on which somebody lets a program in: HTML for people, without a script,
 * and with nothing in it that came from a request but escaped.
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
	DEVICE_PAGE_UNKNOWN,
	DEVICE_PAGE_LIMITED,
	DEVICE_PAGE_UNPROVEN,
	DEVICE_PAGE_NO_SENSE,
	DEVICE_PAGE_ELSEWHERE,
	DEVICE_PAGES
};

extern const char device_page_type[];

/* Where the code is typed; `wrong`: this one was, and leads nowhere (404). */
void device_page_ask(struct response *rs, struct str typed, bool wrong);
/* Who wants in, with which rights, and the two buttons. */
void device_page_choose(struct response *rs, const struct grants_view *view, struct str user_code);
/* What is so. */
void device_page_say(struct response *rs, enum device_page page);

#endif
