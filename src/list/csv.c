#include "list/csv.h"

#include "base/buf.h"

#include <string.h>

void
csv_start(struct csv *c, struct str text)
{
	struct str mark = STR("\xEF\xBB\xBF");
	if (str_starts(text, mark))
		text = str_sub(text, mark.n, text.n);
	*c = (struct csv){ .remaining = text, .next_line = 1, .separator = ',' };
}

void
csv_free(struct csv *c)
{
	vec_free(&c->fields);
}

static char
read_char(struct csv *c)
{
	char byte = c->remaining.p[0];
	c->next_line += byte == '\n';
	c->remaining = str_sub(c->remaining, 1, c->remaining.n);
	return byte;
}

static bool
is_at_end_of_field(const struct csv *c)
{
	struct str r = c->remaining;
	return r.n == 0 || r.p[0] == c->separator || r.p[0] == '\n' ||
	    (r.p[0] == '\r' && (r.n == 1 || r.p[1] == '\n'));
}

/* Reads a quoted field after its opening quote, including the closing quote. */
static bool
read_quoted(struct csv *c, struct buf *field, struct err *err)
{
	size_t line = c->next_line;
	while (c->remaining.n) {
		char byte = read_char(c);
		if (byte != '"') {
			buf_addc(field, byte);
			continue;
		}
		if (!c->remaining.n || c->remaining.p[0] != '"')
			return is_at_end_of_field(c) ||
			    err_set(err, ERR_INVALID, "line %zu: text after a closing quote",
				c->next_line);
		buf_addc(field, read_char(c));
	}
	return err_set(err, ERR_INVALID, "line %zu: a quote is not closed", line);
}

static bool
read_field(struct csv *c, struct arena *a, struct err *err)
{
	struct buf field = { 0 };
	bool ok = true;
	if (c->remaining.n && c->remaining.p[0] == '"') {
		read_char(c);
		ok = read_quoted(c, &field, err);
	} else {
		while (!is_at_end_of_field(c))
			buf_addc(&field, read_char(c));
	}
	struct str text = arena_str(a, str_from(field.n ? field.p : "", field.n));
	vec_push(&c->fields, text);
	buf_free(&field);
	return ok;
}

static void
skip_empty_lines(struct csv *c)
{
	while (
	    c->remaining.n && (c->remaining.p[0] == '\n' || str_starts(c->remaining, STR("\r\n"))))
		read_char(c);
}

bool
csv_next(struct csv *c, struct arena *a, struct err *err)
{
	skip_empty_lines(c);
	c->fields.n = 0;
	c->line = c->next_line;
	if (c->remaining.n == 0)
		return false;
	for (;;) {
		if (!read_field(c, a, err))
			return false;
		if (c->remaining.n && c->remaining.p[0] == '\r')
			read_char(c);
		if (!c->remaining.n || read_char(c) == '\n')
			return true;
	}
}

const char *
csv_why_unreadable(struct str text)
{
	if (str_starts(text, STR("\xFF\xFE")) || str_starts(text, STR("\xFE\xFF")))
		return "is UTF-16: save the sheet as CSV in UTF-8";
	if (str_starts(text, STR("PK\x03\x04")))
		return "is a spreadsheet file, not CSV: save it as CSV in UTF-8";
	if (str_find_char(text, '\r') != SIZE_MAX && str_find_char(text, '\n') == SIZE_MAX)
		return "has old Mac line endings: save the sheet as CSV in UTF-8";
	return str_trim(text).n == 0 ? "is empty: the first line must name the columns" : NULL;
}

/* ---- separators ---- */

static const char separators[] = ",;\t";

/* Counts a separator in the first line, outside quotes. */
static size_t
count_separator_in_first_line(struct str text, char separator)
{
	size_t n = 0;
	bool quoted = false;
	for (size_t i = 0; i < text.n && (quoted || text.p[i] != '\n'); i++) {
		quoted = quoted != (text.p[i] == '"');
		n += !quoted && text.p[i] == separator;
	}
	return n;
}

