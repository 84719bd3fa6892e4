#include "ui/kit/masked.h"

const char *
masked_for_good(const struct app_context *app)
{
	return app->recorder || app->recording ? "People are masked in a saved session"
	    : app->environment->mask
	    ? "config.conf masks this environment; to show people, change it there"
	    : NULL;
}

#define REASON(text)                                                       \
	{                                                                  \
		"People are masked, so " text,                             \
		    "People are masked, so " text ". :mask off shows them" \
	}

const char *
masked_why_not(const struct app_context *app, enum masked_use use)
{
	static const char *const reasons[][2] = {
		[MASKED_WRITE] = REASON("nothing is written"),
		[MASKED_SEND_LINK] = REASON("links are not sent"),
		[MASKED_NOTE] = REASON("there is no note"),
		[MASKED_MAILING_LIST] = REASON("there is no mailing list"),
		[MASKED_RECORD_CONTACT] = REASON("nothing is recorded about them"),
		[MASKED_OWN_COMMAND] = REASON("your own commands do not run"),
	};
	return reasons[use][masked_for_good(app) == NULL];
}
