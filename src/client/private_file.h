/*
 * private_file.h - a token or a secret from a file that nobody else can write or, one's own, read.
 */
#ifndef CLIENT_PRIVATE_FILE_H
#define CLIENT_PRIVATE_FILE_H

#include "base/buf.h"
#include "base/err.h"

/* What stands in a header's line: no space, no newline, nothing beyond ASCII. */
bool private_file_is_token(struct str text);
/* Appends the file, trimmed: at most 64 KiB, one of the shapes of a secret (base/plainfile.h), and
 * of a token's characters. Else false with err (ERR_AUTH), which names the command that mends it. */
bool private_file_read(struct buf *out, const char *path, struct err *err);

#endif
