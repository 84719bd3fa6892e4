#include "ui/journal/write_session.h"

#include "access/whoami.h"
#include "app/account.h"
#include "base/utf8.h"
#include "identity/identities.h"
#include "identity/write.h"
#include "model/format.h"
#include "ui/kit/masked.h"
#include "wire/json.h"

void
write_lock_free(struct write_lock *l)
{
	buf_free(&l->reason);
}

bool
write_lock_is_open(const struct write_lock *l, int64_t now)
{
	return !l->read_only && now < l->unlocked_until;
}

void
write_lock_open(struct write_lock *l, struct str reason, int64_t now)
{
	if (l->read_only || write_lock_is_open(l, now))
		return;
	l->unlocked_until = now + (int64_t)WRITE_LOCK_MINUTES * 60000;
	buf_reset(&l->reason);
	buf_adds(&l->reason, reason);
}

void
write_lock_close(struct write_lock *l)
{
	l->unlocked_until = 0;
	buf_reset(&l->reason);
}

void
write_lock_append_state(struct buf *out, const struct write_lock *l, int64_t now, bool utc)
{
	enum { REASON_CELLS_MAX = 12 };
	struct buf clean = { 0 };
	if (!write_lock_is_open(l, now)) {
		buf_addz(out, l->masked ? "masked" : l->read_only ? "read-only" : "locked");
		return;
	}
	buf_addz(out, "unlocked until ");
	format_time_of_day(out, l->unlocked_until, utc);
	/* The first word of the reason is the ticket. */
	struct str reason = buf_str(&l->reason);
	text_clean(&clean, str_sub(reason, 0, str_find_char(reason, ' ')), false);
	if (clean.n) {
		buf_addz(out, " (");
		text_cut(out, buf_str(&clean), REASON_CELLS_MAX, false);
		buf_addc(out, ')');
	}
	buf_free(&clean);
}

const char *
write_lock_why_not(const struct write_lock *l)
{
	return l->read_only ? "Read-only: nothing is written to the service" : NULL;
}

void
demo_owners_add(struct demo_owners *s, struct str json)
{
	struct arena a = { 0 };
	struct err err;
	const cJSON *tree = json_parse(&a, json, &json_scan_client_rules, &err);
	const struct demo_owner one = {
		.name = arena_str(&s->text_arena, json_get_text(tree, "name")),
		.owner = arena_str(&s->text_arena, json_get_text(tree, "owner")),
		.story = arena_str(&s->text_arena, json_get_text(tree, "story")),
		.iss = arena_str(&s->text_arena, json_get_text(tree, "iss")),
		.sub = arena_str(&s->text_arena, json_get_text(tree, "sub")),
	};
	if (one.owner.n)
		vec_push(&s->list, one);
	arena_free(&a);
}

void
demo_owners_free(struct demo_owners *s)
{
	arena_free(&s->text_arena);
	vec_free(&s->list);
}

const struct demo_owner *
demo_owners_find(const struct demo_owners *s, struct str owner)
{
	for (size_t i = 0; i < s->list.n; i++)
		if (str_eq(s->list.v[i].owner, owner))
			return &s->list.v[i];
	return NULL;
}

enum { NAMED_WRITES_MAX = 4 };

static const char *const past_participles[] = { [false] = "linked", [true] = "unlinked" };

/* Shows unconfirmed writes of earlier runs; the message stays until Esc. */
static void
show_unknown_at_start(const struct write_session *w)
{
	struct buf words = { 0 };
	write_session_append_unknown_numbers(w, &words);
	console_show(w->console, ROLE_BAD, "%s. :unknown shows %s", buf_z(&words),
	    w->journal.unknown_write_count == 1 ? "it" : "them");
	buf_free(&words);
}

/* Sets the lock from how the console was started and whether people are masked. */
static void
inherit_lock(struct write_session *w)
{
	const struct app_context *l = w->console->app;
	w->lock.read_only = l->read_only;
	w->lock.masked = l->masked;
}

