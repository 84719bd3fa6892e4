/*
 * private_file.h - reads a token or secret from a file. No other account may be able to write it,
 * or to read it if the user owns it.
 */
#ifndef CLIENT_PRIVATE_FILE_H
#define CLIENT_PRIVATE_FILE_H

#include "base/buf.h"
#include "base/err.h"

/* True if the text may be used in a header line: ASCII only, no space, no newline. */
bool is_token_text(struct str text);
/* Appends the file's trimmed content: at most 64 KiB, with a token's characters only. The file
 * must have one of the forms of a secret file (base/regular_file.h). Otherwise returns false and
 * sets err (ERR_AUTH), which names the command that fixes it. */
bool private_file_read(struct buf *out, const char *path, struct err *err);

#endif
