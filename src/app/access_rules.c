#include "app/access_rules.h"

#include "base/digest.h"
#include "base/mem.h"
#include "base/xdg.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The default client id at an issuer. */
static const char default_client_id[] = "backroom";

/* Appends a name that is safe in file names and includes a digest of address, issuer and client,
 * so that another address or issuer under the same name does not find the token. */
static void
append_token_store_name(struct buf *out, const struct environment *e, const char *client_id)
{
	unsigned char digest[DIGEST_SIZE];
	struct buf whole = { 0 };
	buf_addf(&whole, "%s\n%s\n%s", e->url ? e->url : "",
	    e->issuer          ? e->issuer
		: e->token_url ? e->token_url
			       : "",
	    client_id);
	digest_sha256(buf_str(&whole), digest);
	for (const char *p = e->name; *p && p - e->name < 40; p++)
		buf_addc(out,
		    (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9')
			? *p
			: '_');
	buf_addc(out, '-');
	hex_encode(out, digest, 6);
	buf_free(&whole);
}

static bool
signs_in_with_secret(const struct environment *e)
{
	return e->sign_in_method ? strcmp(e->sign_in_method, "client") == 0
				 : e->client_secret_file != NULL;
}

bool
access_init(struct sign_in_access *a, const struct environment *e, struct err *err)
{
	struct buf name = { 0 };
	const char *client_id = e->client_id ? e->client_id : default_client_id;
	*a = (struct sign_in_access){ .is_configured = environment_token_method(e) ==
		    TOKEN_METHOD_SIGN_IN };
	if (!a->is_configured)
		return true;
	buf_addz(&name, "sign-in/");
	append_token_store_name(&name, e, client_id);
	buf_adds(&a->secret_name, str_sub(buf_str(&name), 8, name.n));
	buf_addz(&name, ".json");
	bool ok = xdg_append_state_path(&a->file_path, buf_z(&name), err);
	buf_free(&name);
	a->rules = (struct sign_in_rules){
		.oauth = { .issuer = e->issuer,
		    .client_id = client_id,
		    .secret_file = e->client_secret_file,
		    .scope = e->scope,
		    .audience = e->audience,
		    .resource_indicator = e->resource,
		    .redirect_port = e->redirect_port,
		    .token_url = e->token_url,
		    .device_url = e->device_url,
		    .authorize_url = e->authorize_url,
		    .resource = e->url,
		    .transport_rules = { .ca_file = environment_ca_file(e),
			.client_cert = e->client_cert,
			.client_key = e->client_key,
			.proxy = e->proxy,
			.insecure = e->insecure } },
		.file = buf_z(&a->file_path),
		.secret_name = e->token_store && strcmp(e->token_store, "secret-service") == 0
		    ? buf_z(&a->secret_name)
		    : NULL,
		.uses_client_secret = signs_in_with_secret(e),
	};
	return ok;
}

void
access_free(struct sign_in_access *a)
{
	buf_free(&a->file_path);
	buf_free(&a->secret_name);
	*a = (struct sign_in_access){ 0 };
}

enum sign_in_method
access_sign_in_method(const struct environment *e)
{
	return e->sign_in_method && strcmp(e->sign_in_method, "browser") == 0 ? SIGN_IN_BROWSER
									      : SIGN_IN_DEVICE;
}

/* Over SSH a browser would open on another machine's screen. */
bool
access_has_browser(void)
{
	static const char *const screens[] = { "WAYLAND_DISPLAY", "DISPLAY" };
	if (getenv("SSH_CONNECTION"))
		return false;
	for (size_t i = 0; i < sizeof(screens) / sizeof(*screens); i++)
		if (getenv(screens[i]) && *getenv(screens[i]))
			return true;
	return false;
}

bool
access_open_browser(struct str address)
{
	const char *own = getenv("BROWSER");
	char *text = str_dup(address);
	char *argv[] = { (char *)(uintptr_t)(own && *own ? own : "xdg-open"), text, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t all, none;
	pid_t child;
	posix_spawn_file_actions_init(&files);
	for (int fd = 0; fd < 3; fd++)
		posix_spawn_file_actions_addopen(&files, fd, "/dev/null", O_RDWR, 0);
	posix_spawnattr_init(&attr);
	sigfillset(&all);
	sigemptyset(&none);
	posix_spawnattr_setsigdefault(&attr, &all);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setflags(
	    &attr, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
	bool ok = posix_spawnp(&child, argv[0], &files, &attr, argv, environ) == 0;
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&files);
	x_free(text);
	return ok;
}
