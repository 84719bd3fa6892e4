#include "app/state.h"

#include "base/digest.h"
#include "base/regular_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char terminals_file[] = "terminals";

/* One line per terminal: "works" or "bare", a tab, the terminal's text. The last line of a
 * terminal counts; other words are ignored. */
/* The words in the file. */
static const char *const proof_words[] = {
	[PROOF_NONE] = "unknown",
	[PROOF_WORKS] = "works",
	[PROOF_RAW] = "bare",
};
enum { PROOF_COUNT = sizeof(proof_words) / sizeof(*proof_words) };

enum terminal_proof
terminal_proof_read(struct str terminal)
{
	struct buf text = { 0 };
	struct err ignored;
	enum terminal_proof proof = PROOF_NONE;
	state_read(&text, terminals_file, &ignored);
	struct str rest = buf_str(&text), line, word;
	while (rest.n && str_next(&rest, '\n', &line)) {
		if (!str_next(&line, '\t', &word) || !str_eq(line, terminal))
			continue;
		for (int i = 0; i < PROOF_COUNT; i++)
			proof = str_eqz(word, proof_words[i]) ? (enum terminal_proof)i : proof;
	}
	buf_free(&text);
	return proof;
}

bool
terminal_proof_write(struct str terminal, enum terminal_proof proof, struct err *err)
{
	struct buf line = { 0 };
	buf_addf(&line, "%s\t", proof_words[proof]);
	buf_adds(&line, terminal);
	bool ok = state_append(terminals_file, buf_str(&line), err);
	buf_free(&line);
	return ok;
}

static const char columns_file[] = "columns";

void
saved_columns_read(struct buf *out, const char *environment, const char *resource)
{
	struct buf text = { 0 };
	struct err ignored;
	struct str last = STR_NONE, line, name, of;
	state_read(&text, columns_file, &ignored);
	struct str rest = buf_str(&text);
	while (rest.n && str_next(&rest, '\n', &line))
		if (str_next(&line, '\t', &name) && str_next(&line, '\t', &of) &&
		    str_eqz(name, environment) && str_eqz(of, resource))
			last = line;
	buf_adds(out, last);
	buf_free(&text);
}

static bool
contains_line_break_or_tab(struct str text)
{
	return str_find_char(text, '\n') != SIZE_MAX || str_find_char(text, '\t') != SIZE_MAX;
}

bool
saved_columns_write(
    const char *environment, const char *resource, struct str columns, struct err *err)
{
	struct buf line = { 0 };
	if (contains_line_break_or_tab(str_of(environment)) ||
	    str_find_char(columns, '\n') != SIZE_MAX)
		return err_set(err, ERR_USAGE, "a name contains a line break");
	buf_addf(&line, "%s\t%s\t", environment, resource);
	buf_adds(&line, columns);
	bool ok = state_append(columns_file, buf_str(&line), err);
	buf_free(&line);
	return ok;
}

static const char mask_key_file[] = "mask.key";

/* Uses the first line, so that two consoles that created a key at once use the same one. */
static bool
read_key_line(struct mask *m, struct str text, struct err *err)
{
	struct str line;
	if (!str_next(&text, '\n', &line) || !hex_is_valid(line, 2 * DIGEST_SIZE))
		return err_set(err, ERR_CONFIG,
		    "the masking key, %s in the state folder, is damaged. Delete it to get a new "
		    "key, which changes all masked names",
		    mask_key_file);
	mask_init(m, line);
	return true;
}

static bool
create_mask_key(struct err *err)
{
	unsigned char random[DIGEST_SIZE];
	struct buf line = { 0 };
	digest_random(random, sizeof(random));
	hex_encode(&line, random, sizeof(random));
	bool ok = state_append(mask_key_file, buf_str(&line), err);
	buf_wipe(&line);
	return ok;
}

bool
mask_key_open(struct mask *m, struct err *err)
{
	struct buf text = { 0 };
	bool ok = state_read(&text, mask_key_file, err);
	if (ok && !text.n)
		ok = create_mask_key(err) && state_read(&text, mask_key_file, err);
	ok = ok && read_key_line(m, buf_str(&text), err);
	buf_wipe(&text);
	return ok;
}

enum { FILE_SIZE_MAX = 8 << 20 };

/* Creates a folder and its parents. New folders are private; existing ones stay unchanged. */
static bool
make_folders(char *path, struct err *err)
{
	for (char *p = path + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		int rc = mkdir(path, 0700);
		*p = '/';
		if (rc < 0 && errno != EEXIST)
			return err_set(err, ERR_IO, "%s: %s", path, strerror(errno));
	}
	return true;
}

bool
state_path(struct buf *out, const char *name, struct err *err)
{
	const char *xdg = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	size_t from = out->n;
	if (xdg && xdg[0] == '/') /* relative paths are ignored */
		buf_addf(out, "%s/backroom/", xdg);
	else if (home && *home)
		buf_addf(out, "%s/.local/state/backroom/", home);
	else
		return err_set(err, ERR_IO, "neither XDG_STATE_HOME nor HOME is set");
	buf_z(out);
	if (!make_folders(out->p + from, err))
		return false;
	buf_addz(out, name);
	return true;
}

