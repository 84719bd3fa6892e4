#include "ui/kit/stack.h"

#include "ui/kit/console.h"

struct pane *
console_top_pane(const struct console *c)
{
	const struct pane_stack *s = &c->stacks[c->tab];
	return s->panes.v[s->panes.n - 1];
}

struct pane *
console_pane_below(const struct console *c)
{
	const struct pane_stack *s = &c->stacks[c->tab];
	return s->panes.n > 1 ? s->panes.v[s->panes.n - 2] : NULL;
}

void
console_append_lower_breadcrumb(const struct console *c, struct buf *out)
{
	const struct pane_stack *s = &c->stacks[c->tab];
	for (size_t i = 0; i + 1 < s->panes.n; i++) {
		const struct pane *p = s->panes.v[i];
		if (!p->ops->write_breadcrumb)
			continue;
		p->ops->write_breadcrumb(p, out);
		buf_addz(out, " > ");
	}
}

struct pane *
console_tab_pane(struct console *c, enum tab tab)
{
	struct pane_stack *s = &c->stacks[tab];
	if (s->panes.n == 0) {
		struct pane *p = c->tabs[tab].open(c);
		vec_push(&s->panes, p);
	}
	return s->panes.v[0];
}

void
console_push_pane(struct console *c, struct pane *p)
{
	vec_push(&c->stacks[c->tab].panes, p);
	console_request_redraw(c);
}

bool
console_pop_pane(struct console *c)
{
	struct pane_stack *s = &c->stacks[c->tab];
	if (s->panes.n < 2)
		return false;
	struct pane *p = console_top_pane(c);
	s->panes.n--;
	p->ops->close(p);
	console_request_redraw(c);
	return true;
}

void
console_go_to_tab(struct console *c, enum tab tab)
{
	struct pane *p = console_tab_pane(c, tab);
	if (c->tab != tab) {
		c->previous_tab = c->tab;
		c->tab = tab;
		p = console_top_pane(c);
	} else {
		while (console_pop_pane(c))
			;
	}
	pane_on_enter(p);
	console_request_redraw(c);
}

void
console_press_tab(struct console *c, enum tab tab)
{
	struct pane *p = console_top_pane(c);
	if (tab == c->tab && !console_pane_below(c) && pane_has_action(p, ACT_NEXT_LIST))
		pane_handle_action(p, ACT_NEXT_LIST);
	else
		console_go_to_tab(c, tab);
}

struct modal *
console_top_modal(const struct console *c)
{
	return c->modals.n ? c->modals.v[c->modals.n - 1] : NULL;
}

void
console_push_modal(struct console *c, struct modal *m)
{
	vec_push(&c->modals, m);
	c->typed_keys_n = 0;
	console_request_redraw(c);
}

void
console_close_modal(struct console *c)
{
	struct modal *m = console_top_modal(c);
	if (!m)
		return;
	c->modals.n--;
	m->ops->close(m);
	console_request_redraw(c);
}

void
console_append_key_of(const struct console *c, struct buf *out, enum action a)
{
	struct pane *p = console_top_pane(c);
	if (!keymap_append_key(out, &c->keys, pane_scope(p), a))
		buf_addf(out, ":%s", action_infos[a].name);
}
