/* The result of each operation by itself: the responses to its attempts compared with the audit. */
#include "cluster/client.h"
#include "cluster/judge.h"

static int
compare_attempts(const void *a, const void *b, void *ctx)
{
	const struct attempt *x = a, *y = b;
	int by_name = str_cmp(x->name, y->name);
	(void)ctx;
	return by_name ? by_name : (x->start > y->start) - (x->start < y->start);
}

static int
compare_effects(const void *a, const void *b, void *ctx)
{
	const struct effect *x = a, *y = b;
	int by_name = str_cmp(x->name, y->name);
	(void)ctx;
	return by_name ? by_name : (x->seq > y->seq) - (x->seq < y->seq);
}

struct operation {
	const struct attempt *first;
	size_t n;
	const struct attempt *done; /* the first attempt with this result, or NULL */
	int64_t earliest;
	bool may_be; /* an attempt had this result, or no response */
};

static void
summarize_attempts(struct operation *o, struct verdict *v)
{
	o->earliest = JUDGE_NO_END;
	for (size_t i = 0; i < o->n; i++) {
		const struct attempt *a = &o->first[i];
		v->answered[a->result]++;
		if (a->result == OUTCOME_OK && !o->done)
			o->done = a;
		else if (a->result == OUTCOME_OK && !str_eq(a->answer, o->done->answer))
			judge_wrong(v, WRONG_ANSWER, "%.*s: %.*s, then %.*s", STR_ARG(a->name),
			    STR_ARG(o->done->answer), STR_ARG(a->answer));
		if ((a->result == OUTCOME_OK || a->result == CLIENT_WRITE_UNKNOWN) && !o->may_be) {
			o->may_be = true;
			o->earliest = a->start;
		}
	}
}

static const char *
operation_name(struct str what)
{
	if (str_eqz(what, "set"))
		return "bulkUpdateCatalog";
	return str_eqz(what, "link") ? "linkExternalIdentity" : "unlinkExternalIdentity";
}

/* The entry belongs to this operation, and must have the requested values. */
static void
match(struct effect *e, const struct operation *o, struct verdict *v)
{
	const struct attempt *a = o->first;
	e->what = a->what;
	e->thing = a->thing;
	e->value = a->value;
	e->answer = o->done ? o->done->answer : STR("-");
	e->earliest = o->may_be ? o->earliest : a->start;
	e->latest = o->done ? o->done->end : JUDGE_NO_END;
	if (!str_eqz(e->operation, operation_name(a->what)) ||
	    (!str_eqz(a->what, "set") && !str_eq(e->target, a->value)))
		judge_wrong(
		    v, WRONG_STRANGER, "%.*s is another one in the audit", STR_ARG(a->name));
}

static void
judge_one(struct operation *o, struct effect *effects, size_t n, struct verdict *v)
{
	summarize_attempts(o, v);
	for (size_t i = 0; i < n; i++)
		match(&effects[i], o, v);
	struct str name = o->first->name;
	if (o->done && n == 0)
		judge_wrong(v, WRONG_LOST, "%.*s", STR_ARG(name));
	if (n > 1)
		judge_wrong(v, WRONG_TWICE, "%.*s, %zu times", STR_ARG(name), n);
	if (n > 0 && !o->may_be)
		judge_wrong(v, WRONG_DONE, "%.*s", STR_ARG(name));
}

static void
note_stranger(struct effect *e, struct verdict *v)
{
	judge_wrong(v, WRONG_STRANGER, "%.*s", STR_ARG(e->name));
	e->thing = STR("");
}

void
judge_operations(struct records *r, struct verdict *v)
{
	vec_sort(&r->attempts, compare_attempts, NULL);
	vec_sort(&r->effects, compare_effects, NULL);
	size_t e = 0;
	for (size_t i = 0; i < r->attempts.n;) {
		struct operation o = { .first = &r->attempts.v[i] };
		while (i < r->attempts.n && str_eq(r->attempts.v[i].name, o.first->name)) {
			o.n++;
			i++;
		}
		while (e < r->effects.n && str_cmp(r->effects.v[e].name, o.first->name) < 0)
			note_stranger(&r->effects.v[e++], v);
		size_t begin = e;
		while (e < r->effects.n && str_eq(r->effects.v[e].name, o.first->name))
			e++;
		judge_one(&o, r->effects.v + begin, e - begin, v);
		v->operations++;
	}
	while (e < r->effects.n)
		note_stranger(&r->effects.v[e++], v);
}
