#include "base/log.h"
#include "base/pubkey.h"
#include "base/regular_file.h"
#include "base/xdg.h"
#include "model/when.h"
#include "service/api/faults.h"
#include "service/api/routes.h"
#include "service/auth/key.h"
#include "service/cmd/churn.h"
#include "service/cmd/command.h"
#include "service/cmd/commands.h"
#include "service/cmd/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char default_listen[] = "127.0.0.1:8080";

enum { READ_LAG_DEFAULT_MS = 2000, FAULT_FILE_SIZE_MAX = 8000, LOG_LINES_MAX = 10 };
enum {
	TOKEN_LIFETIME_S = 3600,
	SHORT_TOKEN_LIFETIME_S = 180,
	TOKEN_LIFETIME_MAX_S = 86400,
	WEEK_S = 604800
};

enum serve_option {
	SERVE_LISTEN,
	SERVE_STORE,
	SERVE_READ_STORE,
	SERVE_READ_LAG,
	SERVE_MIGRATE,
	SERVE_DEMO,
	SERVE_NOW,
	SERVE_KEY_FILE,
	SERVE_SECOND_KEY_FILE,
	SERVE_CURSOR_KEY_FILE,
	SERVE_SECOND_CURSOR_KEY_FILE,
	SERVE_ISS,
	SERVE_AUD,
	SERVE_INSECURE,
	SERVE_DELAY,
	SERVE_FAULT,
	SERVE_CONFIG,
	SERVE_CHECK,
	SERVE_LIVING,
	SERVE_SHORT_TOKENS,
	SERVE_TOKEN_TTL,
	SERVE_EPHEMERAL,
	SERVE_READ_ONLY,
	SERVE_LOG_REQUESTS,
	SERVE_TLS_CERTIFICATE,
	SERVE_TLS_KEY,
	SERVE_METRICS_LISTEN,
	SERVE_DRAIN_DELAY,
	SERVE_HELP,
	SERVE_UNTIL_FD,
	SERVE_READY_TOKEN,
	SERVE_READY_FD,
	SERVE_OPTIONS
};

