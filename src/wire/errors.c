#include "wire/errors.h"

#include "base/log.h"
#include "wire/json.h"
#include "wire/strict.h"

#include <stdio.h>

static void
add_member(struct buf *out, const char *name, const char *text, bool more)
{
	json_quote(out, str_of(name));
	buf_addc(out, ':');
	json_quote(out, str_of(text));
	buf_addc(out, more ? ',' : '}');
}

void
error_body_write(struct buf *out, const struct err *err)
{
	buf_addc(out, '{');
	add_member(out, "requestId", err->request_id, true);
	add_member(out, "code", err->code, true);
	add_member(out, "message", err->text, false);
}

void
error_body_write_message(struct buf *out, const struct err *err)
{
	buf_addc(out, '{');
	add_member(out, "message", err->text, false);
}

static void
copy_text(char *to, size_t cap, struct str text)
{
	if (text.p)
		snprintf(to, cap, "%.*s", STR_ARG(text));
}

static const char *
body_shape(struct str body)
{
	struct str head = str_trim(body);
	if (head.n == 0)
		return "an empty body";
	return head.p[0] == '<' ? "an HTML page" : "a body that is no JSON object";
}

void
error_body_read(struct err *err, int status, struct str body)
{
	struct arena a = { 0 };
	struct err ignored;
	unsigned flags = 0;
	const struct cJSON *tree = NULL;
	enum err_kind kind = err_kind_of_status(status);

	err_set(err, kind ? kind : ERR_PROTOCOL, "the server answered %d with %s", status,
	    body_shape(body));
	err->http = status;
	if (strict_check(body, &strict_for_client, &flags, &ignored))
		tree = json_parse(&a, body, flags, &ignored);
	if (json_kind(tree) == JSON_OBJECT) {
		struct str message = json_get_text(tree, "message");
		if (message.p)
			copy_text(err->text, sizeof(err->text), message);
		else
			snprintf(err->text, sizeof(err->text), "the server answered %d", status);
		copy_text(err->code, sizeof(err->code), json_get_text(tree, "code"));
		copy_text(
		    err->request_id, sizeof(err->request_id), json_get_text(tree, "requestId"));
	}
	arena_free(&a);
}