bool
write_session_set_mask(struct write_session *w, struct err *err)
{
	const struct app_context *l = w->console->app;
	inherit_lock(w);
	write_lock_close(&w->lock);
	identities_free(w->identities);
	w->identities = identities_new();
	return !w->is_journal_open || journal_mask(&w->journal, l->masked ? &l->mask : NULL, err);
}

struct write_session *
write_session_new(struct console *c)
{
	struct write_session *w = x_new(struct write_session);
	const struct app_context *l = c->app;
	struct err err;
	bool keep = !c->script && app_context_keeps_state(l);
	w->console = c;
	w->identities = identities_new();
	w->account = keep ? account_name() : x_strdup("agent");
	app_context_append_service_name(&w->service, l);
	w->is_journal_open = journal_open(&w->journal, keep, &err);
	if (l->masked && w->is_journal_open)
		w->is_journal_open = journal_mask(&w->journal, &l->mask, &err);
	inherit_lock(w);
	w->writer = identity_writer_new(c->client, &w->journal, &l->clock);
	if (!w->is_journal_open)
		console_show(c, ROLE_BAD,
		    "Could not read the journal, so nothing can be written: %s", err.text);
	else if (w->journal.chain_errors.n)
		console_show(c, ROLE_BAD, "The journal's chain is broken: %s",
		    buf_z(&w->journal.chain_errors));
	else if (w->journal.unknown_write_count)
		show_unknown_at_start(w);
	return w;
}

void
write_session_free(struct write_session *w)
{
	if (!w)
		return;
	identity_writer_free(w->writer);
	journal_close(&w->journal);
	identities_free(w->identities);
	demo_owners_free(&w->demo_owners);
	write_lock_free(&w->lock);
	buf_free(&w->service);
	x_free(w->account);
	x_free(w);
}

void
write_session_refresh(struct write_session *w)
{
	struct err err;
	if (!w)
		return; /* the console is still being created */
	unsigned changes = w->journal.version;
	if (!journal_refresh(&w->journal, &err))
		console_show(w->console, ROLE_WARN, "Could not reload the journal: %s", err.text);
	if (w->journal.version != changes)
		console_notify_panes(w->console);
}

struct identity_context
write_session_context(struct write_session *w)
{
	struct console *c = w->console;
	identities_add_baskets(w->identities, c->baskets);
	return (struct identity_context){
		.journal = &w->journal,
		.service = buf_str(&w->service),
		.identities = w->identities,
		.basket_count = c->baskets->rows.n,
		.token_claims = client_claims(w->console->client),
		.account = str_of(w->account),
		.now = console_now(c),
	};
}

const char *
write_session_why_not(struct write_session *w)
{
	return !w->is_journal_open ? "Could not read the journal, so nothing can be written"
	    : w->lock.masked       ? masked_why_not(w->console->app, MASKED_WRITE)
				   : write_lock_why_not(&w->lock);
}

const char *
write_session_why_not_now(struct write_session *w)
{
	return w->awaited_write_number ? "The last write has no response yet"
				       : write_session_why_not(w);
}

size_t
write_session_count_unknown(const struct write_session *w)
{
	return w->journal.unknown_write_count - identity_count_pending(w->writer);
}

void
write_session_append_unknown_count(const struct write_session *w, struct buf *out)
{
	size_t n = w ? write_session_count_unknown(w) : 0;
	if (n)
		buf_addf(out, "%zu %s not confirmed", n, n == 1 ? "write" : "writes");
}

void
write_session_append_unknown_numbers(const struct write_session *w, struct buf *out)
{
	struct journal_numbers numbers = { 0 };
	if (w)
		journal_collect_unknown(&w->journal, STR_NONE, &numbers);
	if (numbers.n)
		buf_addf(out, "%zu %s not confirmed: ", numbers.n,
		    numbers.n == 1 ? "write is" : "writes are");
	for (size_t i = 0; i < numbers.n && i < NAMED_WRITES_MAX; i++) {
		buf_addz(out, i ? ", " : "");
		journal_number_write(out, numbers.v[i]);
	}
	if (numbers.n > NAMED_WRITES_MAX)
		buf_addz(out, " and earlier ones");
	vec_free(&numbers);
}

