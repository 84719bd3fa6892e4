#include "identity/command_rows.h"

#include "app/file.h"
#include "base/index.h"
#include "base/utf8.h"
#include "cli/output.h"
#include "list/csv.h"

#include <ctype.h>
#include <stdio.h>
#include <unistd.h>
#include <stdlib.h>

enum { FILE_SIZE_MAX = 16 << 20, RUN_ID_BYTES = 16 };

static const char *const column_names[] = { "owner", "iss", "sub", "reason" };
enum { COLUMN_COUNT = sizeof(column_names) / sizeof(*column_names), REQUIRED_COLUMN_COUNT = 3 };

/* Field indexes of the columns; SIZE_MAX for a missing column. */
struct csv_columns {
	size_t column_indexes[COLUMN_COUNT];
};

static bool
read_header(struct csv_columns *c, const struct csv *csv, struct err *err)
{
	for (size_t n = 0; n < COLUMN_COUNT; n++) {
		c->column_indexes[n] = SIZE_MAX;
		for (size_t i = 0; i < csv->fields.n; i++)
			if (str_eq_nocase(csv_trim(csv->fields.v[i]), str_of(column_names[n])))
				c->column_indexes[n] = i;
		if (n < REQUIRED_COLUMN_COUNT && c->column_indexes[n] == SIZE_MAX)
			return err_set(err, ERR_INVALID,
			    "line 1: the first line must name the columns owner,iss,sub[,reason]");
	}
	return true;
}

/* The text of a field, without the guard that this program's files have. */
static struct str
field_of(
    struct identity_rows *rows, const struct csv *csv, const struct csv_columns *c, size_t name)
{
	struct buf bare = { 0 };
	if (c->column_indexes[name] >= csv->fields.n)
		return STR_NONE;
	csv_add_unescaped(&bare, csv->fields.v[c->column_indexes[name]]);
	struct str kept = arena_move_buf(&rows->text_arena, &bare);
	buf_free(&bare);
	return kept;
}

static bool
is_blank_record(const struct csv *csv)
{
	for (size_t i = 0; i < csv->fields.n; i++)
		if (csv_trim(csv->fields.v[i]).n)
			return false;
	return true;
}

/* ---- checking ---- */

/* A wrong row is an error, which -q prints, too. */
static void
print_row_problem(const char *path, size_t line, bool wrong, struct str words)
{
	struct str rest = words, sentence;
	while (rest.n && str_next(&rest, '\n', &sentence))
		if (wrong)
			dprintf(STDERR_FILENO, "%s:%zu: %.*s\n", path, line, STR_ARG(sentence));
		else
			fprintf(stderr, "%s:%zu: warning: %.*s\n", path, line, STR_ARG(sentence));
}

/* Finds an earlier entry with the same name, or NULL, and records the name for this entry. */
static const struct identity_entry *
check_duplicate(
    struct identity_rows *rows, struct index *names_seen, struct str iss, struct str sub)
{
	struct buf name = { 0 };
	buf_addf(&name, "%zu:", iss.n);
	buf_adds(&name, iss);
	buf_adds(&name, sub);
	uint32_t at = index_get(names_seen, buf_str(&name));
	if (at == UINT32_MAX)
		index_put(names_seen, buf_str(&name), (uint32_t)rows->list.n);
	buf_free(&name);
	return at == UINT32_MAX ? NULL : &rows->list.v[at];
}

static void
add_lower(struct buf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		buf_addc(out, (char)tolower((unsigned char)text.p[i]));
}

static bool
check_against_other_rows(
    struct identity_rows *rows, const struct identity_fields *identity, struct buf *words)
{
	struct buf core = { 0 }, lower = { 0 };
	identity_append_issuer_core(&core, identity->iss);
	add_lower(&lower, identity->sub);
	const struct identity_entry *same = check_duplicate(
	    rows, rows->exact_index, identity->iss, identity->sub);
	const struct identity_entry *alike = check_duplicate(
	    rows, rows->similar_index, buf_str(&core), buf_str(&lower));
	const char *gap = words->n ? "\n" : "";
	buf_free(&core);
	buf_free(&lower);
	if (same)
		buf_addf(words, "%s%s as in line %zu", gap,
		    str_eq(same->identity.owner, identity->owner)
			? "the same"
			: "the same identity, for another owner,",
		    same->line);
	else if (alike && !str_eq(alike->identity.sub, identity->sub))
		buf_addf(words, "%ssubject differs from that of line %zu only in capitals", gap,
		    alike->line);
	else if (alike)
		buf_addf(words, "%sissuer is nearly the same as in line %zu, but not equal", gap,
		    alike->line);
	return same != NULL;
}

