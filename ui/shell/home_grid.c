#include "ui/shell/home_grid.h"

enum {
	TWO_COLUMNS_WIDTH_MIN = 100,
	THREE_COLUMNS_WIDTH_MIN = 140,
	LIST_ROWS_MIN = 3,      /* in two columns or three */
	LIST_ROWS_MIN_ALONE = 5 /* in one */
};

/* The column of each box, by the number of columns; -1: only where there is room. */
static const signed char box_columns[HOME_BOXES][HOME_COLUMNS_MAX] = {
	[HOME_BOX_NEEDS] = { 0, 0, 0 },
	[HOME_BOX_CALLS] = { 0, 0, 0 },
	[HOME_BOX_AGES] = { 0, 1, 1 },
	[HOME_BOX_HOURS] = { 0, 1, 1 },
	[HOME_BOX_START_PAGES] = { 0, 0, 2 },
	[HOME_BOX_OFFERS] = { 0, 1, 2 },
	[HOME_BOX_CHANNELS] = { 0, -1, -1 },
	[HOME_BOX_PRODUCTS] = { -1, -1, -1 },
};

void
home_grid_make_columns(struct home_grid *g, int w)
{
	*g = (struct home_grid){ .column_count = w >= THREE_COLUMNS_WIDTH_MIN ? 3
		    : w >= TWO_COLUMNS_WIDTH_MIN                              ? 2
									      : 1 };
	for (int i = 0; i <= g->column_count; i++)
		g->rule_x[i] = i * (w - 1) / g->column_count;
}

int
home_grid_width(const struct home_grid *g, int column)
{
	return g->rule_x[column + 1] - g->rule_x[column] - 1;
}

int
home_grid_column(const struct home_grid *g, enum home_box_id id)
{
	return box_columns[id][g->column_count - 1];
}

static int
least_rows(const struct home_grid *g, const struct home_wish *wish)
{
	int least = g->column_count > 1 ? LIST_ROWS_MIN : LIST_ROWS_MIN_ALONE;
	return wish->is_list && wish->rows > least ? least : wish->rows;
}

/* The rows that are left in a column if each of its boxes has all its rows. */
static int
count_spare_rows(const struct home_grid *g, const struct home_wish *wishes, int column, int h)
{
	int spare = h - 1;
	for (size_t i = 0; i < g->n; i++)
		if (g->boxes[i].column == column)
			spare -= 1 + wishes[g->boxes[i].id].rows;
	return spare;
}

/* Adds the boxes that have no column of their own to the columns with most room. */
static void
add_fillers(struct home_grid *g, const struct home_wish *wishes, int h)
{
	for (int id = 0; id < HOME_BOXES; id++) {
		int best = 0;
		if (home_grid_column(g, (enum home_box_id)id) >= 0 || !wishes[id].is_list)
			continue;
		for (int column = 1; column < g->column_count; column++)
			if (count_spare_rows(g, wishes, column, h) >
			    count_spare_rows(g, wishes, best, h))
				best = column;
		if (count_spare_rows(g, wishes, best, h) > least_rows(g, &wishes[id]))
			g->boxes[g->n++] = (struct home_box){ .id = (enum home_box_id)id,
				.column = best };
	}
}

static void
sort_by_column(struct home_grid *g)
{
	for (size_t i = 1; i < g->n; i++)
		for (size_t k = i; k > 0 && g->boxes[k - 1].column > g->boxes[k].column; k--) {
			struct home_box left = g->boxes[k];
			g->boxes[k] = g->boxes[k - 1];
			g->boxes[k - 1] = left;
		}
}

/* Gives the lists of a column a row in turn, until they have all or the room is used up; the
 * rest goes to the last box. */
static void
grow_column(struct home_grid *g, const struct home_wish *wishes, int column, int room)
{
	struct home_box *last = NULL;
	for (bool grew = true; grew && room > 0;) {
		grew = false;
		for (size_t i = 0; i < g->n && room > 0; i++) {
			struct home_box *b = &g->boxes[i];
			if (b->column != column || b->rows >= wishes[b->id].rows)
				continue;
			b->rows++;
			room--;
			grew = true;
		}
	}
	for (size_t i = 0; i < g->n; i++)
		last = g->boxes[i].column == column ? &g->boxes[i] : last;
	if (last && room > 0)
		last->rows += room;
}

/* In one column that is higher than the window, a list before the window's end takes the row in
 * which only the title of the next box would be. */
static void
avoid_title_at_end(struct home_grid *g, const struct home_wish *wishes, int h)
{
	struct home_box *list = NULL;
	int y = 0;
	if (g->column_count > 1)
		return;
	for (size_t i = 0; i < g->n && y < h - 2; i++) {
		struct home_box *b = &g->boxes[i];
		if (wishes[b->id].rows > b->rows)
			list = b;
		y += 1 + b->rows;
	}
	if (y == h - 2 && list)
		list->rows++;
}

void
home_grid_place(struct home_grid *g, int h, const struct home_wish wishes[HOME_BOXES])
{
	int used[HOME_COLUMNS_MAX] = { 1, 1, 1 }, y[HOME_COLUMNS_MAX] = { 0 };
	g->n = 0;
	for (int id = 0; id < HOME_BOXES; id++) {
		int column = home_grid_column(g, (enum home_box_id)id);
		if (column >= 0)
			g->boxes[g->n++] = (struct home_box){ .id = (enum home_box_id)id,
				.column = column };
	}
	add_fillers(g, wishes, h);
	sort_by_column(g);
	g->height = h;
	for (size_t i = 0; i < g->n; i++)
		g->boxes[i].rows = least_rows(g, &wishes[g->boxes[i].id]);
	avoid_title_at_end(g, wishes, h);
	for (size_t i = 0; i < g->n; i++)
		used[g->boxes[i].column] += 1 + g->boxes[i].rows;
	for (int column = 0; column < g->column_count; column++)
		g->height = used[column] > g->height ? used[column] : g->height;
	for (int column = 0; column < g->column_count; column++)
		grow_column(g, wishes, column, g->height - used[column]);
	for (size_t i = 0; i < g->n; i++) {
		struct home_box *b = &g->boxes[i];
		b->y = y[b->column] + 1;
		y[b->column] += 1 + b->rows;
	}
}

bool
home_grid_has_rule(const struct home_grid *g, int column, int y)
{
	bool has = y == g->height - 1;
	for (size_t i = 0; i < g->n; i++)
		has = has || (g->boxes[i].column == column && g->boxes[i].y == y + 1);
	return has;
}
