/*
 * state.h - the private folder $XDG_STATE_HOME/backroom (0700) and small files in it (0600).
 *
 * Files are appended to line by line. A file that others can read, or that is not a regular file,
 * is not used: it is reported as an error, without blocking (base/regular_file.h).
 */
#ifndef APP_STATE_H
#define APP_STATE_H

#include "base/buf.h"
#include "base/err.h"
#include "wire/mask.h"

/* How long to wait for the lock on a file in the folder. */
enum { STATE_LOCK_TIMEOUT_MS = 3000 };

/* Appends the path of a file in the folder, and creates the folder. */
bool state_path(struct buf *out, const char *name, struct err *err);
/* Appends the content of a file, at most 8 MiB; a missing file is empty. */
bool state_read(struct buf *out, const char *name, struct err *err);
/* Appends one line (without its newline) in a single write, locked against other consoles; a
 * partial line at the end is completed with a newline first. */
bool state_append(const char *name, struct str line, struct err *err);

/* Opens a file in the folder; the caller closes it. `flags` are those of open(2); a new file is
 * private. Returns -1 and sets err, with errno ENOENT if the file is missing. */
int state_open(const char *name, int flags, struct err *err);

/* Writes a secret to a new private file in $XDG_RUNTIME_DIR, else in $HOME; appends its path. */
bool state_write_private_file(struct buf *path, struct str text, struct err *err);
/* Removes all such files of this account in both folders; *n is their number. */
bool state_remove_private_files(size_t *n, struct err *err);

/*
 * The key of this account's pseudonyms, so that --mask gives a person the same
 * pseudonym in every run. It is a line of the private state file mask.key, created when first
 * needed; with a fixed clock, and in the demo, the environment's name is the key, so that
 * screenshots do not change.
 */

/* Returns false and sets err if the key can be neither read nor stored. */
bool mask_key_open(struct mask *m, struct err *err);

/*
 * The columns chosen for the lists of an environment, saved across restarts in
 * the private file `columns`: one line per choice, and the last one counts.
 */

/* Appends the saved columns as they were passed; nothing if there are none, or if the file
 * cannot be read. */
void saved_columns_read(struct buf *out, const char *environment, const char *resource);
/* Saves the columns: a text without newlines; empty if none are chosen any more. */
bool saved_columns_write(
    const char *environment, const char *resource, struct str columns, struct err *err);

/*
 * The terminals whose clipboard was verified to receive sent text, in a private
 * file.
 */

enum terminal_proof { PROOF_NONE, PROOF_WORKS, PROOF_RAW };

/* The result of the clipboard check for a terminal: its client address, TERM and multiplexer as
 * one text. */
enum terminal_proof terminal_proof_read(struct str terminal);
bool terminal_proof_write(struct str terminal, enum terminal_proof proof, struct err *err);

#endif
