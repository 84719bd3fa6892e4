/*
 * parts.h - the functions of store/ops.h that are the same for all SQL databases, one file per
 * subject. A transaction's connection is a struct sql_conn.
 */
#ifndef STORE_SQL_PARTS_H
#define STORE_SQL_PARTS_H

#include "store/ops.h"
#include "store/sql/sql.h"

/* baskets.c */
bool sql_list_baskets(struct store_tx *tx, const struct store_basket_query *q,
    store_basket_fn *take, void *ctx, struct err *err);
/* Fills in the values of the statement for a page of baskets, and returns it. */
enum { SQL_PAGE_VALUES = 4 };
enum sql_statement_id sql_basket_page(
    struct sql_value values[SQL_PAGE_VALUES], const struct store_basket_query *q);
/* Passes the rows of such a statement on, and ends it. */
bool sql_pass_baskets(struct sql_rows *rows, store_basket_fn *take, void *ctx, struct err *err);
bool sql_put_basket(struct store_tx *tx, const struct store_basket *b, struct err *err);
/* `key`: the id, and what else the engine's statement needs. */
bool sql_find_basket(struct store_tx *tx, const struct sql_value *key, size_t key_n,
    store_basket_fn *take, void *ctx, bool *found, struct err *err);

/* items.c */
bool sql_list_items(struct store_tx *tx, const struct store_item_query *q, store_item_fn *take,
    void *ctx, struct err *err);
bool sql_count_items(
    struct store_tx *tx, const struct store_item_query *q, uint64_t *count, struct err *err);
bool sql_find_items(
    struct store_tx *tx, struct str path, store_item_fn *take, void *ctx, struct err *err);
bool sql_put_item(
    struct store_tx *tx, const struct store_item *item, bool *changed, struct err *err);
bool sql_remove_item(struct store_tx *tx, enum store_list list, struct str path, struct str id,
    bool *removed, struct err *err);

/* feeds.c */
bool sql_read_feed(struct store_tx *tx, struct str source, int64_t *seq, struct err *err);
bool sql_put_feed(struct store_tx *tx, struct str source, int64_t seq, int64_t at, struct err *err);

/* links.c */
bool sql_put_owner(struct store_tx *tx, struct str id, struct str root, struct err *err);
bool sql_find_owner(
    struct store_tx *tx, struct str id, struct buf *root, bool *found, struct err *err);
bool sql_remove_owner(struct store_tx *tx, struct str id, bool *removed, struct err *err);
bool sql_list_links(struct store_tx *tx, struct str iss, struct str sub, store_link_fn *take,
    void *ctx, struct err *err);
bool sql_put_link(struct store_tx *tx, const struct store_link *link, struct err *err);

/* idempotency_answers.c: answers, audit, heads */
bool sql_find_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    int64_t not_before, struct store_answer *answer, bool *found, struct err *err);
bool sql_put_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    const struct store_answer *answer, int64_t not_before, struct err *err);
bool sql_drop_answers(struct store_tx *tx, int64_t before, struct err *err);
bool sql_put_audit(struct store_tx *tx, const struct store_audit *entry, struct err *err);
bool sql_find_stray_audit(
    struct store_tx *tx, int64_t *audit_chain, int64_t *seq, bool *found, struct err *err);
bool sql_list_audit(struct store_tx *tx, unsigned audit_chain, store_audit_fn *take, void *ctx,
    bool *go_on, struct err *err);
/* The entries older than `after`, as store_list_audit_newest() passes them on. */
bool sql_list_audit_newest(struct store_tx *tx, const struct store_audit_query *q,
    store_audit_fn *take, void *ctx, struct err *err);
/* Copies a stored hash. It has 32 bytes unless another program wrote the file. */
void sql_copy_hash(unsigned char out[DIGEST_SIZE], struct str blob);
bool sql_get_head(struct store_tx *tx, const char *name, struct store_head *head, struct err *err);
/* Like sql_get_head(), with the statement SQL_HEAD or a similar one. */
bool sql_query_head(struct sql_conn *c, enum sql_statement_id sql, const char *name,
    struct store_head *head, struct err *err);
/* Reads a head from a row with the columns name, number and hash. */
void sql_head_from_row(const struct sql_rows *rows, struct store_head *head);
bool sql_list_heads(struct store_tx *tx, store_head_fn *take, void *ctx, struct err *err);
bool sql_put_head(
    struct store_tx *tx, const char *name, const struct store_head *head, struct err *err);

/* removal.c */
bool sql_drop_old_baskets(struct store_tx *tx, bool completed, int64_t before, size_t limit,
    int64_t *dropped, struct err *err);
bool sql_drop_link(
    struct store_tx *tx, struct str iss, struct str sub, struct str owner, struct err *err);
bool sql_drop_answer(
    struct store_tx *tx, const struct store_caller *caller, struct str key, struct err *err);
bool sql_redact_audit(struct store_tx *tx, unsigned audit_chain, int64_t seq, struct err *err);

/* whole.c: operations on the whole store, also for copies */
bool sql_list_owners(struct store_tx *tx, store_owner_fn *take, void *ctx, struct err *err);
bool sql_list_all_links(struct store_tx *tx, store_link_fn *take, void *ctx, struct err *err);
bool sql_list_feeds(struct store_tx *tx, store_feed_fn *take, void *ctx, struct err *err);
bool sql_list_answers(struct store_tx *tx, store_answer_fn *take, void *ctx, struct err *err);
bool sql_copy_item(struct store_tx *tx, const struct store_item *item, struct err *err);
bool sql_is_empty(struct store_tx *tx, bool *empty, struct err *err);
/* Runs these statements of the engine to delete everything. */
bool sql_clear(
    struct store_tx *tx, const enum sql_statement_id *statements, size_t n, struct err *err);

#endif
