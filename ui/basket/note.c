#include "ui/basket/note.h"

#include "ui/basket/basket_doc.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/contact.h"
#include "ui/basket/link_questions.h"
#include "ui/kit/menu.h"
#include "ui/kit/send.h"

/* A choice combines enum note_person with NOTE_WITH_LINK; it is stored above the bits of enum
 * send_reason (basket/send_check.h). */
enum { NOTE_WITH_LINK = 8, NOTE_CHOICE_BASE = 256 };

static void
send_note_now(struct console *c, struct str basket_id, unsigned choice)
{
	const struct basket_row *row = baskets_row(c->baskets, basket_id);
	struct basket_doc_context context = basket_doc_context_now(c);
	struct buf note = { 0 }, words = { 0 };
	struct err err;
	size_t lines = 0;
	if (!row)
		return;
	basket_write_note(&note, row, &context, (enum note_person)(choice & ~NOTE_WITH_LINK),
	    choice & NOTE_WITH_LINK);
	for (size_t i = 0; i < note.n; i++)
		lines += note.p[i] == '\n';
	if (send_to_clipboard(c, buf_str(&note), &err)) {
		struct str text = str_trim(buf_str(&note));
		format_count(&words, note.n);
		console_show(c, ROLE_TEXT, "%s the note, %zu lines, %s bytes, ending \"%.*s\"",
		    send_verb_done(c), lines, buf_z(&words), STR_ARG(str_tail(text, 12)));
		contact_record(c, choice & NOTE_WITH_LINK ? CONTACT_LINK_SENT : CONTACT_NOTE_SENT,
		    &row, 1, STR_NONE);
	} else {
		console_show(c, ROLE_WARN, "%s", err.text);
	}
	buf_wipe(&note);
	buf_free(&words);
}

/* Sends the note. A note with the link asks the same questions as the link itself; the link is
 * left out if it must not be sent. */
static void
send_note(struct console *c, struct str basket_id, unsigned value)
{
	const struct basket_row *row = baskets_row(c->baskets, basket_id);
	struct basket_doc_context context = basket_doc_context_now(c);
	unsigned choice = value / NOTE_CHOICE_BASE;
	if (row && (choice & NOTE_WITH_LINK) && !basket_note_may_carry_link(row, &context))
		choice &= ~(unsigned)NOTE_WITH_LINK;
	if (choice & NOTE_WITH_LINK)
		contact_log_reload(c);
	if (!row || !(choice & NOTE_WITH_LINK) || !link_confirm(c, row, value, send_note))
		send_note_now(c, basket_id, choice);
}

static void
on_note_chosen(struct console *c, void *ctx, int value)
{
	c->note_choice = value + 1;
	send_note(c, str_of(ctx), (unsigned)value * NOTE_CHOICE_BASE);
}

void
ticket_note_open(struct console *c, struct str basket_id)
{
	if (c->note_choice) {
		send_note(c, basket_id, (unsigned)(c->note_choice - 1) * NOTE_CHOICE_BASE);
		return;
	}
	struct menu *m = menu_new(c, "What may ticket notes contain? (You are asked only once)",
	    false, on_note_chosen, str_dup(basket_id));
	menu_add(m, NOTE_NONE, false, "no personal data, last 4 of the link");
	menu_add(m, NOTE_PARTIAL, true, "first name, shortened e-mail, last 4 of the link");
	menu_add(m, NOTE_FULL, false, "name, e-mail, last 4 of the link");
	menu_add(
	    m, NOTE_PARTIAL | NOTE_WITH_LINK, false, "first name, shortened e-mail, whole link");
	menu_add(m, NOTE_FULL | NOTE_WITH_LINK, false, "name, e-mail, whole link");
	menu_open(m);
}
