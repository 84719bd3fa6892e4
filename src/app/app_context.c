#include "app/app_context.h"

#include "app/state.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/regular_file.h"
#include "client/url.h"
#include "model/when.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char demo_link_base[] = "https://shop.northlight.example";

/* Copies the token from the process's environment and wipes it there, so that child processes do
 * not inherit it. */
static char *
read_token_variable(void)
{
	char *value = getenv("BACKROOM_TOKEN");
	char *own_environment = NULL;
	if (value && *value) {
		own_environment = str_dup(str_trim(str_of(value)));
		explicit_bzero(value, strlen(value));
	}
	unsetenv("BACKROOM_TOKEN");
	return own_environment;
}

/* A variable's text, or NULL if it is unset or empty. */
static const char *
get_variable(const char *name)
{
	const char *value = getenv(name);
	return value && *value ? value : NULL;
}

static bool
open_log(struct app_context *l, const char *path, struct err *err)
{
	/* A device or a pipe is accepted, without waiting for it. */
	int flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
	l->log_fd = -1;
	if (!path)
		return true;
	l->log_fd = open(path, flags, 0600);
	const char *why = strerror(errno), *what = regular_file_irregular_kind(path, false);
	if (l->log_fd < 0)
		return what
		    ? err_set(err, ERR_IO, "%s is %s, so no log can be written there", path, what)
		    : err_set(err, ERR_IO, "%s: %s", path, why);
	log_open(l->log_fd, LOG_INFO);
	return true;
}

static bool
set_clock(struct app_context *l, const char *now, struct err *err)
{
	if (!now)
		return true;
	l->clock.fixed = true;
	if (when_parse(str_of(now), &l->clock.fixed_ms))
		return true;
	return err_set(
	    err, ERR_USAGE, "--now %s is not a time; write it as 2026-11-20T10:42:00Z", now);
}

/* An unknown zone would be treated as UTC under a wrong name. */
bool
app_context_check_time_zone(const char *zone, struct err *err)
{
	struct buf path = { 0 };
	if (!zone)
		return true;
	buf_addf(&path, "/usr/share/zoneinfo/%s", zone);
	bool known = !strstr(zone, "..") && access(buf_z(&path), R_OK) == 0;
	known = known || !strcmp(zone, "UTC");
	buf_free(&path);
	return known ||
	    err_set(err, ERR_CONFIG, "this machine does not know the time zone \"%s\"", zone);
}

static bool
set_zone(const char *zone, struct err *err)
{
	if (!app_context_check_time_zone(zone, err))
		return false;
	if (!zone)
		return true;
	setenv("TZ", zone, 1);
	tzset();
	return true;
}

/* Uses an environment that is not in any configuration. */
static void
use_url_environment(struct app_context *l, const char *name, const char *badge, const char *role)
{
	environment_reset(&l->own_environment, name);
	x_free(l->own_environment.role);
	l->own_environment.badge = x_strdup(badge);
	l->own_environment.role = x_strdup(role);
	l->environment = &l->own_environment;
}

static void
use_demo(struct app_context *l)
{
	use_url_environment(l, "demo", "DEMO", "demo");
	l->own_environment.link_base = x_strdup(demo_link_base);
	l->own_environment.link_hosts = x_new_array(char *, 2);
	l->own_environment.link_hosts[0] = x_strdup(strstr(demo_link_base, "//") + 2);
}

/* The recorded responses take the place of a service, at the recorded time. */
static bool
use_recording(struct app_context *l, struct err *err)
{
	const struct app_options *o = &l->options;
	if (o->demo_pack || o->environment || o->save_session)
		return err_set(err, ERR_USAGE, "--replay asks no service: omit %s",
		    o->demo_pack         ? "demo"
			: o->environment ? "-e"
					 : "--save-session");
	l->recording = recording_open(o->replay, err);
	if (!l->recording)
		return false;
	if (!l->clock.fixed)
		l->clock = (struct clock){ .fixed = true,
			.fixed_ms = recording_time(l->recording) };
	use_url_environment(l, "replay", "REPLAY", "demo");
	return true;
}

