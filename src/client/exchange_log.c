#include "client/exchange_log.h"

#include "base/log.h"
#include "wire/flatten.h"
#include "wire/json_lex.h"

/* A shorter text could occur in a request id by chance. */
enum { IDENTIFYING_PART_MIN = 4 };

static bool
repeats_sent_text(struct str id, struct str sent)
{
	return (sent.n >= IDENTIFYING_PART_MIN && str_find(id, sent) != SIZE_MAX) ||
	    (id.n >= IDENTIFYING_PART_MIN && str_find(sent, id) != SIZE_MAX);
}

static bool
repeats_value_of(struct str id, struct str body)
{
	struct leaves leaves = { 0 };
	struct arena a = { 0 };
	struct buf text = { 0 };
	bool says = false;
	if (body.n)
		json_flatten(&leaves, &a, body);
	for (size_t i = 0; i < leaves.list.n && !says; i++) {
		struct str value = leaves.list.v[i].value;
		buf_reset(&text);
		if (value.p[0] == '"')
			json_lex_unquote(&text, value);
		else
			buf_adds(&text, value);
		says = repeats_sent_text(id, buf_str(&text));
	}
	leaves_free(&leaves);
	arena_free(&a);
	buf_free(&text);
	return says;
}

/* Drops a request id that repeats sent data. A truncated id is dropped too: it may end within
 * such data. */
static struct str
get_harmless_request_id(const struct exchange_line *line)
{
	struct str id = line->request_id;
	if (id.n >= REQUEST_ID_MAX || repeats_sent_text(id, line->owner) ||
	    repeats_value_of(id, line->body))
		return STR_NONE;
	return id;
}

void
exchange_log(const struct exchange_line *line)
{
	log_event(LOG_INFO, "exchange", LOG_TEXT("method", str_of(line->method)),
	    LOG_TEXT("path", str_of(line->path)), LOG_NUMBER("status", line->status),
	    LOG_NUMBER("ms", line->ms), LOG_TEXT("request", get_harmless_request_id(line)));
}
