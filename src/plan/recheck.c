#include "plan/recheck.h"

#include "base/digest.h"
#include "base/index.h"
#include "client/client.h"
#include "model/decimal.h"
#include "model/when.h"
#include "plan/change_rules.h"
#include "wire/catalog.h"
#include "wire/item.h"

enum { OFFERS_PAGE_SIZE = 500 };

static void
index_paths(struct plan_offers *o, const struct plan *p)
{
	for (size_t i = 0; i < p->rows.n; i++) {
		struct plan_offer offer = { .path = p->rows.v[i].path };
		if (index_get(o->path_index, offer.path) != UINT32_MAX)
			continue;
		index_put(o->path_index, offer.path, (uint32_t)o->offers.n);
		vec_push(&o->offers, offer);
	}
}

struct plan_offers *
plan_offers_new(struct client *client, const struct plan *p, void (*done)(void *ctx), void *ctx)
{
	struct plan_offers *o = x_new(struct plan_offers);
	*o = (struct plan_offers){ .client = client,
		.path_index = index_new(),
		.newest_modified = WHEN_NONE,
		.on_done = done,
		.ctx = ctx };
	pager_init(&o->pager, client, ENDPOINT_OFFERS);
	index_paths(o, p);
	return o;
}

void
plan_offers_free(struct plan_offers *o)
{
	if (!o)
		return;
	pager_free(&o->pager);
	index_free(o->path_index);
	vec_free(&o->offers);
	arena_free(&o->text_arena);
	buf_free(&o->reading_digest);
	x_free(o);
}

/* ---- reading ---- */

/* Stores an offer if it changed. If several items have the same path, the first counts, as in a
 * request for that path. */
static void
read_offer(struct plan_offers *o, struct plan_offer *offer, struct str json, unsigned flags)
{
	struct buf hash = { 0 };
	struct err ignored;
	digest_hex(&hash, json);
	if (!str_eq(buf_str(&hash), offer->hash)) {
		offer->json = arena_str(&o->text_arena, json);
		offer->hash = arena_str(&o->text_arena, buf_str(&hash));
		if (!catalog_item_read(&offer->item, &o->text_arena, offer->json, flags, &ignored))
			offer->item = (struct catalog_item){ .modified = WHEN_NONE,
				.malformed = true };
	}
	buf_free(&hash);
}

static void
read_page(struct plan_offers *o, const struct json_scan *page)
{
	struct arena a = { 0 };
	for (size_t i = 0; i < page->items.n; i++) {
		struct item_head head;
		struct str json = json_scan_item(page, i);
		arena_reset(&a);
		item_head_read(&head, &a, json);
		if (head.modified != WHEN_NONE &&
		    (o->newest_modified == WHEN_NONE || head.modified > o->newest_modified))
			o->newest_modified = head.modified;
		uint32_t at = index_get(o->path_index, head.path);
		if (at != UINT32_MAX)
			read_offer(o, &o->offers.v[at], json, page->items.v[i].flags);
	}
	arena_free(&a);
}

/* Compares with the previous reading, since a service may return another revision for every
 * read. */
static void
compare_readings(struct plan_offers *o)
{
	struct buf all = { 0 }, hex = { 0 };
	for (size_t i = 0; i < o->offers.n; i++)
		buf_addf(&all, "%.*s\n", STR_ARG(o->offers.v[i].hash));
	digest_hex(&hex, buf_str(&all));
	o->is_stable = str_eq(buf_str(&hex), buf_str(&o->reading_digest));
	buf_reset(&o->reading_digest);
	buf_adds(&o->reading_digest, buf_str(&hex));
	buf_free(&all);
	buf_free(&hex);
}

static void request_page(struct plan_offers *o);

static void
on_page(void *ctx, struct client_answer *answer)
{
	struct plan_offers *o = ctx;
	o->err = answer->err;
	o->attempt_count = answer->attempt_count;
	if (!answer->err.kind) {
		read_page(o, &answer->page);
		pager_advance(&o->pager, &answer->page);
		if (o->pager.end_reason == PAGER_MORE) {
			request_page(o);
			return;
		}
		if (pager_has_cursor_loop(&o->pager))
			err_set(&o->err, ERR_PROTOCOL, "could not read all offers: %s",
			    pager_loop_reason(o->pager.end_reason));
		compare_readings(o);
	}
	o->on_done(o->ctx);
}

