#include "lib/stores.h"

#include "base/mem.h"
#include "base/vec.h"
#include "lib/postgres.h"

#include <pthread.h>

static struct {
	pthread_mutex_t lock;
	VEC(struct named_journey {
		char *argument;
		char *url;
	})
	all;
} known = { .lock = PTHREAD_MUTEX_INITIALIZER };

bool
stores_are_postgres(void)
{
	const char *store = getenv("BACKROOM_TEST_STORE");
	return store && strcmp(store, "postgres") == 0;
}

static const char *
remember(const char *argument)
{
	char url[POSTGRES_URL];
	if (!postgres_schema(url)) {
		fprintf(stderr, "no PostgreSQL here: skipped; apt-get install postgresql\n");
		exit(STORES_SKIPPED);
	}
	vec_push(&known.all, ((struct named_journey){ x_strdup(argument), x_strdup(url) }));
	return known.all.v[known.all.n - 1].url;
}

/* An empty file represents the store at its path: deleting the file requests a new store. */
static void
mark_store_file(const char *file)
{
	FILE *f = fopen(file, "a");
	if (f)
		fclose(f);
}

/* The newest store with that name, if its file still exists. */
static const char *
find(const char *argument, const char *file)
{
	if (access(file, F_OK) != 0)
		return NULL;
	for (size_t i = known.all.n; i > 0; i--)
		if (strcmp(known.all.v[i - 1].argument, argument) == 0)
			return known.all.v[i - 1].url;
	return NULL;
}

const char *
stores_argument(const char *argument)
{
	if (!stores_are_postgres() || strncmp(argument, "sqlite:", 7) != 0)
		return argument;
	pthread_mutex_lock(&known.lock);
	bool in_memory = strcmp(argument, "sqlite::memory:") == 0;
	const char *url = in_memory ? NULL : find(argument, argument + 7);
	if (!url)
		url = remember(argument);
	if (!in_memory)
		mark_store_file(argument + 7);
	pthread_mutex_unlock(&known.lock);
	return url;
}