/* Checks a base address, to which paths and queries are appended: a scheme, a host and the
 * beginning of a path. */
static bool
check_address(struct str address, const char *whose, struct err *err)
{
	struct url u = { 0 };
	char *text = str_dup(address);
	size_t scheme = str_starts(address, STR("http://")) ? 7
	    : str_starts(address, STR("https://"))          ? 8
							    : 0;
	/* curl parses https:///api as the host api */
	bool web = scheme && address.n > scheme && address.p[scheme] != '/';
	bool ok = web && url_split(&u, text) && u.host && *u.host;
	if (!ok && (!web || url_can_split_all(err)))
		err_set(err, ERR_USAGE, "%s must begin with https:// and a host", whose);
	else if (!ok)
		err_prefix(err, "%s", whose);
	else if (u.user)
		ok = err_set(err, ERR_USAGE,
		    "%s has a user name or password before its host: remove it. Backroom signs in with tokens",
		    whose);
	else if (u.query || u.fragment)
		ok = err_set(err, ERR_USAGE,
		    "%s has %s: write only scheme, host and path, as in "
		    "https://api.example.com/api",
		    whose, u.query ? "a query" : "a fragment");
	url_free(&u);
	x_free(text);
	return ok;
}

static bool
is_unencrypted_url(struct str url)
{
	return str_starts(url, STR("http://")) && !url_is_loopback(url);
}

/* An unencrypted token could be read on the network and misused. */
bool
app_context_check_environment(const struct environment *e, struct err *err)
{
	struct err why;
	if (!check_address(str_of(e->url), "its url", &why))
		return err_set(err, ERR_CONFIG, "environment \"%s\": %s", e->name, why.text);
	return e->insecure || !is_unencrypted_url(str_of(e->url)) ||
	    err_set(err, ERR_CONFIG,
		"environment \"%s\": http:// would send the token unencrypted to another host. "
		"Use https://, or set insecure = true",
		e->name);
}

static bool
use_address(struct app_context *l, const char *address, struct err *err)
{
	struct str url = str_trim(str_of(address));
	struct buf host = { 0 };
	if (l->options.environment)
		return err_set(err, ERR_USAGE,
		    "BACKROOM_URL is set and overrides -e %s: unset BACKROOM_URL, or omit -e",
		    l->options.environment);
	while (url.n && url.p[url.n - 1] == '/')
		url.n--;
	if (!check_address(url, "BACKROOM_URL", err))
		return false;
	if (is_unencrypted_url(url))
		return err_set(err, ERR_CONFIG,
		    "BACKROOM_URL: http:// would send the token unencrypted to another host. Use "
		    "https://, or an environment with insecure = true");
	url_append_host(&host, url);
	use_url_environment(l, buf_z(&host), buf_z(&host), url_is_loopback(url) ? "test" : "prod");
	l->own_environment.url = str_dup(url);
	buf_free(&host);
	return true;
}

/* Sets the three lines of instructions for a first start. */
static bool
set_first_steps_error(struct err *err)
{
	struct buf path = { 0 };
	append_config_path(&path, "config.conf");
	err_set(err, ERR_USAGE,
	    "Look around with sample data: backroom demo\nConnect to a service: set BACKROOM_URL "
	    "to its address and BACKROOM_TOKEN to a token\nOr write %s: environment \"prod\" { "
	    "url = \"https://HOST/api\" token-file = \"FILE\" }",
	    buf_z(&path));
	buf_free(&path);
	return false;
}