static void
request_page(struct plan_offers *o)
{
	const struct list_query query = { .limit = OFFERS_PAGE_SIZE,
		.changed_after = o->modified_after };
	pager_request_page(&o->pager, &query, on_page, o);
}

static void
clear_offers(struct plan_offers *o)
{
	for (size_t i = 0; i < o->offers.n; i++)
		o->offers.v[i] = (struct plan_offer){ .path = o->offers.v[i].path };
	arena_reset(&o->text_arena);
}

/* A service without revisions may lack dates, too: then everything is read. The time is a
 * millisecond earlier, since it is undefined whether the moment itself is included. */
void
plan_offers_read(struct plan_offers *o, bool since)
{
	o->reads_only_changes = since && o->newest_modified != WHEN_NONE && plan_offers_commit(o).n;
	o->modified_after = o->reads_only_changes ? o->newest_modified - 1 : WHEN_NONE;
	if (!o->reads_only_changes)
		clear_offers(o);
	pager_restart(&o->pager);
	request_page(o);
}

/* ---- accessors ---- */

static const struct plan_offer *
plan_offers_find(const struct plan_offers *o, struct str path)
{
	return &o->offers.v[index_get(o->path_index, path)];
}

struct str
plan_offers_commit(const struct plan_offers *o)
{
	return o->pager.revision_changed ? STR_NONE : buf_str(&o->pager.first_commit);
}

bool
plan_offers_changed(const struct plan_offers *o)
{
	return o->pager.revision_changed && !o->is_stable;
}

const char plan_state_as_planned[] = "as planned", plan_state_done[] = "done",
	   plan_state_done_already[] = "done already", plan_state_changed[] = "changed since",
	   plan_state_gone[] = "gone", plan_state_refused[] = "refused";

static const char unknown_state[] = "unknown";

/* ---- current values ---- */

static bool
is_same_amount(struct str a, struct str b)
{
	int64_t x, y;
	return str_eq(a, b) || (decimal_read(a, &x) && decimal_read(b, &y) && x == y);
}

static bool
charge_has_new_price(const struct plan_row *row, const struct plan_offer *now)
{
	for (size_t i = 0; i < now->item.charges_n; i++)
		if (str_eq(now->item.charges[i].name, row->charge))
			return is_same_amount(now->item.charges[i].value, row->new);
	return false;
}

/* The plan has an attribute that is not a text as JSON. */
static bool
attribute_has_new_value(const struct plan_row *row, const struct plan_offer *now)
{
	static const char *const below[] = { "data", "attributes", NULL };
	struct member m;
	struct buf text = { 0 };
	struct str attributes = member_find_below(now->json, below);
	bool there = json_is_object(attributes) &&
	    item_attribute_find(&m, attributes, row->attribute);
	if (there && json_is_string(m.value))
		json_lex_unquote(&text, m.value);
	else if (there)
		buf_adds(&text, m.value);
	bool same = there == !str_eqz(row->absent_side, "new") &&
	    (!there || str_eq(buf_str(&text), row->new));
	buf_free(&text);
	return same;
}

static bool
has_new_value(const struct plan_row *row, const struct plan_offer *now)
{
	return attribute_is_price(row->attribute) ? charge_has_new_price(row, now)
						  : attribute_has_new_value(row, now);
}

/* ---- before sending ---- */

static const char *
evaluate_row_state(const struct plan_row *row, const struct plan_offer *now)
{
	if (row->refusal.n)
		return plan_state_refused;
	if (!now->hash.n)
		return plan_state_gone;
	if (has_new_value(row, now))
		return row->was_sent ? plan_state_done : plan_state_done_already;
	return str_eq(now->hash, row->hash_before) ||
		(row->hash_after.n && str_eq(now->hash, row->hash_after))
	    ? plan_state_as_planned
	    : plan_state_changed;
}

void
plan_recheck(struct plan *p, size_t from, const struct plan_offers *offers)
{
	for (size_t i = from; i < p->rows.n; i++) {
		struct plan_row *row = &p->rows.v[i];
		const struct plan_offer *now = plan_offers_find(offers, row->path);
		row->state = str_of(evaluate_row_state(row, now));
		row->hash_now = arena_str(&p->text_arena, now->hash);
		row->pending = str_eqz(row->state, plan_state_as_planned) && !row->skip_reason;
	}
}

