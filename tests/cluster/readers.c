#include "base/clock.h"
#include "cluster/load.h"
#include "lib/cleanup.h"
#include "wire/member.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

enum { FAIL_PAUSE_MS = 100, PAUSE_MS = 5, PAGE = 20, SHOW = 10 };

/* ---- sets ---- */

/* The common value of a set's items; "mixed" if they differ. */
struct seen {
	char value[40];
};

static void
note_item(struct seen sets[SETS], struct str item)
{
	static const char *const at[] = { "data", "attributes", NULL };
	auto_buf id = { 0 }, value = { 0 };
	unsigned set = SETS, nth;
	if (member_read_text(&id, item, STR("id")) &&
	    sscanf(buf_z(&id), "s%u-%u", &set, &nth) == 2 && set < SETS &&
	    member_read_text(&value, member_find_below(item, at), STR("value"))) {
		bool first = !sets[set].value[0] || strcmp(sets[set].value, buf_z(&value)) == 0;
		snprintf(sets[set].value, sizeof(sets[set].value), "%s",
		    first ? buf_z(&value) : "mixed");
	}
}

static void
note_sets(struct str body, long long start, long long end)
{
	struct seen sets[SETS] = { 0 };
	struct member_walk walk;
	struct member m;
	struct str items = member_find(body, STR("items"));
	if (json_is_array(items)) {
		member_start(&walk, items);
		while (member_next(&walk, &m))
			note_item(sets, m.value);
	}
	for (unsigned i = 0; i < SETS; i++)
		history("read s%u %lld %lld %s", i, start, end,
		    sets[i].value[0] ? sets[i].value : "nothing");
}

void
read_sets(struct worker *w)
{
	while (!atomic_load(&w->load->over)) {
		int64_t start = clock_ticks_us();
		bool ok = client_call(w->client, "reader", "GET", "/segments?pageSize=100", NULL,
			      NULL) == OUTCOME_OK;
		if (ok)
			note_sets(client_body(w->client), start, clock_ticks_us());
		poll(NULL, 0, ok ? PAUSE_MS : FAIL_PAUSE_MS);
	}
}

/* ---- baskets ---- */

static void
note_slowest(struct load *load, long us)
{
	long known = atomic_load(&load->slowest_us);
	while (us > known && !atomic_compare_exchange_weak(&load->slowest_us, &known, us))
		;
}

static bool
get(struct worker *w, const char *path)
{
	int64_t start = clock_ticks_us();
	bool ok = client_call(w->client, "reader", "GET", path, NULL, NULL) == OUTCOME_OK;
	note_slowest(w->load, (long)(clock_ticks_us() - start));
	return ok;
}

static void
report_failure(struct worker *w, const char *path)
{
	struct str body = client_body(w->client);
	if (atomic_fetch_add(&w->load->failed, 1) < SHOW)
		fprintf(stderr, "GET %s: status %ld %s %.*s\n", path, client_status(w->client),
		    client_words(w->client), STR_ARG(str_sub(body, 0, 200)));
}

/* False if a basket was seen before or is not one of the load's. */
static bool
mark_baskets_seen(struct str body, bool met[BASKETS])
{
	struct member_walk walk;
	struct member m;
	bool ok = true;
	struct str items = member_find(body, STR("items"));
	if (!json_is_array(items))
		return false;
	member_start(&walk, items);
	while (member_next(&walk, &m)) {
		auto_buf id = { 0 };
		unsigned nth = BASKETS;
		ok = ok && member_read_text(&id, m.value, STR("id")) &&
		    sscanf(buf_z(&id), "b%u", &nth) == 1 && nth < BASKETS && !met[nth];
		if (nth < BASKETS)
			met[nth] = true;
	}
	return ok;
}

static bool
all_seen(const bool met[BASKETS])
{
	for (unsigned i = 0; i < BASKETS; i++)
		if (!met[i])
			return false;
	return true;
}

bool
walk_pages_once(struct worker *w, long *fails)
{
	bool met[BASKETS] = { false }, ok = true, more = true;
	auto_buf cursor = { 0 }, path = { 0 };
	while (ok && more) {
		buf_reset(&path);
		buf_addf(&path, "/checkout/abandoned?limit=%d%s%s", PAGE,
		    cursor.n ? "&queryMore=" : "", buf_z(&cursor));
		if (!get(w, buf_z(&path))) {
			++*fails;
			ok = client_status(w->client) == 0 || client_status(w->client) >= 500;
			poll(NULL, 0, FAIL_PAUSE_MS);
			ok = ok && !atomic_load(&w->load->over);
			continue;
		}
		ok = mark_baskets_seen(client_body(w->client), met);
		buf_reset(&cursor);
		more = member_read_text(&cursor, client_body(w->client), STR("queryMore"));
	}
	return ok && all_seen(met);
}

void
walk_baskets(struct worker *w)
{
	while (!atomic_load(&w->load->over)) {
		long fails = 0;
		int64_t start = clock_ticks_us();
		bool ok = walk_pages_once(w, &fails);
		if (ok || !atomic_load(&w->load->over))
			history("walk %lld %lld %s %ld", (long long)start,
			    (long long)clock_ticks_us(), ok ? "whole" : "wrong", fails);
		poll(NULL, 0, PAUSE_MS);
	}
}

/* ---- counted reads ---- */

static void
walk_counted(struct worker *w)
{
	long fails = 0;
	atomic_fetch_add(&w->load->begun, BASKETS / PAGE);
	if (!walk_pages_once(w, &fails) || fails)
		report_failure(w, "a walk over all baskets");
	atomic_fetch_add(&w->load->walks, 1);
}

void
count_reads(struct worker *w)
{
	static const char *const paths[] = { "/segments?pageSize=100",
		"/segments?path=/segments/s0-0", "/checkout/abandoned?limit=20",
		"/segments?pageSize=100" };
	bool walks = w->number % 16 == 0;
	while (atomic_load(&w->load->begun) < w->load->wanted) {
		const char *path = paths[worker_choose(w, 4)];
		if (walks)
			walk_counted(w);
		else if (atomic_fetch_add(&w->load->begun, 1) < w->load->wanted && !get(w, path))
			report_failure(w, path);
	}
}
