#include "service/auth/key.h"

#include "base/digest.h"
#include "base/log.h"
#include "base/pubkey.h"
#include "base/regular_file.h"
#include "base/xdg.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	RANDOM_KEY_SIZE = 32,
	KEY_FILE_SIZE_MAX = 4096,
	CLIENT_SECRET_SIZE_MIN = 16,
	PEM_PROBE_SIZE = 16,
	SECRET_FILE_FORBIDDEN_MODE = 077,
	CREDENTIAL_FORBIDDEN_MODE = 037,
	PUBLIC_FILE_FORBIDDEN_MODE = 022
};

/* A path that exists but is not a regular file is a configuration error. */
static int
open_key(const char *path, struct err *err)
{
	int fd = regular_file_open(path, O_RDONLY, 0, err);
	int why = errno;
	const char *what = regular_file_irregular_kind(path, false);
	if (fd < 0 && what)
		err_set(err, ERR_CONFIG, "the key %s is %s, not a file", path, what);
	else if (fd < 0)
		err_set(err, why == ENOENT ? ERR_NOT_FOUND : ERR_IO, "cannot read the key %s: %s",
		    path, strerror(why));
	return fd;
}

static const char *
credentials_folder(void)
{
	const char *folder = getenv("CREDENTIALS_DIRECTORY");
	return folder && *folder == '/' ? folder : NULL;
}

bool
key_find_credential(struct buf *path, const char *name)
{
	const char *folder = credentials_folder();
	size_t from = path->n;
	if (!folder)
		return false;
	buf_addf(path, "%s/%s", folder, name);
	if (access(buf_z(path) + from, F_OK) == 0)
		return true;
	path->n = from;
	return false;
}

static bool
is_credential(const char *path)
{
	const char *folder = credentials_folder();
	size_t n = folder ? strlen(folder) : 0;
	return folder && strncmp(path, folder, n) == 0 && path[n] == '/' &&
	    !strchr(path + n + 1, '/');
}

