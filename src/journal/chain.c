#include "journal/chain.h"

#include "model/when.h"
#include "wire/json.h"
#include "wire/json_scan.h"

#include <stdio.h>
#include <string.h>

static const char hash_prefix[] = ",\"hash\":\"", hash_suffix[] = "\"}";
static const char head_format[] = "lines %012lld hash %s\n";

enum {
	HASH_PREFIX_SIZE = sizeof(hash_prefix) - 1,
	HASH_SUFFIX_SIZE = sizeof(hash_suffix) - 1,
	LINE_SEAL_SIZE = HASH_PREFIX_SIZE + JOURNAL_HASH_DIGITS +
	    HASH_SUFFIX_SIZE, /* bytes of a line after the hashed part */
	HEAD_LINES_OFFSET = sizeof("lines ") - 1,
	HEAD_LINE_DIGITS = 12,
	HEAD_HASH_OFFSET = HEAD_LINES_OFFSET + HEAD_LINE_DIGITS + sizeof(" hash ") - 1,
	HEAD_SIZE = HEAD_HASH_OFFSET + JOURNAL_HASH_DIGITS + 1,
};

/* The largest number that fits into HEAD_LINE_DIGITS. */
static const int64_t line_count_max = 999999999998;

/* Remarks about journal.head: the name in a line, and the text shown for it. */
static const struct {
	const char *name, *description;
} head_doubts[] = {
	[JOURNAL_HEAD_MISSING] = { "missing",
	    "while journal.head was missing: earlier lines may have been cut off" },
	[JOURNAL_HEAD_UNREADABLE] = { "unreadable",
	    "while journal.head could not be read: earlier lines may have been cut off" },
	[JOURNAL_HEAD_OUT_OF_DATE] = { "older",
	    "after lines that journal.head does not record: they were added by hand, or an older "
	    "journal.head was restored" },
};
_Static_assert(sizeof(head_doubts) / sizeof(*head_doubts) == JOURNAL_HEAD_FAULTS,
    "every doubt needs a row in this table");

static void
hash_text(char out[JOURNAL_HASH_DIGITS + 1], struct str text)
{
	unsigned char digest[DIGEST_SIZE];
	struct buf hex = { 0 };
	digest_sha256(text, digest);
	hex_encode(&hex, digest, sizeof(digest));
	memcpy(out, buf_z(&hex), JOURNAL_HASH_DIGITS + 1);
	buf_free(&hex);
}

/* ---- head ---- */

struct journal_head
journal_head_start(void)
{
	/* SHA-256 of "backroom journal", as a constant, so that reading needs no digest. */
	return (struct journal_head){
		.last_hash = "1fa20446b509af18b083ec65d0dd287ecd6520e91b0b01370b3d5443fbdb6383"
	};
}

void
journal_head_write(struct buf *out, const struct journal_head *head)
{
	buf_addf(out, head_format, (long long)head->line_count, head->last_hash);
}

bool
journal_head_read(struct journal_head *head, struct str text)
{
	struct buf again = { 0 };
	struct journal_head read = { 0 };
	bool same = text.n == HEAD_SIZE &&
	    hex_is_valid(
		str_sub(text, HEAD_HASH_OFFSET, JOURNAL_HASH_DIGITS), JOURNAL_HASH_DIGITS) &&
	    str_to_int64(str_sub(text, HEAD_LINES_OFFSET, HEAD_LINE_DIGITS), &read.line_count) &&
	    read.line_count >= 0 && read.line_count <= line_count_max;
	if (same) {
		memcpy(read.last_hash, text.p + HEAD_HASH_OFFSET, JOURNAL_HASH_DIGITS);
		journal_head_write(&again, &read);
		same = str_eq(buf_str(&again), text);
	}
	buf_free(&again);
	if (same)
		*head = read;
	return same;
}

/* ---- lines ---- */

