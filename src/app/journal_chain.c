#include "app/journal_chain.h"

#include "wire/json.h"
#include "wire/strict.h"

#include <stdio.h>
#include <string.h>

static const char hash_name[] = ",\"hash\":\"", hash_end[] = "\"}";
static const char head_format[] = "lines %012lld hash %s\n";

enum {
	NAME = sizeof(hash_name) - 1,
	END = sizeof(hash_end) - 1,
	SEAL = NAME + JOURNAL_HEX + END, /* bytes of a line behind what is hashed */
	HEAD_LINES = sizeof("lines ") - 1,
	HEAD_DIGITS = 12,
	HEAD_HASH = HEAD_LINES + HEAD_DIGITS + sizeof(" hash ") - 1,
	HEAD_BYTES = HEAD_HASH + JOURNAL_HEX + 1,
};

static void
hash_text(char out[JOURNAL_HEX + 1], struct str text)
{
	unsigned char digest[DIGEST_SIZE];
	struct buf hex = { 0 };
	digest_sha256(text, digest);
	hex_encode(&hex, digest, sizeof(digest));
	memcpy(out, buf_z(&hex), JOURNAL_HEX + 1);
	buf_free(&hex);
}

/* ---- head ---- */

struct journal_head
journal_head_start(void)
{
	struct journal_head head = { 0 };
	hash_text(head.hash, STR("backroom journal"));
	return head;
}

void
journal_head_write(struct buf *out, const struct journal_head *head)
{
	buf_addf(out, head_format, (long long)head->lines, head->hash);
}

bool
journal_head_read(struct journal_head *head, struct str text)
{
	struct buf again = { 0 };
	struct journal_head read = { 0 };
	bool same = text.n == HEAD_BYTES &&
	    str_to_int64(str_sub(text, HEAD_LINES, HEAD_DIGITS), &read.lines);
	if (same) {
		memcpy(read.hash, text.p + HEAD_HASH, JOURNAL_HEX);
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
journal_chain_seal(struct buf *line, struct journal_head *head)
{
	head->lines++;
	buf_addf(line, ",\"line\":%lld,\"before\":\"%s\"", (long long)head->lines, head->hash);
	hash_text(head->hash, buf_str(line));
	buf_addf(line, "%s%s%s", hash_name, head->hash, hash_end);
}

/* A whole line: where it stands, and behind what. */
struct link {
	struct journal_head at;
	char before[JOURNAL_HEX + 1];
};

static bool
read_place(struct link *l, struct str line)
{
	struct arena a = { 0 };
	struct err ignored;
	bool ok = strict_check(line, &strict_for_service, NULL, &ignored);
	const struct cJSON *tree = ok ? json_parse(&a, line, 0, &ignored) : NULL;
	struct str before = json_get_text(tree, "before");
	ok = json_whole_number(json_get(tree, "line"), &l->at.lines) && before.n == JOURNAL_HEX;
	if (ok)
		memcpy(l->before, before.p, JOURNAL_HEX);
	arena_free(&a);
	return ok;
}

static bool
read_link(struct link *l, struct str line)
{
	*l = (struct link){ 0 };
	if (line.n < SEAL)
		return false;
	hash_text(l->at.hash, str_sub(line, 0, line.n - SEAL));
	struct str seal = str_sub(line, line.n - SEAL, SEAL);
	return str_eqz(str_sub(seal, 0, NAME), hash_name) &&
	    str_eqz(str_sub(seal, NAME, JOURNAL_HEX), l->at.hash) &&
	    str_eqz(str_sub(seal, NAME + JOURNAL_HEX, END), hash_end) && read_place(l, line);
}

bool
journal_chain_read(struct journal_head *at, struct str line)
{
	struct link l;
	bool whole = read_link(&l, line);
	if (whole)
		*at = l.at;
	return whole;
}

/* ---- checking ---- */

struct check {
	struct buf *words;
	struct str rest;           /* lines behind the one that is looked at */
	struct journal_head at;    /* as far as everything fits */
	struct journal_head noted; /* -1 lines: none */
	bool noted_met;            /* its line was passed, or is the beginning */
};

static bool fault(struct check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool
fault(struct check *c, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	buf_addv(c->words, format, args);
	va_end(args);
	return false;
}

/* Does a line of that number stand further down? */
static bool
comes_later(struct str rest, int64_t number)
{
	struct str line;
	struct journal_head at;
	while (rest.n && str_next(&rest, '\n', &line))
		if (journal_chain_read(&at, line) && at.lines == number)
			return true;
	return false;
}

static bool
fault_missing(struct check *c, long long from, long long to, const char *how)
{
	if (from == to)
		return fault(c, "line %lld is missing%s", from, how);
	return fault(c, "lines %lld to %lld are missing%s", from, to, how);
}

static bool
follow(struct check *c, struct str line)
{
	struct link l;
	long long expected = (long long)c->at.lines + 1;
	if (!read_link(&l, line))
		return fault(c, "line %lld was changed", expected);
	long long number = (long long)l.at.lines;
	if (number > expected && comes_later(c->rest, expected))
		return fault(
		    c, "line %lld was moved: it stands behind line %lld", expected, number);
	if (number > expected)
		return fault_missing(c, expected, number - 1, "");
	if (number < expected)
		return fault(c, "line %lld stands there again, behind line %lld", number,
		    (long long)c->at.lines);
	if (strcmp(l.before, c->at.hash) != 0)
		return c->at.lines
		    ? fault(c, "line %lld was replaced: the next was written behind another",
			  (long long)c->at.lines)
		    : fault(c, "line 1 was replaced: it is not how a journal begins");
	c->at = l.at;
	if (c->at.lines == c->noted.lines)
		c->noted_met = strcmp(c->at.hash, c->noted.hash) == 0;
	return true;
}

/* What a killed process leaves is no fault: a half line, or a line more than was noted. */
static bool
compare_end(struct check *c)
{
	if (c->noted.lines < 0)
		return c->at.lines == 0 ||
		    fault(c,
			"line %lld may not be the last: the note of the end (journal.head) is "
			"missing or was changed",
			(long long)c->at.lines);
	if (c->noted.lines > c->at.lines)
		return fault_missing(c, c->at.lines + 1, c->noted.lines, ": the end was cut off");
	if (!c->noted_met)
		return fault(c, "line %lld was replaced: another was noted as the last",
		    (long long)c->noted.lines);
	return c->at.lines <= c->noted.lines + 1 ||
	    fault(c,
		"lines %lld to %lld were never noted: they were added by hand, or an older note of "
		"the end (journal.head) was put back",
		(long long)c->noted.lines + 1, (long long)c->at.lines);
}

bool
journal_chain_check(struct buf *words, struct str text, const struct journal_head *noted)
{
	struct check c = { .words = words, .rest = text, .at = journal_head_start() };
	struct str line;
	c.noted = noted ? *noted : (struct journal_head){ .lines = -1 };
	c.noted_met = noted && noted->lines == 0 && strcmp(noted->hash, c.at.hash) == 0;
	while (str_find_char(c.rest, '\n') != SIZE_MAX && str_next(&c.rest, '\n', &line))
		if (!follow(&c, line))
			return false;
	return compare_end(&c);
}
