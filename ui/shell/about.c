#include "ui/shell/about.h"

#include "app/app_context.h"
#include "app/conf.h"
#include "ui/kit/text_pane.h"
#include "ui/term/term.h"

#include <stdlib.h>

static void
add_path(struct doc *d, const char *label, const char *name)
{
	struct buf path = { 0 };
	append_config_path(&path, name);
	doc_named(d, label, buf_str(&path));
	buf_free(&path);
}

static void
add_terminal(const struct console *c, struct doc *d)
{
	static const char *const backgrounds[] = { [BACKGROUND_UNKNOWN] = "not known",
		[BACKGROUND_DARK] = "dark",
		[BACKGROUND_LIGHT] = "light" };
	const char *term = getenv("TERM");
	int rows, cols;
	term_size(&rows, &cols);
	doc_named(d, "Terminal", str_of(term ? term : "not set"));
	doc_label(d, "Window");
	doc_words(d, ROLE_TEXT, "%d columns, %d rows", cols, rows);
	doc_named(d, "Theme", str_of(c->theme));
	doc_named(d, "Background", str_of(backgrounds[c->background]));
	doc_named(d, "Clipboard", str_of(c->place.setting ? c->place.setting : "auto"));
	if (c->proof == PROOF_RAW)
		doc_value(d, ROLE_TEXT,
		    STR(", but links do not arrive here and are shown alone; :clipboard tries "
			"again"));
}

struct pane *
about_pane_new(struct console *c)
{
	const struct app_context *l = c->app;
	struct pane *p = text_pane_new(c, "About", SCOPE_TEXT);
	struct doc *d = &text_pane_view(p)->doc;
	doc_line(d);
	doc_words(d, ROLE_LEAD, " Backroom %s", BACKROOM_VERSION);
	doc_named(d, "Service", str_of(l->badge));
	doc_named(d, "Account", str_of(l->name));
	add_path(d, "Settings", "config.conf");
	add_path(d, "Keys", "keys.conf");
	add_path(d, "Views", "views");
	add_path(d, "Themes", "themes");
	doc_line(d);
	add_terminal(c, d);
	text_pane_on_filled(p);
	return p;
}
