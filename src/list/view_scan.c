#include "list/view_scan.h"

#include "wire/json_lex.h"

#include <string.h>

const char *const view_op_signs[VIEW_OPS] = { "", "=", ":", "~", "<", "<=", ">", ">=" };

static bool
is_key_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	    c == '_' || c == '.' || c == '-';
}

/* The length of a quoted step at the start of s; 0 if there is none, SIZE_MAX if the quote is
 * not closed. */
static size_t
quoted_length(struct str s)
{
	size_t n = s.n && s.p[0] == '"' ? json_lex_step_length(s) : 0;
	return n && (n < 2 || s.p[n - 1] != '"') ? SIZE_MAX : n;
}

size_t
view_scan_path_length(const struct view_resource *r, struct str s)
{
	struct str prefix = str_of(r->key_prefix);
	size_t i = prefix.n ? prefix.n - 1 : 0;
	if (!prefix.n || !str_starts(s, prefix))
		return 0;
	while (i < s.n && s.p[i] == '.') {
		size_t quoted = quoted_length(str_sub(s, ++i, s.n));
		if (quoted == SIZE_MAX)
			return 0;
		i += quoted;
		if (!quoted)
			while (i < s.n && str_find_char(STR(" .,:=~<>\""), s.p[i]) == SIZE_MAX)
				i++;
	}
	return i;
}

size_t
view_scan_key_length(const struct view_resource *r, struct str s)
{
	size_t i = view_scan_path_length(r, s);
	while (i < s.n && is_key_char(s.p[i]))
		i++;
	return i && i < s.n && str_find_char(STR("=:~<>"), s.p[i]) != SIZE_MAX ? i : 0;
}

enum view_op
view_scan_op(struct str *s)
{
	enum view_op longest = VIEW_WORD;
	for (enum view_op op = VIEW_EXACT; op < VIEW_OPS; op++)
		if (str_starts(*s, str_of(view_op_signs[op])) &&
		    strlen(view_op_signs[op]) > strlen(view_op_signs[longest]))
			longest = op;
	*s = str_sub(*s, strlen(view_op_signs[longest]), s->n);
	return longest;
}

size_t
view_scan_find(struct str s, char sign, bool last)
{
	size_t found = SIZE_MAX;
	for (size_t i = 0; i < s.n; i++) {
		size_t quoted = quoted_length(str_sub(s, i, s.n));
		if (quoted && quoted != SIZE_MAX)
			i += quoted - 1;
		else if (s.p[i] == sign && (found == SIZE_MAX || last))
			found = i;
	}
	return found;
}

static bool
has_open_quote(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		size_t quoted = quoted_length(str_sub(s, i, s.n));
		if (quoted == SIZE_MAX)
			return true;
		i += quoted ? quoted - 1 : 0;
	}
	return false;
}

bool
view_scan_name(struct str *list, struct str *name)
{
	if (!list->p)
		return false;
	size_t n = view_scan_find(*list, ',', false);
	*name = str_sub(*list, 0, n);
	*list = n == SIZE_MAX ? STR_NONE : str_sub(*list, n + 1, list->n);
	return true;
}

bool
view_scan_list(struct arena *texts, struct str *s, struct str *value, struct err *err)
{
	size_t n = view_scan_find(*s, ' ', false);
	*value = arena_str(texts, str_sub(*s, 0, n));
	*s = n == SIZE_MAX ? STR_NONE : str_sub(*s, n, s->n);
	return !has_open_quote(*value) || err_set(err, ERR_USAGE, "a quote is not closed");
}

bool
view_scan_value(struct arena *texts, struct str *s, struct str *value, struct err *err)
{
	struct buf text = { 0 };
	size_t i = 0;
	bool quoted = s->n && s->p[0] == '"', closed = !quoted;
	if (quoted)
		i++;
	while (i < s->n) {
		char c = s->p[i];
		if (quoted && c == '\\' && i + 1 < s->n &&
		    (s->p[i + 1] == '"' || s->p[i + 1] == '\\')) {
			buf_addc(&text, s->p[++i]);
		} else if (quoted && c == '"') {
			closed = true;
			i++;
			break;
		} else if (!quoted && c == ' ') {
			break;
		} else {
			buf_addc(&text, c);
		}
		i++;
	}
	*value = arena_str(texts, buf_str(&text));
	*s = str_sub(*s, i, s->n);
	buf_free(&text);
	return closed || err_set(err, ERR_USAGE, "a quote is not closed");
}
