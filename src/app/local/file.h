/*
 * file.h - files that people name on the command line: read whole, written whole or not at all,
 * added to line by line. What is written is private (0600).
 */
#ifndef APP_LOCAL_FILE_H
#define APP_LOCAL_FILE_H

#include "base/buf.h"
#include "base/err.h"

/* Appends a regular file of at most `max` bytes, without a byte order mark in front. ERR_NOT_FOUND
 * when it is missing, else ERR_IO. */
bool file_read(struct buf *out, const char *path, size_t max, struct err *err);
/* The same of a file that only the program itself names: a link in its place is not followed. */
bool file_read_own(struct buf *out, const char *path, size_t max, struct err *err);
/* Writes beside the place and renames: there stands the old file or the new one, never a part. A
 * link is followed, one to nothing is ERR_NOT_FOUND; what is no file (a device, a pipe) is written
 * into. */
bool file_replace(const char *path, struct str text, struct err *err);
/* The same of a file that only the program itself names: a link in its place is replaced. */
bool file_replace_own(const char *path, struct str text, struct err *err);
/* Adds a line (without its newline) in one write and waits until it is on the disk. */
bool file_add_line(const char *path, struct str line, struct err *err);

#endif
