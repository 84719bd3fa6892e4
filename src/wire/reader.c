#include "wire/reader.h"

struct str
read_keep(const struct reader *r, struct str text)
{
	struct str last = r->lasting;
	if (!last.p || !text.p || (text.p >= last.p && text.p < last.p + last.n))
		return text;
	return arena_str(r->a, text);
}

const struct json_value *
read_kind(struct reader *r, const struct json_value *value, enum json_kind want)
{
	enum json_kind kind = json_kind(value);
	if (kind == want)
		return value;
	r->odd = r->odd || (kind != JSON_ABSENT && kind != JSON_NULL);
	return NULL;
}

struct str
read_string(struct reader *r, const struct json_value *value)
{
	return read_keep(r, json_text(read_kind(r, value, JSON_STRING)));
}

const struct json_value *
read_member(
    struct reader *r, const struct json_value *object, const char *name, enum json_kind want)
{
	return read_kind(r, json_get(object, name), want);
}

struct str
read_text(struct reader *r, const struct json_value *object, const char *name)
{
	return read_string(r, json_get(object, name));
}

int64_t
read_whole_number(struct reader *r, const struct json_value *object, const char *name)
{
	int64_t n = 0;
	const struct json_value *value = read_member(r, object, name, JSON_NUMBER);
	if (value && !json_whole_number(value, &n))
		r->odd = true;
	return n;
}

void
read_element(struct reader *r, const struct json_value *element)
{
	r->odd = r->odd || json_kind(element) != JSON_OBJECT;
}