/* A damaged subject links an identity that does not exist, and the intended person gets no
 * access. */
static bool
check_damage(const struct identity_fields *identity, struct buf *words)
{
	const struct {
		const char *name;
		struct str text;
	} fields[] = { { "owner", identity->owner }, { "issuer", identity->iss },
		{ "subject", identity->sub } };
	bool damaged = false;
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		const char *why = csv_damage_reason(fields[i].text);
		if (!why)
			continue;
		buf_addf(words, "%s%s: %.*s %s", words->n ? "\n" : "", fields[i].name,
		    STR_ARG(fields[i].text), why);
		damaged = true;
	}
	return damaged;
}

static bool
check_reason(const struct identity_rows *rows, struct identity_fields *identity, struct buf *words)
{
	if (!str_trim(identity->reason).n)
		identity->reason = rows->reason;
	if (!rows->requires_reason || str_trim(identity->reason).n)
		return false;
	buf_addf(words, "%sno reason, which this environment requires", words->n ? "\n" : "");
	return true;
}

static void
add_entry_of_record(struct identity_rows *rows, const char *path, struct identity_entry *row)
{
	struct buf words = { 0 };
	row->is_invalid = identity_check(&words, &row->identity) == IDENTITY_INVALID;
	row->is_invalid = check_damage(&row->identity, &words) || row->is_invalid;
	row->is_invalid = check_against_other_rows(rows, &row->identity, &words) || row->is_invalid;
	row->is_invalid = check_reason(rows, &row->identity, &words) || row->is_invalid;
	print_row_problem(path, row->line, row->is_invalid, buf_str(&words));
	rows->invalid_count += row->is_invalid;
	vec_push(&rows->list, *row);
	buf_free(&words);
}

static bool
add_entries(struct identity_rows *rows, const char *path, struct str text, struct err *err)
{
	struct csv csv;
	struct csv_columns columns = { 0 };
	const char *why = csv_why_unreadable(text);
	*err = (struct err){ 0 };
	if (why)
		return err_set(err, ERR_INVALID, "%s %s", path, why);
	csv_start_any_separator(&csv, text);
	bool ok = csv_next(&csv, &rows->text_arena, err) ? read_header(&columns, &csv, err)
							 : err->kind == ERR_NONE;
	while (ok && csv_next(&csv, &rows->text_arena, err)) {
		if (is_blank_record(&csv))
			continue;
		struct identity_entry row = { .line = csv.line,
			.identity = { .owner = field_of(rows, &csv, &columns, 0),
			    .iss = field_of(rows, &csv, &columns, 1),
			    .sub = field_of(rows, &csv, &columns, 2),
			    .reason = field_of(rows, &csv, &columns, 3) } };
		add_entry_of_record(rows, path, &row);
	}
	csv_free(&csv);
	ok = ok && err->kind == ERR_NONE;
	if (!ok)
		err_prefix(err, "%s", path);
	return ok;
}

bool
identity_rows_read(struct identity_rows *rows, const char *path, struct err *err)
{
	struct buf text = { 0 };
	*rows = (struct identity_rows){ .reason = rows->reason,
		.requires_reason = rows->requires_reason,
		.exact_index = index_new(),
		.similar_index = index_new() };
	buf_addf(&rows->results_path, "%s.results", path);
	bool ok = file_read(&text, path, FILE_SIZE_MAX, err);
	if (ok) {
		digest_sha256(buf_str(&text), rows->digest);
		ok = add_entries(rows, path, buf_str(&text), err);
	}
	buf_free(&text);
	return ok;
}

void
identity_rows_free(struct identity_rows *rows)
{
	index_free(rows->exact_index);
	index_free(rows->similar_index);
	vec_free(&rows->list);
	arena_free(&rows->text_arena);
	buf_free(&rows->results_path);
	buf_free(&rows->run_id);
}

/* ---- results file ---- */

