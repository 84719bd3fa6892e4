/* A client's calls in a recording: the response that a read adds, and the answer of a replay. */
#include "client/client_inside.h"

#include "wire/member.h"

#include <stdio.h>
#include <string.h>

/* Members around the items that the program uses. Any other may have personal data. */
static const char *const recorded_members[] = { "hits", "queryMore", "from", "alias", "header",
	"commitId", "starting_point", "fallback_tag" };

static void
add_envelope_members(struct buf *out, struct str object)
{
	for (size_t i = 0; i < sizeof(recorded_members) / sizeof(*recorded_members); i++) {
		struct str value = member_find(object, str_of(recorded_members[i]));
		if (!value.p || json_is_array(value))
			continue;
		buf_addf(
		    out, "%s\"%s\":", out->p[out->n - 1] == '{' ? "" : ",", recorded_members[i]);
		if (json_is_object(value)) {
			buf_addc(out, '{');
			add_envelope_members(out, value);
			buf_addc(out, '}');
		} else {
			buf_adds(out, value);
		}
	}
}

static void
add_body(struct buf *out, const struct pending_call *call, const struct json_scan *page)
{
	buf_addf(out, "{\"%s\":[", call_items_name(call));
	for (size_t i = 0; i < page->items.n; i++) {
		buf_addz(out, i ? "," : "");
		buf_adds(out, json_scan_item(page, i));
	}
	buf_addc(out, ']');
	add_envelope_members(out, str_trim(buf_str(&page->envelope)));
	buf_addc(out, '}');
}

static void
append_target(struct buf *out, const struct pending_call *call)
{
	wire_append_path(out, &call->c->wire_names, call->endpoint, buf_str(&call->owner));
	buf_adds(out, buf_str(&call->query));
}

/* STR_NONE for a text that is not a single word: it may have personal data. */
static struct str
get_word(const char *word)
{
	static const char letters[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
	struct str text = str_of(word);
	for (size_t i = 0; i < text.n; i++)
		if (!memchr(letters, text.p[i], sizeof(letters) - 1))
			return STR_NONE;
	return text;
}

void
call_record(const struct pending_call *call, const struct client_answer *answer)
{
	struct client *c = call->c;
	struct buf target = { 0 }, body = { 0 };
	if (!c->recorder || !c->mask || call->path.n)
		return;
	struct recorded_response x = { .method = call_method(call),
		.http_status = answer->http_status,
		.request_id = get_word(answer->request_id),
		.code = get_word(answer->err.code) };
	append_target(&target, call);
	x.target = buf_str(&target);
	if (!answer->err.kind) {
		add_body(&body, call, &answer->page);
		x.body = buf_str(&body);
	}
	const struct str texts[] = { x.target, x.request_id, x.code, x.body };
	bool has_token = false;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		has_token = has_token || session_text_has_token(c->session, texts[i]);
	if (!has_token)
		recorder_add_response(c->recorder, &x);
	buf_free(&target);
	buf_free(&body);
}

/* ---- replay ---- */

/* The texts of errors are not recorded: services write personal data into them. */
static void
set_recorded_error(struct err *err, const struct recorded_response *x)
{
	enum err_kind kind = err_kind_of_status(x->http_status);
	if (!x->http_status)
		err_set(err, ERR_NETWORK, "no connection, when this session was recorded");
	else if (!kind)
		err_set(err, ERR_PROTOCOL, "the recorded response was not valid");
	else
		err_set(err, kind, "status %d, when this session was recorded", x->http_status);
	err->http_status = x->http_status;
	snprintf(err->code, sizeof(err->code), "%.*s", STR_ARG(x->code));
	snprintf(err->request_id, sizeof(err->request_id), "%.*s", STR_ARG(x->request_id));
}

static void
read_recorded_body(
    struct json_scan *page, const struct pending_call *call, struct str body, struct err *err)
{
	struct json_scan_rules rules = json_scan_client_rules;
	rules.items_name = call_items_name(call);
	rules.max_bytes = RECORDING_BYTES_MAX; /* masked texts may be longer */
	json_scan_init(page, &rules);
	if (json_scan_push(page, body, err))
		json_scan_end(page, err);
}

void
call_replay(const struct pending_call *call, struct transfer_result *out)
{
	struct buf target = { 0 };
	append_target(&target, call);
	const struct recorded_response *x = call->on_written || call->path.n
	    ? NULL
	    : recording_next(call->c->recording, call_method(call), buf_str(&target));
	if (!x) {
		err_set(&out->err, ERR_IO, "This request is not in the recording: %s %.300s",
		    call_method(call), call->path.n ? "" : buf_z(&target));
	} else {
		out->http_status = x->http_status;
		snprintf(out->request_id, sizeof(out->request_id), "%.*s", STR_ARG(x->request_id));
		if (x->body.p)
			read_recorded_body(&out->page, call, x->body, &out->err);
		else
			set_recorded_error(&out->err, x);
	}
	buf_free(&target);
}
