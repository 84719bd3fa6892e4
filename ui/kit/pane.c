#include "ui/kit/pane.h"

#include "ui/kit/console.h"

const char *
pane_refuse(const struct pane *p, enum action a)
{
	const char *why = p->console->nav->bar(p->console, a);
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
