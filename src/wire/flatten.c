#include "wire/flatten.h"

#include "wire/member.h"

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
read_value(struct leaves *leaves, struct arena *a, struct buf *path, struct str value)
{
	struct member_walk w;
	struct member m;
	size_t length = path->n, index = 0;
	if (json_is_object(value) || json_is_array(value)) {
		member_start(&w, value);
		for (; member_next(&w, &m); index++) {
			add_step(path, &m, index);
			read_value(leaves, a, path, m.value);
			path->n = length;
		}
	}
	if (index == 0) {
		struct leaf leaf = { arena_str(a, buf_str(path)), value };
		vec_push(&leaves->list, leaf);
	}
}

void
json_flatten(struct leaves *leaves, struct arena *a, struct str json)
{
	struct buf path = { 0 };
	read_value(leaves, a, &path, str_trim(json));
	buf_free(&path);
}

void
leaves_free(struct leaves *leaves)
{
	vec_free(&leaves->list);
}
