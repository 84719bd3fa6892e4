#include "ui/basket/basket_link.h"

#include "basket/link.h"

#include <ctype.h>

bool
is_consent_unknown(const struct console *c, const struct basket_row *row)
{
	return c->baskets->consent_field && row->consent == CONSENT_UNKNOWN;
}

void
link_doc_add_customer(struct doc *doc, const struct console *c, const struct basket_row *row)
{
	struct buf who = { 0 }, age = { 0 };
	basket_row_write_customer(&who, row);
	when_write_age(&age, console_now(c), row->created);
	doc_begin_line(doc);
	doc_printf(doc, ROLE_LABEL, " For      ");
	doc_add_text(doc, ROLE_LEAD, buf_str(&who));
	if (row->email.n && !str_eq(row->email, buf_str(&who))) {
		doc_printf(doc, ROLE_TEXT, " <");
		doc_add_text(doc, ROLE_TEXT, row->email);
		doc_printf(doc, ROLE_TEXT, ">");
	}
	if (is_consent_unknown(c, row))
		doc_printf(doc, ROLE_WARN, ", consent not known");
	doc_printf(doc, ROLE_TEXT, ", basket of %s%s", buf_z(&age),
	    row->created <= console_now(c) ? " ago" : "");
	buf_free(&who);
	buf_free(&age);
}

void
link_doc_add_address(struct doc *doc, const struct console *c, const struct link *l)
{
	doc_begin_line(doc);
	doc_printf(doc, ROLE_LABEL, " Address  ");
	doc_add_text(doc, ROLE_TEXT, buf_str(&l->origin));
	doc_add_text(doc, ROLE_TEXT, buf_str(&l->path));
	if (l->was_relative)
		doc_printf(doc, ROLE_LABEL, "  (sent as a relative link)");
	for (size_t i = 0; i < l->parts.n && i < 5; i++) {
		struct str value = buf_str(&l->parts.v[i].value);
		doc_begin_line(doc);
		doc_printf(doc, ROLE_TEXT, "   ");
		doc_add_text(doc, ROLE_LABEL, buf_str(&l->parts.v[i].name));
		doc_pad_to_column(doc, 10);
		/* In linear mode, two spaces after a name would be spoken as a column. */
		doc_printf(doc, ROLE_TEXT, "%s", c->linear ? " " : "");
		if (l->parts.v[i].is_secret) {
			doc_add_text(doc, ROLE_TEXT, str_sub(value, 0, 6));
			doc_printf(doc, ROLE_TEXT, "%s", doc->ascii ? "..." : "\xE2\x80\xA6");
			doc_add_text(doc, ROLE_TEXT, link_last_characters(value));
			doc_printf(doc, ROLE_LABEL, " (%zu characters)", value.n);
		} else {
			doc_add_text(doc, ROLE_TEXT, str_sub(value, 0, 200));
		}
	}
	if (l->parts.n > 5) {
		doc_begin_line(doc);
		doc_printf(doc, ROLE_LABEL, "   and %zu more", l->parts.n - 5);
	}
}

static void
add_check(struct doc *doc, const struct link_check *check)
{
	static const struct {
		const char *symbol;
		enum role role;
	} marks[] = {
		[LINK_OK] = { "ok", ROLE_GOOD },
		[LINK_UNKNOWN] = { "? ", ROLE_UNKNOWN },
		[LINK_FAILED] = { "! ", ROLE_WARN },
		[LINK_REFUSED] = { "NO", ROLE_BAD },
	};
	_Static_assert(sizeof(marks) / sizeof(*marks) == LINK_VERDICTS,
	    "every verdict needs a row in this table");
	doc_begin_line(doc);
	doc_printf(doc, ROLE_TEXT, " ");
	doc_printf(doc, marks[check->verdict].role, "%s", marks[check->verdict].symbol);
	doc_printf(doc, ROLE_TEXT, "   %s", check->text);
}

void
link_doc_add_checks(
    struct doc *doc, const struct console *c, const struct link *l, const struct basket_row *row)
{
	struct buf age = { 0 };
	doc_begin_line(doc);
	for (int v = LINK_REFUSED; v >= LINK_OK; v--)
		for (int i = 0; i < LINK_CHECK_COUNT; i++)
			if ((int)l->checks[i].verdict == v)
				add_check(doc, &l->checks[i]);
	when_write_age(&age, console_now(c), row->created);
	doc_begin_line(doc);
	doc_printf(doc, ROLE_TEXT, " ");
	doc_add_drawing(doc, ROLE_UNKNOWN, "? ");
	doc_printf(doc, ROLE_TEXT,
	    "   expiry not known (the service does not send it); link is %s old", buf_z(&age));
	buf_free(&age);
}

void
basket_link_examine(struct link *l, const struct link_rules *rules, const struct baskets *b,
    const struct basket_row *row)
{
	struct arena texts = { 0 };
	struct basket basket = { 0 };
	struct err ignored;
	baskets_read_basket(b, row, &basket, &texts, &ignored);
	link_examine(l, rules, basket.link, row->id);
	arena_wipe(&texts);
}

void
basket_link_add(struct buf *out, const struct baskets *b, const struct basket_row *row)
{
	struct arena texts = { 0 };
	struct basket basket;
	struct err ignored;
	if (baskets_read_basket(b, row, &basket, &texts, &ignored))
		buf_adds(out, basket.link);
	arena_wipe(&texts);
}

static bool
is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '-' || c == '_';
}

/* The last word of a link, usually its key. Text before it may be escaped in the service's JSON. */
static struct str
last_word(struct str address)
{
	size_t at = address.n;
	while (at > 0 && is_word_char(address.p[at - 1]))
		at--;
	return str_sub(address, at, address.n);
}

size_t
basket_link_find(const struct baskets *b, size_t from, struct str address)
{
	struct str word = last_word(address);
	size_t i = from;
	while (i < b->rows.n && str_find(baskets_json(b, &b->rows.v[i], NULL), word) == SIZE_MAX)
		i++;
	return i < b->rows.n ? i : SIZE_MAX;
}