/* ---- sending ---- */

/* Shows "Linked …8841 to owner …7c21 (J-0412)". A link that existed before is not offered for
 * undo: that would remove it. */
static void
show_write_done(
    struct console *c, const struct journal_write *w, const struct journal_write *repeated)
{
	struct buf words = { 0 }, clean = { 0 };
	buf_addz(&words, repeated ? "Already linked: " : w->is_unlink ? "Unlinked " : "Linked ");
	identity_tail_write(&words, w->sub);
	buf_addz(&words, w->is_unlink ? " from owner " : " to owner ");
	identity_tail_write(&words, w->owner);
	if (repeated) {
		buf_addz(&words, " by ");
		journal_number_write(&words, repeated->number);
	}
	buf_addz(&words, " (");
	journal_number_write(&words, w->number);
	if (w->undoes) {
		buf_addz(&words, " undoes ");
		journal_number_write(&words, w->undoes);
	}
	buf_addc(&words, ')');
	buf_addz(&words, ". ");
	if (!repeated) {
		console_append_key_of(c, &words, w->is_unlink ? ACT_ANOTHER : ACT_UNDO);
		buf_addz(&words, w->is_unlink ? " another owner" : " undoes it, ");
	}
	if (!w->is_unlink) {
		console_append_key_of(c, &words, ACT_NOTE);
		buf_addz(&words, " note, ");
		console_append_key_of(c, &words, ACT_ANOTHER);
		buf_addz(&words, " another");
	}
	text_clean(&clean, buf_str(&words), false);
	console_show(c, ROLE_GOOD, "%s", buf_z(&clean));
	buf_free(&words);
	buf_free(&clean);
}

static void
show_unknown_result(struct console *c, const struct journal_write *w)
{
	struct buf number = { 0 }, key = { 0 };
	journal_number_write(&number, w->number);
	console_append_key_of(c, &key, ACT_RETRY);
	console_show(c, ROLE_BAD,
	    "No response: the identity may or may not be %s (%s). %s checks; no write happens "
	    "twice",
	    past_participles[w->is_unlink], buf_z(&number), buf_z(&key));
	buf_free(&number);
	buf_free(&key);
}

/* Our text for a known code of a refusal; or NULL. */
static const char *
find_refusal_rule(const struct err *err)
{
	static const struct {
		const char *code, *message;
	} rules[] = {
		{ "identity_in_use", "the identity belongs to another owner" },
		{ "read_only", "this service is read-only" },
		{ "different_subscription", "this owner is not in your token's subscription" },
	};
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++)
		if (str_eqz(str_of(err->code), rules[i].code))
			return rules[i].message;
	return NULL;
}

/* Nothing if the token was accepted. */
static void
append_sign_in_remedy(struct buf *out, const struct console *c, const struct err *err)
{
	if (err->kind != ERR_AUTH)
		return;
	buf_addz(out, ". ");
	whoami_append_refusal_remedy(out, c->app->environment, c->client);
}

void
write_session_append_refusal(struct buf *out, const struct console *c, const struct err *err)
{
	const char *rule = find_refusal_rule(err);
	if (rule)
		buf_addf(out, "%s (%d)", rule, err->http_status);
	else
		format_err(out, err, 0);
	append_sign_in_remedy(out, c, err);
}

/* Shows why the service refused: our text for a known code, else the service's own sentence. */
static void
show_write_refused(struct console *c, const struct journal_write *w, const struct write_result *a)
{
	struct buf words = { 0 }, number = { 0 };
	const char *rule = find_refusal_rule(&a->err);
	journal_number_write(&number, w->number);
	if (rule) {
		buf_addf(&words, "%s (%s, %d, req ", rule, buf_z(&number), a->err.http_status);
		format_request_id(&words, str_of(a->err.request_id));
		buf_addc(&words, ')');
	} else {
		format_err(&words, &a->err, 0);
	}
	append_sign_in_remedy(&words, c, &a->err);
	console_show(c, ROLE_BAD, "Not %s: %s", past_participles[w->is_unlink], buf_z(&words));
	console_attach_error(c, &a->err);
	buf_free(&words);
	buf_free(&number);
}

