#include "wire/member.h"

#include "base/json_quote.h"
#include "wire/plain.h"

static void
add_step(struct buf *path, const struct member *m, size_t index)
{
	struct buf name = { 0 };
	if (m->name.n)
		json_lex_unquote(&name, m->name);
	else
		buf_addf(&name, "%zu", index);
	json_lex_add_step(path, buf_str(&name));
	buf_free(&name);
}

/* Recursion is bounded because the text's depth was checked. */
static void
add_leaves_of_value(struct json_leaves *leaves, struct arena *a, struct buf *path, struct str value)
{
	struct member_walk w;
	struct member m;
	size_t length = path->n, index = 0;
	if (json_is_object(value) || json_is_array(value)) {
		member_start(&w, value);
		for (; member_next(&w, &m); index++) {
			add_step(path, &m, index);
			add_leaves_of_value(leaves, a, path, m.value);
			path->n = length;
		}
	}
	if (index == 0) {
		struct json_leaf leaf = { arena_str(a, buf_str(path)), value };
		vec_push(&leaves->list, leaf);
	}
}

void
json_flatten(struct json_leaves *leaves, struct arena *a, struct str json)
{
	struct buf path = { 0 };
	add_leaves_of_value(leaves, a, &path, str_trim(json));
	buf_free(&path);
}

void
leaves_free(struct json_leaves *leaves)
{
	vec_free(&leaves->list);
}

void
member_start(struct member_walk *w, struct str container)
{
	*w = (struct member_walk){ .is_object = json_is_object(container) };
	if (w->is_object || json_is_array(container))
		w->unread_text = str_sub(container, 1, container.n);
}

static inline void
skip_punctuation(struct str *rest)
{
	while (rest->n && (rest->p[0] <= ' ' || rest->p[0] == ',' || rest->p[0] == ':'))
		*rest = (struct str){ rest->p + 1, rest->n - 1 };
}

static inline struct str
split_off_prefix(struct str *rest, size_t n)
{
	struct str taken = { rest->p, n };
	*rest = (struct str){ rest->p + n, rest->n - n };
	return taken;
}

bool
member_next(struct member_walk *w, struct member *m)
{
	struct str rest = w->unread_text;
	bool value_has_escapes;
	skip_punctuation(&rest);
	if (!rest.n || rest.p[0] == ']' || rest.p[0] == '}')
		return false;
	*m = (struct member){ 0 };
	if (w->is_object && json_is_string(rest))
		m->name = split_off_prefix(
		    &rest, quoted_length(rest.p, rest.n, &m->name_has_escapes));
	skip_punctuation(&rest);
	/* Most values are strings. */
	m->value = split_off_prefix(&rest,
	    json_is_string(rest) ? quoted_length(rest.p, rest.n, &value_has_escapes)
				 : json_lex_value_length(rest));
	w->unread_text = rest;
	return true;
}

bool
member_is_named(const struct member *m, struct str name)
{
	if (m->name.n < 2)
		return false;
	struct str inside = str_sub(m->name, 1, m->name.n - 2);
	if (str_find_char(inside, '\\') == SIZE_MAX)
		return str_eq(inside, name);
	struct buf text = { 0 };
	json_lex_unquote(&text, m->name);
	bool same = str_eq(buf_str(&text), name);
	buf_free(&text);
	return same;
}

struct str
member_find(struct str object, struct str name)
{
	struct member_walk w;
	struct member m;
	if (!json_is_object(object))
		return STR_NONE;
	member_start(&w, object);
	while (member_next(&w, &m))
		if (member_is_named(&m, name))
			return m.value;
	return STR_NONE;
}

size_t
member_count_named(struct str object, struct str name)
{
	struct member_walk w;
	struct member m;
	size_t n = 0;
	member_start(&w, object);
	while (json_is_object(object) && member_next(&w, &m))
		n += member_is_named(&m, name);
	return n;
}

struct str
member_find_below(struct str object, const char *const *names)
{
	for (; *names && object.p; names++)
		object = member_find(object, str_of(*names));
	return object;
}

bool
member_read_text(struct buf *out, struct str object, struct str name)
{
	struct str value = member_find(object, name);
	if (!json_is_string(value))
		return false;
	json_lex_unquote(out, value);
	return true;
}

