/* Each identity and each set as a register: checks that the order of its effects explains every
 * response. */
#include "cluster/client.h"
#include "cluster/judge.h"

#include "base/mem.h"

/* The state between two effects. */
struct state {
	struct str value;  /* the owner; the set's value */
	struct str answer; /* the link's record; "-": not known */
};

struct thing {
	struct str name;
	const struct effect *effects;
	size_t n;
	struct state *states; /* n + 1 states */
	/* The smallest `latest` from here on, and the largest `earliest` so far: the times by
	 * which each effect must have ended or begun. */
	int64_t *must_end, *must_begin;
};

static const struct str no_owner = { "none", 4 };

static int
compare_by_thing(const void *a, const void *b, void *ctx)
{
	const struct effect *x = a, *y = b;
	int by_name = str_cmp(x->thing, y->thing);
	(void)ctx;
	if (by_name || x->audit_chain != y->audit_chain)
		return by_name ? by_name : x->audit_chain < y->audit_chain ? -1 : 1;
	return (x->seq > y->seq) - (x->seq < y->seq);
}

/* ---- the register ---- */

static bool
apply_link(struct state *s, const struct effect *e)
{
	bool known = !str_eqz(e->answer, "-");
	if (str_eqz(e->outcome, "unchanged")) {
		bool same = !known || str_eqz(s->answer, "-") || str_eq(e->answer, s->answer);
		if (known)
			s->answer = e->answer;
		return same && str_eq(s->value, e->value);
	}
	bool was_free = str_eq(s->value, no_owner);
	*s = (struct state){ e->value, e->answer };
	return was_free;
}

static bool
apply_unlink(struct state *s, const struct effect *e)
{
	bool ok = str_eqz(e->outcome, "unchanged") ? str_eq(s->value, no_owner)
						   : str_eq(s->value, e->value);
	*s = (struct state){ no_owner, STR("-") };
	return ok;
}

static bool
apply(struct state *s, const struct effect *e)
{
	if (str_eqz(e->what, "link"))
		return apply_link(s, e);
	if (str_eqz(e->what, "unlink"))
		return apply_unlink(s, e);
	*s = (struct state){ e->value, STR("-") };
	return str_eqz(e->outcome, "done");
}

static void
run(struct thing *t, struct verdict *v)
{
	int64_t begun = INT64_MIN;
	t->states = x_new_array(struct state, t->n + 1);
	t->must_end = x_new_array(int64_t, t->n + 1);
	t->must_begin = x_new_array(int64_t, t->n + 1);
	t->states[0] = (struct state){ no_owner, STR("-") };
	for (size_t i = 0; i < t->n; i++) {
		const struct effect *e = &t->effects[i];
		t->states[i + 1] = t->states[i];
		if (!apply(&t->states[i + 1], e))
			judge_wrong(v, WRONG_REGISTER, "%.*s %.*s %.*s of %.*s was %.*s's",
			    STR_ARG(e->name), STR_ARG(e->what), STR_ARG(e->thing),
			    STR_ARG(e->value), STR_ARG(t->states[i].value));
		if (e->latest < begun || e->audit_chain != t->effects[0].audit_chain)
			judge_wrong(
			    v, WRONG_ORDER, "%.*s of %.*s", STR_ARG(e->name), STR_ARG(e->thing));
		begun = e->earliest > begun ? e->earliest : begun;
		t->must_begin[i] = begun;
	}
	t->must_end[t->n] = JUDGE_NO_END;
	for (size_t i = t->n; i-- > 0;)
		t->must_end[i] = t->effects[i].latest < t->must_end[i + 1] ? t->effects[i].latest
									   : t->must_end[i + 1];
}

/* ---- observed states ---- */

/* The first and the last state that are possible between the two times. */
static void
find_window(const struct thing *t, int64_t start, int64_t end, size_t *from, size_t *to)
{
	size_t low = 0, high = t->n;
	while (low < high) { /* number of effects that had ended before the start */
		size_t middle = (low + high) / 2;
		if (t->must_end[middle] < start)
			low = middle + 1;
		else
			high = middle;
	}
	*from = low;
	high = t->n;
	while (low < high) { /* the first effect that began after the end */
		size_t middle = (low + high) / 2;
		if (t->must_begin[middle] <= end)
			low = middle + 1;
		else
			high = middle;
	}
	*to = low;
}

/* True if this state explains why the link or unlink was refused. */
static bool
explains(const struct attempt *a, const struct state *s)
{
	bool is_free = str_eq(s->value, no_owner), mine = str_eq(s->value, a->value);
	if (str_eqz(a->what, "link"))
		return a->status == 409 && !is_free && !mine;
	if (str_eqz(a->what, "unlink"))
		return a->status == 403 ? !is_free && !mine : a->status == 404 && is_free;
	return false;
}

