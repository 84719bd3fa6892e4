/*
 * object_file.h - the FILE of import and check: opens it and prints its faults.
 */
#ifndef SERVICE_CMD_OBJECT_FILE_H
#define SERVICE_CMD_OBJECT_FILE_H

#include "service/demo/load.h"

#include <stdio.h>

/* FILE - is stdin. */
bool object_file_open(const char *file, int *fd, struct err *err);
/* Its name in messages. */
const char *object_file_name(const char *file);
/* load_lines(), printing each fault as FILE:LINE:COLUMN: */
bool object_file_load(struct store *store, int fd, const char *file, bool keep, FILE *faults,
    struct load_counts *counts, struct err *err);
/* Prints the number of unsure problems to stderr. */
void object_file_print_unsure(const struct load_counts *n);

#endif