static enum flag_value
text_flag_value(struct str text)
{
	static const char *const yes[] = { "true", "yes", "y", "1", "on", NULL };
	static const char *const no[] = { "false", "no", "n", "0", "off", NULL };
	for (const char *const *p = yes; *p; p++)
		if (str_eq_nocase(text, str_of(*p)))
			return FLAG_YES;
	for (const char *const *p = no; *p; p++)
		if (str_eq_nocase(text, str_of(*p)))
			return FLAG_NO;
	return FLAG_ABSENT;
}

static enum flag_value
number_flag_value(struct str number)
{
	for (size_t i = 0; i < number.n && number.p[i] != 'e' && number.p[i] != 'E'; i++)
		if (number.p[i] >= '1' && number.p[i] <= '9')
			return FLAG_YES;
	return FLAG_NO;
}

enum flag_value
member_flag_value(struct str value)
{
	struct buf text = { 0 };
	if (value.n && (value.p[0] == '-' || (value.p[0] >= '0' && value.p[0] <= '9')))
		return number_flag_value(value);
	if (!json_is_string(value))
		return text_flag_value(value);
	json_lex_unquote(&text, value);
	enum flag_value said = text_flag_value(str_trim(buf_str(&text)));
	buf_free(&text);
	return said;
}

void
member_add_text(struct buf *out, const char *name, struct str text)
{
	buf_addf(out, "%s\"%s\":", out->p[out->n - 1] == '{' ? "" : ",", name);
	json_quote(out, text);
}

/* Positions of a member in its object, in bytes. */
struct splice_range {
	bool found, has_next;
	size_t previous_end;               /* end of the previous member, or after the brace */
	size_t name_start, value_start;    /* start of its name and of its value */
	size_t value_end, next_name_start; /* end of its value; start of the next member's name */
	bool is_empty_object;
};

static size_t
offset_in_object(struct str object, struct str piece)
{
	return (size_t)(piece.p - object.p);
}

static struct splice_range
find_splice_range(struct str object, struct str name)
{
	struct splice_range p = { .previous_end = 1, .is_empty_object = true };
	struct member_walk w;
	struct member m;
	member_start(&w, object);
	while (member_next(&w, &m)) {
		p.is_empty_object = false;
		if (p.found) {
			p.has_next = true;
			p.next_name_start = offset_in_object(object, m.name);
			return p;
		}
		p.value_end = offset_in_object(object, m.value) + m.value.n;
		if (member_is_named(&m, name)) {
			p.found = true;
			p.name_start = offset_in_object(object, m.name);
			p.value_start = offset_in_object(object, m.value);
		} else {
			p.previous_end = p.value_end;
		}
	}
	return p;
}

static void
replace_range(struct buf *out, struct str object, size_t from, size_t to, struct str between)
{
	buf_adds(out, str_sub(object, 0, from));
	buf_adds(out, between);
	buf_adds(out, str_sub(object, to, object.n));
}

static void
append_member(struct buf *out, struct str object, const struct splice_range *p, struct str name,
    struct str value)
{
	buf_adds(out, str_sub(object, 0, p->previous_end));
	if (!p->is_empty_object)
		buf_addc(out, ',');
	json_quote(out, name);
	buf_addc(out, ':');
	buf_adds(out, value);
	buf_adds(out, str_sub(object, p->previous_end, object.n));
}

void
member_set(struct buf *out, struct str object, struct str name, struct str value)
{
	struct splice_range p = find_splice_range(object, name);
	if (p.found && value.p)
		replace_range(out, object, p.value_start, p.value_end, value);
	else if (p.found && p.has_next)
		replace_range(out, object, p.name_start, p.next_name_start, STR_NONE);
	else if (p.found)
		replace_range(out, object, p.previous_end, p.value_end, STR_NONE);
	else if (value.p)
		append_member(out, object, &p, name, value);
	else
		buf_adds(out, object);
}

void
member_set_below(struct buf *out, struct str object, const char *const *names, struct str value)
{
	struct str name = str_of(*names);
	struct buf inner = { 0 };
	if (!names[1]) {
		member_set(out, object, name, value);
		return;
	}
	struct str below = member_find(object, name);
	member_set_below(&inner, json_is_object(below) ? below : STR("{}"), names + 1, value);
	member_set(out, object, name, buf_str(&inner));
	buf_free(&inner);
}
