#include "store/postgres/bulk.h"

/* BATCH_SIZE: the server must receive and store a batch before its statement times out. */
enum { BATCH_SIZE = 1 << 18, NUMBER_SIZE = 8 };

static const char copy_baskets_sql[] =
    "COPY baskets (created, id, is_open, json) FROM STDIN (FORMAT binary)";
static const char copy_ids_sql[] = "COPY basket_ids (id, created) FROM STDIN (FORMAT binary)";

/* ---- the binary format: numbers are big-endian ---- */

static void
add_bytes_of(struct buf *out, uint64_t value, int bytes)
{
	for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
		buf_addc(out, (char)(value >> shift & 255));
}

static void
begin_row(struct buf *out, int columns)
{
	static const char header[] = "PGCOPY\n\377\r\n\0" /* then flags and an extension: none */
				     "\0\0\0\0"
				     "\0\0\0";
	if (out->n == 0)
		buf_add(out, header, sizeof(header));
	add_bytes_of(out, (uint64_t)columns, 2);
}

static void
add_number(struct buf *out, int64_t value)
{
	add_bytes_of(out, NUMBER_SIZE, 4);
	add_bytes_of(out, (uint64_t)value, NUMBER_SIZE);
}

static void
add_text(struct buf *out, struct str text)
{
	add_bytes_of(out, text.n, 4);
	buf_adds(out, text);
}

/* ---- batches ---- */

static bool
send_rows(struct buf *rows, const char *sql, struct pg_conn *c, struct err *err)
{
	if (rows->n == 0)
		return true;
	add_bytes_of(rows, UINT16_MAX, 2); /* the end */
	bool ok = pg_copy_in(c, sql, buf_str(rows), err);
	buf_reset(rows);
	return ok;
}

bool
pg_bulk_finish(struct pg_bulk *b, struct pg_conn *c, struct err *err)
{
	return send_rows(&b->ids, copy_ids_sql, c, err) &&
	    send_rows(&b->baskets, copy_baskets_sql, c, err);
}

bool
pg_bulk_add(
    struct pg_bulk *b, struct pg_conn *c, const struct store_basket *basket, struct err *err)
{
	begin_row(&b->baskets, 4);
	add_number(&b->baskets, basket->created);
	add_text(&b->baskets, basket->id);
	add_number(&b->baskets, !basket->completed);
	add_text(&b->baskets, basket->json);
	begin_row(&b->ids, 2);
	add_text(&b->ids, basket->id);
	add_number(&b->ids, basket->created);
	return b->baskets.n < BATCH_SIZE || pg_bulk_finish(b, c, err);
}

void
pg_bulk_free(struct pg_bulk *b)
{
	buf_free(&b->baskets);
	buf_free(&b->ids);
}