static bool
set_unknown_environment_error(const struct config *c, const char *name, struct err *err)
{
	struct buf names = { 0 };
	for (size_t i = 0; i < c->environments.n; i++)
		buf_addf(&names, "%s%s", i ? ", " : "", c->environments.v[i].name);
	if (name)
		err_set(err, ERR_USAGE, "there is no environment \"%s\"; there are: %s", name,
		    buf_z(&names));
	else
		err_set(err, ERR_USAGE,
		    "several environments: %s; choose one with -e, or set default = in "
		    "config.conf",
		    buf_z(&names));
	buf_free(&names);
	return false;
}

/* Uses the environment of that name, or the first if `name` is NULL. */
static bool
use_environment(struct app_context *l, const char *name, struct err *err)
{
	l->environment = name ? config_find(&l->config, name) : &l->config.environments.v[0];
	if (!l->environment)
		return set_unknown_environment_error(&l->config, name, err);
	return app_context_check_environment(l->environment, err);
}

static bool
use_config(struct app_context *l, struct err *err)
{
	const struct config *c = &l->config;
	const char *name = l->options.environment ? l->options.environment
						  : get_variable("BACKROOM_ENV");
	if (!name)
		name = c->default_environment;
	l->missing_environment = c->environments.n == 0 ? MISSING_SERVICE
	    : !name && c->environments.n > 1            ? MISSING_CHOICE
							: MISSING_NOTHING;
	if (l->missing_environment == MISSING_SERVICE)
		return set_first_steps_error(err);
	if (l->missing_environment == MISSING_CHOICE)
		return set_unknown_environment_error(c, NULL, err);
	return use_environment(l, name, err);
}

/* True if the token from BACKROOM_TOKEN may be sent to the environment: only to the one chosen
 * first, with the address it had then. If that was the demo, the token is never sent. */
static bool
is_token_for_environment(struct app_context *l, const struct environment *e)
{
	struct buf whom = { 0 };
	bool demo = l->options.demo_pack != NULL;
	if (!l->token || (!e->url && !demo))
		return false;
	buf_addf(&whom, "%s ", e->name);
	if (e->url)
		url_append_origin(&whom, str_of(e->url));
	if (!l->token_environment)
		l->token_environment = x_strdup(buf_z(&whom));
	bool is = !demo && strcmp(l->token_environment, buf_z(&whom)) == 0;
	buf_free(&whom);
	return is;
}

void
client_config_fill(
    struct client_config *out, const struct environment *e, const struct sign_in_access *access)
{
	*out = (struct client_config){
		.base_url = e->url,
		.wire_names = wire_names_default(),
		.timeout_ms = (int64_t)e->timeout_s * 1000,
		.transport_rules = { .ca_file = environment_ca_file(e),
		    .client_cert = e->client_cert,
		    .client_key = e->client_key,
		    .proxy = e->proxy,
		    .sends_bare_token = e->authorization && strcmp(e->authorization, "bare") == 0,
		    .insecure = e->insecure },
		.token_source = { .token_file = e->token_file,
		    .token_command = (const char *const *)e->token_command,
		    .token_command_timeout_s = e->token_command_timeout_s,
		    .sign_in_rules = access->is_configured ? &access->rules : NULL },
	};
	environment_apply_names(&out->wire_names, e);
}

/* Derives the client's and the link checks' settings from the environment. */
static void
apply_environment(struct app_context *l)
{
	const struct environment *e = l->environment;
	l->environment_name = x_strdup(e->name);
	l->badge = e->badge ? x_strdup(e->badge) : x_strdup(e->name);
	for (char *p = l->badge; !e->badge && *p; p++)
		if (*p >= 'a' && *p <= 'z')
			*p = (char)(*p - 'a' + 'A');
	l->environment_role = x_strdup(e->role);
	l->token_sent_in_clear = e->url && is_unencrypted_url(str_of(e->url));
	l->masked = l->options.mask || e->mask || l->options.save_session || l->recording;
	/* a write would send pseudonyms */
	l->read_only = l->options.read_only || e->read_only || l->masked;
	client_config_fill(&l->client_config, e, &l->access);
	if (is_token_for_environment(l, e))
		l->client_config.token_source.token = l->token;
	l->client_config.mask = l->masked && !l->recording ? &l->mask : NULL;
	l->client_config.recorder = l->recorder;
	l->client_config.recording = l->recording;
	if (l->recording)
		l->client_config.wire_names = *recording_names(l->recording);
	l->link_rules = (struct link_rules){
		.environment = l->environment_name,
		.base_url = e->url,
		.link_base = e->link_base,
		.link_hosts = e->link_hosts,
		.masked = l->masked,
	};
}