void
journal_chain_seal(struct buf *line, struct journal_head *head, enum journal_head_fault doubt)
{
	head->line_count++;
	if (doubt)
		buf_addf(line, ",\"doubt\":\"%s\"", head_doubts[doubt].name);
	buf_addf(
	    line, ",\"line\":%lld,\"before\":\"%s\"", (long long)head->line_count, head->last_hash);
	hash_text(head->last_hash, buf_str(line));
	buf_addf(line, "%s%s%s", hash_prefix, head->last_hash, hash_suffix);
}

/* A complete line: its position, the hash before it, its remark, and its time. */
struct chain_link {
	struct journal_head head;
	char previous_hash[JOURNAL_HASH_DIGITS + 1];
	enum journal_head_fault head_fault;
	int64_t recorded_at;
};

static enum journal_head_fault
read_head_fault(struct str name)
{
	for (int d = JOURNAL_HEAD_OK + 1; d < JOURNAL_HEAD_FAULTS; d++)
		if (str_eqz(name, head_doubts[d].name))
			return (enum journal_head_fault)d;
	return JOURNAL_HEAD_OK;
}

static bool
read_line_number(struct chain_link *l, struct str line)
{
	struct arena a = { 0 };
	struct err ignored;
	const cJSON *tree = json_parse(&a, line, &json_scan_service_rules, &ignored);
	struct str before = json_get_text(tree, "before");
	bool ok = json_whole_number(json_get(tree, "line"), &l->head.line_count) &&
	    hex_is_valid(before, JOURNAL_HASH_DIGITS) && l->head.line_count >= 1 &&
	    l->head.line_count <= line_count_max;
	if (ok)
		memcpy(l->previous_hash, before.p, JOURNAL_HASH_DIGITS);
	l->head_fault = read_head_fault(json_get_text(tree, "doubt"));
	if (!when_parse(json_get_text(tree, "at"), &l->recorded_at))
		l->recorded_at = WHEN_NONE;
	arena_free(&a);
	return ok;
}

static bool
read_chain_link(struct chain_link *l, struct str line)
{
	*l = (struct chain_link){ 0 };
	if (line.n < LINE_SEAL_SIZE)
		return false;
	hash_text(l->head.last_hash, str_sub(line, 0, line.n - LINE_SEAL_SIZE));
	struct str seal = str_sub(line, line.n - LINE_SEAL_SIZE, LINE_SEAL_SIZE);
	return str_eqz(str_sub(seal, 0, HASH_PREFIX_SIZE), hash_prefix) &&
	    str_eqz(str_sub(seal, HASH_PREFIX_SIZE, JOURNAL_HASH_DIGITS), l->head.last_hash) &&
	    str_eqz(str_sub(seal, HASH_PREFIX_SIZE + JOURNAL_HASH_DIGITS, HASH_SUFFIX_SIZE),
		hash_suffix) &&
	    read_line_number(l, line);
}

bool
journal_chain_read(struct journal_head *at, struct str line)
{
	struct chain_link l;
	bool whole = read_chain_link(&l, line);
	if (whole)
		*at = l.head;
	return whole;
}

/* ---- checking ---- */

struct chain_walk {
	struct buf *problems;
	struct str remaining_lines;     /* the lines after the current one */
	struct journal_head last_valid; /* the last line without an error */
	const struct journal_note *note;
	bool found_noted_head; /* the line recorded in journal.head was found */
	bool has_fault;
};

