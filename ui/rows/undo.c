#include "ui/rows/undo.h"

#include "base/utf8.h"

#include <string.h>

struct undo {
	VEC(struct undo_step) steps;
};

enum {
	UNDO_STEPS_MAX = 20,
	UNDO_BYTES_MAX = 16 << 20, /* of marks: a million marks are about as many bytes */
	MESSAGE_CELLS_MAX = 76
};

void
undo_step_free(struct undo_step *step)
{
	buf_free(&step->text);
	if (step->change.free)
		step->change.free(step->change.ctx);
}

void
undo_clear(struct rows_pane *r)
{
	for (size_t i = 0; r->undo && i < r->undo->steps.n; i++)
		undo_step_free(&r->undo->steps.v[i]);
	if (r->undo)
		vec_free(&r->undo->steps);
	x_free(r->undo);
	r->undo = NULL;
}

/* ---- remembering ---- */

static size_t
count_bytes(const struct undo *u)
{
	size_t n = 0;
	for (size_t i = 0; i < u->steps.n; i++)
		n += u->steps.v[i].text.n;
	return n;
}

static void
push_step(struct rows_pane *r, const struct undo_step *step)
{
	if (!r->undo)
		r->undo = x_new(struct undo);
	struct undo *u = r->undo;
	vec_push(&u->steps, *step);
	while (u->steps.n > UNDO_STEPS_MAX || (u->steps.n > 1 && count_bytes(u) > UNDO_BYTES_MAX)) {
		undo_step_free(&u->steps.v[0]);
		vec_remove(&u->steps, 0);
	}
}

void
undo_remember_view(struct rows_pane *r, struct str view_line)
{
	struct undo_step step = { .kind = UNDO_VIEW };
	buf_adds(&step.text, view_line);
	push_step(r, &step);
}

void
undo_remember_marks(struct rows_pane *r, struct str id)
{
	struct undo_step step = { .kind = id.n ? UNDO_ONE_MARK : UNDO_ALL_MARKS };
	buf_adds(&step.text, id);
	for (size_t i = 0; !id.n && i < r->marked_ids.n; i++)
		buf_add(&step.text, r->marked_ids.v[i], strlen(r->marked_ids.v[i]) + 1);
	push_step(r, &step);
}

void
undo_remember_change(struct rows_pane *r, const struct undo_change *change)
{
	const struct undo_step step = { .kind = UNDO_CHANGE, .change = *change };
	push_step(r, &step);
}

void
undo_append_hint(struct buf *message, const struct console *c)
{
	struct buf hint = { 0 };
	buf_addz(&hint, ". ");
	console_append_key_of(c, &hint, ACT_UNDO);
	buf_addz(&hint, " undoes");
	if (text_width(buf_str(message)) + text_width(buf_str(&hint)) <= MESSAGE_CELLS_MAX)
		buf_adds(message, buf_str(&hint));
	buf_free(&hint);
}

bool
undo_has_steps(const struct rows_pane *r)
{
	return r->undo && r->undo->steps.n;
}

bool
undo_pop(struct rows_pane *r, struct undo_step *step)
{
	if (!undo_has_steps(r))
		return false;
	*step = r->undo->steps.v[--r->undo->steps.n];
	return true;
}