/* Without a mask no digest is computed, so that the first frame is not delayed. A saved session
 * leaves this account, so its pseudonyms have a secret key even at a fixed time. */
static bool
apply_mask(struct app_context *l, struct err *err)
{
	if (!l->masked)
		return true;
	bool is_repeatable = l->clock.fixed && !l->options.save_session;
	if (!is_repeatable && !l->options.demo_pack)
		return mask_key_open(&l->mask, err);
	mask_init(&l->mask, STR("demo")); /* repeatable, whatever the address */
	return true;
}

/* Checks the certificate and key files: a library opens them, and would block on a pipe; and the
 * key must be private. */
static bool
check_certificate_files(const struct app_context *l, struct err *err)
{
	const struct transport_rules *t = &l->client_config.transport_rules;
	const struct {
		const char *name, *file;
	} files[] = { { "ca-file", t->ca_file }, { "client-cert", t->client_cert } };
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		const char *file = files[i].file;
		const char *what = file ? regular_file_irregular_kind(file, true) : NULL;
		if (what)
			return err_set(
			    err, ERR_CONFIG, "%s: %s is %s, not a file", files[i].name, file, what);
	}
	int fd = t->client_key
	    ? regular_file_open(t->client_key, O_RDONLY, REGULAR_FILE_SECRET, err)
	    : -1;
	if (fd >= 0)
		close(fd);
	else if (t->client_key)
		err_prefix(err, "client-key");
	return fd >= 0 || !t->client_key;
}

/* Applies everything that depends on the environment, once it is known. */
static bool
apply_settings(struct app_context *l, struct err *err)
{
	if (!access_init(&l->access, l->environment, err))
		return false;
	apply_environment(l);
	return apply_mask(l, err) && check_certificate_files(l, err);
}

bool
app_context_run_token_command(struct app_context *l, struct err *err)
{
	const struct session_source *source = &l->client_config.token_source;
	buf_wipe(&l->token_output);
	l->client_config.token_source.token_output = NULL;
	l->client_config.token_source.token_command_err = NULL;
	if (!source->token_command || source->token || !isatty(STDIN_FILENO) ||
	    !isatty(STDERR_FILENO))
		return true;
	if (!session_run_command(&l->token_output, source->token_command, err)) {
		l->token_command_err = *err;
		l->client_config.token_source.token_command_err = &l->token_command_err;
		return false;
	}
	l->client_config.token_source.token_output = buf_z(&l->token_output);
	return true;
}

static bool
open_recorder(struct app_context *l, struct err *err)
{
	if (!l->options.save_session)
		return true;
	l->recorder = recorder_open(
	    l->options.save_session, clock_now(&l->clock), &l->client_config.wire_names, err);
	l->client_config.recorder = l->recorder;
	return l->recorder != NULL;
}

bool
app_context_init(struct app_context *l, const struct app_options *options, struct err *err)
{
	const char *address = get_variable("BACKROOM_URL");
	*l = (struct app_context){ .options = *options };
	l->token = read_token_variable();
	if (!open_log(l, options->log, err) || !set_clock(l, options->now, err) ||
	    !config_read(&l->config, NULL, err) || !set_zone(l->config.timezone, err))
		return false;
	bool ok = true;
	if (options->replay)
		ok = use_recording(l, err);
	else if (options->demo_pack)
		use_demo(l);
	else
		ok = address ? use_address(l, address, err) : use_config(l, err);
	return ok && apply_settings(l, err) && open_recorder(l, err);
}