/* Reads a first line "sep=;", with or without quotes. */
static bool
read_separator_line(struct csv *c)
{
	struct str rest = c->remaining, line;
	if (!str_next(&rest, '\n', &line))
		return false;
	if (str_starts(line, STR("\"")) && str_find_char(str_sub(line, 1, line.n), '"') == 5)
		line = str_sub(line, 1, 5);
	struct str said = str_trim(str_sub(line, 0, 5));
	bool is_tab = line.n > 4 && line.p[4] == '\t';
	if (!str_starts(line, STR("sep=")) || (said.n != 5 && !is_tab))
		return false;
	c->separator = line.p[4];
	c->remaining = rest;
	c->next_line++;
	return true;
}

void
csv_start_any_separator(struct csv *c, struct str text)
{
	size_t most = 0;
	csv_start(c, text);
	if (read_separator_line(c))
		return;
	skip_empty_lines(c);
	for (const char *p = separators; *p; p++) {
		size_t n = count_separator_in_first_line(c->remaining, *p);
		if (n > most)
			c->separator = *p;
		most = n > most ? n : most;
	}
}

/* ---- writing ---- */

/* The length of the piece that the text starts with; 0 if it starts with none. */
static size_t
starting_piece_length(struct str text, const char *const *pieces)
{
	for (; *pieces; pieces++)
		if (str_starts(text, str_of(*pieces)))
			return str_of(*pieces).n;
	return 0;
}

/* Spaces, also invisible ones, and signs, also in full width: some programs accept those too. */
static const char *const blank_characters[] = { " ", "\t", "\n", "\v", "\f", "\r", "\xC2\xA0",
	"\xE3\x80\x80", "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xE2\x81\xA0",
	"\xEF\xBB\xBF", NULL };
static const char *const formula_signs[] = { "=", "+", "-", "@", "\xEF\xBC\x9D", "\xEF\xBC\x8B",
	"\xEF\xBC\x8D", "\xEF\xBC\xA0", NULL };

static size_t
ending_piece_length(struct str text, const char *const *pieces)
{
	for (; *pieces; pieces++)
		if (str_ends(text, str_of(*pieces)))
			return str_of(*pieces).n;
	return 0;
}

struct str
csv_trim(struct str cell)
{
	size_t n;
	while ((n = starting_piece_length(cell, blank_characters)) > 0)
		cell = str_sub(cell, n, cell.n);
	while ((n = ending_piece_length(cell, blank_characters)) > 0)
		cell = str_sub(cell, 0, cell.n - n);
	return cell;
}

/* ---- damage by spreadsheets ---- */

static size_t
count_digits(struct str text)
{
	size_t n = 0;
	while (n < text.n && text.p[n] >= '0' && text.p[n] <= '9')
		n++;
	return n;
}

/* True for 1.23457E+17, 1,00E+05. */
static bool
is_power_of_ten(struct str text)
{
	text = str_sub(text, str_starts(text, STR("-")), text.n);
	if (count_digits(text) != 1)
		return false;
	text = str_sub(text, 1, text.n);
	if (text.n && (text.p[0] == '.' || text.p[0] == ',')) {
		text = str_sub(text, 1, text.n);
		text = str_sub(text, count_digits(text), text.n);
	}
	bool power = str_starts(text, STR("E+")) || str_starts(text, STR("E-"));
	return power && text.n > 2 && count_digits(str_sub(text, 2, text.n)) == text.n - 2;
}

static bool
is_formula_error(struct str text)
{
	static const char *const errors[] = { "#N/A", "#NAME?", "#REF!", "#VALUE!", "#DIV/0!",
		"#NUM!", "#NULL!", "#SPILL!", "#CALC!", "#ERROR!" };
	size_t hashes = 0;
	for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++)
		if (str_eq_nocase(text, str_of(errors[i])))
			return true;
	while (hashes < text.n && text.p[hashes] == '#')
		hashes++;
	return hashes > 2 && hashes == text.n;
}

static bool
is_month_name(struct str word)
{
	static const char *const months[] = { "jan", "feb", "mar", "apr", "may", "jun", "jul",
		"aug", "sep", "oct", "nov", "dec" };
	for (size_t i = 0; i < sizeof(months) / sizeof(*months); i++)
		if (str_eq_nocase(word, str_of(months[i])))
			return true;
	return false;
}