/* The journal was truncated while the write was in progress. */
static void
show_unreadable_write(struct console *c, unsigned number)
{
	struct buf words = { 0 };
	journal_number_write(&words, number);
	console_show(
	    c, ROLE_BAD, "%s has a response, but is no longer in the journal", buf_z(&words));
	buf_free(&words);
}

static void
show_write_result(struct write_session *w, const struct write_result *a)
{
	struct console *c = w->console;
	const struct journal_write *what = journal_find(&w->journal, a->write_number);
	if (!what)
		show_unreadable_write(c, a->write_number);
	else if (a->write_status == CLIENT_WRITE_DONE)
		show_write_done(c, what, identity_find_repeated_link(&w->journal, what));
	else if (a->write_status == CLIENT_WRITE_REFUSED)
		show_write_refused(c, what, a);
	else
		show_unknown_result(c, what);
}

/* Shows the result and also that it could not be recorded in the journal. */
static void
show_not_journaled(struct console *c, const struct err *err)
{
	char *outcome = str_dup(buf_str(&c->message_line));
	console_show(
	    c, ROLE_BAD, "Could not write this to the journal: %s. %s", err->text, outcome);
	x_free(outcome);
}

static void
on_written(void *ctx, const struct write_result *a)
{
	struct write_session *w = ctx;
	struct console *c = w->console;
	bool waited = w->awaited_write_number == a->write_number;
	if (waited)
		w->awaited_write_number = 0;
	if (a->write_status != CLIENT_WRITE_REFUSED || !waited)
		c->nav->show_write(
		    c, a->write_number); /* first: the message names that pane's keys */
	if (waited)
		c->nav->on_write_result(c, a);
	show_write_result(w, a);
	if (a->journal_err.kind)
		show_not_journaled(c, &a->journal_err);
	console_hold_message(c);
	console_notify_panes(c);
}

bool
write_session_send(struct write_session *w, const struct journal_write *what, struct err *err)
{
	struct journal_write own = *what;
	if (w->lock.read_only)
		return err_set(err, ERR_DENIED, "this console is read-only");
	own.environment = str_of(w->console->app->environment_name);
	own.service = buf_str(&w->service);
	if (!journal_refresh(&w->journal, err) ||
	    !identity_write(w->writer, &own, on_written, w, err))
		return false;
	w->awaited_write_number = journal_nth_newest(&w->journal, 0)->number;
	return true;
}

void
write_session_retry(struct write_session *w, unsigned number)
{
	struct console *c = w->console;
	const struct journal_write *what = journal_find(&w->journal, number);
	const char *why = c->is_tour_acting ? TOUR_SENDS_NOTHING : write_session_why_not(w);
	struct err err;
	if (why)
		console_show(c, ROLE_WARN, "%s", why);
	else if (identity_is_pending(w->writer, number))
		console_show(c, ROLE_TEXT, "Checking again; no response yet");
	else if (!identity_can_retry(what, buf_str(&w->service), console_now(c), &err))
		console_show(c, ROLE_WARN, "%s", err.text);
	else
		identity_write_retry(w->writer, number, on_written, w);
}

/* ---- the demo ---- */

static void
on_demo_owners(void *ctx, struct client_answer *answer)
{
	struct write_session *w = ctx;
	for (size_t i = 0; !answer->err.kind && i < answer->page.items.n; i++)
		demo_owners_add(&w->demo_owners, json_scan_item(&answer->page, i));
}

void
write_session_on_demo_ready(struct write_session *w)
{
	client_read_demo_owners(w->console->client, on_demo_owners, w);
}

void
write_session_on_demo_reset(struct write_session *w)
{
	if (identity_count_pending(w->writer))
		return;
	journal_reset(&w->journal);
	console_notify_panes(w->console);
}