/* `forbidden`: the mode bits that would give other users too much access. */
static bool
check_file(int fd, const char *path, mode_t forbidden, struct err *err)
{
	struct stat st;
	bool secret = forbidden == SECRET_FILE_FORBIDDEN_MODE, passed = is_credential(path);
	if (passed)
		forbidden = CREDENTIAL_FORBIDDEN_MODE;
	if (fstat(fd, &st) != 0)
		return err_set(err, ERR_IO, "cannot read the key %s: %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return err_set(err, ERR_CONFIG, "the key %s is not a regular file", path);
	if (st.st_uid != geteuid() && ((secret && !passed) || st.st_uid != 0))
		return err_set(err, ERR_CONFIG, "the key %s belongs to another account", path);
	if (st.st_mode & forbidden)
		return err_set(err, ERR_CONFIG,
		    "the key %s can be %s by others. Fix it with: chmod %s %s", path,
		    secret ? "read" : "changed", secret ? "600" : "go-w", path);
	return true;
}

static bool
read_file(struct buf *out, int fd, const char *path, mode_t forbidden, struct err *err)
{
	if (!check_file(fd, path, forbidden, err))
		return false;
	size_t most = forbidden == PUBLIC_FILE_FORBIDDEN_MODE ? JWKS_SIZE_MAX : KEY_FILE_SIZE_MAX;
	if (!regular_file_read(out, fd, most))
		return err_set(err, ERR_IO, "cannot read the key %s: %s", path, strerror(errno));
	if (out->n < JWT_SECRET_SIZE_MIN || out->n > most)
		return err_set(err, ERR_CONFIG, "the key %s has %zu bytes, not %d to %zu", path,
		    out->n, JWT_SECRET_SIZE_MIN, most);
	return true;
}

/* Writes a new key to a temporary name and links it to its path: no process sees a partial key,
 * and if two start at once, one succeeds and the other reads that key. */
static bool
create_file(const char *path, struct err *err)
{
	unsigned char secret[RANDOM_KEY_SIZE];
	struct buf fresh = { 0 };
	buf_addf(&fresh, "%s.%ld.new", path, (long)getpid());
	const char *name = buf_z(&fresh);
	int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	bool ok = fd >= 0;
	digest_random(secret, sizeof(secret));
	ok = ok && write(fd, secret, sizeof(secret)) == sizeof(secret) && fsync(fd) == 0 &&
	    (link(name, path) == 0 || errno == EEXIST);
	explicit_bzero(secret, sizeof(secret));
	if (!ok)
		err_set(err, ERR_IO, "cannot make the key %s: %s", path, strerror(errno));
	if (fd >= 0) {
		close(fd);
		unlink(name);
	}
	buf_free(&fresh);
	return ok;
}

static bool
load_key_file(struct buf *out, const char *path, mode_t forbidden, struct err *err)
{
	int fd = open_key(path, err);
	if (fd < 0 && err->kind == ERR_NOT_FOUND && forbidden == SECRET_FILE_FORBIDDEN_MODE) {
		if (!create_file(path, err))
			return false;
		log_event(LOG_WARN, "a new key was made", LOG_TEXT("file", str_of(path)));
		fd = open_key(path, err);
	}
	if (fd < 0) {
		err->kind = err->kind == ERR_CONFIG ? ERR_CONFIG : ERR_IO;
		return false;
	}
	bool ok = read_file(out, fd, path, forbidden, err);
	close(fd);
	if (!ok)
		buf_wipe(out);
	return ok;
}

static bool
is_pem(struct str bytes)
{
	return str_starts(bytes, STR("-----BEGIN "));
}

bool
key_load(struct buf *out, const char *file, struct err *err)
{
	struct buf path = { 0 };
	bool ok = true;
	if (file)
		buf_addz(&path, file);
	else
		ok = xdg_append_state_path(&path, "service.key", err);
	ok = ok && load_key_file(out, buf_z(&path), SECRET_FILE_FORBIDDEN_MODE, err);
	if (ok && is_pem(buf_str(out))) {
		buf_wipe(out);
		ok = err_set(err, ERR_CONFIG,
		    "%s is a public or private key: a secret of random "
		    "bytes is needed here",
		    buf_z(&path));
	}
	buf_free(&path);
	return ok;
}

bool
key_is_public(const char *file)
{
	struct buf head = { 0 };
	struct err ignored;
	int fd = open_key(file, &ignored);
	bool yes = fd >= 0 && regular_file_read(&head, fd, PEM_PROBE_SIZE) &&
	    is_pem(buf_str(&head));
	if (fd >= 0)
		close(fd);
	buf_wipe(&head);
	return yes;
}

static bool
load_keys(struct jwt_keys *out, const char *file,
    bool (*add)(struct jwt_keys *k, struct str text, struct err *err), struct err *err)
{
	struct buf text = { 0 };
	bool ok = load_key_file(&text, file, PUBLIC_FILE_FORBIDDEN_MODE, err);
	if (ok && !add(out, buf_str(&text), err)) {
		err_prefix(err, "the key %s", file);
		ok = false;
	}
	buf_free(&text);
	return ok;
}

bool
key_load_public(struct jwt_keys *out, const char *file, struct err *err)
{
	return load_keys(out, file, jwt_keys_add_pem, err);
}

bool
key_load_set(struct jwt_keys *out, const char *file, struct err *err)
{
	return load_keys(out, file, jwt_keys_add_set, err);
}

void
key_generate(struct buf *out)
{
	digest_random((unsigned char *)buf_reserve(out, RANDOM_KEY_SIZE), RANDOM_KEY_SIZE);
	out->n += RANDOM_KEY_SIZE;
}

bool
key_load_client(struct buf *out, const char *file, struct err *err)
{
	int fd = open_key(file, err);
	if (fd < 0)
		return false;
	bool ok = check_file(fd, file, SECRET_FILE_FORBIDDEN_MODE, err) &&
	    (regular_file_read(out, fd, KEY_FILE_SIZE_MAX) ||
		err_set(err, ERR_IO, "cannot read the key %s: %s", file, strerror(errno)));
	close(fd);
	while (out->n && (out->p[out->n - 1] == '\n' || out->p[out->n - 1] == '\r'))
		out->n--;
	ok = ok &&
	    ((out->n >= CLIENT_SECRET_SIZE_MIN && out->n <= KEY_FILE_SIZE_MAX) ||
		err_set(err, ERR_CONFIG, "the key %s has %zu bytes, not %d to %d", file, out->n,
		    CLIENT_SECRET_SIZE_MIN, KEY_FILE_SIZE_MAX));
	if (!ok)
		buf_wipe(out);
	return ok;
}

bool
key_load_certificate(struct buf *certificate, struct buf *private_key, const char *file,
    const char *key_file, struct err *err)
{
	if (access(key_file, F_OK) != 0) /* never created */
		return err_set(err, ERR_CONFIG, "%s: %s", key_file, strerror(errno));
	bool ok = load_key_file(certificate, file, PUBLIC_FILE_FORBIDDEN_MODE, err) &&
	    load_key_file(private_key, key_file, SECRET_FILE_FORBIDDEN_MODE, err);
	if (ok && !pubkey_check_certificate(buf_str(certificate), buf_str(private_key), err)) {
		err_prefix(err, "%s, %s", file, key_file);
		ok = false;
	}
	buf_z(certificate);
	buf_z(private_key);
	return ok;
}
