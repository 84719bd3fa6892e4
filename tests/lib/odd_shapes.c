#include "lib/odd_shapes.h"
#include "lib/cleanup.h"

#include "wire/member.h"

#include <string.h>

const char *const odd_values[ODD_SHAPES] = {
	[ODD_NULL] = "null",
	[ODD_NUMBER] = "7",
	[ODD_TEXT] = "\"odd\"",
	[ODD_TRUE] = "true",
	[ODD_EMPTY_ARRAY] = "[]",
	[ODD_ARRAY] = "[7]",
	[ODD_EMPTY_OBJECT] = "{}",
	[ODD_OBJECT] = "{\"odd\":7}",
	[ODD_MISSING] = "",
	[ODD_DUPLICATE_FIRST] = "null",
	[ODD_DUPLICATE_LAST] = "null",
};

bool
odd_is_duplicate(enum odd_shape shape)
{
	return shape == ODD_DUPLICATE_FIRST || shape == ODD_DUPLICATE_LAST;
}

/* A letter for the type of a value: quote, bracket, n(ull), b(oolean), or 0 for a number. */
static char
odd_kind(struct str value)
{
	char c = value.n ? value.p[0] : ' ';
	return c == 't' || c == 'f' ? 'b' : strchr("-0123456789", c) ? '0' : c;
}

bool
odd_is_wrong(const struct odd *o)
{
	if (o->shape == ODD_NONE || o->shape == ODD_NULL || o->shape == ODD_MISSING)
		return false;
	return odd_is_duplicate(o->shape) ||
	    odd_kind(str_of(odd_values[o->shape])) != odd_kind(o->was);
}

bool
odd_touches(const struct odd *o, const char *path)
{
	struct str p = str_of(path);
	struct str shorter = p.n < o->path.n ? p : o->path, longer = p.n < o->path.n ? o->path : p;
	return str_starts(longer, shorter) && (longer.n == shorter.n || longer.p[shorter.n] == '.');
}

static struct str
odd_numbered(struct arena *a, struct str text, size_t number)
{
	auto_buf out = { 0 };
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '#')
			buf_addf(&out, "%zu", number);
		else
			buf_addc(&out, text.p[i]);
	struct str kept = arena_move_buf(a, &out);
	return kept;
}

/* Adds the text with the value at `m` replaced by this shape. */
static void
odd_add(struct odd_set *s, struct str whole, struct str path, const struct member *m,
    enum odd_shape shape)
{
	auto_buf out = { 0 };
	size_t from = (size_t)((m->name.p ? m->name.p : m->value.p) - whole.p);
	size_t end = (size_t)(m->value.p - whole.p) + m->value.n;
	bool first = whole.p[from - 1] != ',';
	struct odd odd = { .path = path, .shape = shape, .was = m->value };
	if (shape == ODD_MISSING) {
		from -= !first;
		end += first && whole.p[end] == ',';
	}
	buf_adds(&out, str_sub(whole, 0, from));
	if (shape == ODD_DUPLICATE_LAST)
		buf_addf(&out, "%.*s:%.*s,", STR_ARG(m->name), STR_ARG(m->value));
	if (shape != ODD_MISSING && m->name.p)
		buf_addf(&out, "%.*s:", STR_ARG(m->name));
	buf_addz(&out, odd_values[shape]);
	if (shape == ODD_DUPLICATE_FIRST)
		buf_addf(&out, ",%.*s:%.*s", STR_ARG(m->name), STR_ARG(m->value));
	buf_adds(&out, str_sub(whole, end, whole.n));
	odd.json = odd_numbered(&s->texts, buf_str(&out), s->all.n);
	vec_push(&s->all, odd);
}

static void
odd_add_all(struct odd_set *s, struct str whole, struct str container, struct str path)
{
	struct member_walk w;
	struct member m;
	member_start(&w, container);
	for (size_t n = 0; member_next(&w, &m); n++) {
		struct buf text = { 0 };
		buf_addf(&text, "%.*s%s", STR_ARG(path), path.n ? "." : "");
		if (m.name.p)
			json_lex_unquote(&text, m.name);
		else
			buf_addf(&text, "%zu", n);
		struct str below = arena_move_buf(&s->texts, &text);
		buf_free(&text);
		s->values++;
		for (int shape = ODD_NULL; shape < ODD_SHAPES; shape++)
			if (m.name.p || !odd_is_duplicate((enum odd_shape)shape))
				odd_add(s, whole, below, &m, (enum odd_shape)shape);
		if (json_is_object(m.value) || json_is_array(m.value))
			odd_add_all(s, whole, m.value, below);
	}
}

void
odd_make(struct odd_set *s, const char *template)
{
	struct str whole = str_of(template);
	struct odd sound = { .path = STR(""), .shape = ODD_NONE };
	*s = (struct odd_set){ 0 };
	sound.json = odd_numbered(&s->texts, whole, 0);
	vec_push(&s->all, sound);
	odd_add_all(s, whole, whole, STR(""));
	sound.json = odd_numbered(&s->texts, whole, s->all.n);
	vec_push(&s->all, sound);
}

void
odd_free(struct odd_set *s)
{
	vec_free(&s->all);
	arena_free(&s->texts);
}
