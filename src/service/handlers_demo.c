#include "base/json_quote.h"
#include "demo/situations.h"
#include "service/demo_load.h"
#include "service/handlers.h"
#include "service/write.h"

static bool
put_back(void *ctx, struct call *call, struct store_tx *tx, struct write_result *r, struct err *err)
{
	const struct service *s = call->service;
	(void)ctx;
	buf_addz(&r->body, "{}");
	struct demo_order order = { s->demo, s->demo_made, s->names.space };
	return demo_put_back(tx, &order, err);
}

/* The demo data as it was at the start. */
bool
handle_demo_reset(struct call *call, struct response *rs, struct err *err)
{
	struct write_order order = { .target = str_of(call->service->demo), .effect = put_back };
	return write_run(call, &order, rs, err);
}

static void
add_member(struct buf *out, const char *name, const char *text)
{
	json_quote(out, str_of(name));
	buf_addc(out, ':');
	json_quote(out, str_of(text));
}

/* Whom a form may be tried with: no endpoint of the contract lists owners. */
bool
handle_demo_situations(struct call *call, struct response *rs, struct err *err)
{
	(void)call;
	(void)err;
	buf_addz(&rs->body, "{\"items\":[");
	for (size_t i = 0; i < SITUATIONS; i++) {
		const struct demo_situation *s = &demo_situations[i];
		const struct {
			const char *name, *text;
		} members[] = { { "name", s->name }, { "owner", s->owner }, { "story", s->story },
			{ "iss", s->iss }, { "sub", s->sub } };
		buf_addz(&rs->body, i ? ",{" : "{");
		for (size_t k = 0; k < sizeof(members) / sizeof(*members); k++) {
			buf_addz(&rs->body, k ? "," : "");
			add_member(&rs->body, members[k].name, members[k].text);
		}
		buf_addc(&rs->body, '}');
	}
	buf_addz(&rs->body, "]}");
	return true;
}
