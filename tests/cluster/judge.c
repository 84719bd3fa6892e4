#include "cluster/judge.h"

#include "cluster/client.h"

#include <stdio.h>
#include <string.h>

enum { FIELDS = 10, EXAMPLES = 5 };

const char *const wrong_words[WRONGS] = { "acknowledged and lost", "done twice",
	"reported failed but done", "repeated with another answer", "done by nobody",
	"in an impossible order", "impossible for a register", "refused without a reason",
	"read what was not there", "half done", "not as the audit ends", "walks that were wrong",
	"audits that are not whole", "lines that cannot be read" };

void
judge_wrong(struct verdict *v, enum wrong what, const char *format, ...)
{
	va_list args;
	if (v->counts[what]++ >= EXAMPLES)
		return;
	buf_addf(&v->examples, "%s: ", wrong_words[what]);
	va_start(args, format);
	buf_addv(&v->examples, format, args);
	va_end(args);
	buf_addc(&v->examples, '\n');
}

/* ---- lines ---- */

struct export_line {
	struct str f[FIELDS];
	size_t n;
};

static void
split(struct export_line *l, struct str text)
{
	memset(l, 0, sizeof(*l));
	while (l->n < FIELDS && str_next(&text, ' ', &l->f[l->n]))
		l->n++;
}

static bool
is_line(const struct export_line *l, const char *word, size_t fields)
{
	return l->n == fields && str_eqz(l->f[0], word);
}

static int
read_outcome(struct str word)
{
	for (int i = OUTCOME_OK; i <= CLIENT_WRITE_UNKNOWN; i++)
		if (str_eqz(word, outcome_words[i]))
			return i;
	return -1;
}

static bool
read_op(struct records *r, const struct export_line *l)
{
	struct attempt a = { .name = l->f[1],
		.what = l->f[4],
		.thing = l->f[5],
		.value = l->f[6],
		.answer = l->f[8],
		.result = read_outcome(l->f[7]) };
	int64_t status;
	bool ok = str_to_int64(l->f[2], &a.start) && str_to_int64(l->f[3], &a.end) &&
	    str_to_int64(l->f[9], &status) && a.result >= 0 && a.end >= a.start;
	if (ok) {
		a.status = (int)status;
		vec_push(&r->attempts, a);
	}
	return ok;
}

static bool
read_effect(struct records *r, const struct export_line *l)
{
	struct effect e = {
		.name = l->f[3], .operation = l->f[4], .target = l->f[5], .outcome = l->f[6]
	};
	if (!str_to_int64(l->f[1], &e.audit_chain) || !str_to_int64(l->f[2], &e.seq))
		return false;
	vec_push(&r->effects, e);
	return true;
}

static bool
read_reading(struct records *r, const struct export_line *l)
{
	struct reading g = { .thing = l->f[1], .value = l->f[4] };
	if (!str_to_int64(l->f[2], &g.start) || !str_to_int64(l->f[3], &g.end))
		return false;
	vec_push(&r->readings, g);
	return true;
}

static bool
read_fault(struct records *r, const struct export_line *l)
{
	struct fault f = { .kind = l->f[1] };
	if (!str_to_int64(l->f[3], &f.setting))
		return false;
	vec_push(&r->faults, f);
	return true;
}

static bool
read_walk(struct verdict *v, const struct export_line *l)
{
	v->walks++;
	if (!str_eqz(l->f[3], "whole"))
		judge_wrong(v, WRONG_WALK, "from %.*s to %.*s", STR_ARG(l->f[1]), STR_ARG(l->f[2]));
	return true;
}

static bool
read_line(struct records *r, const struct export_line *l, struct verdict *v)
{
	if (is_line(l, "op", 10))
		return read_op(r, l);
	if (is_line(l, "effect", 7))
		return read_effect(r, l);
	if (is_line(l, "read", 5))
		return read_reading(r, l);
	if (is_line(l, "fault", 4))
		return read_fault(r, l);
	if (is_line(l, "walk", 5))
		return read_walk(v, l);
	if (is_line(l, "link", 4)) {
		vec_push(&r->links, ((struct ending){ l->f[1], l->f[2], l->f[3] }));
	} else if (is_line(l, "item", 4)) {
		vec_push(&r->items, ((struct ending){ l->f[1], l->f[3], STR_NONE }));
	} else if (is_line(l, "audit", 2)) {
		r->audit_is_whole = str_eqz(l->f[1], "whole");
	} else {
		return false;
	}
	return true;
}

