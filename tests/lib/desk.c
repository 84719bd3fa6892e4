#include "lib/desk.h"
#include "lib/files.h"
#include "lib/test.h"

#include "wire/member.h"

#include <stdlib.h>
#include <string.h>

#define STORE "sqlite:desk.db"

void
desk_use_token(struct desk *d, const char *const *rights)
{
	buf_reset(&d->token);
	buf_addz(&d->token, "BACKROOM_TOKEN=");
	service_token(d->service, rights, &d->token);
}

static const char *
console_token(struct desk *d)
{
	return buf_z(&d->token) + sizeof("BACKROOM_TOKEN=") - 1;
}

struct pty *
desk_start(struct desk *d, const char *now)
{
	struct pty *before = d->p;
	const char *const env[] = { buf_z(&d->token), NULL };
	const char *const words[] = { "-e", "prod", "--now", now,
		d->read_only ? "--read-only" : NULL, NULL };
	const struct pty_options options = { .cols = d->cols };
	d->p = before ? console_start(&options, env, words)
		      : console_with_config(buf_z(&d->config), &options, env, words);
	if (!pty_wait_text(d->p, "240 baskets, all read") || !pty_wait_quiet(d->p, 20))
		fail_msg("the console did not show its rows");
	return before;
}

void
desk_open(struct desk *d, const char *settings, const char *const *rights)
{
	*d = (struct desk){ .cols = 100 };
	unlink_store("desk.db");
	d->service = service_start((const char *const[]){ "--store", STORE, NULL });
	d->proxy = proxy_start(service_port(d->service));
	desk_use_token(d, rights);
	buf_addf(&d->config, "environment \"prod\" {\nurl = \"%s/api\"\n%s\n}\n",
	    proxy_url(d->proxy), settings);
	desk_start(d, SERVICE_NOW);
}

void
desk_close(struct desk *d)
{
	pty_stop(d->p);
	proxy_stop(d->proxy);
	assert_int_equal(service_stop(d->service), 0);
	buf_free(&d->token);
	buf_free(&d->config);
}

void
desk_restart(struct desk *d, const char *now)
{
	pty_stop(desk_start(d, now));
}

void
desk_paste(struct desk *d, const char *text)
{
	auto_buf bytes = { 0 };
	buf_addz(&bytes, "\033[200~");
	for (; *text; text++)
		buf_addc(&bytes, *text == '\n' ? '\r' : *text);
	buf_addz(&bytes, "\033[201~");
	pty_send(d->p, bytes.p, bytes.n);
}

void
desk_fill(struct desk *d, const char *owner, const char *iss, const char *sub, const char *reason)
{
	const char *const texts[] = { owner, iss, sub, reason };
	assert_true(pty_press(d->p, "7", "Journal"));
	assert_true(pty_press(d->p, "i", "Esc close"));
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		pty_type(d->p, texts[i]);
		pty_type(d->p, "\t");
	}
}

void
desk_link(struct desk *d, const char *owner, const char *reason)
{
	desk_fill(d, owner, DESK_ISS, DESK_SUB, reason);
	pty_type(d->p, owner + strlen(owner) - 4);
	pty_type(d->p, "\r");
}

int
desk_ask(struct desk *d, const char *owner, const char *sub, struct buf *id)
{
	CLEANUP(http_free) struct http_answer answer = { 0 };
	auto_buf target = { 0 }, body = { 0 };
	buf_addf(&target, "/api/objects/externalidentity/%s", owner);
	buf_addf(&body, "{\"id_token\":{\"iss\":\"" DESK_ISS "\",\"sub\":\"%s\"}}", sub);
	assert_true(http_call(service_port(d->service), "POST", buf_z(&target), console_token(d),
	    "Content-Type: application/json\r\n", buf_str(&body), &answer));
	int status = answer.status;
	if (status == 200 && id)
		assert_true(member_read_text(id, buf_str(&answer.body), STR("id")));
	return status;
}

size_t
desk_audit(struct desk *d)
{
	auto_buf out = { 0 };
	assert_int_equal(
	    service_run(d->service,
		(const char *const[]){ "audit", "verify", "--store", STORE, NULL }, &out, NULL),
	    0);
	size_t entries = strtoul(buf_z(&out), NULL, 10);
	return entries;
}
