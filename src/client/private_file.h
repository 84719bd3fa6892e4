/*
 * private_file.h - reads a token or secret from a file that no other account can write, nor read if
 * it is the user's own.
 */
#ifndef CLIENT_PRIVATE_FILE_H
#define CLIENT_PRIVATE_FILE_H

#include "base/buf.h"
#include "base/err.h"

/* Is the text valid in a header line: no space, no newline, only ASCII? */
bool private_file_is_token(struct str text);
/* Appends the file, trimmed: at most 64 KiB, one of the shapes of a secret (base/regular_file.h),
 * and of a token's characters. Else false with err (ERR_AUTH), which names the command that mends
 * it. */
bool private_file_read(struct buf *out, const char *path, struct err *err);

#endif