void
judge_read(struct records *r, struct str text, struct verdict *v)
{
	struct str one;
	struct export_line l;
	while (str_next(&text, '\n', &one)) {
		if (one.n == 0)
			continue;
		split(&l, one);
		if (!read_line(r, &l, v))
			judge_wrong(v, WRONG_LINE, "%.*s", STR_ARG(one));
	}
}

/* ---- periods without an acknowledgement ---- */

static int
compare_times(const void *a, const void *b, void *ctx)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	(void)ctx;
	return (x > y) - (x < y);
}

struct acks {
	VEC(int64_t) at;
};

/* The longest pause between two acknowledgements that ends after `from` and begins before `to`. */
static int64_t
longest_between(const struct acks *acks, int64_t from, int64_t to)
{
	int64_t longest = 0;
	for (size_t i = 1; i < acks->at.n; i++)
		if (acks->at.v[i] > from && acks->at.v[i - 1] < to &&
		    acks->at.v[i] - acks->at.v[i - 1] > longest)
			longest = acks->at.v[i] - acks->at.v[i - 1];
	return longest;
}

/* Evaluates the faults of one kind, each until the next fault. */
static void
print_kind(const struct records *r, const struct acks *acks, struct str kind, struct verdict *v)
{
	int64_t longest = 0;
	size_t turns = 0;
	for (size_t i = 0; i < r->faults.n; i++) {
		if (!str_eq(r->faults.v[i].kind, kind))
			continue;
		int64_t to = i + 1 < r->faults.n ? r->faults.v[i + 1].setting : JUDGE_NO_END;
		int64_t gap = longest_between(acks, r->faults.v[i].setting, to);
		longest = gap > longest ? gap : longest;
		turns++;
	}
	buf_addf(&v->faults, "%.*s, %zu times: at most %.1f s without an acknowledged write\n",
	    STR_ARG(kind), turns, (double)longest / 1e6);
}

void
judge_gaps(struct records *r, struct verdict *v)
{
	struct acks acks = { 0 };
	for (size_t i = 0; i < r->attempts.n; i++)
		if (r->attempts.v[i].result == OUTCOME_OK)
			vec_push(&acks.at, r->attempts.v[i].end);
	vec_sort(&acks.at, compare_times, NULL);
	v->longest_us = longest_between(&acks, INT64_MIN, JUDGE_NO_END);
	for (size_t i = 0; i < r->faults.n; i++) {
		size_t k = 0;
		while (!str_eq(r->faults.v[k].kind, r->faults.v[i].kind))
			k++;
		if (k == i)
			print_kind(r, &acks, r->faults.v[i].kind, v);
	}
	vec_free(&acks.at);
}

/* ---- the whole history ---- */

void
judge(struct str text, struct verdict *v)
{
	struct records r = { 0 };
	memset(v, 0, sizeof(*v));
	judge_read(&r, text, v);
	v->effects = r.effects.n;
	v->reads = r.readings.n;
	if (!r.audit_is_whole)
		judge_wrong(v, WRONG_AUDIT, "audit verify has not said that it is whole");
	judge_operations(&r, v);
	judge_things(&r, v);
	judge_gaps(&r, v);
	vec_free(&r.attempts);
	vec_free(&r.effects);
	vec_free(&r.readings);
	vec_free(&r.faults);
	vec_free(&r.links);
	vec_free(&r.items);
}

size_t
verdict_wrongs(const struct verdict *v)
{
	size_t sum = 0;
	for (int i = 0; i < WRONGS; i++)
		sum += v->counts[i];
	return sum;
}

void
verdict_free(struct verdict *v)
{
	buf_free(&v->examples);
	buf_free(&v->faults);
}