/* Appends "# link DIGEST ", followed by the run's number. */
static void
append_result_head(struct buf *out, const struct identity_rows *rows, const char *verb)
{
	buf_addf(out, "# %s ", verb);
	hex_encode(out, rows->digest, DIGEST_SIZE);
	buf_addc(out, ' ');
}

static int
by_line(const void *line, const void *of)
{
	size_t a = *(const size_t *)line, b = ((const struct identity_entry *)of)->line;
	return (a > b) - (a < b);
}

static struct identity_entry *
entry_at(struct identity_rows *rows, size_t line)
{
	if (rows->list.n == 0)
		return NULL;
	return bsearch(&line, rows->list.v, rows->list.n, sizeof(*rows->list.v), by_line);
}

static void
mark_rows_done_earlier(struct identity_rows *rows, struct str text)
{
	struct csv csv;
	struct arena a = { 0 };
	struct err err;
	int64_t line;
	csv_start(&csv, text);
	while (csv_next(&csv, &a, &err)) {
		if (csv.fields.n < 3 || !str_eqz(csv.fields.v[2], "done") ||
		    !str_to_int64(csv.fields.v[0], &line))
			continue;
		struct identity_entry *entry = entry_at(rows, (size_t)line);
		if (entry)
			entry->done_earlier = true;
	}
	csv_free(&csv);
	arena_free(&a);
}

bool
identity_rows_resume(struct identity_rows *rows, const char *verb, struct err *err)
{
	struct buf text = { 0 }, mark = { 0 };
	struct str rest, first;
	bool there = file_read(&text, buf_z(&rows->results_path), FILE_SIZE_MAX, err);
	if (!there) {
		buf_free(&text);
		return err->kind == ERR_NOT_FOUND;
	}
	append_result_head(&mark, rows, verb);
	rest = buf_str(&text);
	bool same = str_next(&rest, '\n', &first) && str_starts(first, buf_str(&mark));
	if (same) {
		buf_adds(&rows->run_id, str_sub(first, mark.n, first.n));
		mark_rows_done_earlier(rows, rest);
	} else {
		err_set(err, ERR_USAGE,
		    "%s has results of another file or command: move it away to start over",
		    buf_z(&rows->results_path));
	}
	buf_free(&mark);
	buf_free(&text);
	return same;
}

bool
identity_rows_begin(struct identity_rows *rows, const char *verb, struct err *err)
{
	unsigned char random[RUN_ID_BYTES];
	struct buf mark = { 0 };
	if (rows->run_id.n)
		return true;
	digest_random(random, sizeof(random));
	hex_encode(&rows->run_id, random, sizeof(random));
	append_result_head(&mark, rows, verb);
	buf_adds(&mark, buf_str(&rows->run_id));
	bool ok = file_add_line(buf_z(&rows->results_path), buf_str(&mark), err) &&
	    file_add_line(
		buf_z(&rows->results_path), STR("line,owner,outcome,code,request_id"), err);
	buf_free(&mark);
	return ok;
}

bool
identity_rows_record(struct identity_rows *rows, const struct identity_entry *row,
    const char *outcome, const char *code, const char *request_id, struct err *err)
{
	struct buf line = { 0 };
	buf_addf(&line, "%zu,", row->line);
	csv_add(&line, row->identity.owner, CSV_FOREIGN);
	buf_addf(&line, ",%s,", outcome);
	csv_add(&line, str_of(code), CSV_FOREIGN);
	buf_addc(&line, ',');
	csv_add(&line, str_of(request_id), CSV_FOREIGN);
	bool ok = file_add_line(buf_z(&rows->results_path), buf_str(&line), err);
	buf_free(&line);
	return ok;
}

void
identity_rows_write_key(
    struct buf *out, const struct identity_rows *rows, const struct identity_entry *row)
{
	unsigned char digest[DIGEST_SIZE];
	struct buf text = { 0 };
	const struct str parts[] = { row->identity.owner, row->identity.iss, row->identity.sub };
	buf_addf(&text, "%zu", row->line);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		buf_addf(&text, ":%zu:", parts[i].n);
		buf_adds(&text, parts[i]);
	}
	digest_hmac(buf_str(&rows->run_id), buf_str(&text), digest);
	hex_encode(out, digest, RUN_ID_BYTES);
	buf_free(&text);
}
