#include "plan/sheet_text.h"

#include "list/csv.h"
#include "plan/attribute.h"
#include "plan/sheet_price.h"
#include "wire/member.h"

#include <string.h>

/* Appends a text with CRLF converted to LF. */
static void
add_text_with_lf(struct buf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] != '\r' || i + 1 == text.n || text.p[i + 1] != '\n')
			buf_addc(out, text.p[i]);
}

/* Appends a cell with CRLF converted to LF, and without guards ('). */
static void
add_unguarded_cell(struct buf *out, struct str cell)
{
	struct buf bare = { 0 };
	csv_add_unescaped(&bare, cell);
	add_text_with_lf(out, buf_str(&bare));
	buf_free(&bare);
}

/* Compares with and without removing guards: the text may have a `'` of its own before a sign. */
static bool
is_same_text(struct str cell, struct str shown)
{
	struct buf plain = { 0 }, whole = { 0 }, wanted = { 0 };
	add_unguarded_cell(&plain, cell);
	add_text_with_lf(&whole, cell);
	add_text_with_lf(&wanted, shown);
	bool same = str_eq(buf_str(&plain), buf_str(&wanted)) ||
	    str_eq(buf_str(&whole), buf_str(&wanted));
	buf_free(&plain);
	buf_free(&whole);
	buf_free(&wanted);
	return same;
}

/* Compares with the text as written to tsv, with its guard, and without it, in case a
 * spreadsheet removed it. */
static bool
is_same_in_tsv(struct str cell, struct str shown)
{
	struct buf written = { 0 }, plain = { 0 };
	tsv_add(&written, shown, CSV_FOREIGN);
	add_unguarded_cell(&plain, buf_str(&written));
	bool same = is_same_text(cell, buf_str(&written)) || is_same_text(cell, buf_str(&plain));
	buf_free(&written);
	buf_free(&plain);
	return same;
}

/* Appends a string without quotes and escapes, any other value as JSON; nothing for null. */
static void
add_shown(struct buf *out, struct str value)
{
	if (json_is_string(value))
		json_lex_unquote(out, value);
	else if (!str_eqz(value, "null"))
		buf_adds(out, value);
}

/* Appends a list as "a; b", the other form it may have in a cell. */
static void
add_list(struct buf *out, struct str list, const char *separator)
{
	struct member_walk w;
	struct member m;
	bool first = true;
	member_start(&w, list);
	while (member_next(&w, &m)) {
		buf_addz(out, first ? "" : separator);
		add_shown(out, m.value);
		first = false;
	}
}

static bool
is_shown_as(struct str cell, struct str shown, bool tabs)
{
	return is_same_text(cell, shown) || (tabs && is_same_in_tsv(cell, shown));
}

/* A list has semicolons in files that Backroom writes; in older ones and by hand, commas. */
static bool
is_shown_as_list(struct str cell, struct str value, bool tabs)
{
	struct buf semicolons = { 0 }, commas = { 0 };
	if (json_is_array(value)) {
		add_list(&semicolons, value, "; ");
		add_list(&commas, value, ", ");
	}
	bool same = semicolons.n &&
	    (is_shown_as(cell, buf_str(&semicolons), tabs) ||
		is_shown_as(cell, buf_str(&commas), tabs));
	buf_free(&semicolons);
	buf_free(&commas);
	return same;
}

static bool
is_true_or_false(struct str value)
{
	return str_eqz(value, "true") || str_eqz(value, "false");
}

bool
sheet_text_is_same(struct str cell, struct str value, bool tabs)
{
	struct buf whole = { 0 };
	add_shown(&whole, value);
	bool same = is_shown_as(cell, buf_str(&whole), tabs) ||
	    is_shown_as_list(cell, value, tabs) ||
	    (is_true_or_false(value) && str_eq_nocase(str_trim(cell), value)) ||
	    (value.n && !json_is_string(value) && sheet_is_same_number(cell, value));
	buf_free(&whole);
	return same;
}

/* The reason why a text, or an item of it, looks damaged, unless the current value looks
 * damaged, too; NULL if it does not. */
static const char *
why_damaged(struct str text, struct str value)
{
	struct buf shown = { 0 };
	const char *why = csv_damage_reason(text);
	add_shown(&shown, value);
	if (why && csv_damage_reason(buf_str(&shown)))
		why = NULL;
	buf_free(&shown);
	for (struct str piece; !why && json_is_array(value) && text.n;) {
		size_t end = 0;
		while (end < text.n && !strchr(",;|[]\"", text.p[end]))
			end++;
		piece = str_sub(text, 0, end);
		text = str_sub(text, end + 1, text.n);
		why = csv_damage_reason(piece);
	}
	return why;
}

bool
sheet_text_read(struct buf *out, struct str cell, struct str value, bool tabs)
{
	struct buf plain = { 0 };
	const char *why = NULL;
	add_unguarded_cell(&plain, cell);
	struct str text = buf_str(&plain);
	if (tabs && str_find_char(text, '\\') != SIZE_MAX)
		why = "in a sheet with tabs, a backslash is ambiguous (\\n): save the sheet with "
		      "commas";
	else if (json_is_array(value) && !str_starts(text, STR("[")) &&
	    attribute_list_has(value, ',') && str_find_char(text, ',') != SIZE_MAX)
		why = "an item of the list contains a comma: write a JSON array";
	else
		why = why_damaged(text, value);
	if (why)
		buf_addz(out, why);
	for (size_t i = 0; !why && i < text.n; i++)
		buf_addc(out,
		    is_true_or_false(value) && text.p[i] >= 'A' && text.p[i] <= 'Z'
			? (char)(text.p[i] - 'A' + 'a')
			: text.p[i]);
	buf_free(&plain);
	return !why;
}
