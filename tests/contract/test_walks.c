/* labels: slow
 *
 * Walks through every list at several page sizes, while another client changes objects and adds
 * more: everything that was there at the start is listed exactly once. */
#include "base/vec.h"
#include "lib/api.h"
#include "lib/test.h"
#include "wire/member.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char store[] = "sqlite:walks.db";

struct walk {
	struct api *api;
	const char *list, *kind, *name; /* name: the member that identifies objects */
	unsigned size;
	VEC(char *) met;
	unsigned disturbed;
	unsigned *fresh; /* number of objects added so far, over all walks */
};

static void
note_items(struct walk *w)
{
	struct member_walk items;
	struct member m;
	member_start(&items, api_raw(w->api, "items"));
	while (member_next(&items, &m)) {
		struct buf text = { 0 };
		assert_true(member_read_text(&text, m.value, str_of(w->name)));
		vec_push(&w->met, buf_detach(&text));
	}
}

/* Adds an object in the middle of the list and one after its end. */
static void
add_objects(struct walk *w)
{
	unsigned n = ++*w->fresh;
	FILE *f = fopen("more.jsonl", "w");
	bool basket = strcmp(w->kind, "basket") == 0;
	for (int i = 0; i < 2; i++) {
		if (basket)
			fprintf(f,
			    "{\"kind\":\"basket\",\"item\":{\"id\":\"new-%u-%d\",\"created\":\"2026-"
			    "11-%s\"}}\n",
			    n, i, i ? "10T10:00:00Z" : "21T00:00:00Z");
		else
			fprintf(f,
			    "{\"kind\":\"%s\",\"item\":{\"id\":\"new\",\"path\":\"/%s/%s-%u\"}}\n",
			    w->kind, i ? "zz" : w->list + 1, i ? "z" : "new", n);
	}
	fclose(f);
	auto_buf words = { 0 };
	int code = service_run(w->api->service,
	    (const char *const[]){ "import", "more.jsonl", "--store", store, NULL }, NULL, &words);
	if (code)
		fail_msg("%d: %s", code, buf_z(&words));
}

/* Changes the object listed last, so that its text and the revision differ. */
static void
change_object(struct walk *w)
{
	auto_buf body = { 0 };
	if (strcmp(w->kind, "basket") == 0)
		return;
	buf_addf(&body,
	    "{\"diffs\":[{\"path\":\"%s\",\"diff\":{\"attributes\":{\"turn\":\"%u\"}}}]}",
	    w->met.v[w->met.n - 1], w->disturbed);
	assert_int_equal(
	    api_call(w->api, "PUT", "/svc/catalogs/1/bulk-update", NULL, buf_z(&body)), 200);
	assert_string_equal(api_value(w->api, "success"), "1");
}

static void
disturb(struct walk *w)
{
	change_object(w);
	if (w->disturbed++ % 8 == 0)
		add_objects(w);
}

/* The next page's target; false at the end. */
static bool
next_target(struct walk *w, struct buf *target)
{
	bool basket = strcmp(w->kind, "basket") == 0;
	const char *from = api_value(w->api, basket ? "queryMore" : "queryMore.from");
	buf_reset(target);
	if (!from)
		return false;
	if (basket)
		buf_addf(target, "%s?limit=%u&queryMore=%s", w->list, w->size, from);
	else
		buf_addf(target,
		    "%s?opt.pageSize=%u&opt.all=true&opt.queryMoreFrom=%s&opt.queryMoreAlias=%s",
		    w->list, w->size, from, api_value(w->api, "queryMore.alias"));
	return true;
}

static void
walk_list(struct walk *w, bool quiet)
{
	auto_buf target = { 0 };
	buf_addf(&target,
	    strcmp(w->kind, "basket") == 0 ? "%s?limit=%u" : "%s?opt.all=true&opt.pageSize=%u",
	    w->list, w->size);
	bool more = true;
	while (more) {
		assert_int_equal(api_get(w->api, buf_z(&target)), 200);
		note_items(w);
		more = next_target(w, &target);
		if (more && !quiet)
			disturb(w);
	}
}

static size_t
times_met(const struct walk *w, const char *name)
{
	size_t n = 0;
	for (size_t i = 0; i < w->met.n; i++)
		n += strcmp(w->met.v[i], name) == 0;
	return n;
}

static void
free_walk(struct walk *w)
{
	for (size_t i = 0; i < w->met.n; i++)
		x_free(w->met.v[i]);
	vec_free(&w->met);
}

TEST(every_object_is_returned_once)
{
	static const struct {
		const char *list, *kind, *name;
	} lists[] = { { "/checkout/abandoned", "basket", "id" },
		{ "/campaigns", "campaign", "path" }, { "/offers", "offer", "path" },
		{ "/offers/v2", "offer", "path" }, { "/assets", "asset", "path" },
		{ "/products", "product", "path" }, { "/segments", "segment", "path" } };
	static const unsigned sizes[] = { 1, 7, 50, 1000 };
	unsigned fresh = 0;
	unlink("walks.db");
	auto_api *a = api_open((const char *const[]){ "--store", store, NULL });
	for (size_t l = 0; l < sizeof(lists) / sizeof(*lists); l++) {
		for (size_t s = 0; s < 4; s++) {
			struct walk before = { .api = a,
				.list = lists[l].list,
				.kind = lists[l].kind,
				.name = lists[l].name,
				.size = 1000,
				.fresh = &fresh };
			struct walk during = before;
			during.size = sizes[s];
			walk_list(&before, true);
			walk_list(&during, false);
			assert_in_range(before.met.n, 8, 1000);
			for (size_t i = 0; i < before.met.n; i++)
				if (times_met(&during, before.met.v[i]) != 1)
					fail_msg("%s by %u: %s was met %zu times", lists[l].list,
					    sizes[s], before.met.v[i],
					    times_met(&during, before.met.v[i]));
			free_walk(&before);
			free_walk(&during);
		}
	}
}
