#include "identity/note.h"

#include "base/json_quote.h"
#include "model/when.h"
#include "wire/json_lex.h"
#include "wire/json_scan.h"

/* The first words of a note. */
static const char *const heading_prefixes[] = { [false] = "Linked at ", [true] = "Unlinked at " };

/* The form's fields and the note's lines, in this order. */
static const struct {
	const char *label;
	size_t identity_offset, write_offset; /* offsets of the member in both structs */
} note_lines[] = {
	{ "Owner", offsetof(struct identity_fields, owner), offsetof(struct journal_write, owner) },
	{ "Issuer", offsetof(struct identity_fields, iss), offsetof(struct journal_write, iss) },
	{ "Subject", offsetof(struct identity_fields, sub), offsetof(struct journal_write, sub) },
	{ "Reason", offsetof(struct identity_fields, reason),
	    offsetof(struct journal_write, reason) },
};
enum { NOTE_LINE_COUNT = sizeof(note_lines) / sizeof(*note_lines) };

static const struct str *
text_at(const void *of, size_t offset)
{
	return (const struct str *)(const void *)((const char *)of + offset);
}

static const char *
write_result_text(const struct journal_write *w)
{
	static const char *const words[] = {
		[JOURNAL_UNKNOWN] = ": not confirmed",
		[JOURNAL_DONE] = "",
		[JOURNAL_REFUSED] = ": refused, nothing was changed",
	};
	_Static_assert(sizeof(words) / sizeof(*words) == JOURNAL_STATES,
	    "every state needs a row in this table");
	return words[w->status.state];
}

/* True if a line preserves the text. Tickets trim spaces, and control characters would break the
 * line. */
static bool
is_plain(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] < 32 || text.p[i] == 127)
			return false;
	return str_trim(text).n == text.n && text.p[0] != '"';
}

static void
add_note_line(struct buf *out, const char *label, struct str text)
{
	buf_addf(out, "%-8s ", label);
	if (is_plain(text))
		buf_adds(out, text);
	else
		json_quote(out, text);
	buf_addc(out, '\n');
}

void
identity_note_write(struct buf *out, const struct journal_write *w)
{
	buf_addf(out, "%s%.*s, ", heading_prefixes[w->is_unlink], STR_ARG(w->environment));
	journal_number_write(out, w->number);
	buf_addz(out, write_result_text(w));
	if (w->undoes) {
		buf_addz(out, ", undoes ");
		journal_number_write(out, w->undoes);
	}
	if (w->undone_by) {
		buf_addz(out, ", undone by ");
		journal_number_write(out, w->undone_by);
	}
	buf_addc(out, '\n');
	for (size_t i = 0; i < NOTE_LINE_COUNT; i++) {
		const struct str *text = text_at(w, note_lines[i].write_offset);
		if (text->n)
			add_note_line(out, note_lines[i].label, *text);
	}
	if (w->status.request_id.n)
		add_note_line(out, "Request", w->status.request_id);
	buf_addf(out, "By       %.*s, ", STR_ARG(w->who));
	when_write(out, w->recorded_at);
	buf_addc(out, '\n');
}

/* The line without the quote marks that tickets add. */
static struct str
strip_quote_marks(struct str line)
{
	line = str_trim(line);
	while (line.n && (line.p[0] == '>' || line.p[0] == '|'))
		line = str_trim(str_sub(line, 1, line.n));
	return line;
}

/* Splits off the value after a label: "Owner    id-…", "Owner: id-…". */
static bool
read_text_after_label(struct str line, const char *label, struct str *value)
{
	struct str name = str_of(label);
	if (!str_eq_nocase(str_sub(line, 0, name.n), name))
		return false;
	struct str rest = str_sub(line, name.n, line.n);
	if (rest.n && rest.p[0] == ':')
		rest = str_sub(rest, 1, rest.n);
	else if (!rest.n || (rest.p[0] != ' ' && rest.p[0] != '\t'))
		return false;
	*value = str_trim(rest);
	return value->n > 0;
}

/* The value before add_note_line() quoted it. */
static struct str
read_original_text(struct arena *texts, struct str value)
{
	struct buf plain = { 0 };
	struct err err;
	unsigned flags = 0;
	if (value.p[0] != '"' || !json_scan_check(value, &json_scan_client_rules, &flags, &err) ||
	    flags)
		return arena_str(texts, value);
	json_lex_unquote(&plain, value);
	struct str text = arena_str(texts, buf_str(&plain));
	buf_free(&plain);
	return text;
}

static void
read_note_line(struct arena *texts, struct str line, struct identity_fields *identity)
{
	for (size_t i = 0; i < NOTE_LINE_COUNT; i++) {
		struct str value;
		struct str *to = (struct str *)(void *)((char *)identity +
		    note_lines[i].identity_offset);
		if (!to->n && read_text_after_label(line, note_lines[i].label, &value))
			*to = read_original_text(texts, value);
	}
}

/* Parses "Linked at prod, J-0412" and a result after it, if any. A link in force has no result,
 * or only names the write it undoes. */
static bool
read_first_line(struct str line, struct str *environment, bool *linked)
{
	static const char number[] = ", J-", undoes[] = ", undoes ";
	unsigned n;
	bool unlink = str_starts(line, str_of(heading_prefixes[true]));
	struct str verb = str_of(heading_prefixes[unlink]);
	if (!str_starts(line, verb))
		return false;
	struct str rest = str_sub(line, verb.n, line.n);
	size_t at = str_find(rest, str_of(number));
	if (at == SIZE_MAX || !at)
		return false;
	*environment = str_sub(rest, 0, at);
	rest = str_sub(rest, at + 2, rest.n);
	size_t end = 2;
	while (end < rest.n && rest.p[end] >= '0' && rest.p[end] <= '9')
		end++;
	struct str outcome = str_sub(rest, end, rest.n);
	*linked = !unlink && (!outcome.n || str_starts(outcome, str_of(undoes))) &&
	    str_find(outcome, STR(", undone by ")) == SIZE_MAX;
	return journal_number_read(str_sub(rest, 0, end), &n);
}

bool
identity_note_read(struct arena *texts, struct str note, struct identity_note *out)
{
	struct str line, environment;
	bool begun = false, linked;
	*out = (struct identity_note){ 0 };
	while (note.n && str_next(&note, '\n', &line)) {
		line = strip_quote_marks(line);
		bool first = read_first_line(line, &environment, &linked);
		if (first && begun)
			break; /* start of another note */
		if (first) {
			begun = true;
			out->environment = arena_str(texts, environment);
			out->linked = linked;
		} else if (begun) {
			read_note_line(texts, line, &out->identity);
		}
	}
	return out->identity.owner.n && out->identity.iss.n && out->identity.sub.n;
}