int
state_open(const char *name, int flags, struct err *err)
{
	struct buf path = { 0 };
	int fd = -1;
	if (state_path(&path, name, err))
		fd = regular_file_open(buf_z(&path), flags, REGULAR_FILE_PRIVATE, err);
	else
		errno = EIO;
	int why = errno;
	buf_free(&path);
	errno = why;
	err->kind = fd < 0 ? ERR_IO : err->kind;
	return fd;
}

bool
state_read(struct buf *out, const char *name, struct err *err)
{
	int fd = state_open(name, O_RDONLY, err);
	if (fd < 0)
		return errno == ENOENT;
	size_t from = out->n;
	bool ok = regular_file_read(out, fd, FILE_SIZE_MAX);
	if (out->n - from > FILE_SIZE_MAX)
		out->n = from + FILE_SIZE_MAX;
	close(fd);
	return ok || err_set(err, ERR_IO, "%s cannot be read", name);
}

/* A partial line of a killed process must not spoil the next one. */
static bool
ends_in_half_a_line(int fd)
{
	char last = '\n';
	off_t size = lseek(fd, 0, SEEK_END);
	return size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

bool
state_append(const char *name, struct str line, struct err *err)
{
	struct buf whole = { 0 };
	int fd = state_open(name, O_RDWR | O_APPEND | O_CREAT, err);
	if (fd < 0)
		return false;
	bool ok = regular_file_lock(fd, LOCK_EX, STATE_LOCK_TIMEOUT_MS, name, err);
	if (ok && ends_in_half_a_line(fd))
		buf_addc(&whole, '\n');
	buf_adds(&whole, line);
	buf_addc(&whole, '\n');
	if (ok && !regular_file_write(fd, buf_str(&whole)))
		ok = err_set(err, ERR_IO, "%s: %s", name, strerror(errno));
	close(fd);
	buf_free(&whole);
	return ok;
}

#define PRIVATE_NAME "backroom-link-"
enum { PRIVATE_NAME_RANDOM_BYTES = 6 }; /* random bytes after the name, as hexadecimal digits */

/* The folder of private files; returns NULL and sets err if there is none. */
static const char *
find_private_folder(struct err *err)
{
	const char *folder = getenv("XDG_RUNTIME_DIR");
	struct stat st;
	if (!folder || folder[0] != '/' || stat(folder, &st) < 0 || (st.st_mode & 077))
		folder = getenv("HOME");
	if (folder && *folder)
		return folder;
	err_set(err, ERR_IO, "neither XDG_RUNTIME_DIR nor HOME is set");
	return NULL;
}

bool
state_write_private_file(struct buf *path, struct str text, struct err *err)
{
	const char *folder = find_private_folder(err);
	unsigned char random[PRIVATE_NAME_RANDOM_BYTES];
	if (!folder)
		return false;
	digest_random(random, sizeof(random));
	buf_addf(path, "%s/%s", folder, PRIVATE_NAME);
	hex_encode(path, random, sizeof(random));
	int fd = open(buf_z(path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	bool ok = fd >= 0 && regular_file_write(fd, text) && regular_file_write(fd, STR("\n"));
	if (fd >= 0 && close(fd) < 0)
		ok = false;
	return ok || err_set(err, ERR_IO, "%s: %s", buf_z(path), strerror(errno));
}

/* True for a private file of this program: other files, and links to them, must not be removed. */
static bool
is_private_file(int folder, const char *name)
{
	struct stat st;
	struct str rest = str_of(name), begin = STR(PRIVATE_NAME);
	if (!str_starts(rest, begin) || rest.n != begin.n + 2 * PRIVATE_NAME_RANDOM_BYTES)
		return false;
	return strspn(name + begin.n, "0123456789abcdef") == 2 * PRIVATE_NAME_RANDOM_BYTES &&
	    fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode);
}

/* Removes the private files in a folder and counts them. */
static bool
remove_private_files_in(const char *folder, size_t *n, struct err *err)
{
	DIR *dir = opendir(folder);
	bool ok = true;
	if (!dir)
		return errno == ENOENT || err_set(err, ERR_IO, "%s: %s", folder, strerror(errno));
	for (const struct dirent *e; (e = readdir(dir));) {
		if (!is_private_file(dirfd(dir), e->d_name))
			continue;
		if (unlinkat(dirfd(dir), e->d_name, 0) == 0)
			++*n;
		else
			ok = err_set(err, ERR_IO, "%s: %s", e->d_name, strerror(errno));
	}
	closedir(dir);
	return ok;
}

/* Searches both folders: a console may have been started without XDG_RUNTIME_DIR, for example
 * after su. */
bool
state_remove_private_files(size_t *n, struct err *err)
{
	const char *folder = find_private_folder(err), *home = getenv("HOME");
	*n = 0;
	if (!folder)
		return false;
	bool ok = remove_private_files_in(folder, n, err);
	if (ok && home && *home && strcmp(home, folder) != 0)
		ok = remove_private_files_in(home, n, err);
	return ok;
}
