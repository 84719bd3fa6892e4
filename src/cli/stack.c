#include "cli/stack.h"

#include "base/utf8.h"

enum { INDENT = 2 };

bool
stack_is_needed(const struct output *o)
{
	int width = 0;
	for (size_t i = 0; i < o->table_writer.n; i++)
		width += o->table_writer.widths[i] + (i ? COLUMN_GAP : 0);
	return o->terminal && o->head && o->head < o->table_writer.n && width > o->width;
}

static bool
is_same_head(const struct output *o, const struct str *a, const struct str *b)
{
	for (size_t i = 0; i < o->head; i++)
		if (!str_eq(a[i], b[i]))
			return false;
	return true;
}

/* Prints the identifying columns aligned, without padding the last one. */
static void
print_head(struct output *o, const struct str *cells)
{
	struct buf *out = &o->writer.bytes;
	for (size_t i = 0; i < o->head; i++) {
		buf_adds(out, cells[i]);
		int gap = o->table_writer.widths[i] - text_width(cells[i]) + COLUMN_GAP;
		if (i + 1 < o->head)
			buf_pad(out, ' ', (size_t)gap);
	}
	buf_addc(out, '\n');
}

static int
width_of(const struct str *cells, size_t n)
{
	int width = 0;
	for (size_t i = 0; i < n; i++)
		width += text_width(cells[i]) + (i ? COLUMN_GAP : 0);
	return width;
}

/* Prints the other columns on one line if they fit; otherwise each on its own line, cut at the
 * edge. A single column is the finding and is never cut. */
static void
print_tail(struct output *o, const struct str *cells, size_t n)
{
	struct buf *out = &o->writer.bytes;
	while (n && cells[n - 1].n == 0)
		n--;
	bool together = n == 1 || INDENT + width_of(cells, n) <= o->width;
	for (size_t i = 0; i < n; i++) {
		int in = i == 0 ? INDENT : together ? COLUMN_GAP : 2 * INDENT;
		buf_pad(out, ' ', (size_t)in);
		text_cut(out, cells[i].n ? cells[i] : STR("-"), together ? 1 << 20 : o->width - in,
		    o->table_writer.context.ascii);
		if (!together || i + 1 == n)
			buf_addc(out, '\n');
	}
}

void
stack_page(struct output *o)
{
	for (size_t i = 0; i + o->table_writer.n <= o->table_writer.page.n;
	     i += o->table_writer.n) {
		const struct str *cells = o->table_writer.page.v + i;
		if (i == 0 || !is_same_head(o, cells, cells - o->table_writer.n))
			print_head(o, cells);
		print_tail(o, cells + o->head, o->table_writer.n - o->head);
		writer_some(&o->writer);
	}
}
