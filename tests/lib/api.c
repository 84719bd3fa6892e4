#include "lib/api.h"
#include "lib/cleanup.h"
#include "lib/test.h"

#include "base/mem.h"
#include "wire/member.h"
#include "wire/query.h"

#include <stdio.h>
#include <string.h>

struct api *
api_of(struct service *s)
{
	struct api *a = x_new(struct api);
	a->service = s;
	service_token(s, NULL, &a->token);
	buf_z(&a->token);
	return a;
}

struct api *
api_open(const char *const more[])
{
	return api_of(service_start(more));
}

int
api_close(struct api *a)
{
	int status = service_stop(a->service);
	buf_free(&a->token);
	http_free(&a->answer);
	for (size_t i = 0; i < 4; i++)
		buf_free(&a->texts[i]);
	x_free(a);
	return status;
}

void
api_end(struct api **a)
{
	assert_int_equal(api_close(*a), 0);
}

int
api_set_up(void **state)
{
	*state = api_open(NULL);
	return 0;
}

int
api_tear_down(void **state)
{
	return api_close(*state);
}

static struct buf *
next_text(struct api *a)
{
	struct buf *text = &a->texts[a->next++ % 4];
	buf_reset(text);
	return text;
}

int
api_call_as(struct api *a, const char *token, const char *method, const char *target,
    const char *headers, const char *body)
{
	auto_buf path = { 0 }, lines = { 0 };
	buf_addf(&path, "/api%s", target);
	if (headers)
		buf_addz(&lines, headers);
	if (body)
		buf_addz(&lines, "Content-Type: application/json\r\n");
	http_free(&a->answer);
	http_call(service_port(a->service), method, buf_z(&path), token, buf_z(&lines),
	    str_of(body), &a->answer);
	return a->answer.status;
}

int
api_call(
    struct api *a, const char *method, const char *target, const char *headers, const char *body)
{
	return api_call_as(a, buf_z(&a->token), method, target, headers, body);
}

int
api_get(struct api *a, const char *target)
{
	return api_call(a, "GET", target, NULL, NULL);
}

void
api_env_init(struct api_env *e, const struct api *a)
{
	*e = (struct api_env){ 0 };
	buf_addf(&e->url, "BACKROOM_URL=%s", service_url(a->service));
	buf_addf(&e->token, "BACKROOM_TOKEN=%.*s", STR_ARG(buf_str(&a->token)));
	buf_addf(&e->state, "XDG_STATE_HOME=%s", service_folder(a->service));
	const char *list[] = { buf_z(&e->url), buf_z(&e->token), buf_z(&e->state),
		"BACKROOM_CONFIG=", "ASAN_OPTIONS=detect_leaks=0", NULL };
	memcpy(e->list, list, sizeof(list));
}

void
api_env_free(struct api_env *e)
{
	buf_free(&e->url);
	buf_free(&e->token);
	buf_free(&e->state);
}

int
api_page(struct api *a, const char *target)
{
	http_free(&a->answer);
	http_call(service_port(a->service), "GET", target, NULL, NULL, STR_NONE, &a->answer);
	return a->answer.status;
}

int
api_getf(struct api *a, const char *format, ...)
{
	auto_buf target = { 0 };
	va_list args;
	va_start(args, format);
	buf_addv(&target, format, args);
	va_end(args);
	int status = api_get(a, buf_z(&target));
	return status;
}

struct str
api_raw(const struct api *a, const char *path)
{
	struct str value = json_lex_find(buf_str(&a->answer.body), str_of(path));
	return value.p ? value : STR("");
}

const char *
api_value(struct api *a, const char *path)
{
	struct str value = json_lex_find(buf_str(&a->answer.body), str_of(path));
	struct buf *text = next_text(a);
	if (!value.p)
		return NULL;
	if (json_is_string(value))
		json_lex_unquote(text, value);
	else
		buf_adds(text, value);
	return buf_z(text);
}

const char *
api_header(struct api *a, const char *name)
{
	struct buf *text = next_text(a);
	return http_header(&a->answer, name, text) ? buf_z(text) : NULL;
}

bool
api_body_contains(const struct api *a, const char *text)
{
	return str_find(buf_str(&a->answer.body), str_of(text)) != SIZE_MAX;
}

size_t
api_count(const struct api *a, const char *path)
{
	struct member_walk w;
	struct member m;
	size_t n = 0;
	member_start(&w, api_raw(a, path));
	while (member_next(&w, &m))
		n++;
	return n;
}

const char *
api_escape(struct api *a, const char *text)
{
	struct buf *escaped = next_text(a);
	query_escape(escaped, str_of(text));
	return buf_z(escaped);
}

bool
api_is_error(struct api *a, int status, const char *code)
{
	const char *said = api_value(a, "code"), *id = api_value(a, "requestId");
	const char *message = api_value(a, "message"), *header = api_header(a, "X-Request-Id");
	bool right = a->answer.status == status && said && strcmp(said, code) == 0 && message &&
	    *message && id && header && strcmp(id, header) == 0;
	if (!right)
		fprintf(stderr, "%d %s: got %d %.300s\n", status, code, a->answer.status,
		    buf_z(&a->answer.body));
	return right;
}

int
api_change_segment(struct api *a, const char *value)
{
	char body[200];
	snprintf(body, sizeof(body),
	    "{\"diffs\":[{\"path\":\"/segments/student\",\"diff\":{\"attributes\":{\"x\":\"%s\"}}}]"
	    "}",
	    value);
	return api_call(a, "PUT", "/svc/catalogs/1/bulk-update", NULL, body);
}
