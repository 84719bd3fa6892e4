#include "base/index.h"
#include "base/utf8.h"
#include "identity/known.h"
#include "model/format.h"
#include "ui/identity/confirm.h"
#include "ui/identity/form_state.h"
#include "ui/kit/menu.h"

void
identity_form_fill_demo_owner(struct identity_form *f)
{
	const struct demo_owner *s = demo_owners_find(
	    &f->modal.console->write_session->demo_owners, identity_form_text(f, FORM_OWNER));
	if (!s || identity_form_text(f, FORM_ISSUER).n || identity_form_text(f, FORM_SUBJECT).n)
		return;
	lineedit_set(&f->fields[FORM_ISSUER], s->iss);
	lineedit_set(&f->fields[FORM_SUBJECT], s->sub);
	f->prefilled_fields |= 1u << FORM_ISSUER | 1u << FORM_SUBJECT;
}

void
identity_form_clear_suggestions(struct identity_form *f)
{
	vec_free(&f->suggestions);
	arena_free(&f->suggestion_texts);
}

/* ---- suggestions ---- */

/* Called for each suggestion that matches the typed text, with its text and a description. */
typedef void suggestion_fn(void *ctx, struct str text, struct str words);

/* Lists the owners that the journal has a link for or had one, newest first, except the owner
 * known to be wrong. */
static void
for_each_owner(const struct identity_form *f, struct str prefix, suggestion_fn *fn, void *ctx)
{
	const struct write_session *w = f->modal.console->write_session;
	struct index *seen = index_new();
	struct buf words = { 0 };
	const struct journal_write *write;
	index_put(seen, prefix, 0); /* do not suggest the current text */
	if (f->wrong_owner.n)
		index_put(seen, buf_str(&f->wrong_owner), 0);
	for (size_t i = 0; (write = journal_nth_newest(&w->journal, i)) != NULL; i++) {
		if (write->status.state != JOURNAL_DONE || !str_starts(write->owner, prefix) ||
		    !str_eq(write->service, buf_str(&w->service)) ||
		    index_get(seen, write->owner) != UINT32_MAX)
			continue;
		index_put(seen, write->owner, 0);
		buf_reset(&words);
		identity_tail_write(&words, write->owner);
		buf_addz(&words, write->is_unlink ? "  unlinked " : "  linked ");
		identity_tail_write(&words, write->sub);
		buf_addc(&words, ' ');
		format_day(&words, write->recorded_at, false);
		buf_addf(&words, " by %.*s", STR_ARG(write->who));
		fn(ctx, write->owner, buf_str(&words));
	}
	for (size_t i = 0; i < w->demo_owners.list.n; i++) {
		const struct demo_owner *s = &w->demo_owners.list.v[i];
		if (!str_starts(s->owner, prefix) || index_get(seen, s->owner) != UINT32_MAX)
			continue;
		buf_reset(&words);
		buf_addf(&words, "%.*s  ", STR_ARG(s->name));
		identity_tail_write(&words, s->owner);
		buf_addf(&words, "  %.*s", STR_ARG(s->story));
		fn(ctx, s->owner, buf_str(&words));
	}
	buf_free(&words);
	index_free(seen);
}

static void
for_each_issuer(const struct identity_form *f, struct str prefix, suggestion_fn *fn, void *ctx)
{
	const struct identity_context context = write_session_context(
	    f->modal.console->write_session);
	struct issuer_list issuers = { 0 };
	issuers_collect_with_prefix(&context, prefix, &issuers);
	for (size_t i = 0; i < issuers.n; i++)
		if (!str_eq(issuers.v[i], prefix))
			fn(ctx, issuers.v[i], issuers.v[i]);
	vec_free(&issuers);
}

/* Only the owner and the issuer have suggestions. */
static void
for_each_suggestion(const struct identity_form *f, enum form_part part, struct str prefix,
    suggestion_fn *fn, void *ctx)
{
	if (part == FORM_OWNER)
		for_each_owner(f, prefix, fn, ctx);
	else if (part == FORM_ISSUER)
		for_each_issuer(f, prefix, fn, ctx);
}

static void
count_matching_suggestion(void *ctx, struct str text, struct str words)
{
	(void)text;
	(void)words;
	++*(size_t *)ctx;
}

static size_t
count_suggestions(const struct identity_form *f, enum form_part part, struct str prefix)
{
	size_t n = 0;
	for_each_suggestion(f, part, prefix, count_matching_suggestion, &n);
	return n;
}

bool
identity_form_has_suggestions(const struct identity_form *f, enum form_part part)
{
	return count_suggestions(f, part, identity_form_text(f, part)) > 0;
}

/* ---- the menu ---- */

struct suggestion_menu {
	struct identity_form *f;
	struct menu *menu;
};

/* Copies the text, because its source may change while the menu is open. */
static void
add_matching_suggestion(void *ctx, struct str text, struct str words)
{
	struct suggestion_menu *o = ctx;
	struct identity_form *f = o->f;
	struct buf clean = { 0 };
	struct str kept = arena_str(&f->suggestion_texts, text);
	text_clean(&clean, words, false);
	menu_add(o->menu, (int)f->suggestions.n, false, "%s", buf_z(&clean));
	vec_push(&f->suggestions, kept);
	buf_free(&clean);
}

static void
on_suggestion_chosen(struct console *c, void *ctx, int value)
{
	struct identity_form *f = c->form;
	(void)ctx;
	if (!f || (size_t)value >= f->suggestions.n)
		return;
	lineedit_set(&f->fields[f->focus], f->suggestions.v[value]);
	f->prefilled_fields |= 1u << f->focus;
	f->has_user_input = true;
	identity_form_fill_demo_owner(f);
	identity_confirm_focus_missing(f);
}

/* Opens a menu of the suggestions that start with the typed text, or of all if none does. The
 * key always opens the menu here, and never moves to the next field. */
bool
identity_form_suggest(struct identity_form *f)
{
	const char *title = f->focus == FORM_OWNER ? "Owners known here" : "Issuers known here";
	struct str begun = identity_form_text(f, f->focus);
	if (f->focus != FORM_OWNER && f->focus != FORM_ISSUER)
		return false;
	if (!count_suggestions(f, f->focus, begun))
		begun = STR_NONE;
	if (!count_suggestions(f, f->focus, begun)) {
		console_show(f->modal.console, ROLE_TEXT,
		    "No known values to choose from. Tab goes to the next field");
		return true;
	}
	identity_form_clear_suggestions(f);
	struct suggestion_menu o = { f,
		menu_new(f->modal.console, title, false, on_suggestion_chosen, NULL) };
	for_each_suggestion(f, f->focus, begun, add_matching_suggestion, &o);
	menu_open(o.menu);
	return true;
}
