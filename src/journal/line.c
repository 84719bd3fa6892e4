#include "journal/line.h"

#include "model/when.h"
#include "wire/json.h"
#include "wire/json_scan.h"
#include "wire/member.h"

#include <stddef.h>

const char *const journal_states[] = {
	[JOURNAL_UNKNOWN] = "unknown",
	[JOURNAL_DONE] = "done",
	[JOURNAL_REFUSED] = "refused",
};
_Static_assert(sizeof(journal_states) / sizeof(*journal_states) == JOURNAL_STATES,
    "every state needs a word in this table");

bool
journal_is_partly_done(const struct journal_write *w)
{
	return w->status.state == JOURNAL_DONE && str_eqz(w->status.code, JOURNAL_PARTLY_DONE);
}

const char *
journal_result_name(const struct journal_write *w)
{
	return journal_is_partly_done(w) ? "partly done" : journal_states[w->status.state];
}

static const char sending_text[] = "sending";
enum { LINE_VERSION = 1 }; /* lines without a version have the same meaning */
static const char *const action_names[] = { [false] = "link", [true] = "unlink" };
static const char plan_kind_text[] = "plan";

#define TEXT(name) #name, offsetof(struct journal_write, name)

/* The texts in the line that starts a write; one table for writing and reading. */
static const struct {
	const char *name;
	size_t offset;
} text_members[] = { { TEXT(who) }, { TEXT(host) }, { TEXT(ssh) }, { TEXT(environment) },
	{ TEXT(service) }, { TEXT(owner) }, { TEXT(iss) }, { TEXT(sub) }, { TEXT(reason) },
	{ TEXT(plan) }, { TEXT(batch) }, { TEXT(request) }, { TEXT(approved) }, { TEXT(undone_plan) }, { TEXT(key) } };

enum { TEXT_MEMBER_COUNT = sizeof(text_members) / sizeof(*text_members) };

static void
add_head(struct buf *out, const char *state, unsigned number, int64_t at)
{
	struct buf text = { 0 };
	buf_addc(out, '{');
	member_add_text(out, "state", str_of(state));
	journal_number_write(&text, number);
	member_add_text(out, "write", buf_str(&text));
	buf_reset(&text);
	when_write(&text, at);
	member_add_text(out, "at", buf_str(&text));
	buf_free(&text);
}

void
journal_line_begin(struct buf *out, const struct journal_write *w)
{
	add_head(out, sending_text, w->number, w->recorded_at);
	buf_addf(out, ",\"version\":%d", LINE_VERSION);
	struct str action = str_of(w->plan.n ? plan_kind_text : action_names[w->is_unlink]);
	member_add_text(out, "action", w->unsupported_action.n ? w->unsupported_action : action);
	for (size_t i = 0; i < TEXT_MEMBER_COUNT; i++) {
		const struct str *text = (const void *)((const char *)w + text_members[i].offset);
		if (text->n)
			member_add_text(out, text_members[i].name, *text);
	}
	if (w->undoes) {
		struct buf number = { 0 };
		journal_number_write(&number, w->undoes);
		member_add_text(out, "undoes", buf_str(&number));
		buf_free(&number);
	}
}

void
journal_line_finish(struct buf *out, unsigned number, const struct journal_write_status *o)
{
	add_head(out, journal_states[o->state], number, o->recorded_at);
	if (o->http_status)
		buf_addf(out, ",\"http\":%d", o->http_status);
	if (o->code.n)
		member_add_text(out, "code", o->code);
	if (o->request_id.n)
		member_add_text(out, "request_id", o->request_id);
	/* As a text, so that the line stays flat whatever the record contains. */
	if (o->record.n && o->record.n <= JOURNAL_RECORD_SIZE_MAX &&
	    str_find_char(o->record, '\0') == SIZE_MAX)
		member_add_text(out, "record", o->record);
}

/* ---- reading ---- */

static struct str
copy_texts(struct arena *a, const cJSON *tree, const char *name)
{
	return arena_str(a, json_get_text(tree, name));
}

static void
read_texts(struct journal_write *w, struct arena *a, const cJSON *tree)
{
	for (size_t i = 0; i < TEXT_MEMBER_COUNT; i++)
		*(struct str *)(void *)((char *)w + text_members[i].offset) = copy_texts(
		    a, tree, text_members[i].name);
	struct str action = json_get_text(tree, "action");
	w->is_unlink = str_eqz(action, action_names[true]);
	int64_t version = LINE_VERSION;
	json_whole_number(json_get(tree, "version"), &version);
	/* A later program may have written an unknown action, or mean something else by a known one:
	 * treating it as a link could cause one to be sent. */
	if (version != LINE_VERSION)
		w->unsupported_action = arena_printf(
		    a, "%.*s (version %lld)", STR_ARG(action), (long long)version);
	else if (action.n && !w->is_unlink &&
	    !str_eqz(action, w->plan.n ? plan_kind_text : action_names[false]))
		w->unsupported_action = arena_str(a, action);
	journal_number_read(json_get_text(tree, "undoes"), &w->undoes);
}

static enum journal_line_kind
read_outcome(struct journal_write_status *o, struct arena *a, const cJSON *tree)
{
	struct str state = json_get_text(tree, "state");
	int64_t http = 0;
	int s = 0;
	while (s < JOURNAL_STATES && !str_eqz(state, journal_states[s]))
		s++;
	if (s == JOURNAL_STATES)
		return JOURNAL_LINE_OTHER;
	json_whole_number(json_get(tree, "http"), &http);
	*o = (struct journal_write_status){
		.state = (enum journal_state)s,
		.http_status = http > 0 && http < 1000 ? (int)http : 0,
		.code = copy_texts(a, tree, "code"),
		.request_id = copy_texts(a, tree, "request_id"),
		.record = copy_texts(a, tree, "record"),
	};
	return JOURNAL_LINE_OUTCOME;
}

static enum journal_line_kind
read_tree(struct journal_write *w, struct arena *a, const cJSON *tree)
{
	int64_t at = WHEN_NONE;
	enum journal_line_kind what = JOURNAL_LINE_BEGIN;
	if (!journal_number_read(json_get_text(tree, "write"), &w->number))
		return JOURNAL_LINE_OTHER;
	when_parse(json_get_text(tree, "at"), &at);
	if (str_eqz(json_get_text(tree, "state"), sending_text))
		read_texts(w, a, tree);
	else
		what = read_outcome(&w->status, a, tree);
	if (what == JOURNAL_LINE_BEGIN)
		w->recorded_at = at;
	w->status.recorded_at = what == JOURNAL_LINE_OUTCOME ? at : WHEN_NONE;
	return what;
}

enum journal_line_kind
journal_line_read(struct journal_write *w, struct arena *a, struct str line)
{
	struct arena own = { 0 };
	struct err ignored;
	*w = (struct journal_write){ 0 };
	const cJSON *tree = json_parse(&own, line, &json_scan_service_rules, &ignored);
	enum journal_line_kind what = tree ? read_tree(w, a, tree) : JOURNAL_LINE_OTHER;
	arena_free(&own);
	return what;
}
