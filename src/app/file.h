/*
 * file.h - files named on the command line: read completely, replaced atomically, or appended to by
 * line. Written files are private (0600).
 */
#ifndef APP_FILE_H
#define APP_FILE_H

#include "base/buf.h"
#include "base/err.h"

/* Appends the content of a regular file of at most `max` bytes, without a leading byte order
 * mark. ERR_NOT_FOUND if it is missing, else ERR_IO. */
bool file_read(struct buf *out, const char *path, size_t max, struct err *err);
/* As file_read(), for files whose names only the program chooses: does not follow a symbolic
 * link. */
bool file_read_no_follow(struct buf *out, const char *path, size_t max, struct err *err);
/* Writes a temporary file next to the path and renames it: the path has the old or the new
 * content, never a part. A symbolic link is followed, a broken one is ERR_NOT_FOUND; a device or
 * a pipe is written to directly. */
bool file_replace(const char *path, struct str text, struct err *err);
/* Appends a path with the current folder before it if it is relative. */
void file_append_full_path(struct buf *out, struct str path);
/* Appends a line (without its newline) in one write and syncs it to disk. */
bool file_add_line(const char *path, struct str line, struct err *err);

#endif
