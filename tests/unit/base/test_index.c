/* An index from texts to numbers: set, added once, found among many, and removed. */
#include "base/index.h"
#include "lib/test.h"

#include <stdint.h>
#include <stdio.h>

enum { MANY = 5000 };

static struct str
name_of(char *room, size_t size, unsigned i)
{
	return str_from(room, (size_t)snprintf(room, size, "basket-%u", i));
}

TEST(the_first_number_of_a_text_is_kept)
{
	struct index *x = index_new();
	assert_int_equal(index_get(x, STR("a")), UINT32_MAX);
	assert_int_equal(index_add(x, STR("a"), 7), UINT32_MAX);
	assert_int_equal(index_add(x, STR("a"), 8), 7);
	assert_int_equal(index_get(x, STR("a")), 7);
	index_put(x, STR("a"), 9);
	assert_int_equal(index_add(x, STR("a"), 10), 9);
	assert_int_equal(index_add(x, STR(""), 3), UINT32_MAX);
	assert_int_equal(index_get(x, STR("")), 3);
	index_free(x);
}

TEST(many_texts_are_distinguished)
{
	struct index *x = index_new();
	char room[40];
	for (unsigned i = 0; i < MANY; i++)
		assert_int_equal(index_add(x, name_of(room, sizeof(room), i), i), UINT32_MAX);
	for (unsigned i = 0; i < MANY; i++)
		assert_int_equal(index_add(x, name_of(room, sizeof(room), i), MANY), i);
	index_clear(x);
	assert_int_equal(index_add(x, STR("basket-1"), 5), UINT32_MAX);
	index_free(x);
}
