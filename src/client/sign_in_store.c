#include "client/sign_in_store.h"

#include "base/clock.h"
#include "base/json_quote.h"
#include "base/mem.h"
#include "base/regular_file.h"
#include "base/xdg.h"
#include "client/helper.h"
#include "client/private_file.h"
#include "model/when.h"
#include "wire/json.h"
#include "wire/json_scan.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	FILE_SIZE_MAX = 65536,
	SIGN_IN_TEXT_SIZE_MAX = HELPER_INPUT_SIZE_MAX,
	LOCK_POLL_MS = 50,
	SECRET_TOOL_TIMEOUT_MS = 20000
};

struct sign_in_store {
	struct io_watch io;
	char *file, *new_file, *lock_path, *secret_name; /* new_file: name while it is written */
	struct helper *helper;
	sign_in_load_fn *on_loaded;
	sign_in_store_done_fn *on_done;
	void *ctx;

	int lock_fd;
	unsigned lock_timer;
	int64_t lock_wait_started_at;
	sign_in_store_done_fn *on_locked;
	void *locked_ctx;
};

void
stored_sign_in_free(struct stored_sign_in *t)
{
	struct buf *const texts[] = { &t->resource, &t->issuer, &t->client_id, &t->access_token,
		&t->refresh_token, &t->scope };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		buf_wipe(texts[i]);
	*t = (struct stored_sign_in){ .expires_at = WHEN_NONE };
}

void
stored_sign_in_copy(struct stored_sign_in *to, const struct stored_sign_in *from)
{
	*to = (struct stored_sign_in){ .received_at = from->received_at,
		.expires_at = from->expires_at };
	buf_adds(&to->resource, buf_str(&from->resource));
	buf_adds(&to->issuer, buf_str(&from->issuer));
	buf_adds(&to->client_id, buf_str(&from->client_id));
	buf_adds(&to->access_token, buf_str(&from->access_token));
	buf_adds(&to->refresh_token, buf_str(&from->refresh_token));
	buf_adds(&to->scope, buf_str(&from->scope));
}

struct sign_in_store *
sign_in_store_new(const struct io_watch *io, const char *file, const char *secret_name)
{
	struct sign_in_store *k = x_new(struct sign_in_store);
	struct buf new_file = { 0 }, lock = { 0 };
	buf_addf(&new_file, "%s.new", file);
	buf_addf(&lock, "%s.lock", file);
	k->io = *io;
	k->file = x_strdup(file);
	k->new_file = buf_detach(&new_file);
	k->lock_path = buf_detach(&lock);
	k->secret_name = x_strdup(secret_name);
	k->lock_fd = -1;
	return k;
}

void
sign_in_store_cancel(struct sign_in_store *k)
{
	helper_stop(k->helper);
	k->helper = NULL;
	k->io.cancel_timer(k->io.ctx, k->lock_timer);
	k->lock_timer = 0;
	k->on_locked = NULL;
}

void
sign_in_store_free(struct sign_in_store *k)
{
	if (!k)
		return;
	sign_in_store_cancel(k);
	sign_in_store_unlock(k);
	x_free(k->file);
	x_free(k->new_file);
	x_free(k->lock_path);
	x_free(k->secret_name);
	x_free(k);
}

/* ---- text format ---- */

static void
write_member(struct buf *out, const char *name, const struct buf *text)
{
	buf_addf(out, "%s\"%s\":", out->n > 1 ? "," : "", name);
	json_quote(out, buf_str(text));
}

static void
write_tokens(struct buf *out, const struct stored_sign_in *t)
{
	buf_addc(out, '{');
	write_member(out, "resource", &t->resource);
	write_member(out, "issuer", &t->issuer);
	write_member(out, "client_id", &t->client_id);
	write_member(out, "access_token", &t->access_token);
	write_member(out, "refresh_token", &t->refresh_token);
	write_member(out, "scope", &t->scope);
	buf_addf(out, ",\"since\":%lld", (long long)t->received_at);
	if (t->expires_at != WHEN_NONE)
		buf_addf(out, ",\"until\":%lld", (long long)t->expires_at);
	buf_addz(out, "}\n");
}