static void
reset_environment(struct app_context *l)
{
	x_free(l->environment_name);
	x_free(l->badge);
	x_free(l->environment_role);
	l->environment_name = l->badge = l->environment_role = NULL;
	environment_free(&l->own_environment);
	access_free(&l->access);
	buf_wipe(&l->token_output);
	l->environment = NULL;
}

struct age_context
app_context_ages(const struct app_context *l)
{
	return (struct age_context){ clock_now(&l->clock), &l->config.age_groups };
}

void
app_context_use_no_environment(struct app_context *l)
{
	reset_environment(l);
	use_url_environment(l, "", "Backroom", "test");
	apply_environment(l);
}

/* Replaces the old context by the prepared one, and resets pointers into itself. */
static void
replace_context(struct app_context *l, struct app_context *next)
{
	bool own_environment = next->environment == &next->own_environment;
	reset_environment(l);
	config_free(&l->config);
	l->options = next->options;
	l->missing_environment = MISSING_NOTHING;
	l->config = next->config;
	l->own_environment = next->own_environment;
	l->access = next->access;
	l->mask = next->mask;
	l->environment = own_environment ? &l->own_environment : next->environment;
	next->config = (struct config){ 0 };
	next->own_environment = (struct environment){ 0 };
	next->access = (struct sign_in_access){ 0 };
	apply_environment(l);
}

bool
app_context_switch_environment(struct app_context *l, const char *name, struct err *err)
{
	struct app_context next = { .options = l->options, .clock = l->clock, .log_fd = -1 };
	if (l->recorder || l->recording)
		return err_set(err, ERR_USAGE, "a saved session has one environment");
	next.options.demo_pack = name ? NULL : "tour";
	next.options.view_line = NULL;
	bool ok = config_read(&next.config, NULL, err);
	if (ok && name)
		ok = use_environment(&next, name, err);
	else if (ok)
		use_demo(&next);
	ok = ok && apply_settings(&next, err);
	if (ok)
		replace_context(l, &next);
	app_context_free(&next);
	return ok;
}

void
app_context_append_service_name(struct buf *out, const struct app_context *l)
{
	const char *address = l->client_config.base_url;
	struct url url = { 0 };
	if (!address) {
		buf_addz(out, l->environment_name);
		return;
	}
	url_append_origin(out, str_of(address));
	if (url_split(&url, address) && url.path)
		buf_addz(out, url.path);
	while (out->n && out->p[out->n - 1] == '/')
		out->n--;
	url_free(&url);
}

bool
app_context_set_mask(struct app_context *l, bool on, struct err *err)
{
	bool was = l->masked;
	if (!on && (l->recorder || l->recording))
		return err_set(err, ERR_USAGE, "a saved session has no real names");
	l->masked = on;
	if (on && !was && !apply_mask(l, err)) {
		l->masked = was;
		return false;
	}
	l->link_rules.masked = on;
	l->read_only = l->options.read_only || l->environment->read_only || on;
	l->client_config.mask = on && !l->recording ? &l->mask : NULL;
	return true;
}

bool
app_context_check_reason(const struct app_context *l, struct str reason, struct err *err)
{
	return !l->environment->requires_reason || str_trim(reason).n ||
	    err_set(
		err, ERR_USAGE, "this environment requires a reason for each write: --reason TEXT");
}

bool
app_context_keeps_state(const struct app_context *l)
{
	return !l->options.demo_pack && !l->recording;
}

void
app_context_free(struct app_context *l)
{
	recorder_free(l->recorder);
	recording_free(l->recording);
	if (l->token)
		explicit_bzero(l->token, strlen(l->token));
	if (l->log_fd > 0) {
		log_open(-1, LOG_INFO);
		close(l->log_fd);
	}
	x_free(l->token);
	x_free(l->token_environment);
	reset_environment(l);
	config_free(&l->config);
	*l = (struct app_context){ .log_fd = -1 };
}
