#include "service/cmd/audit_list.h"

#include "base/clock.h"
#include "base/utf8.h"
#include "service/api/audit_item.h"
#include "store/audit.h"
#include "wire/audit_words.h"
#include "wire/json_text.h"
#include "wire/member.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* READ_AT_ONCE: entries of one query, so that a large audit is never in memory as a whole. */
enum { LIMIT_DEFAULT = 50, READ_AT_ONCE = 500 };

struct audit_list {
	struct audit_filter filter;
	struct store_audit_query next;
	size_t limit, printed, looked_at;
	bool as_ndjson, to_terminal, has_more;
	struct buf line;
	struct arena arena;
};

/* ---- options ---- */

static bool
read_time(struct str value, int64_t *out, struct err *err)
{
	return when_parse_typed(value, clock_real(), out) ||
	    err_set(err, ERR_USAGE, "%.*s is not a time; try 7d, today or 2026-11-20",
		STR_ARG(str_sub(value, 0, 60)));
}

/* Both ends count, as in `get audit`. */
static bool
read_until(struct audit_filter *f, struct str value, struct err *err)
{
	if (!read_time(value, &f->created_before, err))
		return false;
	f->created_before++;
	return true;
}

static bool
read_term(struct audit_filter *f, struct str term, struct err *err)
{
	size_t equals = str_find_char(term, '=');
	struct str key = str_sub(term, 0, equals), value = STR("");
	if (equals != SIZE_MAX)
		value = str_sub(term, equals + 1, term.n);
	if (!value.n)
		return err_set(err, ERR_USAGE,
		    "%.*s is not a term; use KEY=VALUE, such as owner=ID",
		    STR_ARG(str_sub(term, 0, 60)));
	if (str_eqz(key, "since"))
		return read_time(value, &f->created_after, err);
	if (str_eqz(key, "until"))
		return read_until(f, value, err);
	if (str_eqz(key, "user"))
		f->subject = value;
	else if (str_eqz(key, "owner"))
		f->owner = value;
	else if (str_eqz(key, "identity"))
		audit_filter_set_identity(f, value);
	else if (str_eqz(key, "action"))
		f->operation = audit_operation_of_action(value);
	else if (str_eqz(key, "request"))
		f->request_id = value;
	else
		return err_set(err, ERR_USAGE,
		    "there is no term %.*s=; use since, until, user, action, owner, identity or "
		    "request",
		    STR_ARG(str_sub(key, 0, 60)));
	return true;
}

static bool
read_limit(struct audit_list *l, const struct audit_list_options *o, struct err *err)
{
	int64_t max = LIMIT_DEFAULT;
	if (o->max && o->all)
		return err_set(err, ERR_USAGE, "--all and --max exclude each other");
	if (o->max && (!str_to_int64(str_of(o->max), &max) || max < 1))
		return err_set(err, ERR_USAGE, "--max takes a number from 1, not %.60s", o->max);
	l->limit = o->all ? SIZE_MAX : (size_t)max;
	return true;
}

static bool
read_format(struct audit_list *l, const char *format, struct err *err)
{
	l->as_ndjson = format && strcmp(format, "ndjson") == 0;
	return !format || l->as_ndjson || strcmp(format, "table") == 0 ||
	    err_set(err, ERR_USAGE, "audit list --store prints table or ndjson, not %.60s", format);
}

static bool
read_options(struct audit_list *l, const struct audit_list_options *o, struct err *err)
{
	l->filter = (struct audit_filter){ .created_after = WHEN_NONE,
		.created_before = WHEN_NONE };
	bool ok = read_format(l, o->format, err) && read_limit(l, o, err);
	for (size_t i = 0; ok && i < o->terms_n && o->terms[i]; i++)
		ok = read_term(&l->filter, str_of(o->terms[i]), err);
	return ok;
}

bool
audit_list_check(const struct audit_list_options *options, struct err *err)
{
	struct audit_list ignored = { 0 };
	return read_options(&ignored, options, err);
}

/* ---- printing ---- */

enum { CELL_COUNT = 7 };

static const struct {
	const char *title;
	int width; /* cells; a longer text moves the rest of its line */
} table_columns[CELL_COUNT] = { { "WHEN", 20 }, { "USER", 12 }, { "ACTION", 14 }, { "RESULT", 12 },
	{ "OWNER", 35 }, { "IDENTITY", 24 }, { "DETAIL", 0 } };

