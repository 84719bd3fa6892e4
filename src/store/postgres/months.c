#include "store/postgres/months.h"

#include "base/buf.h"
#include "model/when.h"

#include <string.h>

enum { FIRST_YEAR = 2000, EARLY_PARTITION = 0, LATE_PARTITION = MONTH_PARTITIONS - 1 };

void
months_init(struct months *m)
{
	memset(m, 0, sizeof(*m));
	pthread_mutex_init(&m->lock, NULL);
}

void
months_free(struct months *m)
{
	pthread_mutex_destroy(&m->lock);
}

void
months_clear(struct months *m)
{
	pthread_mutex_lock(&m->lock);
	memset(m->there, 0, sizeof(m->there));
	pthread_mutex_unlock(&m->lock);
}

/* The first millisecond of a month; for LATE, the end of the last month. */
static int64_t
month_begin(int month)
{
	struct when_parts p = {
		.year = FIRST_YEAR + (month - 1) / 12, .month = (month - 1) % 12 + 1, .day = 1
	};
	return when_join(&p);
}

static int
month_of(int64_t created)
{
	if (created < month_begin(EARLY_PARTITION + 1))
		return EARLY_PARTITION;
	if (created >= month_begin(LATE_PARTITION))
		return LATE_PARTITION;
	struct when_parts p = when_split(created);
	return 1 + (p.year - FIRST_YEAR) * 12 + p.month - 1;
}

static void
add_name(struct buf *out, int month)
{
	if (month == EARLY_PARTITION)
		buf_addz(out, "baskets_early");
	else if (month == LATE_PARTITION)
		buf_addz(out, "baskets_late");
	else
		buf_addf(
		    out, "baskets_%04d_%02d", FIRST_YEAR + (month - 1) / 12, (month - 1) % 12 + 1);
}

static void
add_bound(struct buf *out, int month, const char *none)
{
	if (month == EARLY_PARTITION || month > LATE_PARTITION)
		buf_addz(out, none);
	else
		buf_addf(out, "%lld", (long long)month_begin(month));
}

/* Creates the table separately and then attaches it, so that reads and writes of other months
 * continue. The lock admits one program at a time; a second one finds that the table exists. */
static void
write_table(struct buf *out, int month)
{
	struct buf name = { 0 };
	add_name(&name, month);
	buf_addf(out,
	    "BEGIN; SELECT steps FROM backroom_version FOR UPDATE;"
	    "DO $$ BEGIN IF to_regclass('%s') IS NULL THEN"
	    " CREATE TABLE %s (LIKE baskets INCLUDING DEFAULTS INCLUDING CONSTRAINTS);"
	    " ALTER TABLE baskets ATTACH PARTITION %s FOR VALUES FROM (",
	    buf_z(&name), buf_z(&name), buf_z(&name));
	add_bound(out, month, "MINVALUE");
	buf_addz(out, ") TO (");
	add_bound(out, month + 1, "MAXVALUE");
	buf_addz(out, "); END IF; END $$; COMMIT");
	buf_free(&name);
}

static bool
make_month(struct pg_pool *p, int month, struct err *err)
{
	struct buf sql = { 0 };
	struct pg_conn c;
	write_table(&sql, month);
	bool ok = pg_conn_open_plain(&c, &p->server, err);
	if (ok) {
		ok = pg_script(&c, buf_z(&sql), NULL, err);
		pg_conn_close(&c);
	}
	buf_free(&sql);
	return ok;
}

bool
months_ensure(struct months *m, struct pg_pool *p, int64_t created, struct err *err)
{
	int month = month_of(created);
	pthread_mutex_lock(&m->lock);
	bool ok = m->there[month] || (m->there[month] = make_month(p, month, err));
	pthread_mutex_unlock(&m->lock);
	return ok;
}
