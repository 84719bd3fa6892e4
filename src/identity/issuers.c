#include "identity/issuers.h"

#include "base/index.h"
#include "model/format.h"
#include "model/identity_check.h"

#include <stdlib.h>

static void
count_issuer(struct issuers *all, struct str iss, size_t times)
{
	uint32_t at = index_get(all->places, iss);
	if (at == UINT32_MAX) {
		at = (uint32_t)all->list.n;
		index_put(all->places, iss, at);
		vec_push(&all->list, ((struct issuer){ iss, 0 }));
	}
	all->list.v[at].times += times;
}

static int
compare_issuers(const void *x, const void *y)
{
	const struct issuer *a = x, *b = y;
	return a->times != b->times ? (a->times < b->times ? 1 : -1) : str_cmp(a->iss, b->iss);
}

void
issuers_count(struct issuers *all, const struct identity_context *g)
{
	const struct journal_write *w;
	*all = (struct issuers){ .places = index_new() };
	for (size_t i = 0; i < identities_count(g->identities); i++) {
		const struct identity_known *k = identities_at(g->identities, i);
		if (k->id.iss.n)
			count_issuer(all, k->id.iss, k->baskets);
	}
	for (size_t i = 0; (w = journal_newest(g->journal, i)) != NULL; i++)
		if (w->outcome.state == JOURNAL_DONE && !w->unlink &&
		    str_eq(w->service, g->service))
			count_issuer(all, w->iss, 1);
	if (all->list.n)
		qsort(all->list.v, all->list.n, sizeof(*all->list.v), compare_issuers);
}

void
issuers_free(struct issuers *all)
{
	index_free(all->places);
	vec_free(&all->list);
}

static size_t
issuers_times(const struct issuers *all, struct str iss)
{
	for (size_t i = 0; i < all->list.n; i++)
		if (str_eq(all->list.v[i].iss, iss))
			return all->list.v[i].times;
	return 0;
}

static bool
issuer_has_slash(struct str s)
{
	return s.n && s.p[s.n - 1] == '/';
}

bool
issuer_is_similar(struct str a, struct str b)
{
	struct buf x = { 0 }, y = { 0 };
	identity_append_issuer_core(&x, a);
	identity_append_issuer_core(&y, b);
	bool near = !str_eq(a, b) && str_eq(buf_str(&x), buf_str(&y));
	buf_free(&x);
	buf_free(&y);
	return near;
}

/* Describes how the known issuer differs from the typed one. */
const char *
issuer_difference(struct str typed, struct str known)
{
	struct str https = STR("https://");
	if (issuer_has_slash(typed) != issuer_has_slash(known))
		return issuer_has_slash(typed) ? "without the final slash" : "with a final slash";
	if (str_starts(typed, https) != str_starts(known, https))
		return str_starts(known, https) ? "with https://" : "without https://";
	return "with other capitals";
}

bool
issuer_append_known_count(struct buf *out, const struct identity_context *context, struct str iss)
{
	struct issuers all;
	issuers_count(&all, context);
	size_t times = issuers_times(&all, iss);
	if (times) {
		buf_addz(out, "known here, ");
		format_plural(out, times, "time", "times");
	} else {
		buf_addz(out, "not known here");
	}
	issuers_free(&all);
	return times > 0;
}

void
issuers_with_prefix(
    const struct identity_context *context, struct str prefix, struct issuer_list *out)
{
	struct issuers all;
	issuers_count(&all, context);
	for (size_t i = 0; i < all.list.n; i++)
		if (str_starts(all.list.v[i].iss, prefix))
			vec_push(out, all.list.v[i].iss);
	issuers_free(&all);
}
