#include "wire/reader.h"

struct str
read_copy(const struct member_reader *r, struct str text)
{
	struct str last = r->in_place;
	if (!last.p || !text.p || (text.p >= last.p && text.p < last.p + last.n))
		return text;
	return arena_str(r->a, text);
}

const struct json_value *
read_of_kind(struct member_reader *r, const struct json_value *value, enum json_kind want)
{
	enum json_kind kind = json_kind(value);
	if (kind == want)
		return value;
	if (kind != JSON_ABSENT && kind != JSON_NULL)
		r->odd = r->lost = true;
	return NULL;
}

const struct json_value *
read_object(struct member_reader *r, const struct json_value *value)
{
	const struct json_value *first = json_first(value);
	if (json_kind(value) != JSON_ARRAY || (first && json_kind(first) != JSON_OBJECT) ||
	    (first && json_next(first)))
		return read_of_kind(r, value, JSON_OBJECT);
	r->odd = true;
	return first;
}

/* True for an object with only numbers as names, {"0":…,"1":…}; also for an empty one. */
static bool
is_numbered(const struct json_value *object)
{
	int64_t number;
	for (const struct json_value *v = json_first(object); v; v = json_next(v))
		if (!str_to_int64(json_name(v), &number) || number < 0)
			return false;
	return true;
}

void
read_list(struct member_reader *r, struct read_list *l, const struct json_value *value,
    enum json_kind element)
{
	enum json_kind kind = json_kind(value);
	*l = (struct read_list){ 0 };
	if (kind == JSON_ARRAY || (kind == JSON_OBJECT && is_numbered(value))) {
		l->at = json_first(value);
		l->n = json_count(value);
		r->odd = r->odd || kind == JSON_OBJECT;
		r->lost = r->lost || (kind == JSON_OBJECT && l->n == 0);
	} else if (kind == element) {
		*l = (struct read_list){ .at = value, .n = 1, .single = true };
		r->odd = true;
	} else {
		read_of_kind(r, value, JSON_ARRAY);
	}
}

const struct json_value *
read_next(struct read_list *l)
{
	const struct json_value *at = l->at;
	l->at = at && !l->single ? json_next(at) : NULL;
	return at;
}

struct str
read_id(struct member_reader *r, const struct json_value *value)
{
	if (json_kind(value) != JSON_NUMBER)
		return read_string(r, value);
	r->odd = true;
	return read_copy(r, json_source(value));
}

struct str
read_string(struct member_reader *r, const struct json_value *value)
{
	return read_copy(r, json_text(read_of_kind(r, value, JSON_STRING)));
}

const struct json_value *
read_member(
    struct member_reader *r, const struct json_value *object, const char *name, enum json_kind want)
{
	return read_of_kind(r, json_get(object, name), want);
}

struct str
read_text(struct member_reader *r, const struct json_value *object, const char *name)
{
	return read_string(r, json_get(object, name));
}

int64_t
read_whole_number(struct member_reader *r, const struct json_value *object, const char *name)
{
	int64_t n = 0;
	const struct json_value *value = read_member(r, object, name, JSON_NUMBER);
	if (value && !json_whole_number(value, &n))
		r->odd = true;
	return n;
}

void
read_element(struct member_reader *r, const struct json_value *element)
{
	if (json_kind(element) != JSON_OBJECT)
		r->odd = r->lost = true;
}
