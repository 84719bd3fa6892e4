#include "ui/basket/contact_menu.h"

#include "base/utf8.h"
#include "ui/basket/contact.h"
#include "ui/basket/hidden_marks.h"
#include "ui/kit/dialog.h"
#include "ui/kit/ids.h"
#include "ui/kit/menu.h"
#include "ui/kit/prompt.h"

const char contact_menu_masked[] =
    "People are masked, so nothing is recorded about them. :mask off shows them";

/* The outcome being recorded, until the remark is entered. */
struct contact_prompt {
	enum contact_status kind;
	bool marked; /* the marked baskets, not the one under the cursor */
	struct ids ids;
};

static const struct {
	enum contact_status kind;
	const char *words, *prompt;
} choices[] = {
	{ CONTACT_CALLED, "called", "Called. Remark (optional): " },
	{ CONTACT_WRITTEN, "written to", "Wrote to them. Remark (optional): " },
	{ CONTACT_RECOVERED, "recovered: ordered", "Recovered. Remark (optional): " },
	{ CONTACT_LOST, "lost: will not order", "Lost. Remark (optional): " },
	{ CONTACT_UNWANTED, "do not contact", "Do not contact. Remark (optional): " },
	{ CONTACT_UNDO, "undo the last entry (contact again)",
	    "Contact again. Remark (optional): " },
};
enum { CHOICES = sizeof(choices) / sizeof(*choices) };

static const char *
prompt_of(enum contact_status kind)
{
	for (size_t i = 0; i < CHOICES; i++)
		if (choices[i].kind == kind)
			return choices[i].prompt;
	return "Remark (optional): ";
}

void
contact_prompt_free(struct console *c)
{
	if (!c->contact_prompt)
		return;
	ids_free(&c->contact_prompt->ids);
	x_free(c->contact_prompt);
	c->contact_prompt = NULL;
}

/* Shows "Noted: do not contact Mara Ellison", or "Noted: called, of 3 baskets". */
static void
show_contact_recorded(struct console *c, const struct basket_row *row, size_t n, size_t gone)
{
	const char *done = contact_statuses[c->contact_prompt->kind].done;
	struct buf who = { 0 }, clean = { 0 };
	if (n == 1 && !gone) {
		basket_row_customer(&who, row);
		text_clean(&clean, buf_str(&who), c->look.ascii_lines);
	} else {
		format_plural(&clean, n, "basket", "baskets");
	}
	if (gone)
		console_show(c, ROLE_WARN, "Saved for %s: %s. %zu are no longer listed",
		    buf_z(&clean), done, gone);
	else
		console_show(c, ROLE_TEXT, "Saved for %s: %s", buf_z(&clean), done);
	buf_free(&who);
	buf_free(&clean);
}

static void
note_asked(struct console *c, struct str remark)
{
	VEC(const struct basket_row *) rows = { 0 };
	struct buf clean = { 0 };
	if (!c->contact_prompt)
		return;
	for (size_t i = 0; i < c->contact_prompt->ids.n; i++) {
		const struct basket_row *row = baskets_row(
		    c->baskets, str_of(c->contact_prompt->ids.v[i]));
		if (row)
			vec_push(&rows, row);
	}
	append_contact_remark(&clean, remark);
	if (!rows.n)
		console_show(c, ROLE_WARN, "Not saved: the basket is no longer listed");
	else if (contact_record(c, c->contact_prompt->kind, rows.v, rows.n, buf_str(&clean)))
		show_contact_recorded(c, rows.v[0], rows.n, c->contact_prompt->ids.n - rows.n);
	vec_free(&rows);
	buf_free(&clean);
	contact_prompt_free(c);
}

static bool
on_remark(struct console *c, struct str text, struct err *err)
{
	(void)err;
	note_asked(c, text);
	return true;
}

static void
answer_marked(struct console *c, void *ctx, int button)
{
	(void)ctx;
	if (button == 1)
		note_asked(c, STR_NONE);
	else
		console_show(c, ROLE_TEXT, "Nothing was saved");
	contact_prompt_free(c);
}

/* Asks for a remark if the outcome is about one person; for several people, asks for
 * confirmation. */
static void
contact_chosen(struct console *c, void *ctx, int value)
{
	struct buf words = { 0 };
	(void)ctx;
	if (!c->contact_prompt)
		return;
	c->contact_prompt->kind = (enum contact_status)value;
	if (!c->contact_prompt->marked) {
		console_open(
		    c, prompt_text_new(c, prompt_of(c->contact_prompt->kind), STR_NONE, on_remark));
		return;
	}
	append_hidden_marks(&words, c);
	buf_addf(&words, "Save \"%s\" for the customers of ", contact_statuses[value].done);
	format_plural(&words, c->contact_prompt->ids.n, "marked basket?", "marked baskets?");
	dialog_ask(c, "Marked baskets", buf_z(&words), "Save", answer_marked, NULL);
	buf_free(&words);
}

void
contact_menu_open(struct console *c, const char *const *ids, size_t n, bool marked)
{
	struct menu *m = menu_new(c,
	    marked ? "What happened with the customers of the marked baskets?"
		   : "What happened with this customer?",
	    false, contact_chosen, NULL);
	contact_prompt_free(c);
	c->contact_prompt = x_new(struct contact_prompt);
	c->contact_prompt->marked = marked;
	ids_copy(&c->contact_prompt->ids, ids, n);
	for (size_t i = 0; i < CHOICES; i++)
		menu_add(m, choices[i].kind, false, "%s", choices[i].words);
	menu_closed_by(m, ACT_OUTCOME);
	menu_open(m);
}
