#include "ui/console.h"

#include "app/columns.h"
#include "base/utf8.h"
#include "ui/prompt.h"
#include "ui/shell.h"
#include "ui/term.h"
#include "ui/writes.h"

void
console_dirty(struct console *c)
{
	c->dirty = true;
}

int64_t
console_now(const struct console *c)
{
	return clock_now(&c->launch->clock);
}

struct cell_context
console_cells(const struct console *c)
{
	return (struct cell_context){ .now = console_now(c),
		.times = c->times,
		.ascii = c->look.ascii_lines,
		.marks = true };
}

struct pane *
console_pane(const struct console *c)
{
	const struct pane_stack *s = &c->stacks[c->root];
	return s->panes.v[s->panes.n - 1];
}

struct pane *
console_below(const struct console *c)
{
	const struct pane_stack *s = &c->stacks[c->root];
	return s->panes.n > 1 ? s->panes.v[s->panes.n - 2] : NULL;
}

void
console_add_way(const struct console *c, struct buf *out)
{
	const struct pane_stack *s = &c->stacks[c->root];
	for (size_t i = 0; i < s->panes.n; i++) {
		const struct pane *p = s->panes.v[i];
		if (!p->ops->crumb)
			continue;
		buf_addz(out, out->n ? " > " : "");
		p->ops->crumb(p, out);
	}
}

struct pane *
console_root(struct console *c, enum root root)
{
	struct pane_stack *s = &c->stacks[root];
	if (s->panes.n == 0) {
		struct pane *p = roots[root].open(c);
		vec_push(&s->panes, p);
	}
	return s->panes.v[0];
}

void
console_go_root(struct console *c, enum root root)
{
	struct pane *p = console_root(c, root);
	if (c->root != root) {
		c->last_root = c->root;
		c->root = root;
		p = console_pane(c);
	} else {
		while (console_pop(c))
			;
	}
	if (p->ops->entered)
		p->ops->entered(p);
	console_dirty(c);
}

void
console_changed(struct console *c)
{
	for (int r = 0; r < ROOTS; r++)
		for (size_t i = 0; i < c->stacks[r].panes.n; i++)
			if (c->stacks[r].panes.v[i]->ops->changed)
				c->stacks[r].panes.v[i]->ops->changed(c->stacks[r].panes.v[i]);
	jumps_changed(&c->jumps);
	console_dirty(c);
}

struct modal *
console_modal(const struct console *c)
{
	return c->modals.n ? c->modals.v[c->modals.n - 1] : NULL;
}

void
console_push(struct console *c, struct pane *p)
{
	vec_push(&c->stacks[c->root].panes, p);
	console_dirty(c);
}

bool
console_pop(struct console *c)
{
	struct pane_stack *s = &c->stacks[c->root];
	if (s->panes.n < 2)
		return false;
	struct pane *p = console_pane(c);
	s->panes.n--;
	p->ops->close(p);
	console_dirty(c);
	return true;
}

void
console_open(struct console *c, struct modal *m)
{
	vec_push(&c->modals, m);
	c->typed_n = 0;
	console_dirty(c);
}

void
console_close_modal(struct console *c)
{
	struct modal *m = console_modal(c);
	if (!m)
		return;
	c->modals.n--;
	m->ops->close(m);
	console_dirty(c);
}

void
console_key_of(const struct console *c, struct buf *out, enum action a)
{
	struct pane *p = console_pane(c);
	if (!keymap_key(out, &c->keys, p->ops->scope(p), a))
		buf_addf(out, ":%s", action_infos[a].name);
}

void
console_quit(struct console *c)
{
	loop_stop(c->loop);
}

const char *
pane_refuse(const struct pane *p, enum action a)
{
	struct writes *w = p->console->writes;
	const char *why = w ? writes_bar_action(w, a) : NULL;
	return why ? why : p->ops->refuse(p, a);
}

bool
pane_act(struct pane *p, enum action a)
{
	for (const struct pane_action *x = p->ops->actions; x->id; x++) {
		if (x->id != a)
			continue;
		const char *why = pane_refuse(p, a);
		struct console *c = p->console;
		p->running = a;
		if (!why)
			x->run(p);     /* may close the pane */
		else if (a != ACT_OUT) /* once too often on the way out is no mistake */
			console_say(c, ROLE_WARN, "%s", why);
		console_dirty(c);
		return true;
	}
	return false;
}

