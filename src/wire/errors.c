#include "wire/errors.h"

#include "base/json_quote.h"
#include "wire/json.h"

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

/* The content of the <title> element. */
static struct str
find_html_title(struct str body)
{
	enum { TITLE_SEARCH_BYTES = 8192 };
	struct str head = str_sub(body, 0, TITLE_SEARCH_BYTES);
	for (size_t i = 0; i + 7 <= head.n; i++) {
		if (!str_eq_nocase(str_sub(head, i, 6), STR("<title")))
			continue;
		struct str rest = str_sub(head, i, head.n);
		rest = str_sub(rest, str_find_char(rest, '>'), rest.n);
		rest = str_sub(rest, 1, rest.n);
		return str_trim(str_sub(rest, 0, str_find_char(rest, '<')));
	}
	return STR_NONE;
}

void
error_body_describe(struct buf *out, struct str body)
{
	enum { QUOTED_CHARACTERS_MAX = 80 };
	struct str head = str_trim(body), title;
	if (head.n == 0) {
		buf_addz(out, "an empty response");
	} else if (head.p[0] == '<') {
		title = str_sub(find_html_title(head), 0, QUOTED_CHARACTERS_MAX);
		bool xml = str_starts(head, STR("<?xml")) && !title.n;
		buf_addz(out, xml ? "an XML document" : "an HTML page");
		if (title.n)
			buf_addz(out, " titled \"");
		for (size_t i = 0; i < title.n; i++) /* keep it on one line */
			buf_addc(out, (unsigned char)title.p[i] < ' ' ? ' ' : title.p[i]);
		if (title.n)
			buf_addc(out, '"');
	} else {
		head = str_sub(head, 0, str_find_char(head, '\n'));
		buf_addf(out, "the text \"%.*s\"",
		    STR_ARG(str_sub(str_trim(head), 0, QUOTED_CHARACTERS_MAX)));
	}
}

/* Uses the first line of a plain text as the server's message; for anything else, describes what
 * was received. */
static void
describe_other_body(struct err *err, struct str body, bool is_json)
{
	struct str head = str_trim(body);
	struct buf shape = { 0 };
	bool plain = head.n && head.p[0] != '<' && head.p[0] != '{' && head.p[0] != '[';
	if (plain) {
		head = str_sub(head, 0, str_find_char(head, '\n'));
		copy_text(err->text, sizeof(err->text), str_trim(head));
		err->is_server_text = true;
	} else if (head.n && head.p[0] != '<') {
		snprintf(err->text, sizeof(err->text), "the JSON %s",
		    is_json ? "gives no reason" : "cannot be read");
	} else {
		error_body_describe(&shape, body);
		snprintf(err->text, sizeof(err->text), "%s came", buf_z(&shape));
	}
	buf_free(&shape);
}

/* The server's message, in any of the members that frameworks use. */
static struct str
find_message(const cJSON *tree)
{
	static const char *const names[] = { "message", "error_description", "detail", "msg" };
	const cJSON *first = json_get(tree, "errors");
	struct str found = STR_NONE;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names) && !found.n; i++)
		found = json_get_text(tree, names[i]);
	if (!found.n)
		found = json_get_text(json_get(tree, "error"), "message");
	first = cJSON_IsArray(first) ? cJSON_GetArrayItem(first, 0) : first;
	if (!found.n)
		found = cJSON_IsString(first) ? json_text(first) : json_get_text(first, "message");
	return found;
}

void
error_body_read(struct err *err, int status, struct str body)
{
	struct arena a = { 0 };
	struct err ignored;
	enum err_kind kind = err_kind_of_status(status);

	err_set(err, kind ? kind : ERR_PROTOCOL, "it gives no reason");
	err->http_status = status;
	const cJSON *tree = json_parse(&a, body, &json_scan_client_rules, &ignored);
	if (cJSON_IsObject(tree)) {
		struct str message = find_message(tree);
		struct str code = json_get_text(tree, "code");
		struct str described = json_get_text(tree, "error_description");
		/* The form used by token issuers (RFC 6749, 5.2). Next to a message, `error` is
		 * only the status in words. */
		if (!code.n && (!message.n || described.n))
			code = json_get_text(tree, "error");
		err->is_server_text = message.n > 0;
		if (message.n)
			copy_text(err->text, sizeof(err->text), message);
		copy_text(err->code, sizeof(err->code), code);
		copy_text(
		    err->request_id, sizeof(err->request_id), json_get_text(tree, "requestId"));
	} else {
		describe_other_body(err, body, tree != NULL);
	}
	arena_free(&a);
}
