/* Columns saved for a list: read back as they were saved, the last choice per environment and
 * list, whatever the texts. */
#include "app/state.h"

#include "base/mem.h"
#include "lib/random_text.h"
#include "unit/journal/journal_files.h"

enum { ROUNDS = 20, CHOICES = 60, ENVIRONMENTS = 6 };

struct choice {
	char *environment;
	const char *resource;
	struct str columns;
};

/* Few environments, some with a common beginning, so that many choices replace an earlier one. */
static void
name_environments(char *names[ENVIRONMENTS], uint64_t *seed)
{
	for (size_t i = 0; i < ENVIRONMENTS; i++) {
		auto_arena a = { 0 };
		auto_buf name = { 0 };
		if (i % 2)
			buf_addz(&name, names[i - 1]);
		buf_adds(&name, random_text(seed, &a));
		names[i] = str_dup(buf_str(&name));
	}
}

static void
choose(struct choice *c, char *const names[ENVIRONMENTS], struct arena *a, uint64_t *seed)
{
	static const char *const resources[] = { "baskets", "offers" };
	c->environment = names[random_below(seed, ENVIRONMENTS)];
	c->resource = resources[random_below(seed, 2)];
	c->columns = random_text(seed, a);
}

static bool
is_same_list(const struct choice *a, const struct choice *b)
{
	return strcmp(a->environment, b->environment) == 0 && a->resource == b->resource;
}

/* `last`: the newest saved choice for that list; NULL if none was saved. */
static void
check_kept(const struct choice *of, const struct choice *last)
{
	auto_buf read = { 0 };
	saved_columns_read(&read, of->environment, of->resource);
	if (!str_eq(buf_str(&read), last ? last->columns : STR("")))
		fail_msg("\"%s\" %s: \"%s\" comes back as \"%s\"", of->environment, of->resource,
		    last ? last->columns.p : "", buf_z(&read));
}

TEST(any_column_choice_is_read_back)
{
	uint64_t seed = random_seed();
	for (int round = 0; round < ROUNDS; round++) {
		struct choice all[CHOICES];
		bool kept[CHOICES];
		char *names[ENVIRONMENTS];
		auto_arena a = { 0 };
		remove_file("columns");
		name_environments(names, &seed);
		for (size_t i = 0; i < CHOICES; i++) {
			struct err err = { 0 };
			choose(&all[i], names, &a, &seed);
			kept[i] = saved_columns_write(
			    all[i].environment, all[i].resource, all[i].columns, &err);
			assert_true(kept[i] || err.text[0]);
		}
		for (size_t i = 0; i < CHOICES; i++) {
			const struct choice *last = NULL;
			for (size_t k = 0; k < CHOICES; k++)
				if (kept[k] && is_same_list(&all[i], &all[k]))
					last = &all[k];
			check_kept(&all[i], last);
		}
		for (size_t i = 0; i < ENVIRONMENTS; i++)
			x_free(names[i]);
	}
}