static void
unknown_key(struct console *c)
{
	struct buf typed = { 0 }, clean = { 0 };
	for (size_t i = 0; i < c->typed_n; i++)
		key_write(&typed, c->typed[i]);
	text_clean(&clean, buf_str(&typed), false);
	console_say_useless(c, buf_str(&clean));
	buf_free(&typed);
	buf_free(&clean);
}

static void
pane_key(struct console *c, uint32_t key)
{
	struct pane *p = console_pane(c);
	enum action a = ACT_NONE;
	c->typed[c->typed_n++] = key;
	enum keymap_match match = keymap_lookup(
	    &c->keys, p->ops->scope(p), c->typed, c->typed_n, &a);
	if (match == MATCH_PREFIX && c->typed_n < KEYS_MAX) {
		console_dirty(c);
		return;
	}
	if (match == MATCH_ACTION) {
		c->typed_n = 0;
		console_act(c, a);
		return;
	}
	/* Esc gives a sequence up and nothing else. */
	if (c->typed_n < 2 || key != KEY_ESCAPE)
		unknown_key(c);
	c->typed_n = 0;
}

/* A prompt or a dialog keeps silent about letters; Esc and a letter in one packet of a slow line is
 * Alt and the letter, and whoever meant Esc should see that it was not. */
static void
say_strange(struct console *c, uint32_t key)
{
	struct buf name = { 0 };
	key_write(&name, key);
	console_say_useless(c, buf_str(&name));
	buf_free(&name);
}

static void
leave_bare(struct console *c)
{
	c->bare = false;
	term_forget_screen();
	console_dirty(c);
}

void
console_key(struct console *c, uint32_t key)
{
	struct modal *m = console_modal(c);
	console_dirty(c);
	c->pressed = key;
	if (c->bare) {
		leave_bare(c);
		return;
	}
	console_hush_old(c);
	if (!m)
		pane_key(c, key);
	else if (!m->ops->key(m, key) && key > KEY_F1)
		say_strange(c, key);
}

void
console_paste(struct console *c, struct str text)
{
	struct modal *m = console_modal(c);
	console_dirty(c);
	console_hush_old(c);
	if (c->bare)
		leave_bare(c);
	else if (m && m->ops->paste)
		m->ops->paste(m, text);
	else if (!m)
		console_open(c, prompt_anything_new(c, text));
}

static void
wait_tick(void *arg)
{
	struct console *c = arg;
	c->tick = 0;
	console_hush_old(c); /* the wait is said on that line */
	console_dirty(c);
}

/* While something is read the wait is said: after a second, then every five. */
static void
keep_time(struct console *c)
{
	bool baskets = c->baskets->state == BASKETS_READING && c->root == ROOT_BASKETS;
	bool waiting = (baskets || c->catalog->state == CATALOG_READING) && !c->script;
	if (!waiting && c->tick) {
		c->io.forget(c->io.ctx, c->tick);
		c->tick = 0;
	} else if (waiting && !c->tick) {
		int64_t since = baskets ? c->baskets->asked_at : c->catalog->asked_at;
		int64_t waited = clock_ticks() - since;
		c->tick = c->io.after(
		    c->io.ctx, waited < 1000 ? 1000 - waited : 5000, wait_tick, c);
	}
}

static void
draw_modal(struct modal *m, const struct surface *screen)
{
	if (m->ops->arrange)
		m->ops->arrange(m, screen->h, screen->w);
	m->ops->draw(m, screen);
}

void
console_draw(struct console *c)
{
	struct pane *p = console_pane(c);
	keep_time(c);
	if (!c->dirty || c->bare)
		return;
	c->dirty = false;
	struct cursor cursor = { 0, 0 };
	struct surface s = surface_screen(&c->look, &cursor);
	c->layout = layout_make(s.h, s.w, false, false);
	if (c->layout.shape == LAYOUT_TOO_SMALL) {
		shell_draw_too_small(&s);
		surface_finish(&s);
		term_present();
		return;
	}
	p->ops->arrange(p, &c->layout);
	shell_draw(c, &s);
	p->ops->draw(p, &s, &c->layout);
	for (size_t i = 0; i < c->modals.n; i++)
		draw_modal(c->modals.v[i], &s);
	surface_finish(&s);
	term_present();
	if (!console_modal(c) || !console_modal(c)->ops->on_message_line)
		console_said_is_seen(c);
}

bool
console_is_idle(const struct console *c)
{
	return c->baskets->state != BASKETS_READING && c->catalog->state != CATALOG_READING &&
	    client_has_address(c->client) && !c->resetting && !loop_has_timers(c->loop) &&
	    !c->dirty;
}
