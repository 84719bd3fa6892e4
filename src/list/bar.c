#include "list/bar.h"

#include "base/mem.h"
#include "list/doc.h"
#include "model/decimal.h"

/* The third pattern is not a dot, which marks the empty part of a bar. */
const char *
bar_pattern(size_t part, bool ascii)
{
	static const char *const blocks[BAR_PATTERN_COUNT] = { "\xE2\x96\x88", "\xE2\x96\x92",
		"\xE2\x96\x91" };
	static const char *const plain[BAR_PATTERN_COUNT] = { "#", "=", "+" };
	return ascii ? plain[part % BAR_PATTERN_COUNT] : blocks[part % BAR_PATTERN_COUNT];
}

const char *
bar_empty_cell(bool ascii)
{
	return ascii ? "." : "\xC2\xB7";
}

/* The index of the largest remainder; SIZE_MAX if there is none. */
static size_t
find_largest_remainder(const int64_t *owed, size_t n)
{
	size_t at = SIZE_MAX;
	for (size_t i = 0; i < n; i++)
		if (owed[i] > 0 && (at == SIZE_MAX || owed[i] > owed[at]))
			at = i;
	return at;
}

void
bar_compute_cells(const int64_t *shares, size_t n, int cells, int *out)
{
	const int64_t whole = 100 * DECIMAL_ONE;
	int64_t *owed = x_new_array(int64_t, n + 1), sum = 0;
	int given = 0, worth;
	for (size_t i = 0; i < n; i++) {
		int64_t share = shares[i] < 0 ? 0 : shares[i];
		sum += share;
		out[i] = (int)(share * cells / whole);
		owed[i] = share * cells % whole;
		given += out[i];
	}
	/* Rounded, so that three thirds fill the bar. */
	worth = (int)((sum * cells + whole / 2) / whole);
	for (size_t at; given < worth && (at = find_largest_remainder(owed, n)) != SIZE_MAX;
	     given++) {
		out[at]++;
		owed[at] = 0;
	}
	/* A small share must stay visible: it takes a cell from the largest one. */
	for (size_t i = 0; i < n; i++) {
		size_t largest = 0;
		if (out[i] || shares[i] <= 0)
			continue;
		for (size_t k = 1; k < n; k++)
			largest = out[k] > out[largest] ? k : largest;
		if (out[largest] < 2)
			break;
		out[largest]--;
		out[i]++;
	}
	x_free(owed);
}

static void
add_cells(struct doc *d, enum role role, const char *cell, int n)
{
	struct buf text = { 0 };
	for (int i = 0; i < n; i++)
		buf_addz(&text, cell);
	doc_add_drawing(d, role, "%s", buf_z(&text));
	buf_free(&text);
}

void
bar_add_to_doc(struct doc *d, const int64_t *shares, size_t n, size_t part, int cells)
{
	int *of = x_new_array(int, n + 1), left = cells;
	bar_compute_cells(shares, n, cells, of);
	for (size_t i = 0; i < n; i++) {
		int seen = shares[i] > 0 && of[i] == 0 && n == 1 ? 1 : of[i];
		add_cells(d, ROLE_BAR, bar_pattern(part + i, d->ascii), seen);
		left -= seen;
	}
	add_cells(d, ROLE_LABEL, bar_empty_cell(d->ascii), left);
	x_free(of);
}

void
bar_append_progress(struct buf *out, size_t done, size_t total, int cells, bool ascii)
{
	size_t filled = total ? done * (size_t)cells / total : 0;
	for (size_t i = 0; i < (size_t)cells; i++)
		buf_addz(out, i < filled ? bar_pattern(0, ascii) : bar_empty_cell(ascii));
}