static void
add_table_line(struct buf *out, const struct str cells[CELL_COUNT])
{
	struct buf cell = { 0 };
	size_t spaces = 0;
	for (size_t i = 0; i < CELL_COUNT; i++) {
		buf_reset(&cell);
		text_clean(&cell, cells[i], false);
		if (cell.n)
			buf_pad(out, ' ', spaces);
		spaces = cell.n ? 0 : spaces;
		int used = text_width(buf_str(&cell));
		buf_adds(out, buf_str(&cell));
		spaces += 2 +
		    (size_t)(used < table_columns[i].width ? table_columns[i].width - used : 0);
	}
	buf_addc(out, '\n');
	buf_free(&cell);
}

static void
print_heads(struct audit_list *l)
{
	struct str titles[CELL_COUNT];
	for (size_t i = 0; i < CELL_COUNT; i++)
		titles[i] = str_of(table_columns[i].title);
	add_table_line(&l->line, titles);
	fwrite(l->line.p, 1, l->line.n, stdout);
}

static void
add_table_row(struct audit_list *l, const struct store_audit *e)
{
	struct buf at = { 0 }, identity = { 0 };
	bool is_about_owner = store_audit_is_about_owner(e);
	when_write(&at, e->recorded_at - e->recorded_at % 1000);
	at.n -= at.n > 4 ? 5 : 0; /* whole seconds */
	buf_addc(&at, 'Z');
	if (json_is_object(e->detail))
		member_read_text(&identity, e->detail, STR("sub"));
	add_table_line(&l->line,
	    (const struct str[CELL_COUNT]){ buf_str(&at), e->subject,
		audit_action_of_operation(e->operation), e->outcome,
		is_about_owner ? e->target : STR_NONE, buf_str(&identity),
		audit_detail_in_words(
		    &l->arena, is_about_owner ? STR_NONE : e->target, e->detail) });
	buf_free(&at);
	buf_free(&identity);
}

static void
print_entry(struct audit_list *l, const struct store_audit *e)
{
	buf_reset(&l->line);
	arena_reset(&l->arena);
	if (l->as_ndjson) {
		struct buf item = { 0 };
		audit_write_item(&item, e);
		json_text_add(
		    &l->line, buf_str(&item), JSON_ONE_LINE | (l->to_terminal ? JSON_TERMINAL_SAFE : 0));
		buf_addc(&l->line, '\n');
		buf_free(&item);
	} else {
		add_table_row(l, e);
	}
	fwrite(l->line.p, 1, l->line.n, stdout);
	l->printed++;
}

static bool
on_store_entry(void *ctx, const struct store_audit *e)
{
	struct audit_list *l = ctx;
	if (audit_filter_matches(&l->filter, e)) {
		l->has_more = l->printed == l->limit;
		if (l->has_more)
			return false;
		print_entry(l, e);
	}
	l->looked_at++;
	l->next.after_at = e->recorded_at;
	l->next.after_chain = e->audit_chain;
	l->next.after_seq = e->seq;
	return !ferror(stdout);
}

static void
report_count(const struct audit_list *l)
{
	if (l->has_more)
		fprintf(stderr, "%zu %s, more in the store; --all prints all\n", l->printed,
		    l->printed == 1 ? "entry" : "entries");
	else if (!l->printed)
		fputs("No entries match\n", stderr);
}

bool
audit_list_print(struct store *store, const struct audit_list_options *options, struct err *err)
{
	struct audit_list l = { .next = { .limit = READ_AT_ONCE, .after_at = INT64_MAX },
		.to_terminal = isatty(STDOUT_FILENO) };
	struct store_tx tx;
	struct err ignored;
	bool ok = true, at_end = false;
	if (!read_options(&l, options, err) || !store_begin(store, &tx, STORE_READ, err))
		return false;
	l.next.not_before = l.filter.created_after;
	if (!l.as_ndjson)
		print_heads(&l);
	while (ok && !at_end && !l.has_more && !ferror(stdout)) {
		const struct store_audit_query q = l.next;
		size_t before = l.looked_at;
		ok = store_list_audit_newest(&tx, &q, on_store_entry, &l, err);
		at_end = l.looked_at < before + READ_AT_ONCE;
	}
	store_end(&tx, false, &ignored);
	if (ok)
		report_count(&l);
	buf_free(&l.line);
	arena_free(&l.arena);
	return ok;
}
