#include "app/script_file.h"

#include "app/file.h"
#include "app/keymap.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SCRIPT_SIZE_MAX = 1 << 20 };

enum script_text { NO_TEXT, ANY_TEXT, NEEDS_TEXT };
enum script_place { IN_SCRIPTS = 1, IN_TOURS = 2, IN_BOTH = 3 };

static const struct {
	const char *word;
	enum script_text text;
	enum script_place where;
} script_words[] = {
#define W(id, word, text, where) { word, text, where },
#include "app/script_words.def"
#undef W
};

/* ---- errors ---- */

struct script_reader {
	struct script_file *file;
	enum script_place kind;
	struct err *err;
	int number;
	bool has_step;
};

static void add_error(struct script_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds "FILE:LINE: …" to the error, on a line of its own. Errors that have no room are left out. */
static void
add_error(struct script_reader *r, const char *format, ...)
{
	struct buf line = { 0 };
	va_list args;
	buf_addf(&line, "%s:%d: ", r->file->name, r->number);
	va_start(args, format);
	buf_addv(&line, format, args);
	va_end(args);
	size_t used = r->err->kind ? strlen(r->err->text) : 0;
	if (!r->err->kind)
		err_set(r->err, ERR_USAGE, "%s", buf_z(&line));
	else if (used + line.n + 2 <= sizeof(r->err->text))
		snprintf(r->err->text + used, sizeof(r->err->text) - used, "\n%s", buf_z(&line));
	buf_free(&line);
}

/* ---- lines ---- */

static const char *
kind_name(const struct script_reader *r)
{
	return r->kind == IN_TOURS ? "tour" : "script";
}

static int
find_word(struct str word)
{
	for (int i = 0; i < SCRIPT_WORDS; i++)
		if (str_eqz(word, script_words[i].word))
			return i;
	return -1;
}

static const char *
nearest_word(const struct script_reader *r, struct str word)
{
	size_t least = 3;
	const char *nearest = NULL;
	for (int i = 0; i < SCRIPT_WORDS; i++) {
		size_t edits = str_distance(word, str_of(script_words[i].word));
		if (!(script_words[i].where & r->kind) || edits >= least)
			continue;
		least = edits;
		nearest = script_words[i].word;
	}
	return nearest;
}

static void
add_unknown_word_error(struct script_reader *r, struct str word)
{
	const char *near = nearest_word(r, word);
	struct str shown = str_sub(word, 0, 40);
	if (near)
		add_error(r, "\"%.*s\" is not a word of a %s; did you mean %s?", STR_ARG(shown),
		    kind_name(r), near);
	else
		add_error(r, "\"%.*s\" is not a word of a %s", STR_ARG(shown), kind_name(r));
}

static void
check_keys(struct script_reader *r, struct str text)
{
	struct str word;
	while (text.n && str_next(&text, ' ', &word)) {
		uint32_t keys[KEYS_PER_BINDING_MAX];
		size_t n;
		if (word.n && !keys_parse(word, keys, &n))
			add_error(r, "'%.*s' is not a key", STR_ARG(str_sub(word, 0, 40)));
	}
}

/* In a tour every line except the title belongs to a step. */
static void
check_place(struct script_reader *r, enum script_word word)
{
	if (r->kind != IN_TOURS)
		return;
	if (word == SCRIPT_STEP)
		r->has_step = true;
	else if (word == SCRIPT_TITLE && r->has_step)
		add_error(r, "the title belongs before the first step");
	else if (word != SCRIPT_TITLE && !r->has_step)
		add_error(r, "a tour begins with step; only its title is before that");
}

static void
read_script_line(struct script_reader *r, struct str line)
{
	size_t space = str_find_char(line, ' ');
	struct str word = str_sub(line, 0, space);
	struct script_line out = { .number = r->number };
	out.text = space == SIZE_MAX ? STR("") : str_sub(line, space + 1, line.n);
	int found = find_word(word);
	if (found < 0 || !(script_words[found].where & r->kind)) {
		add_unknown_word_error(r, word);
		return;
	}
	out.word = (enum script_word)found;
	bool is_blank = str_trim(out.text).n == 0;
	if (script_words[found].text == NEEDS_TEXT && (is_blank && found != SCRIPT_TYPE))
		add_error(r, "%s needs a text", script_words[found].word);
	else if (script_words[found].text == NO_TEXT && !is_blank)
		add_error(r, "%s takes no text", script_words[found].word);
	if (found == SCRIPT_CAPTION && out.text.n > CAPTION_BYTES_MAX)
		add_error(r, "a caption has at most %d bytes", CAPTION_BYTES_MAX);
	if (found == SCRIPT_KEYS)
		check_keys(r, out.text);
	check_place(r, out.word);
	vec_push(&r->file->lines, out);
}

/* Reads the lines of f->text. */
static bool
read_script(struct script_file *f, enum script_place kind, struct err *err)
{
	struct script_reader r = { .file = f, .kind = kind, .err = err };
	struct str rest = buf_str(&f->text), line;
	*err = (struct err){ 0 };
	while (rest.n && str_next(&rest, '\n', &line)) {
		r.number++;
		while (line.n && (line.p[0] == ' ' || line.p[0] == '\t'))
			line = str_sub(line, 1, line.n);
		if (str_ends(line, STR("\r")))
			line.n--;
		if (str_trim(line).n == 0 || line.p[0] == '#')
			continue;
		if (utf8_valid(line))
			read_script_line(&r, line);
		else
			add_error(&r, "the text is not UTF-8");
	}
	if (kind == IN_TOURS && !r.has_step && !err->kind)
		err_set(err, ERR_USAGE, "%s: the tour has no step", f->name);
	return !err->kind;
}

/* ---- files ---- */

static bool
read_file(struct script_file *f, const char *path, enum script_place kind, struct err *err)
{
	*f = (struct script_file){ .name = x_strdup(path) };
	if (file_read(&f->text, path, SCRIPT_SIZE_MAX, err))
		return read_script(f, kind, err);
	err->kind = ERR_USAGE;
	return false;
}

bool
script_file_read(struct script_file *f, const char *path, struct err *err)
{
	return read_file(f, path, IN_SCRIPTS, err);
}

bool
tour_file_read(struct script_file *f, const char *name, struct err *err)
{
	const char *text = embedded_find(embedded_tours, name);
	struct buf names = { 0 };
	if (text) {
		*f = (struct script_file){ .name = x_strdup(name) };
		buf_addz(&f->text, text);
		return read_script(f, IN_TOURS, err);
	}
	bool ok = read_file(f, name, IN_TOURS, err);
	if (!ok && !f->text.n && !strchr(name, '/')) {
		embedded_add_names(&names, embedded_tours);
		err_set(err, ERR_USAGE, "there is no tour or file \"%s\"; the tours are: %s", name,
		    buf_z(&names));
		buf_free(&names);
	}
	return ok;
}

void
script_file_free(struct script_file *f)
{
	x_free(f->name);
	buf_free(&f->text);
	vec_free(&f->lines);
}

struct str
script_file_find(const struct script_file *f, enum script_word word, size_t from, size_t end)
{
	for (size_t i = from; i < end && i < f->lines.n; i++)
		if (f->lines.v[i].word == word)
			return f->lines.v[i].text;
	return STR_NONE;
}

struct str
tour_file_title(const struct script_file *f)
{
	struct str title = script_file_find(f, SCRIPT_TITLE, 0, f->lines.n);
	return title.n ? title : str_of(f->name);
}

void
tour_append_names(struct buf *out)
{
	for (const struct embedded *e = embedded_tours; e->name; e++) {
		struct script_file f;
		struct err ignored;
		tour_file_read(&f, e->name, &ignored);
		buf_addf(out, "%s\t%.*s\n", e->name, STR_ARG(tour_file_title(&f)));
		script_file_free(&f);
	}
}