static const struct option_spec options[] = {
	[SERVE_LISTEN] = { "--listen", "ADDR:PORT",
	    "the address to listen on (127.0.0.1:8080), or unix:PATH; port 0 takes a free port; a "
	    "socket of the service manager has priority" },
	[SERVE_STORE] = { "--store", "URL",
	    "sqlite:FILE, sqlite::memory: or postgresql://[USER@]HOST[:PORT][,…]/DATABASE "
	    "(sqlite:$XDG_DATA_HOME/backroom/backroom.db; with --demo sqlite::memory:)" },
	[SERVE_READ_STORE] = { "--read-store", "URL",
	    "a replica of that PostgreSQL database: pages are read from it if it is recent enough "
	    "for the client" },
	[SERVE_READ_LAG] = { "--read-lag", "2s",
	    "the maximum age of a page for a client that sends X-Seen; others never get an old "
	    "page (2s)" },
	[SERVE_MIGRATE] = { "--migrate", "yes|no|only",
	    "what to do with a new or older store: yes: migrate it and serve; no: refuse it; "
	    "only: migrate it and exit (yes)" },
	[SERVE_DEMO] = { "--demo", "PACK",
	    "fill an empty store with demo data: tour, awkward, big, or ./FILE as import reads it" },
	[SERVE_NOW] = { "--now", "TIME",
	    "the time for which the demo data is generated (the current time)" },
	[SERVE_KEY_FILE] = { "--key-file", "F",
	    "the secret for tokens and cursors ($XDG_STATE_HOME/backroom/service.key; with "
	    "--demo a new one, not saved), or a public key (PEM) for tokens" },
	[SERVE_SECOND_KEY_FILE] = { "--second-key-file", "F",
	    "a second key that is accepted but not used for new tokens: for key rotation" },
	[SERVE_CURSOR_KEY_FILE] = { "--cursor-key-file", "F",
	    "the secret for cursors, the same for all services of a store (the secret of "
	    "--key-file)" },
	[SERVE_SECOND_CURSOR_KEY_FILE] = { "--second-cursor-key-file", "F",
	    "a second secret that is accepted for cursors: for key rotation" },
	[SERVE_ISS] = { "--iss", "I",
	    "the issuer that tokens must name (backroom; with --demo backroom-demo)" },
	[SERVE_AUD] = { "--aud", "A",
	    "the audience that tokens must name (backroom-api; with --demo backroom-demo-api)" },
	[SERVE_INSECURE] = { "--insecure-listen", NULL, "allow plain HTTP from other machines" },
	[SERVE_DELAY] = { "--delay", "200ms±50",
	    "delay every response, give or take; other rules for faults do not end it" },
	[SERVE_FAULT] = { "--fault", "502:5%",
	    "fail some reads of baskets with 502; or other faults, as rules or @FILE (see the "
	    "manual); \"demo\": every 25th read of baskets fails and assets are slow" },
	[SERVE_CONFIG] = { "--config", "FILE",
	    "the configuration file: names, modes, limits and clients (default: none)" },
	[SERVE_CHECK] = { "--check", NULL,
	    "check the options, the configuration and its files, then exit" },
	[SERVE_LIVING] = { "--living", "[=SECONDS]", "change a demo offer every N seconds (120)" },
	[SERVE_SHORT_TOKENS] = { "--short-tokens", NULL,
	    "tokens from /oauth2/token last three minutes" },
	[SERVE_TOKEN_TTL] = { "--token-ttl", "SECONDS",
	    "lifetime of tokens from /oauth2/token in seconds, 1 to 86400 (3600)" },
	[SERVE_EPHEMERAL] = { "--ephemeral", NULL,
	    "keep the data in memory instead of the configured store; it is lost at exit" },
	[SERVE_READ_ONLY] = { "--read-only", NULL, "refuse every write with 403" },
	[SERVE_LOG_REQUESTS] = { "--log-requests", NULL, "log a line for every response" },
	[SERVE_TLS_CERTIFICATE] = { "--tls-certificate", "F",
	    "serve HTTPS with this certificate and its chain (PEM); read at the start" },
	[SERVE_TLS_KEY] = { "--tls-key", "F", "the certificate's private key (PEM), a private file" },
	[SERVE_METRICS_LISTEN] = { "--metrics-listen", "ADDR:PORT",
	    "an address of its own for /metrics, /healthz and /readyz, without a token; --listen "
	    "then has no /metrics" },
	[SERVE_DRAIN_DELAY] = { "--drain-delay", "5s",
	    "after SIGTERM, serve so long while /readyz says 503, so that a load balancer notices "
	    "(0s)" },
	[SERVE_HELP] = { "--help", NULL, "show this help" },
	[SERVE_UNTIL_FD] = { "--until-fd", "N", NULL },
	[SERVE_READY_TOKEN] = { "--ready-token", "SECONDS", NULL },
	[SERVE_READY_FD] = { "--ready-fd", "N", NULL },
};
_Static_assert(
    sizeof(options) / sizeof(*options) == SERVE_OPTIONS, "every option needs a row in this table");

static bool
read_fd(const char *name, const char *text, int *fd, struct err *err)
{
	int64_t value;
	if (!text)
		return true;
	if (!str_to_int64(str_of(text), &value) || value < 0 || value > 65535)
		return err_set(err, ERR_USAGE, "%s takes a file descriptor number", name);
	*fd = (int)value;
	return true;
}

static bool
read_clock(const char *text, struct clock *clock, struct err *err)
{
	if (!text)
		return true;
	clock->fixed = true;
	return when_parse(str_of(text), &clock->fixed_ms) ||
	    err_set(
		err, ERR_USAGE, "--now takes a time such as 2026-11-20T10:42:00Z, not %s", text);
}