static bool set_fault(struct chain_walk *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool
set_fault(struct chain_walk *c, const char *format, ...)
{
	va_list args;
	if (c->has_fault)
		buf_addz(c->problems, "; and ");
	va_start(args, format);
	buf_addv(c->problems, format, args);
	va_end(args);
	return false;
}

/* True if a line with that number comes later. */
static bool
has_later_line(struct str rest, int64_t number)
{
	struct str line;
	struct journal_head at;
	while (rest.n && str_next(&rest, '\n', &line))
		if (journal_chain_read(&at, line) && at.line_count == number)
			return true;
	return false;
}

static bool
set_missing_lines_fault(struct chain_walk *c, long long from, long long to, const char *how)
{
	if (from == to)
		return set_fault(c, "line %lld is missing%s", from, how);
	return set_fault(c, "lines %lld to %lld are missing%s", from, to, how);
}

bool
journal_head_is_same(const struct journal_head *a, const struct journal_head *b)
{
	return a->line_count == b->line_count && strcmp(a->last_hash, b->last_hash) == 0;
}

static bool
is_noted_end(const struct chain_walk *c)
{
	return c->note->state == JOURNAL_NOTE_READ &&
	    journal_head_is_same(&c->last_valid, &c->note->head);
}

static void
append_head_fault(struct chain_walk *c, const struct chain_link *l)
{
	if (!l->head_fault || c->has_fault)
		return;
	buf_addf(c->problems, "line %lld ", (long long)l->head.line_count);
	if (l->recorded_at != WHEN_NONE) {
		buf_addc(c->problems, '(');
		when_write(c->problems, l->recorded_at);
		buf_addz(c->problems, ") ");
	}
	buf_addf(c->problems, "was written %s", head_doubts[l->head_fault].description);
	c->has_fault = true;
}

static bool
check_next_line(struct chain_walk *c, struct str line)
{
	struct chain_link l;
	long long expected = (long long)c->last_valid.line_count + 1;
	if (!read_chain_link(&l, line))
		return set_fault(c, "line %lld was changed", expected);
	long long number = (long long)l.head.line_count;
	if (number > expected && has_later_line(c->remaining_lines, expected))
		return set_fault(
		    c, "line %lld was moved: it is now after line %lld", expected, number);
	if (number > expected)
		return set_missing_lines_fault(c, expected, number - 1, "");
	if (number < expected)
		return set_fault(c, "line %lld appears again, after line %lld", number,
		    (long long)c->last_valid.line_count);
	if (strcmp(l.previous_hash, c->last_valid.last_hash) != 0)
		return c->last_valid.line_count
		    ? set_fault(c,
			  "line %lld was replaced: the next line was written after a different one",
			  (long long)c->last_valid.line_count)
		    : set_fault(c, "line 1 was replaced: it cannot be the first line of a journal");
	c->last_valid = l.head;
	append_head_fault(c, &l);
	if (is_noted_end(c))
		c->found_noted_head = true;
	return true;
}

/* Reports that nothing confirms the number of lines; no error if there are no lines. */
static bool
set_missing_note_fault(struct chain_walk *c)
{
	const char *why = c->note->state == JOURNAL_NOTE_NONE ? "is missing" : "cannot be read";
	if (c->last_valid.line_count == 0)
		return c->note->state == JOURNAL_NOTE_NONE || set_fault(c, "journal.head %s", why);
	return set_fault(c, "line %lld may not be the last: journal.head %s",
	    (long long)c->last_valid.line_count, why);
}

/* A killed process may leave a partial line, or one line that journal.head does not record:
 * neither is a fault. */
static bool
check_end_against_note(struct chain_walk *c)
{
	long long last = (long long)c->last_valid.line_count,
		  noted = (long long)c->note->head.line_count;
	if (c->note->state != JOURNAL_NOTE_READ)
		return set_missing_note_fault(c);
	if (noted > last)
		return set_missing_lines_fault(c, last + 1, noted, ": the end was cut off");
	if (!c->found_noted_head)
		return noted
		    ? set_fault(c, "line %lld was replaced: journal.head has a different last line",
			  noted)
		    : set_fault(c, "journal.head does not match the start of the journal");
	return last <= noted + 1 ||
	    set_fault(c,
		"lines %lld to %lld are not recorded in journal.head: they were added by hand, "
		"or an older journal.head was restored",
		noted + 1, last);
}

bool
journal_chain_check(struct buf *words, struct str text, const struct journal_note *note)
{
	struct chain_walk c = { .problems = words,
		.remaining_lines = text,
		.last_valid = journal_head_start(),
		.note = note };
	struct str line;
	c.found_noted_head = is_noted_end(&c);
	while (str_find_char(c.remaining_lines, '\n') != SIZE_MAX &&
	    str_next(&c.remaining_lines, '\n', &line))
		if (!check_next_line(&c, line))
			return false;
	return check_end_against_note(&c) && !c.has_fault;
}
