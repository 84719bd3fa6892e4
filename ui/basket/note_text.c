#include "base/utf8.h"
#include "ui/basket/basket_doc.h"
#include "ui/basket/basket_link.h"

static void
note_line(struct buf *out, const char *label, struct str value)
{
	struct buf clean = { 0 };
	text_clean(&clean, value, true);
	buf_addf(out, "%-9s %s\n", label, buf_z(&clean));
	buf_free(&clean);
}

/* m…@example.com */
static void
note_person_line(struct buf *out, const struct basket *b, enum note_person person)
{
	struct buf who = { 0 };
	if (person == NOTE_NONE)
		return;
	if (person == NOTE_FULL) {
		buf_addf(&who, "%.*s %.*s", STR_ARG(b->first), STR_ARG(b->last));
		if (b->email.n)
			buf_addf(&who, " <%.*s>", STR_ARG(b->email));
	} else {
		size_t at = str_find_char(b->email, '@');
		if (b->first.n)
			buf_addf(&who, "%.*s ", STR_ARG(b->first));
		if (at != SIZE_MAX)
			buf_addf(&who, "(%.*s...%.*s)", 1, b->email.p,
			    STR_ARG(str_sub(b->email, at, b->email.n)));
	}
	if (b->email.n || b->first.n || b->last.n)
		note_line(out, "Customer", str_trim(buf_str(&who)));
	buf_free(&who);
}

static void
note_link(
    struct buf *out, const struct basket_row *row, const struct basket_story *story, bool whole)
{
	struct link link;
	struct buf text = { 0 };
	basket_link_examine(&link, story->links, story->all, row);
	struct str address = link_address(&link);
	if (!link.present)
		buf_addz(&text, "none");
	else if (whole && address.n && link.verdict <= LINK_UNKNOWN)
		buf_adds(&text, address);
	else
		buf_addf(&text, "ends ...%.*s (%zu bytes), not in this note",
		    STR_ARG(link_ending(buf_str(&link.address))), link.address.n);
	note_line(out, "Link", buf_str(&text));
	link_free(&link);
	buf_free(&text);
}

void
basket_note(struct buf *out, const struct basket_row *row, const struct basket_story *story,
    enum note_person person, bool whole_link)
{
	struct arena texts = { 0 };
	struct basket b;
	struct err ignored;
	struct buf line = { 0 };
	const struct outcome *e = ledger_link_of(story->ledger, row->id);
	if (!baskets_read(story->all, row, &b, &texts, &ignored))
		b = (struct basket){ .id = row->id, .created = row->created };
	note_line(out, "Basket", b.id);
	note_person_line(out, &b, person);
	if (b.created != WHEN_NONE) {
		format_time_long(&line, b.created, true);
		note_line(out, "Created", buf_str(&line));
	}
	for (size_t i = 0; i < b.items_n; i++)
		note_line(out, i ? "" : "Items", b.items[i].name);
	note_line(out, "Channel", b.tag);
	note_link(out, row, story, whole_link);
	buf_reset(&line);
	if (e) {
		format_time_long(&line, e->at, true);
		buf_addf(&line, " by %.*s", STR_ARG(e->by));
		note_line(out, "Sent", buf_str(&line));
	}
	buf_reset(&line);
	format_time_long(&line, story->now, true);
	buf_addf(&line, " by %s", story->ledger->account);
	note_line(out, "Noted", buf_str(&line));
	buf_free(&line);
	arena_free(&texts);
}