/* True for 01-Sep, Sep-01, 1-Sep-2026. */
static bool
is_day_of_month(struct str text)
{
	struct str parts[3], rest = text;
	size_t n = 0;
	while (rest.n && n < 3 && str_next(&rest, '-', &parts[n]))
		n++;
	if (rest.n || n < 2)
		return false;
	bool first = is_month_name(parts[0]);
	struct str day = first ? parts[1] : parts[0];
	if (!day.n || day.n > 2 || count_digits(day) != day.n ||
	    !(first || is_month_name(parts[1])))
		return false;
	return n == 2 || (!first && count_digits(parts[2]) == parts[2].n && parts[2].n >= 2);
}

const char *
csv_damage_reason(struct str cell)
{
	cell = csv_trim(cell);
	if (is_power_of_ten(cell))
		return "looks like a long number that a spreadsheet shortened";
	if (is_formula_error(cell))
		return "is a spreadsheet error, not a value";
	return is_day_of_month(cell) ? "looks like a code that a spreadsheet turned into a date"
				     : NULL;
}

/* A quick test of the first byte, which rules out most texts. */
static bool
may_begin_formula(struct str text)
{
	return text.n && text.p[0] &&
	    ((unsigned char)text.p[0] >= 0x80 || strchr(" \t\n\v\f\r=+-@", text.p[0]));
}

/* True if the text is spaces, a sign and more text, which a program may take for a formula.
 * Quotes among the spaces may be guards and are skipped. */
static bool
begins_formula(struct str text)
{
	size_t n;
	if (!may_begin_formula(text))
		return false;
	while ((n = str_starts(text, STR("'")) ? 1
					       : starting_piece_length(text, blank_characters)) > 0)
		text = str_sub(text, n, text.n);
	n = starting_piece_length(text, formula_signs);
	return n && text.n > n;
}

/* True for digits with at most one dot among them, and a leading minus: nothing to compute. */
static bool
is_number(struct str text)
{
	bool dot = false;
	size_t digits = 0;
	for (size_t i = text.n && text.p[0] == '-'; i < text.n; i++) {
		if (text.p[i] == '.' && !dot && digits)
			dot = true;
		else if (text.p[i] >= '0' && text.p[i] <= '9')
			digits++;
		else
			return false;
	}
	return digits && text.p[text.n - 1] != '.';
}

static struct str
strip_leading_apostrophes(struct str text)
{
	while (text.n && text.p[0] == '\'')
		text = str_sub(text, 1, text.n);
	return text;
}

/* True for a formula, and for a text that looks like a guarded formula and so needs another
 * guard. */
static bool
is_formula(struct str text)
{
	struct str bare = strip_leading_apostrophes(text);
	bool trimmed = bare.n > 1 && strchr("\t\r\n", bare.p[0]);
	return trimmed || begins_formula(bare);
}

/* An = is always computed; other signs only if they lead to a call, another sheet or another
 * program. */
static bool
is_function_call_sign(char c)
{
	return c == '(' || c == '|' || c == '!';
}

static bool
begins_with_equals(struct str text)
{
	return str_starts(text, STR("=")) || str_starts(text, STR("\xEF\xBC\x9D"));
}

bool
csv_is_computed(struct str text)
{
	size_t n;
	bool call = false;
	while (text.n && (n = starting_piece_length(text, blank_characters)) > 0)
		text = str_sub(text, n, text.n);
	for (size_t i = 0; i < text.n; i++)
		call = call || is_function_call_sign(text.p[i]);
	n = starting_piece_length(text, formula_signs);
	return n && text.n > n && (call || begins_with_equals(text));
}

static bool
needs_guard(struct str text, enum csv_text_source guard)
{
	return guard == CSV_FOREIGN ? is_formula(text) && !is_number(text)
				    : guard == CSV_MAIL && csv_is_computed(text);
}

/* True if the text contains characters at which some programs split a cell. */
static bool
may_be_split(struct str text)
{
	return str_find_char(text, ';') != SIZE_MAX || str_find_char(text, '\n') != SIZE_MAX ||
	    str_find_char(text, '\r') != SIZE_MAX;
}

