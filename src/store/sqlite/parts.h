/*
 * parts.h - the promise of store/ops.h, in one file each subject.
 */
#ifndef STORE_SQLITE_PARTS_H
#define STORE_SQLITE_PARTS_H

#include "store/ops.h"

/* baskets.c */
bool sqlite_list_baskets(struct store_tx *tx, const struct store_basket_query *q,
    store_basket_fn *take, void *ctx, struct err *err);
bool sqlite_put_basket(struct store_tx *tx, const struct store_basket *b, struct err *err);

/* items.c */
bool sqlite_list_items(struct store_tx *tx, const struct store_item_query *q, store_item_fn *take,
    void *ctx, struct err *err);
bool sqlite_count_items(
    struct store_tx *tx, const struct store_item_query *q, uint64_t *count, struct err *err);
bool sqlite_find_items(
    struct store_tx *tx, struct str path, store_item_fn *take, void *ctx, struct err *err);
bool sqlite_put_item(
    struct store_tx *tx, const struct store_item *item, bool *changed, struct err *err);

/* links.c */
bool sqlite_put_owner(struct store_tx *tx, struct str id, struct str root, struct err *err);
bool sqlite_find_owner(
    struct store_tx *tx, struct str id, struct buf *root, bool *found, struct err *err);
bool sqlite_list_links(struct store_tx *tx, struct str iss, struct str sub, store_link_fn *take,
    void *ctx, struct err *err);
bool sqlite_put_link(struct store_tx *tx, const struct store_link *link, struct err *err);

/* ledger.c: answers, audit, heads */
bool sqlite_find_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    int64_t not_before, struct store_answer *answer, bool *found, struct err *err);
bool sqlite_put_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    const struct store_answer *answer, struct err *err);
bool sqlite_drop_answers(struct store_tx *tx, int64_t before, struct err *err);
bool sqlite_put_audit(struct store_tx *tx, const struct store_audit *entry, struct err *err);
bool sqlite_list_audit(struct store_tx *tx, store_audit_fn *take, void *ctx, struct err *err);
bool sqlite_get_head(
    struct store_tx *tx, const char *name, struct store_head *head, struct err *err);
bool sqlite_put_head(
    struct store_tx *tx, const char *name, const struct store_head *head, struct err *err);

#endif