static bool
read_drain_delay(const char *text, int64_t *ms, struct err *err)
{
	if (text && (!when_parse_duration(str_of(text), ms) || *ms < 0 || *ms > 60000))
		return err_set(err, ERR_USAGE,
		    "--drain-delay takes a time up to 60s, such as 5s, not %s", text);
	return true;
}

static bool
read_replica(const char *const *v, struct serve_settings *s, struct err *err)
{
	int64_t lag = READ_LAG_DEFAULT_MS;
	const char *text = v[SERVE_READ_LAG];
	s->replica_url = v[SERVE_READ_STORE];
	if (text && !s->replica_url)
		return err_set(err, ERR_USAGE, "--read-lag works with --read-store only");
	if (text && (!when_parse_duration(str_of(text), &lag) || lag < 0 || lag > 60000))
		return err_set(
		    err, ERR_USAGE, "--read-lag takes a time up to 60s, such as 2s, not %s", text);
	s->max_read_lag_ms = (int)lag;
	return true;
}

/* The files that the service manager may pass as credentials, by name. */
static const struct {
	enum serve_option option;
	const char *name;
} credentials[] = {
	{ SERVE_KEY_FILE, "service.key" },
	{ SERVE_SECOND_KEY_FILE, "second-service.key" },
	{ SERVE_CURSOR_KEY_FILE, "cursor.key" },
	{ SERVE_SECOND_CURSOR_KEY_FILE, "second-cursor.key" },
};
enum { CREDENTIALS = sizeof(credentials) / sizeof(*credentials) };

/* Owns the texts of the settings. */
struct owned_settings {
	struct buf url, secret, second_key, cursor_key, second_cursor_key;
	struct buf certificate, certificate_key;
	struct buf credential_paths[CREDENTIALS];
	struct faults *faults;
};

/* Uses a credential for each key file that neither the command line nor the configuration names.
 * A demo has a key of its own. */
static void
use_credentials(const char **v, struct owned_settings *o)
{
	for (size_t i = 0; i < CREDENTIALS && !v[SERVE_DEMO]; i++)
		if (!v[credentials[i].option] &&
		    key_find_credential(&o->credential_paths[i], credentials[i].name))
			v[credentials[i].option] = buf_z(&o->credential_paths[i]);
}

/* The account's own key is for its real service: a demo uses a key only if the command line
 * names it. */
static bool
read_secret(const char *file, bool demo, struct buf *secret, struct err *err)
{
	if (file || !demo)
		return key_load(secret, file, err);
	key_generate(secret);
	return true;
}

/* True if a demo may have public clients. Anyone can claim to be one, so their tokens must not
 * be valid elsewhere: either the key or issuer and audience must be this demo's own. */
static bool
may_have_public_clients(const char *const *v)
{
	return !v[SERVE_KEY_FILE] || (!v[SERVE_ISS] && !v[SERVE_AUD]);
}

static bool
read_keys(const char *const *v, struct serve_settings *s, struct owned_settings *o, struct err *err)
{
	const char *file = v[SERVE_KEY_FILE];
	bool public = file && key_is_public(file);
	s->token_keys = jwt_keys_new();
	const char *secret_file = public ? NULL : file;
	bool is_missing = !secret_file || access(secret_file, F_OK) != 0;
	/* a check creates no key: it may run as another user */
	bool is_temporary = s->only_checks && is_missing;
	if (is_temporary && secret_file)
		fprintf(stderr, "%s does not exist: the start makes a new key\n", secret_file);
	bool ok = (!public || key_load_public(s->token_keys, file, err)) &&
	    read_secret(is_temporary ? NULL : secret_file, is_temporary || s->demo_pack,
		&o->secret, err);
	s->adds_public_clients = s->demo_pack && may_have_public_clients(v);
	s->secret = buf_str(&o->secret);
	if (ok && !public)
		jwt_keys_add_secret(s->token_keys, s->secret);
	return ok;
}

static bool
has_same_algorithm(const struct jwt_keys *k)
{
	return k->keys.v[0].algorithm == k->keys.v[k->keys.n - 1].algorithm;
}

