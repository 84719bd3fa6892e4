#include "demo/demo.h"
#include "base/json_quote.h"
#include "service/api/faults.h"
#include "service/api/handlers.h"
#include "service/api/write.h"
#include "service/demo/demo_load.h"
#include "service/demo/saved_demo.h"
#include "wire/member.h"

static bool
reset_demo_data(
    void *ctx, struct call *call, struct store_tx *tx, struct effect_result *r, struct err *err)
{
	const struct service *s = call->service;
	(void)ctx;
	buf_addz(&r->body, "{}");
	struct demo_params order = { s->demo_pack, s->demo_time_ms, s->names.namespace };
	return demo_reset(tx, &order, err);
}

/* Restores the demo data to its initial state. */
bool
handle_demo_reset(struct call *call, struct response *rs, struct err *err)
{
	struct write_request order = { .target = str_of(call->service->demo_pack),
		.lock_subject = store_catalog_subject,
		.effect = reset_demo_data };
	return write_run(call, &order, rs, err);
}

static bool
move_clock(
    void *ctx, struct call *call, struct store_tx *tx, struct effect_result *r, struct err *err)
{
	const int64_t *now = ctx;
	(void)tx;
	(void)err;
	if (*now == WHEN_NONE)
		clock_move_back(&call->service->clock);
	else
		clock_move(&call->service->clock, *now);
	buf_addz(&r->body, "{}");
	return true;
}

/* Moves the time of the data: {"now":"2026-12-24T09:00:00Z"}, or null to move it back. Tokens keep the
 * machine's time. */
bool
handle_demo_clock(struct call *call, struct response *rs, struct err *err)
{
	struct buf text = { 0 };
	int64_t now = WHEN_NONE;
	struct str body;
	if (!write_read_body(call, &body, err))
		return false;
	struct str member = member_find(body, STR("now"));
	bool back = str_eqz(member, "null");
	bool ok = back ||
	    (member_read_text(&text, body, STR("now")) && when_parse(buf_str(&text), &now));
	buf_free(&text);
	if (!ok)
		return refuse_request(
		    err, REFUSE_INVALID, "now must be a time such as 2026-12-24T09:00:00Z, or null.");
	struct write_request order = { .target = STR("clock"),
		.lock_subject = store_catalog_subject,
		.effect = move_clock,
		.ctx = &now };
	return write_run(call, &order, rs, err);
}

/* Sets the rules of faults.h: {"rules":"getOffers drop:3"}; "" for no faults. Without the member it
 * only reports them. */
bool
handle_demo_faults(struct call *call, struct response *rs, struct err *err)
{
	struct service *s = call->service;
	struct buf text = { 0 }, rules = { 0 };
	struct str body;
	struct err why;
	if (!write_read_body(call, &body, err))
		return false;
	bool asks = member_find(body, STR("rules")).n == 0;
	bool ok = asks || member_read_text(&text, body, STR("rules"));
	if (!ok)
		refuse_request(err, REFUSE_INVALID, "rules must be a text.");
	else if (!asks && !(ok = faults_set(s->faults, buf_str(&text), &s->names, &why)))
		refuse_request(err, REFUSE_INVALID, "%s", why.text);
	if (ok) {
		faults_write(s->faults, &rules);
		buf_addz(&rs->body, "{\"rules\":");
		json_quote(&rs->body, buf_str(&rules));
		buf_addc(&rs->body, '}');
	}
	buf_free(&text);
	buf_free(&rules);
	return ok;
}

/* The saved demo of a request, and the time of its data. */
struct saved_demo_request {
	struct str name;
	int64_t now;
};

static bool
save_demo(
    void *ctx, struct call *call, struct store_tx *tx, struct effect_result *r, struct err *err)
{
	const struct saved_demo_request *saved = ctx;
	buf_addf(&r->body, "{\"name\":\"%.*s\"}", STR_ARG(saved->name));
	return saved_demo_write(tx, saved->name, clock_now(&call->service->clock), err);
}

static void
add_saved_names(struct buf *out)
{
	struct buf names = { 0 };
	saved_demo_list(&names);
	if (names.n)
		buf_addf(out, "Saved: %s.", buf_z(&names));
	else
		buf_addz(out, "None is saved.");
	buf_free(&names);
}

static bool
load_demo(
    void *ctx, struct call *call, struct store_tx *tx, struct effect_result *r, struct err *err)
{
	struct saved_demo_request *saved = ctx;
	(void)call;
	if (saved_demo_read(tx, saved->name, &saved->now, err)) {
		buf_addz(&r->body, "{\"now\":\"");
		when_write(&r->body, saved->now);
		buf_addz(&r->body, "\"}");
		return true;
	}
	if (err->kind == ERR_INVALID && saved->now == WHEN_NONE)
		return refuse_request(err, REFUSE_INVALID,
		    "The saved demo %.*s is not complete: save it again.", STR_ARG(saved->name));
	if (err->kind != ERR_NOT_FOUND)
		return false;
	struct buf names = { 0 };
	add_saved_names(&names);
	refuse_request(err, REFUSE_NOT_FOUND, "No demo is saved as %.*s. %s",
	    STR_ARG(saved->name), buf_z(&names));
	buf_free(&names);
	return false;
}

static bool
refuse_name(struct err *err)
{
	struct buf saved = { 0 };
	add_saved_names(&saved);
	refuse_request(err, REFUSE_INVALID,
	    "%s A name of 1 to 40 letters, digits, - or _ is needed.", buf_z(&saved));
	buf_free(&saved);
	return false;
}

/* Runs a write on the saved demo that {"name":"before"} names. The clock moves after the write is
 * committed. */
static bool
run_on_saved_demo(struct call *call, write_effect *effect, struct response *rs, struct err *err)
{
	struct buf text = { 0 };
	struct str body;
	if (!write_read_body(call, &body, err))
		return false;
	bool ok = member_read_text(&text, body, STR("name")) && saved_demo_is_name(buf_str(&text));
	struct saved_demo_request saved = { .name = buf_str(&text), .now = WHEN_NONE };
	struct write_request order = { .target = saved.name,
		.lock_subject = store_catalog_subject,
		.effect = effect,
		.ctx = &saved };
	ok = ok ? write_run(call, &order, rs, err) : refuse_name(err);
	if (ok && effect == load_demo && saved.now != WHEN_NONE)
		clock_move(&call->service->clock, saved.now);
	buf_free(&text);
	return ok;
}

bool
handle_demo_save(struct call *call, struct response *rs, struct err *err)
{
	return run_on_saved_demo(call, save_demo, rs, err);
}

bool
handle_demo_load(struct call *call, struct response *rs, struct err *err)
{
	return run_on_saved_demo(call, load_demo, rs, err);
}

/* Lists owners to try out a form: no endpoint of the contract lists owners. */
bool
handle_demo_owners(struct call *call, struct response *rs, struct err *err)
{
	(void)call;
	(void)err;
	buf_addz(&rs->body, "{\"items\":[");
	demo_add_owners(&rs->body);
	buf_addz(&rs->body, "]}");
	return true;
}
