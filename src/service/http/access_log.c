#include "service/http/access_log.h"

#include "base/log.h"

void
access_log_response(const struct access_log *a, const struct http_completed *done)
{
	char network[REMOTE_TEXT_SIZE];
	metrics_count_answer(a->metrics, done->operation, done->status, done->duration_us);
	if (!atomic_load(&a->is_enabled))
		return;
	remote_write_network(&done->remote, network);
	const struct log_field fields[] = { LOG_TEXT("request", str_of(done->id)),
		LOG_TEXT("operation", str_of(done->operation ? done->operation : "none")),
		LOG_NUMBER("status", done->status), LOG_NUMBER("bytes", done->bytes),
		LOG_NUMBER("ms", done->duration_us / 1000), LOG_TEXT("remote", str_of(network)) };
	log_fields_unlimited(LOG_INFO, "request", fields, sizeof(fields) / sizeof(*fields));
}