static void
judge_refusal(const struct thing *t, const struct attempt *a, struct verdict *v)
{
	size_t from, to;
	find_window(t, a->start, a->end, &from, &to);
	while (from <= to && !explains(a, &t->states[from]))
		from++;
	if (from > to)
		judge_wrong(v, WRONG_REFUSAL, "%.*s: %d for %.*s %.*s", STR_ARG(a->name), a->status,
		    STR_ARG(a->what), STR_ARG(a->thing));
}

static void
judge_reading(const struct thing *t, const struct reading *g, struct verdict *v)
{
	size_t from, to;
	if (str_eqz(g->value, "mixed")) {
		judge_wrong(v, WRONG_HALF, "%.*s at %lld", STR_ARG(g->thing), (long long)g->start);
		return;
	}
	find_window(t, g->start, g->end, &from, &to);
	while (from <= to && !str_eq(t->states[from].value, g->value))
		from++;
	if (from > to)
		judge_wrong(v, WRONG_READ, "%.*s was %.*s at %lld", STR_ARG(g->thing),
		    STR_ARG(g->value), (long long)g->start);
}

/* ---- final content ---- */

/* False if the set has no items; else sets *is to the value of the first item that differs. */
static bool
find_items(const struct thing *t, const struct records *r, struct str want, struct str *is)
{
	bool found = false;
	*is = want;
	for (size_t i = 0; i < r->items.n; i++) {
		if (!str_eq(r->items.v[i].thing, t->name))
			continue;
		found = true;
		if (str_eq(*is, want))
			*is = r->items.v[i].value;
	}
	return found;
}

static void
find_link(const struct thing *t, const struct records *r, struct state *link)
{
	*link = (struct state){ no_owner, STR("-") };
	for (size_t i = 0; i < r->links.n; i++)
		if (str_eq(r->links.v[i].thing, t->name))
			*link = (struct state){ r->links.v[i].value, r->links.v[i].answer };
}

static void
judge_end(const struct thing *t, const struct records *r, struct verdict *v)
{
	const struct state *last = &t->states[t->n];
	struct state is = { .answer = last->answer };
	if (!find_items(t, r, last->value, &is.value))
		find_link(t, r, &is);
	bool same = str_eqz(last->answer, "-") || str_eq(is.answer, last->answer);
	if (!same || !str_eq(is.value, last->value))
		judge_wrong(v, WRONG_END, "%.*s is %.*s, not %.*s", STR_ARG(t->name),
		    STR_ARG(is.value), STR_ARG(last->value));
}

/* ---- all things ---- */

static void
judge_thing(struct thing *t, const struct records *r, struct verdict *v)
{
	run(t, v);
	for (size_t i = 0; i < r->attempts.n; i++)
		if (r->attempts.v[i].result == CLIENT_WRITE_REFUSED &&
		    str_eq(r->attempts.v[i].thing, t->name))
			judge_refusal(t, &r->attempts.v[i], v);
	for (size_t i = 0; i < r->readings.n; i++)
		if (str_eq(r->readings.v[i].thing, t->name))
			judge_reading(t, &r->readings.v[i], v);
	judge_end(t, r, v);
	x_free(t->states);
	x_free(t->must_end);
	x_free(t->must_begin);
}

/* Names of things, each once. */
struct member_names {
	VEC(struct str) v;
};

static void
add_name(struct member_names *names, struct str name)
{
	for (size_t i = 0; i < names->v.n; i++)
		if (str_eq(names->v.v[i], name))
			return;
	vec_push(&names->v, name);
}

static void
find_names(struct member_names *names, const struct records *r)
{
	for (size_t i = 0; i < r->effects.n; i++)
		if (r->effects.v[i].thing.n)
			add_name(names, r->effects.v[i].thing);
	for (size_t i = 0; i < r->attempts.n; i++)
		add_name(names, r->attempts.v[i].thing);
	for (size_t i = 0; i < r->readings.n; i++)
		add_name(names, r->readings.v[i].thing);
	for (size_t i = 0; i < r->links.n; i++)
		add_name(names, r->links.v[i].thing);
	for (size_t i = 0; i < r->items.n; i++)
		add_name(names, r->items.v[i].thing);
}

void
judge_things(struct records *r, struct verdict *v)
{
	struct member_names names = { 0 };
	vec_sort(&r->effects, compare_by_thing, NULL);
	find_names(&names, r);
	for (size_t i = 0; i < names.v.n; i++) {
		struct thing t = { .name = names.v.v[i] };
		size_t at = 0;
		while (at < r->effects.n && !str_eq(r->effects.v[at].thing, t.name))
			at++;
		t.effects = r->effects.v + at;
		while (at + t.n < r->effects.n && str_eq(t.effects[t.n].thing, t.name))
			t.n++;
		judge_thing(&t, r, v);
	}
	vec_free(&names.v);
}
