#include "cli/line_write.h"

#include <stdio.h>

struct wait {
	struct line *line;
	struct written *out;
};

static void
answered(void *ctx, enum client_outcome outcome, struct client_answer *answer)
{
	struct wait *w = ctx;
	const char *id = answer->err.request_id[0] ? answer->err.request_id : answer->request_id;
	w->out->outcome = outcome;
	w->out->err = answer->err;
	w->out->status = answer->status;
	buf_adds(&w->out->body, buf_str(&answer->page.body));
	snprintf(w->out->request_id, sizeof(w->out->request_id), "%s", id);
	line_stop(w->line);
}

void
line_write(struct line *l, const struct client_write *write, struct written *out)
{
	struct wait w = { l, out };
	*out = (struct written){ .outcome = OUTCOME_UNKNOWN };
	client_write(l->client, write, answered, &w);
	line_run(l);
}

void
written_free(struct written *w)
{
	buf_free(&w->body);
}

static void
time_is_up(void *arg)
{
	line_stop(arg);
}

void
line_pause(struct line *l, int64_t ms)
{
	if (ms <= 0)
		return;
	l->io.after(l->io.ctx, ms, time_is_up, l);
	line_run(l);
}
