#include "identity/retry.h"

/* Statuses with which a service refuses the write itself. Others refuse only the request: no
 * token, no right, rate limit, temporary failure; or a key that was used for another request. */
static const int final_refusals[] = { 400, 404, 409, 413, 415, 422 };

bool
identity_retry_is_final(const struct write_result *w)
{
	enum { N = sizeof(final_refusals) / sizeof(*final_refusals) };
	for (size_t i = 0; i < N; i++)
		if (w->status == final_refusals[i])
			return !str_eqz(str_of(w->err.code), "idempotency_mismatch");
	return false;
}

bool
identity_can_retry(
    const struct journal_write *what, struct str service, int64_t now, struct err *err)
{
	if (!str_eq(what->service, service))
		return err_set(err, ERR_USAGE, "J-%04u was sent to another service: %.*s at %.*s",
		    what->number, STR_ARG(what->environment), STR_ARG(what->service));
	return now - what->at < journal_key_lifetime ||
	    err_set(err, ERR_USAGE,
		"J-%04u is over a day old, so the service no longer has its key. Link or unlink "
		"again instead",
		what->number);
}
