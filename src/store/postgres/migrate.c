#include "store/postgres/migrate.h"

#include "base/buf.h"
#include "store/schema/schema.h"
#include "store/store.h"

/* Services that start at the same moment may all try to create the table; all but one fail and
 * retry. */
enum { MIGRATE_TRIES = 5, MIGRATE_STEPS_TIMEOUT_MS = 3600000 };

static const char lock_migration_sql[] =
    "BEGIN; SET LOCAL statement_timeout = 0; SELECT steps FROM backroom_version FOR UPDATE";

/* Sets *there to whether the version table exists. */
static bool
find_version(struct pg_conn *c, bool *there, int64_t *version, struct err *err)
{
	int64_t tables;
	if (!pg_script(c,
		"SELECT count(*) FROM information_schema.tables"
		" WHERE table_schema = current_schema() AND table_name = 'backroom_version'",
		&tables, err))
		return false;
	*there = tables > 0;
	return !*there || pg_script(c, "SELECT steps FROM backroom_version", version, err);
}

static bool
make_version(struct pg_conn *c, struct err *err)
{
	bool ok = false;
	for (int i = 0; i < MIGRATE_TRIES && !ok; i++) {
		pg_clear_failure(c);
		ok = pg_script(c,
		    "BEGIN; CREATE TABLE IF NOT EXISTS backroom_version (only_one BIGINT PRIMARY"
		    " KEY, steps BIGINT NOT NULL); INSERT INTO backroom_version VALUES (1, 0)"
		    " ON CONFLICT DO NOTHING; COMMIT",
		    NULL, err);
		if (!ok)
			pg_script(c, "ROLLBACK", NULL, &(struct err){ 0 });
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
	c->wait_ms = MIGRATE_STEPS_TIMEOUT_MS; /* each step may rewrite a large table */
	bool ok = pg_script(c, lock_migration_sql, &version, err) &&
	    schema_check(version, may, err);
	for (; ok && version < schema_newest(); version++)
		ok = pg_script(c, schema_steps[version].postgres, NULL, err);
	buf_addf(&set, "UPDATE backroom_version SET steps = %d", schema_newest());
	ok = ok && pg_script(c, buf_z(&set), NULL, err) && pg_script(c, "COMMIT", NULL, err);
	buf_free(&set);
	return ok;
}

static bool
migrate_over(struct pg_conn *c, unsigned may, struct err *err)
{
	int64_t version = 0;
	bool there;
	if (!find_version(c, &there, &version, err))
		return false;
	if (there && version == schema_newest())
		return true;
	if (!there && !(may & STORE_MAY_CREATE))
		return err_set(err, ERR_NOT_FOUND,
		    "there is no store in this database: make one with backroom serve "
		    "--migrate=only");
	if (there && !schema_check(version, may, err))
		return false;
	return (there || make_version(c, err)) && apply_steps(c, may | STORE_MAY_MIGRATE, err);
}

bool
pg_migrate(struct pg_pool *p, unsigned may, struct err *err)
{
	struct pg_conn c;
	if (!pg_conn_open_plain(&c, &p->server, err))
		return false;
	bool ok = migrate_over(&c, may, err);
	pg_conn_close(&c);
	return ok;
}
