#include "app/saved_columns.h"

#include "app/state.h"

static const char file_name[] = "columns";

void
saved_columns_read(struct buf *out, const char *environment, const char *resource)
{
	struct buf text = { 0 };
	struct err ignored;
	struct str last = STR_NONE, line, name, of;
	state_read(&text, file_name, &ignored);
	struct str rest = buf_str(&text);
	while (rest.n && str_next(&rest, '\n', &line))
		if (str_next(&line, '\t', &name) && str_next(&line, '\t', &of) &&
		    str_eqz(name, environment) && str_eqz(of, resource))
			last = line;
	buf_adds(out, last);
	buf_free(&text);
}

static bool
breaks_line(struct str text)
{
	return str_find_char(text, '\n') != SIZE_MAX || str_find_char(text, '\t') != SIZE_MAX;
}

bool
saved_columns_write(
    const char *environment, const char *resource, struct str columns, struct err *err)
{
	struct buf line = { 0 };
	if (breaks_line(str_of(environment)) || str_find_char(columns, '\n') != SIZE_MAX)
		return err_set(err, ERR_USAGE, "a name contains a line break");
	buf_addf(&line, "%s\t%s\t", environment, resource);
	buf_adds(&line, columns);
	bool ok = state_append(file_name, buf_str(&line), err);
	buf_free(&line);
	return ok;
}