static bool
read_tokens(struct stored_sign_in *t, struct str text, struct err *err)
{
	struct arena a = { 0 };
	*t = (struct stored_sign_in){ .expires_at = WHEN_NONE };
	text = str_trim(text);
	if (!text.n)
		return true;
	const cJSON *tree = json_parse(&a, text, &json_scan_service_rules, err);
	struct str access = json_get_text(tree, "access_token");
	bool ok = cJSON_IsObject(tree) && (!access.n || is_token_text(access));
	buf_adds(&t->resource, json_get_text(tree, "resource"));
	buf_adds(&t->issuer, json_get_text(tree, "issuer"));
	buf_adds(&t->client_id, json_get_text(tree, "client_id"));
	buf_adds(&t->access_token, access);
	buf_adds(&t->refresh_token, json_get_text(tree, "refresh_token"));
	buf_adds(&t->scope, json_get_text(tree, "scope"));
	json_whole_number(json_get(tree, "since"), &t->received_at);
	if (!json_whole_number(json_get(tree, "until"), &t->expires_at))
		t->expires_at = WHEN_NONE;
	arena_wipe(&a);
	return ok;
}

/* ---- file ---- */

static bool
load_file(const struct sign_in_store *k, struct stored_sign_in *t, struct err *err)
{
	struct buf text = { 0 };
	*t = (struct stored_sign_in){ .expires_at = WHEN_NONE };
	int fd = regular_file_open(k->file, O_RDONLY, REGULAR_FILE_PRIVATE, err);
	if (fd < 0) {
		bool missing = err->kind == ERR_NOT_FOUND;
		err->kind = ERR_AUTH;
		return missing;
	}
	buf_reserve(
	    &text, FILE_SIZE_MAX + 1); /* at once: growing would leave a copy in freed memory */
	bool ok = regular_file_read(&text, fd, FILE_SIZE_MAX) && text.n <= FILE_SIZE_MAX &&
	    read_tokens(t, buf_str(&text), err);
	close(fd);
	buf_wipe(&text);
	return ok ||
	    err_set(err, ERR_AUTH,
		"the saved sign-in in %s cannot be read. Sign in again to replace it", k->file);
}

/* Writes to a temporary name and renames it: the path has either the old or the new file, never
 * a part. */
