#include "base/conffile.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/regular_file.h"

#include <confuse.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FILE_SIZE_MAX = 1 << 20 };

bool
conffile_read(char **out, const char *path, struct err *err)
{
	struct buf text = { 0 };
	*out = NULL;
	int fd = regular_file_open(path, O_RDONLY, REGULAR_FILE_FOLLOW, err);
	if (fd < 0 && err->kind == ERR_NOT_FOUND)
		return true;
	if (fd < 0) {
		err->kind = ERR_CONFIG;
		return false;
	}
	bool ok = regular_file_read(&text, fd, FILE_SIZE_MAX);
	close(fd);
	if (!ok || text.n > FILE_SIZE_MAX) {
		buf_free(&text);
		return err_set(err, ERR_CONFIG, "%s cannot be read, or is over 1 MiB", path);
	}
	*out = buf_detach(&text);
	return true;
}

/* The current parse: its error and the text's name. libconfuse's error callback has no context
 * argument, and calls any text "[buf]". */
static _Thread_local struct {
	struct err *err;
	const char *name;
} conf_parse_context;

static void
on_error(cfg_t *cfg, const char *format, va_list args)
{
	char words[300];
	if (!conf_parse_context.err || conf_parse_context.err->kind)
		return;
	vsnprintf(words, sizeof(words), format, args);
	err_set(conf_parse_context.err, ERR_CONFIG, "%s:%d: %s", conf_parse_context.name, cfg->line,
	    words);
}

/* Replaces comments by blanks, because libconfuse 3.3 counts each of their lines three times.
 * Text in quotes is unchanged. */
static void
blank_comments(char *text)
{
	char quote = 0;
	for (char *p = text; *p; p++) {
		if (quote) {
			if (*p == '\\' && p[1])
				p++;
			else if (*p == quote)
				quote = 0;
		} else if (*p == '"' || *p == '\'') {
			quote = *p;
		} else if (*p == '#') {
			for (*p = ' '; p[1] && p[1] != '\n'; p++)
				p[1] = ' ';
		}
	}
}

/* libconfuse accepts a section that is never closed, so check that braces outside of quotes
 * match. */
static bool
braces_match(const char *text)
{
	int depth = 0;
	char quote = 0;
	for (const char *p = text; *p; p++) {
		if (quote) {
			if (*p == '\\' && p[1])
				p++;
			else if (*p == quote)
				quote = 0;
		} else if (*p == '"' || *p == '\'') {
			quote = *p;
		} else if (*p == '{' || *p == '}') {
			depth += *p == '{' ? 1 : -1;
		}
	}
	return depth == 0;
}

/* Prepares the text for libconfuse and parses it. */
static bool
parse_text(cfg_t *cfg, char *text, const char *name, struct err *err)
{
	blank_comments(text);
	if (!braces_match(text))
		return err_set(err, ERR_CONFIG, "%s: } is missing at the end of a section", name);
	cfg_set_error_function(cfg, on_error);
	conf_parse_context.err = err;
	conf_parse_context.name = name;
	int rc = cfg_parse_buf(cfg, text);
	conf_parse_context.err = NULL;
	if (rc != CFG_SUCCESS && !err->kind)
		err_set(err, ERR_CONFIG, "%s cannot be read as a configuration", name);
	return rc == CFG_SUCCESS;
}

cfg_t *
conffile_parse(cfg_opt_t *options, const char *text, const char *name, struct err *err)
{
	static const char mark[] = "\xEF\xBB\xBF"; /* UTF-8 byte order mark */
	cfg_t *cfg = cfg_init(options, CFGF_NONE);
	*err = (struct err){ 0 };
	if (strncmp(text, mark, sizeof(mark) - 1) == 0)
		text += sizeof(mark) - 1;
	char *copy = x_strdup(text);
	bool ok = parse_text(cfg, copy, name, err);
	x_free(copy);
	if (ok)
		return cfg;
	cfg_free(cfg);
	return NULL;
}

bool
conffile_is_set(struct cfg_t *section, const char *name)
{
	return conffile_option_is_set(cfg_getopt(section, name));
}

bool
conffile_option_is_set(const struct cfg_opt_t *option)
{
	return option && (option->flags & CFGF_MODIFIED);
}

char **
conffile_list(struct cfg_t *section, const char *name)
{
	return conffile_option_list(cfg_getopt(section, name));
}