bool
plan_row_is_settled(const struct plan_row *row)
{
	const char *const settled[] = { plan_state_done, plan_state_done_already,
		plan_state_changed, plan_state_gone };
	for (size_t i = 0; i < sizeof(settled) / sizeof(*settled); i++)
		if (str_eqz(row->state, settled[i]))
			return true;
	return false;
}

size_t
count_plan_rows_in_state(const struct plan *p, const char *state)
{
	size_t n = 0;
	for (size_t i = 0; i < p->rows.n; i++)
		n += p->rows.v[i].skip_reason != PLAN_SKIPPED_BY_SELECT &&
		    str_eqz(p->rows.v[i].state, state);
	return n;
}

/* ---- after a batch ---- */

static void
evaluate_row(
    struct plan_row *row, const struct plan_offer *now, enum plan_reply said, struct str no)
{
	if (now->hash.n && has_new_value(row, now)) {
		/* Nothing of a refused request took effect: someone else made this change. */
		row->was_sent = row->was_sent && said != PLAN_REPLY_REFUSED;
		row->state = str_of(row->was_sent ? plan_state_done : plan_state_done_already);
		row->service_reason = STR_NONE;
		return;
	}
	row->state = said == PLAN_REPLY_NONE ? str_of(unknown_state)
	    : !now->hash.n                   ? str_of(plan_state_gone)
					     : str_of(plan_state_refused);
	row->was_sent = row->was_sent && said != PLAN_REPLY_REFUSED && !row->service_reason.n;
	if (!row->service_reason.n)
		row->service_reason = said == PLAN_REPLY_DONE
		    ? STR("not changed; the service gave no reason")
		    : no;
}

bool
plan_row_is_unchanged_elsewhere(const struct plan_row *row)
{
	return str_eqz(row->state, plan_state_as_planned) ||
	    (str_eqz(row->state, plan_state_done) && row->was_sent &&
		str_eq(row->hash_after, row->hash_now));
}

/* True if the batch made all its changes of this offer, which are sent as one. */
static bool
batch_changed_offer(const struct plan *p, const struct plan_batch *b, struct str path)
{
	for (size_t i = 0; i < b->rows.n; i++) {
		const struct plan_row *row = &p->rows.v[b->rows.v[i]];
		if (str_eq(row->path, path) && !str_eqz(row->state, plan_state_done))
			return false;
	}
	return true;
}

size_t
plan_batch_evaluate(struct plan *p, const struct plan_batch *b, const struct plan_offers *offers,
    enum plan_reply said, struct str no)
{
	size_t done = 0;
	for (size_t i = 0; i < b->rows.n; i++) {
		struct plan_row *row = &p->rows.v[b->rows.v[i]];
		const struct plan_offer *now = plan_offers_find(offers, row->path);
		evaluate_row(row, now, said, no);
		done += str_eqz(row->state, plan_state_done);
	}
	/* Another hash without a change of ours is someone else's change, which must not pass for
	 * the plan's. The hash after an earlier batch stays. */
	for (size_t i = 0; i < b->rows.n; i++) {
		struct plan_row *row = &p->rows.v[b->rows.v[i]];
		if (batch_changed_offer(p, b, row->path))
			row->hash_after = arena_str(
			    &p->text_arena, plan_offers_find(offers, row->path)->hash);
	}
	for (size_t i = 0; i < b->other_rows.n; i++) {
		struct plan_row *row = &p->rows.v[b->other_rows.v[i]];
		if (plan_row_is_unchanged_elsewhere(row))
			row->hash_after = row->hash_now = arena_str(
			    &p->text_arena, plan_offers_find(offers, row->path)->hash);
	}
	return done;
}

bool
plan_batch_is_applied(
    const struct plan *p, const struct plan_batch *b, const struct plan_offers *offers)
{
	for (size_t i = 0; i < b->rows.n; i++) {
		const struct plan_row *row = &p->rows.v[b->rows.v[i]];
		const struct plan_offer *now = plan_offers_find(offers, row->path);
		if (!now->hash.n || !has_new_value(row, now))
			return false;
	}
	return true;
}
