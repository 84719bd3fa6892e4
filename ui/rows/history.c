#include "ui/rows/history.h"

#include "base/vec.h"

enum { BOOKMARKS_MAX = 100 };

struct history {
	VEC(struct bookmark)
	bookmarks; /* bookmarks[current_index] is the current place, stored when it is left */
	size_t current_index;
};

struct history *
history_new(void)
{
	return x_new(struct history);
}

static void
free_bookmark(struct bookmark *p)
{
	x_free(p->view_line);
	x_free(p->selected_id);
}

void
history_clear(struct history *h)
{
	for (size_t i = 0; i < h->bookmarks.n; i++)
		free_bookmark(&h->bookmarks.v[i]);
	h->bookmarks.n = h->current_index = 0;
}

void
history_free(struct history *h)
{
	if (!h)
		return;
	history_clear(h);
	vec_free(&h->bookmarks);
	x_free(h);
}

static struct bookmark
copy_bookmark(const struct bookmark *p)
{
	return (struct bookmark){ .view_line = x_strdup(p->view_line),
		.selected_id = x_strdup(p->selected_id),
		.first_visible_row = p->first_visible_row,
		.in_detail = p->in_detail,
		.detail_is_step = p->detail_is_step,
		.jump_id = p->jump_id };
}

/* Stores the current place at its index. */
static void
store_bookmark(struct history *h, const struct bookmark *here)
{
	struct bookmark p = copy_bookmark(here);
	if (h->current_index < h->bookmarks.n) {
		if (!p.jump_id) /* keep the jump that left the place */
			p.jump_id = h->bookmarks.v[h->current_index].jump_id;
		free_bookmark(&h->bookmarks.v[h->current_index]);
		h->bookmarks.v[h->current_index] = p;
	} else {
		vec_push(&h->bookmarks, p);
	}
}

/* True if the last place was left by a jump and is now left again, unchanged, because of a later
 * view. */
static bool
is_left_by_jump(const struct history *h, const struct bookmark *here)
{
	const struct bookmark *last = h->current_index ? &h->bookmarks.v[h->current_index - 1]
						       : NULL;
	return last && last->jump_id && !here->jump_id &&
	    last->first_visible_row == here->first_visible_row &&
	    str_eqz(str_of(last->view_line), here->view_line) &&
	    str_eqz(str_of(last->selected_id), here->selected_id);
}

void
history_leave(struct history *h, const struct bookmark *here)
{
	while (h->bookmarks.n > h->current_index)
		free_bookmark(&h->bookmarks.v[--h->bookmarks.n]);
	if (is_left_by_jump(h, here))
		return;
	store_bookmark(h, here);
	if (h->bookmarks.n == BOOKMARKS_MAX) {
		free_bookmark(&h->bookmarks.v[0]);
		vec_remove(&h->bookmarks, 0);
	}
	h->current_index = h->bookmarks.n;
}

const struct bookmark *
history_back(struct history *h, const struct bookmark *here)
{
	if (h->current_index == 0)
		return NULL;
	store_bookmark(h, here);
	return &h->bookmarks.v[--h->current_index];
}

const struct bookmark *
history_forward(struct history *h, const struct bookmark *here)
{
	if (h->current_index + 1 >= h->bookmarks.n)
		return NULL;
	store_bookmark(h, here);
	return &h->bookmarks.v[++h->current_index];
}