char **
conffile_option_list(struct cfg_opt_t *option)
{
	unsigned n = cfg_opt_size(option);
	if (n == 0)
		return NULL;
	char **list = x_new_array(char *, n + 1);
	for (unsigned i = 0; i < n; i++)
		list[i] = x_strdup(cfg_opt_getnstr(option, i));
	return list;
}

char **
conffile_list_copy(const char *const *list)
{
	size_t n = 0;
	while (list[n])
		n++;
	char **copy = x_new_array(char *, n + 1);
	for (size_t i = 0; i < n; i++)
		copy[i] = x_strdup(list[i]);
	return copy;
}

void
conffile_list_free(char **list)
{
	for (char **p = list; p && *p; p++)
		x_free(*p);
	x_free(list);
}

/* ---- finding the line of an option ---- */

/* A text that is read in pieces, so that nothing in quotes or comments is taken for an option. */
struct conf_scanner {
	const char *position;
	size_t line;
};

static bool
is_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

static void
skip_until(struct conf_scanner *s, const char *end)
{
	size_t n = strlen(end);
	while (*s->position && strncmp(s->position, end, n) != 0) {
		bool escapes = *s->position == '\\' && s->position[1] && n == 1 && *end != '\n';
		s->line += s->position[escapes] == '\n';
		s->position += escapes ? 2 : 1;
	}
	s->position += *s->position && *end != '\n' ? n : 0;
}

/* The next piece: a word, a quoted text, or anything else. */
static struct str
read_next_piece(struct conf_scanner *s, bool *quoted)
{
	const char *from = s->position;
	*quoted = *from == '"' || *from == '\'';
	if (*quoted) {
		s->position++;
		skip_until(s, *from == '"' ? "\"" : "'");
		return str_from(
		    from + 1, (size_t)(s->position - from) - (s->position - from > 1 ? 2 : 1));
	}
	if (*from == '#' || strncmp(from, "//", 2) == 0)
		skip_until(s, "\n");
	else if (strncmp(from, "/*", 2) == 0)
		skip_until(s, "*/");
	while (s->position == from && is_word_char(*s->position))
		for (; is_word_char(*s->position); s->position++)
			continue;
	struct str word = is_word_char(*from) ? str_from(from, (size_t)(s->position - from))
					      : STR_NONE;
	if (s->position == from) {
		s->line += *from == '\n';
		s->position++;
	}
	return word;
}

/* True if the word before `at` is an option's name: it is followed by =, += or {. */
static bool
is_option_name_before(const char *at)
{
	at += strspn(at, " \t");
	return *at == '=' || *at == '+' || *at == '{';
}

/* True if the quoted text before `at` is a section's title; otherwise it is a value. */
static bool
is_section_title_before(const char *at)
{
	at += strspn(at, " \t\r\n");
	return *at == '{';
}

size_t
conffile_find_line(const char *text, const char *section, const char *title, const char *option)
{
	struct conf_scanner s = { text, 1 };
	struct str before = STR_NONE; /* the previous word */
	bool within = !title, quoted;
	while (*s.position) {
		size_t line = s.line;
		struct str piece = read_next_piece(&s, &quoted);
		bool begins = quoted && title && str_eqz(piece, title) &&
		    is_section_title_before(s.position) && (!section || str_eqz(before, section));
		if (begins && !option)
			return line;
		within = within || begins;
		if (within && !quoted && option && str_eqz(piece, option) &&
		    is_option_name_before(s.position))
			return line;
		before = piece.n ? piece : before;
	}
	return 0;
}

void
conffile_for_each_name(const char *text, conffile_name_fn *take, void *ctx)
{
	struct conf_scanner s = { text, 1 };
	struct str section = STR_NONE, last = STR_NONE; /* the last word: a name, or a value */
	bool quoted;
	while (*s.position) {
		const char *from = s.position;
		struct str piece = read_next_piece(&s, &quoted);
		bool is_comment = *from == '#' || strncmp(from, "//", 2) == 0 ||
		    strncmp(from, "/*", 2) == 0;
		if (piece.n) {
			last = piece;
			continue;
		}
		if (is_comment || strchr(" \t\r\n", *from))
			continue;
		if (last.n && *from == '{')
			section = last;
		else if (last.n && (*from == '=' || *from == '+'))
			take(ctx, section, last);
		last = STR_NONE;
	}
}

const char *
conffile_library_version(void)
{
	return strpbrk(confuse_version, "0123456789");
}
