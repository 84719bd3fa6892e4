/* The rules of links when the store fails halfway. */
#include "lib/test.h"
#include "service/api/link_rules.h"
#include "store/ops.h"

#include <string.h>

/* A failing store leaves *found undefined; here it is not even a valid bool. */
static bool
lose_owner(struct store_tx *tx, struct str id, struct buf *root, bool *found, struct err *err)
{
	(void)tx;
	(void)id;
	(void)root;
	memset(found, ' ', sizeof(*found));
	return store_fail_retryable(err, "the connection to the store was lost");
}

TEST(a_store_failure_is_not_a_refusal_of_the_owner)
{
	static const struct store_ops ops = { .find_owner = lose_owner };
	struct store store = { .ops = &ops };
	struct store_tx tx = { .store = &store, .access = STORE_READ };
	CLEANUP(link_history_free) struct link_history h = { 0 };
	struct err err = { 0 };
	vec_push(&h.former_owners, STR("ann"));
	assert_false(link_may_return(&h, &tx, STR("r1"), &err));
	assert_int_equal(err.http_status, 0); /* the store's failure, not a refusal */
	assert_true(store_failure_is_retryable(&err));
}
