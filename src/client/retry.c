#include "client/retry.h"

#include "base/digest.h"

bool
retry_is_useful(const struct transfer_result *a)
{
	if (a->err.kind == ERR_NETWORK)
		return !str_eqz(str_of(a->err.code), "lasting");
	return a->err.kind == ERR_UPSTREAM;
}

int64_t
retry_pause_ms(int try, int retry_after_ms)
{
	static const int64_t pauses[RETRY_TRIES_MAX] = { 0, 300, 1000, 3000 };
	unsigned char random;
	if (retry_after_ms >= 0)
		return retry_after_ms;
	digest_random(&random, 1);
	return pauses[try] + pauses[try] * random / 1024; /* plus up to a quarter */
}

enum client_write_status
retry_write_status(const struct err *err, bool sent)
{
	bool refused = err->http_status >= 300 && err->http_status < 500 && err->http_status != 408;
	if (!err->kind)
		return CLIENT_WRITE_DONE;
	if (!sent || (refused && !str_eqz(str_of(err->code), "in_progress")))
		return CLIENT_WRITE_REFUSED;
	return CLIENT_WRITE_UNKNOWN;
}
