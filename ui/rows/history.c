#include "ui/rows/history.h"

#include "base/vec.h"

enum { PLACES_MAX = 100 };

struct history {
	VEC(struct bookmark) places; /* places[at] is the current place, stored when it is left */
	size_t at;
};

struct history *
history_new(void)
{
	return x_new(struct history);
}

static void
free_place(struct bookmark *p)
{
	x_free(p->view);
	x_free(p->selected);
}

void
history_clear(struct history *h)
{
	for (size_t i = 0; i < h->places.n; i++)
		free_place(&h->places.v[i]);
	h->places.n = h->at = 0;
}

void
history_free(struct history *h)
{
	if (!h)
		return;
	history_clear(h);
	vec_free(&h->places);
	x_free(h);
}

static struct bookmark
copy_of(const struct bookmark *p)
{
	return (struct bookmark){ .view = x_strdup(p->view),
		.selected = x_strdup(p->selected),
		.top = p->top,
		.in_detail = p->in_detail,
		.jump = p->jump };
}

/* Stores the current place at its index. */
static void
store_bookmark(struct history *h, const struct bookmark *here)
{
	struct bookmark p = copy_of(here);
	if (h->at < h->places.n) {
		if (!p.jump) /* keep the jump that left the place */
			p.jump = h->places.v[h->at].jump;
		free_place(&h->places.v[h->at]);
		h->places.v[h->at] = p;
	} else {
		vec_push(&h->places, p);
	}
}

/* True if the last place was left by a jump and is now left again, unchanged, because of a later
 * view. */
static bool
is_left_by_jump(const struct history *h, const struct bookmark *here)
{
	const struct bookmark *last = h->at ? &h->places.v[h->at - 1] : NULL;
	return last && last->jump && !here->jump && last->top == here->top &&
	    str_eqz(str_of(last->view), here->view) &&
	    str_eqz(str_of(last->selected), here->selected);
}

void
history_leave(struct history *h, const struct bookmark *here)
{
	while (h->places.n > h->at)
		free_place(&h->places.v[--h->places.n]);
	if (is_left_by_jump(h, here))
		return;
	store_bookmark(h, here);
	if (h->places.n == PLACES_MAX) {
		free_place(&h->places.v[0]);
		vec_remove(&h->places, 0);
	}
	h->at = h->places.n;
}

const struct bookmark *
history_back(struct history *h, const struct bookmark *here)
{
	if (h->at == 0)
		return NULL;
	store_bookmark(h, here);
	return &h->places.v[--h->at];
}

const struct bookmark *
history_forward(struct history *h, const struct bookmark *here)
{
	if (h->at + 1 >= h->places.n)
		return NULL;
	store_bookmark(h, here);
	return &h->places.v[++h->at];
}
