#include "ui/shell/audience.h"

#include "client/exchanges.h"
#include "ui/journal/write_session.h"
#include "ui/kit/dialog.h"
#include "ui/kit/masked.h"
#include "ui/kit/prompt.h"
#include "ui/kit/text_pane.h"
#include "ui/rows/compare_pane.h"
#include "ui/rows/undo.h"
#include "ui/shell/tour_record.h"
#include "ui/term/term.h"

/* ---- people ---- */

/* Clears filters and histories, because they contain names that were searched for and could be
 * shown again by Esc or back. */
static void
cancel_in_people_tabs(struct console *c)
{
	static const enum tab of_people[] = { TAB_BASKETS, TAB_IDENTITIES, TAB_JOURNAL };
	for (size_t i = 0; i < sizeof(of_people) / sizeof(*of_people); i++) {
		const struct pane_stack *s = &c->stacks[of_people[i]];
		while (s->panes.n && pane_cancel(s->panes.v[0]))
			;
		for (size_t k = 0; k < s->panes.n; k++)
			if (rows_pane_or_null(s->panes.v[k]))
				undo_clear(rows_pane_of(s->panes.v[k]));
		if (s->panes.n && rows_pane_or_null(s->panes.v[0]))
			history_clear(rows_pane_of(s->panes.v[0])->history);
	}
}

/* Discards everything that may show people's names: data, messages and typed text. The reloaded
 * data is masked or not, as the client is set. */
static void
reload_people(struct console *c)
{
	/* These have unmasked text: sources, messages and compared items. */
	console_close_panes_where(c, is_text_pane);
	console_close_panes_where(c, is_compare_pane);
	console_clear_message_list(c);
	prompt_clear_history(c);
	baskets_reload(c->baskets);
	catalog_stop(c->catalog);
	catalog_refresh(c->catalog);
	console_notify_panes(c);
	term_invalidate_screen();
}

static bool
set_mask(struct console *c, bool on)
{
	struct err err;
	if (!app_context_set_mask(c->app, on, &err)) {
		console_show(c, ROLE_BAD, "People cannot be masked: %s", err.text);
		return false;
	}
	client_mask(c->client, c->app->client_config.mask);
	if (!on && !c->app->options.demo_pack)
		tour_record_end(c); /* a step names the row that it marks */
	exchanges_clear(client_exchanges(c->client)); /* bodies and paths with identities */
	cancel_in_people_tabs(c); /* while the rows still have their texts */
	bool ok = write_session_set_mask(c->write_session, &err);
	reload_people(c);
	if (!ok)
		console_show(c, ROLE_BAD, "The journal cannot be read: %s", err.text);
	return true;
}

static void
on_unmask_answered(struct console *c, void *ctx, int button)
{
	(void)ctx;
	if (button != 1)
		console_show(c, ROLE_TEXT, "People stay masked");
	else if (set_mask(c, false))
		console_show(c, ROLE_TEXT, "People are shown");
}

static void
on_first_unmask_answer(struct console *c, void *ctx, int button)
{
	(void)ctx;
	if (button == 1)
		dialog_ask(c, "Show people",
		    "Everyone who can see this screen will see their names, e-mail addresses and "
		    "links.",
		    "Unmask", on_unmask_answered, NULL);
	else
		console_show(c, ROLE_TEXT, "People stay masked");
}

static void
ask_to_unmask(struct console *c)
{
	const struct app_context *l = c->app;
	if (!l->masked)
		console_show(c, ROLE_TEXT, "People are not masked. :mask on masks them");
	else if (masked_for_good(l))
		console_show(c, ROLE_WARN, "%s", masked_for_good(l));
	else if (c->is_tour_acting)
		console_show(c, ROLE_WARN, "A tour does not show people. Type :mask off yourself");
	else
		dialog_ask(c, "Unmask", "People are masked. Show them?", "Show them",
		    on_first_unmask_answer, NULL);
}

static void
mask_people(struct console *c)
{
	if (c->app->masked)
		console_show(c, ROLE_TEXT, "Already masked%s",
		    masked_for_good(c->app) ? "" : ". :mask off shows people, after a question");
	else if (set_mask(c, true))
		console_show(c, ROLE_TEXT,
		    "People are masked; nothing is sent or written. :mask off shows people");
}

void
audience_run_mask(struct console *c, struct str word)
{
	if (str_eqz(word, "off"))
		ask_to_unmask(c);
	else if (str_eqz(word, "on") || (!word.n && !c->app->masked))
		mask_people(c);
	else if (!word.n)
		ask_to_unmask(c);
	else
		console_show(c, ROLE_WARN, "mask takes on or off");
}

/* ---- presenting ---- */

static bool
is_source_pane(const struct pane *p)
{
	return pane_scope(p) == SCOPE_SOURCE;
}

static bool
use_theme_or_warn(struct console *c, const char *name)
{
	struct err err;
	bool ok = console_use_theme(c, name, &err);
	if (!ok)
		console_show(c, ROLE_WARN, "%s", err.text);
	return ok;
}

static void
end_presenting(struct console *c)
{
	const struct app_context *l = c->app;
	if (!use_theme_or_warn(c, l->options.theme ? l->options.theme : l->config.theme))
		return;
	c->presenting = c->is_pointing = false;
	term_invalidate_screen();
	console_notify_panes(c);
	console_show(c, ROLE_TEXT, "%s",
	    !l->masked ? "Presentation over"
		: masked_for_good(l)
		? "Presentation over. People stay masked"
		: "Presentation over. People stay masked; :mask off shows them");
}

void
audience_run_present(struct console *c, struct str word)
{
	bool clear = str_eqz(word, "clear"), off = str_eqz(word, "off");
	if (word.n && !clear && !off) {
		console_show(c, ROLE_WARN,
		    "type present, present off, or present clear (people are not masked)");
		return;
	}
	if (off && !c->presenting) {
		console_show(c, ROLE_TEXT, "Not presenting");
		return;
	}
	if (off) {
		end_presenting(c);
		return;
	}
	if (c->presenting && !clear) {
		console_show(c, ROLE_TEXT, "Already presenting. :present off ends it");
		return;
	}
	if ((!clear && !c->app->masked && !set_mask(c, true)) || !use_theme_or_warn(c, "projector"))
		return;
	console_close_panes_where(c, is_source_pane);
	c->presenting = true;
	term_invalidate_screen();
	console_notify_panes(c);
	console_show(c, ROLE_TEXT, "%s",
	    !clear || !c->app->masked ? ":present off ends presenting"
		: masked_for_good(c->app)
		? "People stay masked. :present off ends presenting"
		: "People stay masked: :mask off shows them. :present off ends presenting");
}
