#include "ui/shell/typed_lines.h"

#include "app/file.h"
#include "app/state.h"
#include "base/utf8.h"
#include "list/rows.h"
#include "ui/kit/prompt.h"
#include "ui/kit/typed_text.h"

enum { TYPED_LINES_MAX = 100 };

static const char typed_lines_file[] = "typed-lines";

static bool
keeps_lines(const struct console *c)
{
	return !c->script && app_context_keeps_state(c->app) && !c->app->masked &&
	    client_has_address(c->client);
}

/* An action's text, such as a remark or a search, may name a person. */
static bool
may_be_kept(struct str line)
{
	struct view view = { 0 };
	struct err ignored;
	if (action_by_name(line) != ACT_NONE)
		return true;
	bool ok = typed_classify(line) == TYPED_VIEW && str_find_char(line, '@') == SIZE_MAX &&
	    view_parse(&view, line, &ignored) && !view_may_name_people(&view);
	view_free(&view);
	return ok;
}

/* The newer one of equal lines stays. */
static void
take_line(struct str *lines, size_t *n, struct str line)
{
	size_t kept = 0;
	if (!may_be_kept(line))
		return;
	for (size_t i = 0; i < *n; i++)
		if (!str_eq(lines[i], line))
			lines[kept++] = lines[i];
	size_t first = kept == TYPED_LINES_MAX; /* the oldest one goes */
	for (size_t i = first; i < kept; i++)
		lines[i - first] = lines[i];
	lines[kept - first] = line;
	*n = kept - first + 1;
}

static void
take_lines_of(struct str *lines, size_t *n, struct str text)
{
	struct str line;
	while (text.n && str_next(&text, '\n', &line))
		if (line.n && utf8_valid(line))
			take_line(lines, n, line);
}

void
typed_lines_read(struct console *c)
{
	struct str lines[TYPED_LINES_MAX];
	struct buf text = { 0 };
	struct err ignored;
	size_t n = 0;
	if (keeps_lines(c) && state_read(&text, typed_lines_file, &ignored))
		take_lines_of(lines, &n, buf_str(&text));
	for (size_t i = 0; i < n; i++) {
		char *copy = str_dup(lines[i]);
		vec_push(&c->typed_lines[HISTORY_LINES], copy);
	}
	buf_free(&text);
}

/* The file is read again: another console may have added lines. */
void
typed_lines_write(const struct console *c)
{
	struct str lines[TYPED_LINES_MAX];
	struct buf before = { 0 }, after = { 0 }, path = { 0 };
	struct err ignored;
	size_t n = 0;
	if (!keeps_lines(c))
		return;
	if (state_read(&before, typed_lines_file, &ignored))
		take_lines_of(lines, &n, buf_str(&before));
	for (size_t i = 0; i < c->typed_lines[HISTORY_LINES].n; i++)
		take_line(lines, &n, str_of(c->typed_lines[HISTORY_LINES].v[i]));
	for (size_t i = 0; i < n; i++)
		buf_addf(&after, "%.*s\n", STR_ARG(lines[i]));
	if (n && !str_eq(buf_str(&before), buf_str(&after)) &&
	    state_path(&path, typed_lines_file, &ignored))
		file_replace(buf_z(&path), buf_str(&after), &ignored);
	buf_free(&before);
	buf_free(&after);
	buf_free(&path);
}
