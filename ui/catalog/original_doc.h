/*
 * original_doc.h - the fields in which a duplicated offer differs from its original.
 */
#ifndef UI_CATALOG_ORIGINAL_DOC_H
#define UI_CATALOG_ORIGINAL_DOC_H

#include "ui/catalog/item_doc_context.h"

/* Adds a line for each field that differs, both as JSON; nothing if the original was not read. */
void original_doc_add_differences(struct doc *d, struct str json, struct str original_path,
    const struct item_doc_context *context);

#endif
