#include "wire/audit_words.h"

#include "wire/member.h"
#include "wire/value.h"

/* ---- actions ---- */

static const struct {
	const char *operation, *word;
} actions[] = {
	{ "linkExternalIdentity", "link" },
	{ "unlinkExternalIdentity", "unlink" },
	{ "bulkUpdateCatalog", "change catalog" },
	{ "resetDemo", "reset demo" },
	{ "moveDemoClock", "move demo clock" },
	{ "knot", "checkpoint" },
};

enum { ACTION_COUNT = sizeof(actions) / sizeof(*actions) };

struct str
audit_action_of_operation(struct str operation)
{
	for (size_t i = 0; i < ACTION_COUNT; i++)
		if (str_eqz(operation, actions[i].operation))
			return str_of(actions[i].word);
	return operation;
}

struct str
audit_operation_of_action(struct str typed)
{
	for (size_t i = 0; i < ACTION_COUNT; i++)
		if (str_eq_nocase(typed, str_of(actions[i].word)))
			return str_of(actions[i].operation);
	return typed;
}

/* ---- details ---- */

static size_t
count_members(struct str container)
{
	struct member_walk w;
	struct member m;
	size_t n = 0;
	member_start(&w, container);
	while (member_next(&w, &m))
		n++;
	return n;
}

/* The path of the first element of a list; STR_NONE if it has none. */
static struct str
first_path(struct arena *a, struct str list)
{
	struct member_walk w;
	struct member m;
	if (!json_is_array(list))
		return STR_NONE;
	member_start(&w, list);
	return member_next(&w, &m) ? value_text(a, member_find(m.value, STR("path"))) : STR_NONE;
}

/* Appends a member of the detail: "objects 240", "erased", "/segments/student +2" for items, or "12
 * entries". */
static void
append_fact(struct buf *out, struct arena *a, const struct member *m)
{
	enum json_kind kind = value_kind(m->value);
	bool is_list = kind == JSON_ARRAY || kind == JSON_OBJECT;
	size_t n = is_list ? count_members(m->value) : 0;
	struct str path = first_path(a, m->value);
	buf_addz(out, out->n ? ", " : "");
	buf_adds(out, path);
	if (path.n && n > 1)
		buf_addf(out, " +%zu", n - 1);
	if (path.n)
		return;
	if (is_list)
		buf_addf(out, "%zu ", n);
	json_lex_unquote(out, m->name);
	if (kind == JSON_STRING || kind == JSON_NUMBER || str_eqz(m->value, "false")) {
		buf_addc(out, ' ');
		buf_adds(out, kind == JSON_STRING ? value_text(a, m->value) : m->value);
	}
}

/* The identity has its own columns. Null, zero and a list without elements say nothing. */
static bool
is_shown_fact(const struct member *m)
{
	enum json_kind kind = value_kind(m->value);
	bool is_list = kind == JSON_ARRAY || kind == JSON_OBJECT;
	return !member_is_named(m, STR("iss")) && !member_is_named(m, STR("sub")) &&
	    kind != JSON_NULL && !str_eqz(m->value, "0") && !(is_list && !count_members(m->value));
}

struct str
audit_detail_in_words(struct arena *a, struct str target, struct str detail)
{
	struct buf text = { 0 };
	struct member_walk w;
	struct member m;
	buf_adds(&text, target);
	if (json_is_object(detail))
		member_start(&w, detail);
	while (json_is_object(detail) && member_next(&w, &m))
		if (is_shown_fact(&m))
			append_fact(&text, a, &m);
	struct str words = arena_move_buf(a, &text);
	buf_free(&text);
	return words;
}
