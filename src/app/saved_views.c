#include "app/saved_views.h"

#include "app/conf.h"
#include "app/file.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "base/xdg.h"

enum { NAME_MAX_BYTES = 40, LINE_MAX_BYTES = 4096 };

static bool
is_view_name(struct str name)
{
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
		if (!letter && !(c >= '0' && c <= '9') && c != '-' && c != '_')
			return false;
	}
	return name.n > 0 && name.n <= NAME_MAX_BYTES;
}

bool
saved_views_read(struct buf *out, struct err *err)
{
	char *text = NULL;
	if (!config_read_beside(&text, "views", err))
		return false;
	buf_addz(out, text ? text : "");
	x_free(text);
	return true;
}

static struct str
view_name_of_line(struct str line)
{
	return str_sub(line, 0, str_find_char(line, ' '));
}

/* Rewrites the file: all lines except the one with that name, and the new line if it is not
 * empty. */
static bool
rewrite_views_file(struct str name, struct str line, struct err *err)
{
	struct buf old = { 0 }, text = { 0 }, path = { 0 };
	struct str rest, one;
	bool ok = saved_views_read(&old, err);
	for (rest = buf_str(&old); rest.n && str_next(&rest, '\n', &one);)
		if (one.n && !str_eq(view_name_of_line(one), name))
			buf_addf(&text, "%.*s\n", STR_ARG(one));
	if (line.n)
		buf_addf(&text, "%.*s %.*s\n", STR_ARG(name), STR_ARG(line));
	append_config_path(&path, "views");
	buf_z(&path);
	ok = ok && xdg_make_folders(path.p, err) && file_replace(buf_z(&path), buf_str(&text), err);
	buf_free(&old);
	buf_free(&text);
	buf_free(&path);
	return ok;
}

bool
saved_view_save(struct str name, struct str line, struct err *err)
{
	if (!is_view_name(name) || line.n > LINE_MAX_BYTES || str_find_char(line, '\n') != SIZE_MAX)
		return err_set(err, ERR_USAGE,
		    "a name may have only letters, digits, - and _, and a line at most 4096 bytes");
	return rewrite_views_file(name, line, err);
}

static bool
set_no_such_view_error(struct str name, struct str all, struct err *err)
{
	struct buf names = { 0 }, clean = { 0 };
	struct str line;
	while (all.n && str_next(&all, '\n', &line))
		if (line.n)
			buf_addf(&names, "%s@%.*s", names.n ? ", " : "",
			    STR_ARG(view_name_of_line(line)));
	text_clean(&clean, str_sub(name, 0, NAME_MAX_BYTES), false);
	err_set(err, ERR_USAGE, "there is no saved view @%s%s%s", buf_z(&clean),
	    names.n ? "; there are: " : "; :save NAME in the console saves one", buf_z(&names));
	buf_free(&names);
	buf_free(&clean);
	return false;
}

bool
saved_view_expand(struct buf *out, struct str line, struct err *err)
{
	struct buf all = { 0 };
	struct str rest, one, given = str_trim(line);
	if (!given.n || given.p[0] != '@') {
		buf_adds(out, line);
		return true;
	}
	struct str name = view_name_of_line(str_sub(given, 1, given.n));
	bool ok = saved_views_read(&all, err), found = false;
	for (rest = buf_str(&all); ok && !found && rest.n && str_next(&rest, '\n', &one);) {
		found = name.n && str_eq(view_name_of_line(one), name);
		if (found)
			buf_addf(out, "%.*s%.*s", STR_ARG(str_sub(one, name.n + 1, one.n)),
			    STR_ARG(str_sub(given, name.n + 1, given.n)));
	}
	ok = ok && (found || set_no_such_view_error(name, buf_str(&all), err));
	buf_free(&all);
	return ok;
}

bool
saved_view_delete(struct buf *line, struct str name, struct err *err)
{
	struct buf at = { 0 };
	buf_addf(&at, "@%.*s", STR_ARG(name));
	bool ok = saved_view_expand(line, buf_str(&at), err) &&
	    rewrite_views_file(name, STR_NONE, err);
	buf_free(&at);
	return ok;
}