/* Reads the second key. It must be of the same kind as the first: a secret is for tokens and
 * cursors, a public key for tokens only. */
static bool
read_second_key(
    const char *file, struct serve_settings *s, struct owned_settings *o, struct err *err)
{
	if (!file)
		return true;
	if (access(file, F_OK) != 0) /* the second key is never created */
		return err_set(err, ERR_CONFIG, "%s: %s", file, strerror(errno));
	if (key_is_public(file))
		return key_load_public(s->token_keys, file, err) &&
		    (has_same_algorithm(s->token_keys) ||
			err_set(err, ERR_CONFIG,
			    "%s: a second public key needs a first one of the same type "
			    "(--key-file)",
			    file));
	if (!key_load(&o->second_key, file, err))
		return false;
	s->second_secret = buf_str(&o->second_key);
	if (serve_signs_tokens(s))
		jwt_keys_add_secret(s->token_keys, s->second_secret);
	return true;
}

/* Cursors are signed with a secret of their own, or else with that of the tokens. */
static bool
read_cursor_keys(
    const char *const *v, struct serve_settings *s, struct owned_settings *o, struct err *err)
{
	const char *first = v[SERVE_CURSOR_KEY_FILE], *second = v[SERVE_SECOND_CURSOR_KEY_FILE];
	if (second && !first)
		return err_set(err, ERR_USAGE,
		    "--second-cursor-key-file works with --cursor-key-file only");
	s->cursor_secret = s->secret;
	s->second_cursor_secret = s->second_secret;
	if (!first)
		return true;
	if (!key_load(&o->cursor_key, first, err) ||
	    (second && !key_load(&o->second_cursor_key, second, err)))
		return false;
	s->cursor_secret = buf_str(&o->cursor_key);
	s->second_cursor_secret = second ? buf_str(&o->second_cursor_key) : STR_NONE;
	return true;
}

static bool
read_certificate(
    const char *const *v, struct serve_settings *s, struct owned_settings *o, struct err *err)
{
	const char *file = v[SERVE_TLS_CERTIFICATE], *key = v[SERVE_TLS_KEY];
	if (!file && !key)
		return true;
	if (!file || !key)
		return err_set(
		    err, ERR_USAGE, "--tls-certificate and --tls-key work only together");
	if (!key_load_certificate(&o->certificate, &o->certificate_key, file, key, err))
		return false;
	if (pubkey_certificate_has_expired(buf_str(&o->certificate)) && s->only_checks)
		return err_set(err, ERR_CONFIG, "%s: the certificate has expired", file);
	if (pubkey_certificate_has_expired(buf_str(&o->certificate)))
		log_event(LOG_WARN, "the certificate has expired", LOG_TEXT("file", str_of(file)));
	s->certificate = buf_z(&o->certificate);
	s->certificate_key = buf_z(&o->certificate_key);
	return true;
}

static bool
read_all_keys(
    const char *const *v, struct serve_settings *s, struct owned_settings *o, struct err *err)
{
	return read_keys(v, s, o, err) &&
	    read_second_key(v[SERVE_SECOND_KEY_FILE], s, o, err) &&
	    read_cursor_keys(v, s, o, err) && read_certificate(v, s, o, err);
}

static bool
read_churn_interval(const char *text, struct serve_settings *s, struct err *err)
{
	int64_t seconds = CHURN_DEFAULT_INTERVAL_S;
	if (!text)
		return true;
	if (!s->demo_pack)
		return err_set(err, ERR_USAGE, "--living changes demo data: add --demo PACK");
	if (*text && (!str_to_int64(str_of(text), &seconds) || seconds < 1 || seconds > 86400))
		return err_set(err, ERR_USAGE, "--living takes 1 to 86400 seconds, not %s", text);
	s->churn_interval_s = (int)seconds;
	return true;
}

