/*
 * masked.h - the reasons why something cannot be done while people are masked. Each offers
 * `:mask off`, except where that is refused.
 */
#ifndef UI_KIT_MASKED_H
#define UI_KIT_MASKED_H

#include "app/app_context.h"

enum masked_use {
	MASKED_WRITE,
	MASKED_SEND_LINK,
	MASKED_NOTE,
	MASKED_MAILING_LIST,
	MASKED_RECORD_CONTACT,
	MASKED_OWN_COMMAND,
};

/* The reason why people cannot be shown: a saved session, or the environment's setting; NULL if
 * they can. */
const char *masked_for_good(const struct app_context *app);
const char *masked_why_not(const struct app_context *app, enum masked_use use);

#endif