/* Marks the places in a text where a formula would begin after a split: programs with decimal
 * commas split cells at semicolons, in spite of quotes, and some start a new cell after a line
 * break. Sets a byte to 1 for each place, and leaves `at` empty for a text that is never split.
 * Works from the end, so that each byte is visited once, however many spaces there are. */
static void
note_formulas(struct buf *at, struct str text, enum csv_text_source guard)
{
	bool call = guard == CSV_FOREIGN;
	if (guard == CSV_OWN || !may_be_split(text))
		return;
	buf_pad(at, '\0', text.n + 1);
	for (size_t i = text.n; i-- > 0;) {
		struct str rest = str_sub(text, i, text.n);
		call = call || is_function_call_sign(*rest.p);
		bool may = may_begin_formula(rest);
		bool passed = *rest.p == '"' || *rest.p == '\'';
		size_t blank = may ? starting_piece_length(rest, blank_characters) : 0;
		size_t sign = may ? starting_piece_length(rest, formula_signs) : 0;
		if (blank || passed)
			at->p[i] = at->p[i + (blank ? blank : 1)];
		else
			at->p[i] = sign && rest.n > sign && (call || begins_with_equals(rest));
	}
}

/* True if a formula begins right after this byte of a foreign text. */
static bool
is_split_before_formula(const struct buf *at, char c, size_t i)
{
	return at->n && c && strchr(";\n\r", c) && at->p[i + 1];
}

void
csv_add(struct buf *out, struct str text, enum csv_text_source guard)
{
	struct buf formulas = { 0 };
	bool quotes = false;
	for (size_t i = 0; i < text.n && !quotes; i++)
		quotes = text.p[i] == '"' || text.p[i] == ',' || text.p[i] == '\n' ||
		    text.p[i] == '\r';
	quotes = quotes || (text.n && (text.p[0] == ' ' || text.p[text.n - 1] == ' '));
	if (quotes)
		buf_addc(out, '"');
	if (needs_guard(text, guard))
		buf_addc(out, '\'');
	note_formulas(&formulas, text, guard);
	if (!formulas.n && str_find_char(text, '"') == SIZE_MAX) {
		buf_adds(out, text);
		text.n = 0;
	}
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '"')
			buf_addc(out, '"');
		buf_addc(out, text.p[i]);
		if (is_split_before_formula(&formulas, text.p[i], i))
			buf_addc(out, '\'');
	}
	if (quotes)
		buf_addc(out, '"');
	buf_free(&formulas);
}

/* True if csv_add() put this ' there. */
static bool
is_guard(struct str cell, size_t i, const struct buf *formulas)
{
	if (cell.p[i] != '\'')
		return false;
	if (i == 0)
		return is_formula(str_sub(cell, 1, cell.n));
	return is_split_before_formula(formulas, cell.p[i - 1], i);
}

void
csv_add_unescaped(struct buf *out, struct str cell)
{
	struct buf formulas = { 0 };
	note_formulas(&formulas, cell, CSV_FOREIGN);
	for (size_t i = 0; i < cell.n; i++)
		if (!is_guard(cell, i, &formulas))
			buf_addc(out, cell.p[i]);
	buf_free(&formulas);
}

/* A tsv cell cannot contain tabs and newlines: they are written as \t and \n, and a backslash as
 * \\. */
void
tsv_add(struct buf *out, struct str text, enum csv_text_source guard)
{
	struct buf formulas = { 0 };
	if (needs_guard(text, guard))
		buf_addc(out, '\'');
	note_formulas(&formulas, text, guard);
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		if (c == '\t')
			buf_addz(out, "\\t");
		else if (c == '\n')
			buf_addz(out, "\\n");
		else if (c == '\r')
			buf_addz(out, "\\r");
		else if (c == '\\')
			buf_addz(out, "\\\\");
		else
			buf_addc(out, c);
		if (c == ';' && is_split_before_formula(&formulas, c, i))
			buf_addc(out, '\'');
	}
	buf_free(&formulas);
}

void
md_add(struct buf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		if (c == '\n' || c == '\r')
			buf_addc(out, ' ');
		else if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '_' || c == '[')
			buf_addf(out, "\\%c", c);
		else if (c == '<')
			buf_addz(out, "&lt;");
		else
			buf_addc(out, c);
	}
}