static bool
read_token_ttl(const char *const *v, struct serve_settings *s, struct err *err)
{
	const char *text = v[SERVE_TOKEN_TTL];
	int64_t seconds = v[SERVE_SHORT_TOKENS] ? SHORT_TOKEN_LIFETIME_S : TOKEN_LIFETIME_S;
	if (text && v[SERVE_SHORT_TOKENS])
		return err_set(err, ERR_USAGE, "use --token-ttl or --short-tokens, not both");
	if (text &&
	    (!str_to_int64(str_of(text), &seconds) || seconds < 1 ||
		seconds > TOKEN_LIFETIME_MAX_S))
		return err_set(err, ERR_USAGE, "--token-ttl takes 1 to %d seconds, not %s",
		    TOKEN_LIFETIME_MAX_S, text);
	s->token_ttl_s = (int)seconds;
	return true;
}

/* The token in the ready line has all rights. So it is written only for a demo with its own key,
 * and never to stdout or stderr, which may be terminals or logs. */
static bool
may_write_ready_token(const char *const *v, const struct serve_settings *s)
{
	return s->demo_pack && !v[SERVE_KEY_FILE] && s->ready_fd > STDERR_FILENO;
}

static bool
read_ready_options(const char *const *v, struct serve_settings *s, struct err *err)
{
	const char *text = v[SERVE_READY_TOKEN];
	int64_t seconds = 0;
	if (!read_fd("--ready-fd", v[SERVE_READY_FD], &s->ready_fd, err))
		return false;
	if (text && !may_write_ready_token(v, s))
		return err_set(err, ERR_USAGE,
		    "--ready-token needs --demo and a --ready-fd of 3 or more, and no --key-file");
	if (text && (!str_to_int64(str_of(text), &seconds) || seconds < 1 || seconds > WEEK_S))
		return err_set(
		    err, ERR_USAGE, "--ready-token takes 1 to %d seconds, not %s", WEEK_S, text);
	s->ready_token_ttl_s = (int)seconds;
	return true;
}

static bool
read_store_url(const char *const *v, struct owned_settings *o, struct err *err)
{
	bool in_memory = v[SERVE_EPHEMERAL] || (v[SERVE_DEMO] && !v[SERVE_STORE]);
	return command_store_url(in_memory ? "sqlite::memory:" : v[SERVE_STORE], &o->url, err);
}

static bool
read_migrate_mode(const char *const *v, struct serve_settings *s, struct err *err)
{
	static const char *const ways[MIGRATE_MODES] = {
		[MIGRATE_YES] = "yes", [MIGRATE_NO] = "no", [MIGRATE_ONLY] = "only"
	};
	const char *text = command_value_or_default(v[SERVE_MIGRATE], ways[MIGRATE_YES]);
	int way = 0;
	while (way < MIGRATE_MODES && strcmp(text, ways[way]) != 0)
		way++;
	if (way == MIGRATE_MODES)
		return err_set(err, ERR_USAGE, "--migrate takes yes, no or only, not %s", text);
	if (way != MIGRATE_YES && (v[SERVE_EPHEMERAL] || s->demo_pack))
		return err_set(err, ERR_USAGE,
		    "--migrate=%s needs a persistent store: not with --demo or --ephemeral", text);
	s->migrate = (enum serve_migrate)way;
	return true;
}

/* Sets the options that only the configuration file names. */
static void
use_config_options(const char **v, const struct serve_config *config)
{
	for (size_t i = 0; i < SERVE_OPTIONS; i++)
		for (size_t k = 0; k < CONFIG_OPTIONS; k++)
			if (!v[i] && strcmp(options[i].name + 2, config_options[k]) == 0)
				v[i] = config->options[k];
}

