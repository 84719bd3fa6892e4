#include "base/clock.h"
#include "base/digest.h"
#include "cluster/load.h"
#include "lib/cleanup.h"
#include "wire/member.h"

#include <poll.h>
#include <stdio.h>

enum { PAUSE_MS = 10, FAIL_PAUSE_MS = 100 };

struct write {
	char name[40];
	const char *what, *method;
	char thing[20], value[40], path[120];
	struct buf body;
	bool keyed; /* retried until there is a response */
};

/* The link's record id, else a digest of the response; "-" without a response. */
static void
name_response(const struct client *c, enum outcome outcome, const char *what, struct buf *out)
{
	buf_reset(out);
	struct str body = client_body(c);
	if (outcome != OUTCOME_OK) {
		buf_addc(out, '-');
	} else if (str_eqz(STR("link"), what) && member_read_text(out, body, STR("id"))) {
		return;
	} else {
		unsigned char mark[DIGEST_SIZE];
		digest_sha256(body, mark);
		hex_encode(out, mark, 6);
	}
}

static enum outcome
try_write(struct worker *w, const struct write *write)
{
	auto_buf answer = { 0 }, body = { 0 };
	buf_adds(&body, buf_str(&write->body));
	int64_t start = clock_ticks_us();
	enum outcome outcome = client_call(w->client, write->name, write->method, write->path,
	    buf_z(&body), write->keyed ? write->name : NULL);
	name_response(w->client, outcome, write->what, &answer);
	history("op %s %lld %lld %s %s %s %s %s %ld", write->name, (long long)start,
	    (long long)clock_ticks_us(), write->what, write->thing, write->value,
	    outcome_words[outcome], buf_z(&answer), client_status(w->client));
	return outcome;
}

/* One of four keyed writes is sent again after its response, which must change nothing. */
static void
run_write(struct worker *w, struct write *write)
{
	enum outcome outcome = try_write(w, write);
	while (write->keyed && outcome >= OUTCOME_FAILED && !atomic_load(&w->load->over)) {
		poll(NULL, 0, FAIL_PAUSE_MS);
		outcome = try_write(w, write);
	}
	if (write->keyed && outcome == OUTCOME_OK && worker_choose(w, 4) == 0)
		try_write(w, write);
	poll(NULL, 0, outcome >= OUTCOME_FAILED ? FAIL_PAUSE_MS : PAUSE_MS);
	buf_free(&write->body);
}

void
link_and_unlink(struct worker *w)
{
	while (!atomic_load(&w->load->over)) {
		struct write write = { .keyed = worker_choose(w, 2) };
		unsigned identity = worker_choose(w, IDENTITIES), owner = worker_choose(w, OWNERS);
		bool links = worker_choose(w, 2);
		worker_name(w, "l", write.name);
		write.what = links ? "link" : "unlink";
		write.method = links ? "POST" : "DELETE";
		snprintf(write.thing, sizeof(write.thing), "i%u", identity);
		snprintf(write.value, sizeof(write.value), "o%u", owner);
		snprintf(
		    write.path, sizeof(write.path), "/objects/externalidentity/%s", write.value);
		buf_addf(&write.body, "{\"id_token\":{\"iss\":\"cluster\",\"sub\":\"%s\"}}",
		    write.thing);
		run_write(w, &write);
	}
}

void
update_sets(struct worker *w)
{
	while (!atomic_load(&w->load->over)) {
		struct write write = {
			.what = "set",
			.method = "PUT",
			.path = "/svc/catalogs/1/bulk-update",
			.keyed = worker_choose(w, 2),
		};
		unsigned set = worker_choose(w, SETS);
		worker_name(w, "s", write.name);
		snprintf(write.thing, sizeof(write.thing), "s%u", set);
		snprintf(write.value, sizeof(write.value), "%s", write.name);
		buf_addz(&write.body, "{\"diffs\":[");
		for (unsigned i = 0; i < SET_ITEMS; i++)
			buf_addf(&write.body,
			    "%s{\"path\":\"/segments/s%u-%u\",\"diff\":{\"attributes\":{\"value\":\"%s\"}}}",
			    i ? "," : "", set, i, write.value);
		buf_addz(&write.body, "]}");
		run_write(w, &write);
	}
}
