#include "base/utf8.h"
#include "ui/identity_form_state.h"
#include "ui/menu.h"

static void
add_offers(struct identity_form *f, struct journal_texts *out)
{
	struct writes *w = f->modal.console->writes;
	const struct identity_ground ground = writes_ground(w);
	struct str prefix = identity_form_text(f, f->focus);
	if (f->focus == FORM_ISSUER)
		identity_page_issuers(&ground, prefix, out);
	if (f->focus != FORM_OWNER)
		return;
	journal_owners(&w->journal, ground.service, prefix, out);
	situations_owners(&w->situations, prefix, out);
}

void
identity_form_take_situation(struct identity_form *f)
{
	const struct situation *s = situations_find(
	    &f->modal.console->writes->situations, identity_form_text(f, FORM_OWNER));
	if (!s || identity_form_text(f, FORM_ISSUER).n || identity_form_text(f, FORM_SUBJECT).n)
		return;
	lineedit_set(&f->fields[FORM_ISSUER], s->iss);
	lineedit_set(&f->fields[FORM_SUBJECT], s->sub);
}

/* The same is offered now as when the menu was made: nothing was typed since. */
static void
take_offer(struct console *c, void *ctx, int value)
{
	struct identity_form *f = c->form;
	struct journal_texts offers = { 0 };
	(void)ctx;
	if (!f)
		return;
	add_offers(f, &offers);
	if ((size_t)value < offers.n)
		lineedit_set(&f->fields[f->focus], offers.v[value]);
	vec_free(&offers);
	f->touched = true;
	identity_form_take_situation(f);
	identity_form_go_to_missing(f);
}

static void
add_offer_words(struct identity_form *f, struct menu *m, int number, struct str text)
{
	const struct situation *s = f->focus == FORM_OWNER
	    ? situations_find(&f->modal.console->writes->situations, text)
	    : NULL;
	struct buf words = { 0 }, clean = { 0 };
	if (s)
		buf_addf(&words, "%.*s  \xE2\x80\xA6%.*s  %.*s", STR_ARG(s->name),
		    STR_ARG(identity_tail(text)), STR_ARG(s->story));
	else
		buf_adds(&words, text);
	text_clean(&clean, buf_str(&words), false);
	menu_add(m, number, false, "%s", buf_z(&clean));
	buf_free(&words);
	buf_free(&clean);
}

bool
identity_form_offer(struct identity_form *f)
{
	struct console *c = f->modal.console;
	struct journal_texts offers = { 0 };
	add_offers(f, &offers);
	bool any = offers.n > 0;
	if (any) {
		struct menu *m = menu_new(c,
		    f->focus == FORM_OWNER ? "Owners known here" : "Issuers known here", false,
		    take_offer, NULL);
		for (size_t i = 0; i < offers.n; i++)
			add_offer_words(f, m, (int)i, offers.v[i]);
		menu_open(m);
	}
	vec_free(&offers);
	return any;
}
