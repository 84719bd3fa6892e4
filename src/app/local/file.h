/*
 * file.h - files named on the command line: read whole, written whole or not at all, or appended to
 * by line. Written files are private (0600).
 */
#ifndef APP_LOCAL_FILE_H
#define APP_LOCAL_FILE_H

#include "base/buf.h"
#include "base/err.h"

/* Appends a regular file of at most `max` bytes, without a byte order mark in front. ERR_NOT_FOUND
 * when it is missing, else ERR_IO. */
bool file_read(struct buf *out, const char *path, size_t max, struct err *err);
/* As above for a file whose name only the program chooses: a link in its place is not followed. */
bool file_read_own(struct buf *out, const char *path, size_t max, struct err *err);
/* Writes next to the path and renames: the path has the old file or the new one, never a part. A
 * link is followed, a broken one is ERR_NOT_FOUND; a device or a pipe is written to directly. */
bool file_replace(const char *path, struct str text, struct err *err);
/* As above for a file whose name only the program chooses: a link in its place is replaced. */
bool file_replace_own(const char *path, struct str text, struct err *err);
/* Adds a line (without its newline) in one write and waits until it is on the disk. */
bool file_add_line(const char *path, struct str line, struct err *err);

#endif