static bool
read_config(const char **v, struct serve_settings *s, struct err *err)
{
	serve_config_init(&s->config);
	/* A migration reads no credentials, and may run outside of the unit. */
	if (v[SERVE_MIGRATE] && strcmp(v[SERVE_MIGRATE], "only") == 0)
		setenv("CREDENTIALS_DIRECTORY", "/nonexistent", 0);
	if (v[SERVE_CONFIG] && !serve_config_read(&s->config, v[SERVE_CONFIG], err))
		return false;
	use_config_options(v, &s->config);
	s->config_file = v[SERVE_CONFIG];
	s->log_requests = v[SERVE_LOG_REQUESTS];
	s->only_checks = v[SERVE_CHECK];
	return true;
}

/* The rules of --fault, or those of its @FILE. */
static bool
add_fault_rules(struct buf *rules, const char *text, struct err *err)
{
	if (text[0] != '@') {
		buf_addz(rules, text);
		return true;
	}
	int fd = regular_file_open(text + 1, O_RDONLY, REGULAR_FILE_FOLLOW, err);
	if (fd < 0)
		return false;
	bool ok = regular_file_read(rules, fd, FAULT_FILE_SIZE_MAX) ||
	    err_set(err, ERR_IO, "cannot read %s", text + 1);
	close(fd);
	return ok;
}

static bool
read_faults(const char *const *v, struct serve_settings *s, struct owned_settings *o,
    struct err *err)
{
	struct buf rules = { 0 };
	bool ok = true;
	s->faults = o->faults = faults_new(routes, routes_n);
	if (v[SERVE_DELAY])
		ok = faults_set_delay(o->faults, str_of(v[SERVE_DELAY]), &s->config.names, err) ||
		    err_set(err, ERR_USAGE,
			"--delay takes a time up to 60s, such as 200ms or 200ms±50ms, not %s",
			v[SERVE_DELAY]);
	if (ok && v[SERVE_FAULT]) {
		ok = add_fault_rules(&rules, v[SERVE_FAULT], err) &&
		    faults_set(o->faults, buf_str(&rules), &s->config.names, err);
		if (!ok)
			err_prefix(err, "--fault");
	}
	buf_free(&rules);
	return ok;
}

static bool
read_settings(const char **v, struct serve_settings *s, struct owned_settings *o, struct err *err)
{
	/* An option of the command line replaces a setting of the file, but no other option. */
	if (v[SERVE_EPHEMERAL] && v[SERVE_STORE])
		return err_set(err, ERR_USAGE, "use --store or --ephemeral, not both");
	if (!read_config(v, s, err))
		return false;
	use_credentials(v, o);
	s->listen_address = str_of(command_value_or_default(v[SERVE_LISTEN], default_listen));
	s->allows_insecure_listen = v[SERVE_INSECURE];
	s->monitor_address = v[SERVE_METRICS_LISTEN];
	s->demo_pack = v[SERVE_DEMO];
	s->is_read_only = v[SERVE_READ_ONLY];
	s->iss = command_value_or_default(
	    v[SERVE_ISS], s->demo_pack ? command_demo_iss : command_default_iss);
	s->aud = command_value_or_default(
	    v[SERVE_AUD], s->demo_pack ? command_demo_aud : command_default_aud);
	bool ok = read_clock(v[SERVE_NOW], &s->clock, err) &&
	    read_churn_interval(v[SERVE_LIVING], s, err) && read_token_ttl(v, s, err) &&
	    read_fd("--until-fd", v[SERVE_UNTIL_FD], &s->keep_alive_fd, err) &&
	    read_ready_options(v, s, err) && read_faults(v, s, o, err) && read_store_url(v, o, err) && read_replica(v, s, err) &&
	    read_migrate_mode(v, s, err) &&
	    (s->migrate == MIGRATE_ONLY || read_all_keys(v, s, o, err)) &&
	    read_drain_delay(v[SERVE_DRAIN_DELAY], &s->drain_delay_ms, err);
	s->store_url = buf_str(&o->url);
	return ok;
}

