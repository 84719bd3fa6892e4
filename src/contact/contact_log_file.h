/*
 * contact_log_file.h - the file of the contact log and its key: private to one account, or shared
 * by several accounts of one host. Lines are only appended, each in one write, under a lock, and
 * synced before the call returns; a full disk leaves the file unchanged.
 *
 * The key is in FILE.key, readable by the accounts that can read the file; it is created when first
 * needed, and a second process uses the first one's. A shared file is created for the group (0660);
 * the folder decides which group.
 */
#ifndef CONTACT_CONTACT_LOG_FILE_H
#define CONTACT_CONTACT_LOG_FILE_H

#include "base/buf.h"
#include "base/digest.h"
#include "base/err.h"

#include <sys/types.h>

struct contact_log_file {
	char *path;
	bool shared;
	int lock_timeout_ms; /* how long adding waits for another process */
	dev_t device;        /* the file read last, and the offset reached */
	ino_t inode;
	off_t read_offset;
};

/* `path` NULL: the private file. */
bool contact_log_file_init(struct contact_log_file *f, const char *path, struct err *err);
void contact_log_file_free(struct contact_log_file *f);
/* Appends the complete lines added since the last call. *anew is set if the file was replaced or
 * is shorter; then these are all its lines. A missing file is empty. */
bool contact_log_file_read(
    struct contact_log_file *f, struct buf *out, bool *anew, struct err *err);
/* Reads the existing key; ERR_NOT_FOUND if there is none. */
bool contact_log_file_read_key(
    const struct contact_log_file *f, unsigned char key[DIGEST_SIZE], struct err *err);
/* As contact_log_file_read_key(), creating the key and the file if needed. */
bool contact_log_file_make_key(
    const struct contact_log_file *f, unsigned char key[DIGEST_SIZE], struct err *err);
/* Appends a line, given without its newline. */
bool contact_log_file_add(const struct contact_log_file *f, struct str line, struct err *err);

#endif
