#include "ui/writes/way.h"

#include "base/utf8.h"
#include "ui/writes/writes.h"

enum role
way_badge_role(const char *role)
{
	if (str_eqz(str_of(role), "demo"))
		return ROLE_ENV_DEMO;
	return str_eqz(str_of(role), "test") ? ROLE_ENV_TEST : ROLE_ENV_PROD;
}

/* Of a way of several steps the last ones are seen: those before make room. */
static void
shorten_way(struct buf *left, int room, const struct look *look)
{
	struct str way = buf_str(left), step = STR(" > ");
	struct buf cut = { 0 };
	while (text_width(way) + 4 > room && str_find(way, step) != SIZE_MAX) {
		size_t at = str_find(way, step);
		way = str_sub(way, at + step.n, way.n);
	}
	if (way.n == left->n)
		return;
	buf_addz(&cut, look->ascii_lines ? "... > " : "\xE2\x80\xA6 > ");
	buf_adds(&cut, way);
	buf_free(left);
	*left = cut;
}

/* What is not known of a write stands there on every pane, and before all else. */
static int
draw_unknown(const struct console *c, const struct surface *s, int end)
{
	struct buf words = { 0 };
	writes_say_unknown(c->writes, &words);
	int width = text_width(buf_str(&words));
	surface_text_in(s, 1, end - width, width, ROLE_BAD, buf_str(&words));
	buf_free(&words);
	return width ? width + 2 : 0;
}

void
way_draw(const struct console *c, const struct surface *s, struct buf *left, struct buf *right)
{
	int end = s->w - 1;
	end -= draw_unknown(c, s, end);
	int width = text_width(buf_str(right)), room = end - 1;
	if (width > room - 12)
		width = room - 12;
	shorten_way(left, room - width - 2, &c->look);
	surface_text_in(s, 1, 1, room - width - 2, ROLE_HEADER, buf_str(left));
	surface_text_in(s, 1, end - width, width, ROLE_DIM, buf_str(right));
}