static bool
replace_file(const struct sign_in_store *k, struct str text, struct err *err)
{
	unlink(k->new_file);
	int fd = open(k->new_file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	bool ok = fd >= 0 && regular_file_write(fd, text) && fsync(fd) == 0;
	int why = errno;
	if (fd >= 0)
		close(fd);
	if (ok && rename(k->new_file, k->file) < 0) {
		why = errno;
		ok = false;
	}
	if (ok)
		return true;
	unlink(k->new_file);
	return err_set(
	    err, ERR_IO, "the sign-in cannot be saved in %s: %s", k->file, strerror(why));
}

static bool
save_file(const struct sign_in_store *k, struct str text, struct err *err)
{
	return xdg_make_folders(k->file, err) && replace_file(k, text, err);
}

/* ---- the desktop's secret service ---- */

/* secret-tool exits with 1 and prints nothing if the secret does not exist. */
static bool
is_not_found(const struct err *err)
{
	return err && str_ends(str_of(err->text), STR("(exit 1)"));
}

static void
on_secret_lookup(void *ctx, struct str output, const struct err *err)
{
	struct sign_in_store *k = ctx;
	struct stored_sign_in t;
	struct err why = { 0 };
	sign_in_load_fn *loaded = k->on_loaded;
	k->helper = NULL;
	bool none = is_not_found(err);
	bool ok = !err || none;
	if (ok)
		ok = read_tokens(&t, none ? STR_NONE : output, &why);
	else
		t = (struct stored_sign_in){ .expires_at = WHEN_NONE };
	if (!ok && !err)
		err_set(&why, ERR_AUTH, "the sign-in in the secret service cannot be read");
	loaded(k->ctx, ok ? &t : NULL, ok ? NULL : err ? err : &why);
	stored_sign_in_free(&t);
}

static void
on_secret_stored(void *ctx, struct str output, const struct err *err)
{
	struct sign_in_store *k = ctx;
	(void)output;
	k->helper = NULL;
	k->on_done(k->ctx, err);
}

static void
on_secret_cleared(void *ctx, struct str output, const struct err *err)
{
	on_secret_stored(ctx, output, is_not_found(err) ? NULL : err);
}

static bool
run_secret_tool(struct sign_in_store *k, const char *verb, struct str input, helper_done_fn *done,
    struct err *err)
{
	struct buf label = { 0 };
	const char *argv[10] = { "secret-tool", verb };
	size_t n = 2;
	if (input.p) {
		buf_addf(&label, "--label=Backroom, %s", k->secret_name);
		argv[n++] = buf_z(&label);
	}
	argv[n++] = "service";
	argv[n++] = "backroom";
	argv[n++] = "sign-in";
	argv[n++] = k->secret_name;
	k->helper = helper_start(&k->io,
	    &(struct helper_params){
		.argv = argv, .input = input, .time_limit_ms = SECRET_TOOL_TIMEOUT_MS },
	    done, k, err);
	buf_free(&label);
	return k->helper != NULL;
}

/* ---- both kinds ---- */

void
sign_in_store_load(struct sign_in_store *k, sign_in_load_fn *done, void *ctx)
{
	struct stored_sign_in t;
	struct err err;
	k->on_loaded = done;
	k->ctx = ctx;
	if (k->secret_name) {
		if (!run_secret_tool(k, "lookup", STR_NONE, on_secret_lookup, &err))
			done(ctx, NULL, &err);
		return;
	}
	bool ok = load_file(k, &t, &err);
	done(ctx, ok ? &t : NULL, ok ? NULL : &err);
	stored_sign_in_free(&t);
}

void
sign_in_store_save(struct sign_in_store *k, const struct stored_sign_in *tokens,
    sign_in_store_done_fn *done, void *ctx)
{
	struct err err;
	struct buf text = { 0 };
	k->on_done = done;
	k->ctx = ctx;
	buf_reserve(&text, tokens->access_token.n * 2 + tokens->refresh_token.n * 2 + 4096);
	write_tokens(&text, tokens);
	bool fits = text.n <= SIGN_IN_TEXT_SIZE_MAX ||
	    err_set(&err, ERR_IO, "the sign-in cannot be saved: its tokens are too long");
	if (fits && k->secret_name) {
		if (!run_secret_tool(k, "store", buf_str(&text), on_secret_stored, &err))
			done(ctx, &err);
	} else {
		bool ok = fits && save_file(k, buf_str(&text), &err);
		done(ctx, ok ? NULL : &err);
	}
	buf_wipe(&text);
}

void
sign_in_store_clear(struct sign_in_store *k, sign_in_store_done_fn *done, void *ctx)
{
	struct err err;
	k->on_done = done;
	k->ctx = ctx;
	if (k->secret_name) {
		if (!run_secret_tool(k, "clear", STR_NONE, on_secret_cleared, &err))
			done(ctx, &err);
		return;
	}
	unlink(k->new_file);
	bool ok = unlink(k->file) == 0 || errno == ENOENT;
	if (!ok)
		err_set(&err, ERR_IO, "%s: %s", k->file, strerror(errno));
	done(ctx, ok ? NULL : &err);
}

/* ---- the lock ---- */

bool
sign_in_store_holds_lock(const struct sign_in_store *k)
{
	struct stat ours, there;
	return k->lock_fd >= 0 && fstat(k->lock_fd, &ours) == 0 &&
	    stat(k->lock_path, &there) == 0 && ours.st_dev == there.st_dev &&
	    ours.st_ino == there.st_ino;
}

void
sign_in_store_unlock(struct sign_in_store *k)
{
	if (k->lock_fd >= 0)
		close(k->lock_fd);
	k->lock_fd = -1;
}

/* Locks the file and checks that it is still at its path: a cleanup may remove it while we wait. */
static bool
try_lock(struct sign_in_store *k, struct err *err)
{
	if (!xdg_make_folders(k->lock_path, err))
		return false;
	k->lock_fd = open(
	    k->lock_path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);
	if (k->lock_fd < 0)
		return err_set(err, ERR_IO, "%s: %s", k->lock_path, strerror(errno));
	bool got = flock(k->lock_fd, LOCK_EX | LOCK_NB) == 0;
	int why = errno;
	if (got && sign_in_store_holds_lock(k))
		return true;
	sign_in_store_unlock(k);
	*err = (struct err){ 0 }; /* locked by another process: try again */
	return got || why == EWOULDBLOCK || why == EINTR
	    ? false
	    : err_set(err, ERR_IO, "%s cannot be locked: %s", k->lock_path, strerror(why));
}

static void
on_lock_timer(void *arg)
{
	struct sign_in_store *k = arg;
	struct err err;
	k->lock_timer = 0;
	bool got = try_lock(k, &err);
	if (!got && !err.kind &&
	    clock_ticks() - k->lock_wait_started_at < SIGN_IN_LOCK_TIMEOUT_MS) {
		k->lock_timer = k->io.start_timer(k->io.ctx, LOCK_POLL_MS, on_lock_timer, k);
		return;
	}
	if (!got && !err.kind)
		err_set(&err, ERR_IO,
		    "another console has been renewing the sign-in for %d s; it holds the lock %s",
		    SIGN_IN_LOCK_TIMEOUT_MS / 1000, k->lock_path);
	sign_in_store_done_fn *done = k->on_locked;
	k->on_locked = NULL;
	done(k->locked_ctx, got ? NULL : &err);
}

void
sign_in_store_lock(struct sign_in_store *k, sign_in_store_done_fn *done, void *ctx)
{
	k->on_locked = done;
	k->locked_ctx = ctx;
	k->lock_wait_started_at = clock_ticks();
	on_lock_timer(k);
}