/* Names a setting of the file as such, if the error is about an option that the file has set. */
static void
name_setting(const char *const *given, const char *const *merged, struct err *err)
{
	struct str text = str_of(err->text);
	for (size_t i = 0; given[SERVE_CONFIG] && i < SERVE_OPTIONS; i++) {
		struct str name = str_of(options[i].name);
		if (given[i] || !merged[i] || !str_starts(text, name) || err->text[name.n] != ' ')
			continue;
		char rest[sizeof(err->text)];
		snprintf(rest, sizeof(rest), "%s", err->text + strlen("--"));
		err_set(err, ERR_CONFIG, "%s: %s", given[SERVE_CONFIG], rest);
		return;
	}
}

/* A console that waits for the ready line shows the reason itself. */
static void
report_failure(const struct serve_settings *s, const struct err *err)
{
	struct buf line = { 0 };
	buf_addf(&line, "failed %s\n", err->text);
	if (s->ready_fd > STDERR_FILENO && write(s->ready_fd, line.p, line.n) < 0)
		log_event(LOG_WARN, "no reader", LOG_NUMBER("fd", s->ready_fd));
	buf_free(&line);
}

static int
run_serve(const char *const *values)
{
	struct serve_settings settings = { .keep_alive_fd = -1, .ready_fd = STDOUT_FILENO };
	struct owned_settings owned = { 0 };
	struct err err = { 0 };
	/* Two malloc arenas for all threads: more would cost memory without any gain. */
	mallopt(M_ARENA_MAX, 2);
	log_open(STDERR_FILENO, LOG_INFO);
	log_set_limit(LOG_LINES_MAX);
	const char *merged[SERVE_OPTIONS];
	memcpy(merged, values, sizeof(merged));
	bool ok = read_settings(merged, &settings, &owned, &err) && serve_run(&settings, &err);
	if (!ok) {
		name_setting(values, merged, &err);
		report_failure(&settings, &err);
	}
	serve_config_free(&settings.config);
	buf_wipe(&owned.secret);
	buf_wipe(&owned.second_key);
	buf_wipe(&owned.cursor_key);
	buf_wipe(&owned.second_cursor_key);
	buf_free(&owned.certificate);
	buf_wipe(&owned.certificate_key);
	jwt_keys_release(settings.token_keys);
	buf_free(&owned.url);
	faults_free(owned.faults);
	for (size_t i = 0; i < CREDENTIALS; i++)
		buf_free(&owned.credential_paths[i]);
	return ok ? 0 : command_fail(&err);
}

const struct service_command command_serve = {
	.name = "serve",
	.summary =
	    "Serves the back-office API over HTTP and prints \"ready URL\" when it is ready.",
	.options = options,
	.options_n = sizeof(options) / sizeof(*options),
	.notes =
	    "--demo needs an empty store: memory, the default, or a new file. It refuses one that "
	    "holds data,\nsince that might be real; delete the file to start over.\nA demo has a "
	    "key, an issuer and an audience of its own: its tokens do not work on a real "
	    "service,\nand real tokens do not work on a demo. With --demo, on this machine only, "
	    "/oauth2/token knows the client \"demo\" with the\nsecret \"northlight\":\n  curl -d "
	    "grant_type=client_credentials -d client_id=demo -d client_secret=northlight \\\n    "
	    "http://127.0.0.1:8080/oauth2/token\nand the client \"backroom\", without a secret, "
	    "to be approved at /oauth2/device. Such sign-ins\nare kept in memory: they end with "
	    "the service.\nWith --key-file F, backroom token --key-file F --iss backroom-demo "
	    "--aud backroom-demo-api also\nprints demo tokens. POST /demo/reset resets the data, POST /demo/clock moves its time,\n/demo/save and /demo/load keep data for later, /demo/faults sets faults.\n"
	    "The log goes to stderr as JSON lines, without personal data; at most ten lines of a "
	    "kind are\nwritten in five seconds, then a count of the rest. SIGTERM ends it "
	    "cleanly.\nSIGHUP reopens a log file under its original name, and reloads "
	    "log-requests, limits, issuers and\ndenied tokens and subjects from the configuration.\n",
	.run = run_serve,
};
