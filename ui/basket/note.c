#include "ui/basket/note.h"

#include "base/utf8.h"
#include "basket/row_contact.h"
#include "ui/basket/basket_doc.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/contact.h"
#include "ui/basket/link_questions.h"
#include "ui/kit/menu.h"
#include "ui/kit/send.h"

enum note_person { NOTE_NONE, NOTE_PARTIAL, NOTE_FULL };
enum note_link {
	NOTE_LINK_END,
	NOTE_LINK_WHOLE,
	NOTE_LINK_PREVIEW /* as NOTE_LINK_WHOLE, for the screen */
};

/* ---- text ---- */

static void
add_ticket_line(struct buf *out, const char *label, struct str value)
{
	struct buf clean = { 0 };
	text_clean(&clean, value, true);
	buf_addf(out, "%-9s %s\n", label, buf_z(&clean));
	buf_free(&clean);
}

/* Appends one word of several, cleaned separately so that spaces at its ends stay visible. */
static void
add_word(struct buf *line, const char *before, struct str word, const char *behind)
{
	if (!word.n)
		return;
	buf_addz(line, line->n ? " " : "");
	buf_addz(line, before);
	text_clean(line, word, true);
	buf_addz(line, behind);
}

/* Appends a shortened address, (m...@example.com); nothing if the text is not an address. */
static void
add_shortened_email(struct buf *line, struct str email)
{
	struct buf ends = { 0 };
	uint32_t first;
	size_t at = email.n, n = utf8_decode(email, &first);
	while (at > 0 && email.p[at - 1] != '@')
		at--;
	if (at > 0) {
		buf_adds(&ends, str_sub(email, 0, at > 1 ? (n ? n : 1) : 0));
		buf_addz(&ends, "...@");
		buf_adds(&ends, str_sub(email, at, email.n));
	}
	add_word(line, "(", buf_str(&ends), ")");
	buf_free(&ends);
}

static void
add_person_line(struct buf *out, const struct basket *b, enum note_person person)
{
	struct buf who = { 0 };
	if (person != NOTE_NONE)
		add_word(&who, "", b->first_name, "");
	if (person == NOTE_PARTIAL)
		add_shortened_email(&who, b->email);
	if (person == NOTE_FULL) {
		add_word(&who, "", b->last_name, "");
		add_word(&who, "<", b->email, ">");
	}
	if (who.n)
		add_ticket_line(out, "Customer", buf_str(&who));
	buf_free(&who);
}

/* True if a note may contain the link: the basket has one and it passed its checks. */
static bool
basket_note_may_carry_link(const struct basket_row *row, const struct basket_doc_context *context)
{
	struct link link;
	basket_link_examine(&link, context->links, context->baskets, row);
	bool may = link_is_sendable(&link);
	link_free(&link);
	return may;
}

static void
add_note_link(struct buf *out, const struct basket_row *row,
    const struct basket_doc_context *context, enum note_link how)
{
	struct link link;
	struct buf text = { 0 };
	basket_link_examine(&link, context->links, context->baskets, row);
	if (!link.present)
		buf_addz(&text, "none");
	else if (how == NOTE_LINK_WHOLE && link_is_sendable(&link))
		buf_adds(&text, link_address(&link));
	else
		buf_addf(&text, "ends ...%.*s (%zu bytes), %s",
		    STR_ARG(link_last_characters(buf_str(&link.address))), link.address.n,
		    how != NOTE_LINK_END && link_is_sendable(&link) ? "whole in this note"
								    : "not in this note");
	add_ticket_line(out, "Link", buf_str(&text));
	link_free(&link);
	buf_free(&text);
}

