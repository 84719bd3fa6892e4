#include "ui/kit/pane.h"

#include "list/hide_private.h"
#include "ui/kit/console.h"

static const struct pane_action *
find_action(const struct pane *p, enum action a)
{
	for (size_t i = 0; i < PANE_ACTION_TABLES && p->actions[i]; i++)
		for (const struct pane_action *x = p->actions[i]; x->id; x++)
			if (x->id == a)
				return x;
	return NULL;
}

const struct pane_action *
pane_action_at(const struct pane *p, size_t at)
{
	for (size_t i = 0; i < PANE_ACTION_TABLES && p->actions[i]; i++)
		for (const struct pane_action *x = p->actions[i]; x->id; x++)
			if (find_action(p, x->id) == x && at-- == 0)
				return x;
	return NULL;
}

bool
pane_has_action(const struct pane *p, enum action a)
{
	return find_action(p, a);
}

const char *
pane_why_not(const struct pane *p, enum action a)
{
	const char *why = action_is_write(a) ? p->console->nav->why_write_unavailable(p->console)
					     : NULL;
	if (a == ACT_SOURCE && p->console->presenting) /* full of ids and paths */
		return "Not while presenting. :present off ends it";
	return why || !p->ops->why_unavailable ? why : p->ops->why_unavailable(p, a);
}

bool
pane_handle_action(struct pane *p, enum action a)
{
	const struct pane_action *x = find_action(p, a);
	struct console *c = p->console;
	if (!x)
		return false;
	const char *why = pane_why_not(p, a);
	p->running_action = a;
	if (!why)
		x->run(p);     /* may close the pane */
	else if (a != ACT_OUT) /* no message for one Esc too many */
		console_show(c, ROLE_WARN, "%s", why);
	console_request_redraw(c);
	return true;
}

void
pane_turn_wheel(struct pane *p, enum mouse mouse)
{
	enum { WHEEL_ROWS = 3 };
	for (int i = 0; i < WHEEL_ROWS; i++)
		pane_handle_action(p, mouse == MOUSE_WHEEL_UP ? ACT_UP : ACT_DOWN);
}

enum scope
pane_scope(const struct pane *p)
{
	return p->ops->get_scope(p);
}

const char *
pane_action_label(const struct pane *p, enum action a, struct buf *room)
{
	return p->ops->label_action ? p->ops->label_action(p, a, room) : NULL;
}

bool
pane_append_status(const struct pane *p, struct buf *out, enum role *role)
{
	return p->ops->write_status && p->ops->write_status(p, out, role);
}

bool
pane_cancel(struct pane *p)
{
	return p->ops->cancel && p->ops->cancel(p);
}

void
pane_notify_change(struct pane *p)
{
	if (p->ops->on_changed)
		p->ops->on_changed(p);
}

void
pane_on_enter(struct pane *p)
{
	if (p->ops->on_enter)
		p->ops->on_enter(p);
}

void
title_free(struct title *t)
{
	buf_free(&t->breadcrumb);
	buf_free(&t->terms);
	buf_free(&t->counts);
}

void
title_add_accent(struct title *t, size_t start, enum role role)
{
	if (t->accents_n < TITLE_ACCENTS_MAX)
		t->accents[t->accents_n++] = (struct title_accent){ start, t->counts.n, role };
}

void
title_append_counts(struct title *t, const struct title *from)
{
	size_t start = t->counts.n;
	buf_adds(&t->counts, buf_str(&from->counts));
	for (size_t i = 0; i < from->accents_n && t->accents_n < TITLE_ACCENTS_MAX; i++)
		t->accents[t->accents_n++] = (struct title_accent){ start + from->accents[i].start,
			start + from->accents[i].end, from->accents[i].role };
}

void
title_hide_private(struct title *t, bool ascii)
{
	hide_private_from(&t->breadcrumb, 0, ascii);
	hide_private_from(&t->terms, 0, ascii);
	buf_reset(&t->counts);
	t->accents_n = 0;
}
