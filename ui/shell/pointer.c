#include "ui/shell/pointer.h"

#include "ui/shell/frame.h"
#include "ui/shell/shell.h"
#include "ui/term/term.h"

void
pointer_toggle(struct console *c)
{
	c->is_mouse_enabled = !c->is_mouse_enabled;
	term_switch_mouse(c->is_mouse_enabled);
	console_show(c, ROLE_TEXT, "%s",
	    c->is_mouse_enabled ? "Mouse on: wheel, rows, tabs, column titles. Shift selects text"
				: "Mouse off: your terminal selects text");
}

static void
turn_wheel(struct console *c, enum mouse mouse)
{
	struct modal *m = console_top_modal(c);
	if (!m)
		pane_turn_wheel(console_top_pane(c), mouse);
	else
		m->ops->on_key(m, mouse == MOUSE_WHEEL_UP ? KEY_ARROW_UP : KEY_ARROW_DOWN);
}

void
pointer_on_mouse(struct console *c, int y, int x, enum mouse mouse)
{
	struct pane *p = console_top_pane(c);
	if (!c->is_mouse_enabled || c->is_raw_view_open || c->layout.shape == LAYOUT_TOO_SMALL)
		return;
	console_request_redraw(c);
	console_clear_old_message(c);
	enum action place = y == 0 ? frame_action_at(c, x) : ACT_NONE;
	if (console_top_modal(c) || (mouse != MOUSE_CLICK && !p->ops->on_mouse))
		turn_wheel(c, mouse);
	else if (place && mouse == MOUSE_CLICK)
		c->nav->run_action(c, place);
	else if (p->ops->on_mouse)
		p->ops->on_mouse(p, y, x, mouse);
}