/* Adds the entry's time and user, and its remark, which may name the person. */
static void
add_contact_line(
    struct buf *out, const char *label, const struct contact_entry *e, enum note_person person)
{
	struct buf line = { 0 };
	if (e->status != CONTACT_LINK_SENT)
		buf_addf(&line, "%s, ", contact_statuses[e->status].past_tense);
	format_time_long(&line, e->recorded_at, true);
	buf_addf(&line, " by %.*s", STR_ARG(e->recorded_by));
	if (e->remark.n && person != NOTE_NONE)
		buf_addf(&line, ": %.*s", STR_ARG(e->remark));
	add_ticket_line(out, label, buf_str(&line));
	buf_wipe(&line);
}

/* The ticket note as plain lines. */
static void
basket_write_note(struct buf *out, const struct basket_row *row,
    const struct basket_doc_context *context, enum note_person person, enum note_link how)
{
	struct arena texts = { 0 };
	struct basket b;
	struct err ignored;
	struct buf line = { 0 };
	const struct contact_entry *sent = contact_log_find_link(context->contact_log, row->id);
	struct contact_summary contacts;
	basket_row_summarize_contacts(row, context->contact_log, &contacts);
	if (!baskets_read_basket(context->baskets, row, &b, &texts, &ignored))
		b = (struct basket){ .id = row->id, .created = row->created };
	add_ticket_line(out, "Basket", b.id);
	add_person_line(out, &b, person);
	if (b.created != WHEN_NONE) {
		format_time_long(&line, b.created, true);
		add_ticket_line(out, "Created", buf_str(&line));
	}
	for (size_t i = 0; i < b.items_n; i++)
		add_ticket_line(out, i ? "" : "Items", b.items[i].name);
	if (b.tag.n)
		add_ticket_line(out, "Channel", b.tag);
	add_note_link(out, row, context, how);
	if (sent)
		add_contact_line(out, "Sent", sent, person);
	if (contacts.shown_entry && contacts.shown_entry != sent)
		add_contact_line(out, "Outcome", contacts.shown_entry, person);
	buf_reset(&line);
	format_time_long(&line, context->now, true);
	buf_addf(&line, " by %s", context->contact_log->account);
	add_ticket_line(out, "Noted", buf_str(&line));
	buf_free(&line);
	arena_free(&texts);
}

/* ---- sending ---- */

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
	    choice & NOTE_WITH_LINK ? NOTE_LINK_WHOLE : NOTE_LINK_END);
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

/* The note without the link itself, which must not be on the screen unasked. */
static void
preview_note(struct buf *out, struct console *c, const void *ctx, int value)
{
	const struct basket_row *row = baskets_row(c->baskets, str_of(ctx));
	struct basket_doc_context context = basket_doc_context_now(c);
	if (row && !c->presenting)
		basket_write_note(out, row, &context, (enum note_person)(value & ~NOTE_WITH_LINK),
		    value & NOTE_WITH_LINK ? NOTE_LINK_PREVIEW : NOTE_LINK_END);
}

void
ticket_note_open(struct console *c, struct str basket_id)
{
	if (c->note_choice) {
		send_note(c, basket_id, (unsigned)(c->note_choice - 1) * NOTE_CHOICE_BASE);
		return;
	}
	struct menu *m = menu_new(c, "What may ticket notes contain? (Asked only once)", false,
	    on_note_chosen, str_dup(basket_id));
	menu_add(m, NOTE_NONE, false, "no personal data, last 4 of the link");
	menu_add(m, NOTE_PARTIAL, false, "first name, shortened e-mail, last 4 of the link");
	menu_add(m, NOTE_FULL, false, "name, e-mail, last 4 of the link");
	menu_add(
	    m, NOTE_PARTIAL | NOTE_WITH_LINK, false, "first name, shortened e-mail, whole link");
	menu_add(m, NOTE_FULL | NOTE_WITH_LINK, false, "name, e-mail, whole link");
	menu_select(m, NOTE_PARTIAL);
	menu_set_preview(m, preview_note);
	menu_set_place(m, MENU_AT_CURSOR);
	menu_open(m);
}
