#include "store/postgres/migrate.h"

#include "base/buf.h"
#include "model/when.h"
#include "store/schema/schema.h"
#include "store/store.h"

#include <string.h>

enum { FIRST_YEAR = 2000, EARLY_PARTITION = 0, LATE_PARTITION = MONTH_PARTITIONS - 1 };

void
months_init(struct month_table_cache *m)
{
	memset(m, 0, sizeof(*m));
	pthread_mutex_init(&m->lock, NULL);
}

void
months_free(struct month_table_cache *m)
{
	pthread_mutex_destroy(&m->lock);
}

void
months_clear(struct month_table_cache *m)
{
	pthread_mutex_lock(&m->lock);
	memset(m->exists, 0, sizeof(m->exists));
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
add_partition_name(struct buf *out, int month)
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
add_partition_bound(struct buf *out, int month, const char *none)
{
	if (month == EARLY_PARTITION || month > LATE_PARTITION)
		buf_addz(out, none);
	else
		buf_addf(out, "%lld", (long long)month_begin(month));
}

/* Creates the table separately and then attaches it, so that reads and writes of other months
 * continue. The lock admits one program at a time; a second one finds that the table exists. */
static void
write_create_table(struct buf *out, int month)
{
	struct buf name = { 0 };
	add_partition_name(&name, month);
	buf_addf(out,
	    "BEGIN; SELECT steps FROM backroom_version FOR UPDATE;"
	    "DO $$ BEGIN IF to_regclass('%s') IS NULL THEN"
	    " CREATE TABLE %s (LIKE baskets INCLUDING DEFAULTS INCLUDING CONSTRAINTS);"
	    " ALTER TABLE baskets ATTACH PARTITION %s FOR VALUES FROM (",
	    buf_z(&name), buf_z(&name), buf_z(&name));
	add_partition_bound(out, month, "MINVALUE");
	buf_addz(out, ") TO (");
	add_partition_bound(out, month + 1, "MAXVALUE");
	buf_addz(out, "); END IF; END $$; COMMIT");
	buf_free(&name);
}

static bool
create_month_partition(struct pg_pool *p, int month, struct err *err)
{
	struct buf sql = { 0 };
	struct pg_conn c;
	write_create_table(&sql, month);
	bool ok = pg_conn_open_plain(&c, &p->server, err);
	if (ok) {
		ok = pg_run_script(&c, buf_z(&sql), NULL, err);
		pg_conn_close(&c);
	}
	buf_free(&sql);
	return ok;
}

bool
months_ensure_partition(
    struct month_table_cache *m, struct pg_pool *p, int64_t created, struct err *err)
{
	int month = month_of(created);
	pthread_mutex_lock(&m->lock);
	bool ok = m->exists[month] || (m->exists[month] = create_month_partition(p, month, err));
	pthread_mutex_unlock(&m->lock);
	return ok;
}

/* Services that start at the same moment may all try to create the table; all but one fail and
 * retry. */
enum { MIGRATE_TRIES_MAX = 5, MIGRATE_STEPS_TIMEOUT_MS = 3600000 };

static const char lock_migration_sql[] =
    "BEGIN; SET LOCAL statement_timeout = 0; SELECT steps FROM backroom_version FOR UPDATE";

/* Sets *there to whether the version table exists. */
static bool
read_schema_version(struct pg_conn *c, bool *there, int64_t *version, struct err *err)
{
	int64_t tables;
	if (!pg_run_script(c,
		"SELECT count(*) FROM information_schema.tables"
		" WHERE table_schema = current_schema() AND table_name = 'backroom_version'",
		&tables, err))
		return false;
	*there = tables > 0;
	return !*there || pg_run_script(c, "SELECT steps FROM backroom_version", version, err);
}

static bool
create_version_table(struct pg_conn *c, struct err *err)
{
	bool ok = false;
	for (int i = 0; i < MIGRATE_TRIES_MAX && !ok; i++) {
		pg_clear_failure(c);
		ok = pg_run_script(c,
		    "BEGIN; CREATE TABLE IF NOT EXISTS backroom_version (only_one BIGINT PRIMARY"
		    " KEY, steps BIGINT NOT NULL); INSERT INTO backroom_version VALUES (1, 0)"
		    " ON CONFLICT DO NOTHING; COMMIT",
		    NULL, err);
		if (!ok)
			pg_run_script(c, "ROLLBACK", NULL, &(struct err){ 0 });
	}
	return ok;
}

/* Applies all steps in one transaction under a lock: services that start on the same database
 * wait for each other. */
static bool
apply_steps(struct pg_conn *c, unsigned may, struct err *err)
{
	int64_t version;
	struct buf set = { 0 };
	c->response_timeout_ms = MIGRATE_STEPS_TIMEOUT_MS; /* each step may rewrite a large table */
	bool ok = pg_run_script(c, lock_migration_sql, &version, err) &&
	    schema_check_version(version, may, err);
	for (; ok && version < schema_newest_version(); version++)
		ok = pg_run_script(c, schema_steps[version].postgres, NULL, err);
	buf_addf(&set, "UPDATE backroom_version SET steps = %d", schema_newest_version());
	ok = ok && pg_run_script(c, buf_z(&set), NULL, err) &&
	    pg_run_script(c, "COMMIT", NULL, err);
	buf_free(&set);
	return ok;
}

static bool
migrate_over_conn(struct pg_conn *c, unsigned may, struct err *err)
{
	int64_t version = 0;
	bool there;
	if (!read_schema_version(c, &there, &version, err))
		return false;
	if (there && version == schema_newest_version())
		return true;
	if (!there && !(may & STORE_MAY_CREATE))
		return err_set(err, ERR_NOT_FOUND,
		    "there is no store in this database: create one with backroom serve "
		    "--migrate=only");
	if (there && !schema_check_version(version, may, err))
		return false;
	return (there || create_version_table(c, err)) &&
	    apply_steps(c, may | STORE_MAY_MIGRATE, err);
}

bool
pg_migrate(struct pg_pool *p, unsigned may, struct err *err)
{
	struct pg_conn c;
	if (!pg_conn_open_plain(&c, &p->server, err))
		return false;
	bool ok = migrate_over_conn(&c, may, err);
	pg_conn_close(&c);
	return ok;
}
