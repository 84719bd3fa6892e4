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

static void
drop_closed_panes(struct jumps *j)
{
	while (j->closed.n) {
		struct pane *p = j->closed.v[--j->closed.n].pane;
		p->ops->close(p);
	}
}

void
console_push_pane(struct console *c, struct pane *p)
{
	drop_closed_panes(&c->jumps);
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
	for (size_t i = 0; i < c->jumps.closed.n; i++)
		if (c->jumps.closed.v[i].below == p)
			drop_closed_panes(&c->jumps);
	s->panes.n--;
	p->ops->close(p);
	console_request_redraw(c);
	return true;
}

/* Like console_pop_pane(), but forward opens the pane again. */
static bool
set_top_pane_aside(struct console *c)
{
	struct pane_stack *s = &c->stacks[c->tab];
	struct closed_pane closed = { console_top_pane(c), console_pane_below(c) };
	if (!closed.below || closed.pane->closes_for_good)
		return console_pop_pane(c);
	s->panes.n--;
	vec_push(&c->jumps.closed, closed);
	console_request_redraw(c);
	return true;
}

static bool
reopen_closed_pane(struct console *c)
{
	struct jumps *j = &c->jumps;
	if (!j->closed.n || j->closed.v[j->closed.n - 1].below != console_top_pane(c))
		return false;
	vec_push(&c->stacks[c->tab].panes, j->closed.v[--j->closed.n].pane);
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

enum keymap_match
console_lookup_keys(const struct console *c, enum action *out)
{
	const uint32_t *keys = c->typed_keys;
	size_t n = c->typed_keys_n;
	if (c->is_tour_on && !c->is_tour_acting &&
	    keymap_lookup(&c->keys, SCOPE_TOUR, keys, n, out) == MATCH_ACTION &&
	    (*out == ACT_TOUR_NEXT || *out == ACT_TOUR_BACK || *out == ACT_TOUR_LEAVE))
		return MATCH_ACTION;
	return keymap_lookup(&c->keys, pane_scope(console_top_pane(c)), keys, n, out);
}

void
console_append_key_of(const struct console *c, struct buf *out, enum action a)
{
	struct pane *p = console_top_pane(c);
	if (!keymap_append_key(out, &c->keys, pane_scope(p), a))
		buf_addf(out, ":%s", action_infos[a].name);
}

enum { JUMPS_MAX = 50 };

static void
free_jump(struct jump *j)
{
	while (j->set_aside_panes.panes.n) {
		struct pane *p = j->set_aside_panes.panes.v[--j->set_aside_panes.panes.n];
		p->ops->close(p);
	}
	vec_free(&j->set_aside_panes.panes);
}

static void
drop_forward_jumps(struct jumps *j)
{
	while (j->list.n > j->done_count)
		free_jump(&j->list.v[--j->list.n]);
}

static void
drop_oldest_jump(struct jumps *j)
{
	free_jump(&j->list.v[0]);
	vec_remove(&j->list, 0);
	j->done_count--;
}

/* Moves the panes from index `first` on from one stack to another. */
static void
move_panes_from(struct pane_stack *to, struct pane_stack *from, size_t first)
{
	for (size_t i = first; i < from->panes.n; i++)
		vec_push(&to->panes, from->panes.v[i]);
	if (from->panes.n > first)
		from->panes.n = first;
}

static void
redo_jump(struct console *c, struct jump *j)
{
	move_panes_from(&j->set_aside_panes, &c->stacks[j->to_tab], 1);
	if (c->tab != j->to_tab)
		console_go_to_tab(c, j->to_tab);
	console_request_redraw(c);
}

struct pane *
jump_to(struct console *c, enum tab tab)
{
	struct pane *p = console_tab_pane(c, tab);
	struct jumps *all = &c->jumps;
	if (console_top_pane(c) == p)
		return p;
	drop_closed_panes(all);
	drop_forward_jumps(all);
	if (all->list.n == JUMPS_MAX)
		drop_oldest_jump(all);
	struct jump j = { .id = ++all->last_id, .from_tab = c->tab, .to_tab = tab };
	if (p->ops->on_jump)
		p->ops->on_jump(p, j.id);
	redo_jump(c, &j);
	vec_push(&all->list, j);
	all->done_count = all->list.n;
	return p;
}

void
jump_set_opened_pane(struct console *c, unsigned last_id, const struct pane *p)
{
	struct jumps *all = &c->jumps;
	if (all->last_id != last_id)
		all->list.v[all->done_count - 1].opened_pane = p;
}

/* Closes a pane above another, and goes back over the jump that opened it. Returns false if
 * the tab's base pane is on top. */
static bool
close_opened_pane(struct console *c)
{
	const struct jumps *all = &c->jumps;
	const struct jump *last = all->done_count ? &all->list.v[all->done_count - 1] : NULL;
	bool was_opened = last && last->opened_pane == console_top_pane(c);
	if (!set_top_pane_aside(c))
		return false;
	if (was_opened && !console_pane_below(c))
		pane_handle_action(console_top_pane(c), ACT_BACK);
	return true;
}

void
jump_back(struct console *c, unsigned number)
{
	struct jumps *all = &c->jumps;
	for (size_t i = 0; i < all->list.n; i++) {
		struct jump *j = &all->list.v[i];
		if (j->id != number)
			continue;
		move_panes_from(&c->stacks[j->to_tab], &j->set_aside_panes, 0);
		if (c->tab != j->from_tab)
			console_go_to_tab(c, j->from_tab);
		all->done_count = i;
		console_request_redraw(c);
		return;
	}
}

const struct jump *
jump_find_forward(const struct console *c)
{
	const struct jumps *all = &c->jumps;
	const struct jump *j = all->done_count < all->list.n ? &all->list.v[all->done_count] : NULL;
	return j && j->from_tab == c->tab ? j : NULL;
}

bool
jump_forward(struct console *c)
{
	if (!jump_find_forward(c))
		return false;
	redo_jump(c, &c->jumps.list.v[c->jumps.done_count++]);
	pane_handle_action(console_top_pane(c), ACT_FORWARD);
	return true;
}

void
jump_end_history(struct console *c, bool back)
{
	struct buf key = { 0 };
	if (back ? close_opened_pane(c) : reopen_closed_pane(c))
		return;
	console_append_key_of(c, &key, ACT_LAST_PANE);
	if (back && c->previous_tab != c->tab)
		console_show(c, ROLE_TEXT,
		    "Start of this pane's history. %s returns to the previous pane", buf_z(&key));
	else
		console_show(c, ROLE_TEXT, "Nothing further %s", back ? "back" : "on");
	buf_free(&key);
}

/* Tells all panes set aside that their data has changed. */
static void
notify_jump_panes(struct jumps *all)
{
	for (size_t i = 0; i < all->list.n; i++) {
		const struct pane_stack *aside = &all->list.v[i].set_aside_panes;
		for (size_t k = 0; k < aside->panes.n; k++)
			pane_notify_change(aside->panes.v[k]);
	}
	for (size_t i = 0; i < all->closed.n; i++)
		pane_notify_change(all->closed.v[i].pane);
}

void
jumps_free(struct jumps *all)
{
	all->done_count = 0;
	drop_closed_panes(all);
	drop_forward_jumps(all);
	vec_free(&all->closed);
	vec_free(&all->list);
}

void
console_notify_panes(struct console *c)
{
	for (int r = 0; r < TABS; r++)
		for (size_t i = 0; i < c->stacks[r].panes.n; i++)
			pane_notify_change(c->stacks[r].panes.v[i]);
	notify_jump_panes(&c->jumps);
	console_request_redraw(c);
}

void
console_notify_panes_above(struct console *c, enum tab tab)
{
	const struct pane_stack *stack = &c->stacks[tab];
	for (size_t i = 1; i < stack->panes.n; i++)
		pane_notify_change(stack->panes.v[i]);
}

static size_t
find_first_to_close(const struct pane_stack *s, bool (*goes)(const struct pane *p))
{
	size_t i = 1;
	while (i < s->panes.n && !goes(s->panes.v[i]))
		i++;
	return i;
}

void
console_close_panes_where(struct console *c, bool (*goes)(const struct pane *p))
{
	enum tab seen = c->tab;
	for (int r = 0; r < TABS; r++) {
		const struct pane_stack *s = &c->stacks[r];
		size_t from = find_first_to_close(s, goes);
		for (c->tab = (enum tab)r; s->panes.n > from && console_pop_pane(c);)
			;
	}
	c->tab = seen;
	jumps_free(&c->jumps);
}
