#include "service/cmd/config.h"

#include "base/conffile.h"
#include "model/when.h"
#include "service/api/origin.h"
#include "service/auth/jwks_fetch.h"
#include "service/auth/jwt_verify.h"
#include "service/auth/key.h"
#include "service/cmd/options.h"

#include <confuse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEPT_MAX_MS (INT64_C(36500) * WHEN_DAY)
#define LIFETIME_MAX_MS (INT64_C(366) * 86400000)

const char *const config_options[] = { "listen", "store", "read-store", "read-lag", "migrate",
	"key-file", "second-key-file", "iss", "aud", "insecure-listen", "token-ttl", "drain-delay",
	"cursor-key-file", "second-cursor-key-file", "metrics-listen", "tls-certificate",
	"tls-key" };
_Static_assert(sizeof(config_options) / sizeof(*config_options) == CONFIG_OPTIONS,
    "every option needs a place in struct serve_config");

void
serve_config_init(struct serve_config *c)
{
	*c = (struct serve_config){ .names = wire_names_default(),
		.allows_scheme_less_tokens = true,
		.links_across_subscriptions = true,
		.denied_status = 403,
		.clock_skew_s = JWT_LEEWAY_S,
		.limits = limits_default };
}

void
serve_config_free(struct serve_config *c)
{
	for (size_t i = 0; i < c->issuers.n; i++)
		jwt_keys_release(c->issuers.v[i].keys);
	vec_free(&c->issuers);
	vec_free(&c->clients);
	vec_free(&c->proxies);
	arena_free(&c->text_arena);
}

/* A copy of the text, or `otherwise` if it is absent or empty. */
static const char *
read_text_setting(struct serve_config *c, cfg_t *section, const char *name, const char *otherwise)
{
	const char *text = cfg_getstr(section, name);
	return text && *text ? arena_str(&c->text_arena, str_of(text)).p : otherwise;
}

/* Reads a number within limits; otherwise sets err. */
static bool
read_number(cfg_t *section, const char *name, long least, long most, long *out, struct err *err)
{
	*out = cfg_getint(section, name);
	return (*out >= least && *out <= most) ||
	    err_set(err, ERR_CONFIG, "%s must be %ld to %ld, not %ld", name, least, most, *out);
}

static bool
read_wire_names(struct serve_config *c, cfg_t *cfg, struct err *err)
{
	cfg_t *params = cfg_getsec(cfg, "parameters"), *paths = cfg_getsec(cfg, "paths");
	c->names.namespace = read_text_setting(c, cfg, "namespace", c->names.namespace);
	c->names.catalog = read_text_setting(c, cfg, "catalog", c->names.catalog);
	for (int p = 0; p < PARAM_COUNT; p++)
		c->names.params[p] = read_text_setting(
		    c, params, param_infos[p].setting_name, c->names.params[p]);
	for (int p = 0; p < ENDPOINT_COUNT; p++)
		c->names.paths[p] = read_text_setting(
		    c, paths, endpoint_infos[p].setting_name, c->names.paths[p]);
	return wire_names_check(&c->names, err);
}

static bool
read_client(struct serve_config *c, cfg_t *section, struct err *err)
{
	struct config_client client = { .client.name = cfg_title(section) };
	client.client.name = arena_str(&c->text_arena, str_of(client.client.name)).p;
	client.client.scope = read_text_setting(c, section, "scope", "read");
	client.client.root = read_text_setting(c, section, "root", "");
	client.client.subject = read_text_setting(c, section, "subject", client.client.name);
	client.client.allows_device_code = cfg_getbool(section, "device");
	client.secret_file = read_text_setting(c, section, "secret-file", NULL);
	client.client.is_public = !client.secret_file;
	vec_push(&c->clients, client);
	return client.secret_file || client.client.allows_device_code ||
	    err_set(err, ERR_CONFIG, "client \"%s\" has no secret-file and no device = true",
		client.client.name);
}

static bool
check_device_clients(const struct serve_config *c, cfg_t *cfg, struct err *err)
{
	for (size_t i = 0; i < c->clients.n; i++)
		if (c->clients.v[i].client.allows_device_code && !cfg_getbool(cfg, "approve-here"))
			return err_set(err, ERR_CONFIG,
			    "client \"%s\" has device = true: anyone who reaches /oauth2/device "
			    "from "
			    "this machine may approve it, and through a proxy on this machine "
			    "that is "
			    "everyone. If no proxy forwards that page, add approve-here = true",
			    c->clients.v[i].client.name);
	return true;
}

/* ---- other issuers ---- */

/* A list that ends with NULL; NULL if it is absent or empty. */
static const char *const *
read_texts(struct serve_config *c, cfg_t *section, const char *name)
{
	unsigned n = cfg_size(section, name);
	if (!n)
		return NULL;
	const char **list = arena_alloc(&c->text_arena, (n + 1) * sizeof(*list));
	for (unsigned i = 0; i < n; i++)
		list[i] = arena_str(&c->text_arena, str_of(cfg_getnstr(section, name, i))).p;
	list[n] = NULL;
	return list;
}

static bool
read_lifetime(struct issuer_rules *one, cfg_t *section, struct err *err)
{
	const char *text = cfg_getstr(section, "lifetime");
	int64_t ms;
	if (!when_parse_duration(str_of(text), &ms) || ms < 1000 || ms > LIFETIME_MAX_MS)
		return err_set(err, ERR_CONFIG,
		    "lifetime takes a time from 1s to 366d, such as 24h, not \"%s\"", text);
	one->max_lifetime_s = ms / 1000;
	return true;
}

/* The keys: at a URL, in a file with a JWK Set, or in a file with a public key in PEM. */
static bool
read_issuer_keys(struct serve_config *c, struct issuer_rules *one, cfg_t *section, struct err *err)
{
	const char *set = read_text_setting(c, section, "jwks-file", NULL);
	const char *pem = read_text_setting(c, section, "key-file", NULL);
	one->jwks_url = read_text_setting(c, section, "jwks-url", NULL);
	one->ca_file = read_text_setting(c, section, "ca-file", NULL);
	int given = !!set + !!pem + !!one->jwks_url;
	if (given != 1)
		return err_set(err, ERR_CONFIG,
		    given ? "only one of jwks-url, jwks-file and key-file can be used"
			  : "one of jwks-url, jwks-file and key-file is needed");
	if (one->jwks_url)
		return jwks_check_url(str_of(one->jwks_url), err);
	one->keys = jwt_keys_new();
	return set ? key_load_set(one->keys, set, err) : key_load_public(one->keys, pem, err);
}

static bool
check_issuer(const struct serve_config *c, const struct issuer_rules *one, struct err *err)
{
	if (strlen(one->name) > ISSUER_NAME_SIZE_MAX || !*one->name || strchr(one->name, ':'))
		return err_set(err, ERR_CONFIG,
		    "an issuer's name must have 1 to %d bytes, without a colon",
		    ISSUER_NAME_SIZE_MAX);
	if (!one->iss || !one->audiences)
		return err_set(err, ERR_CONFIG, "%s is needed", one->iss ? "aud" : "iss");
	for (size_t i = 0; i < c->issuers.n; i++)
		if (strcmp(c->issuers.v[i].iss, one->iss) == 0)
			return err_set(err, ERR_CONFIG, "issuer \"%s\" has the same iss",
			    c->issuers.v[i].name);
	return true;
}

static bool
read_issuer(struct serve_config *c, cfg_t *section, struct err *err)
{
	static const char *const rights[ISSUER_RIGHTS] = { "right-read", "right-catalog-write",
		"right-identity-admin", "right-audit-read", "right-ingest" };
	struct issuer_rules one = { .iss = read_text_setting(c, section, "iss", NULL),
		.name = arena_str(&c->text_arena, str_of(cfg_title(section))).p,
		.audiences = read_texts(c, section, "aud"),
		.audience_claim = read_text_setting(c, section, "aud-claim", "aud"),
		.root_claim = read_text_setting(c, section, "root-claim", "root"),
		.rights_claims = read_texts(c, section, "rights-claims") };
	for (int i = 0; i < ISSUER_RIGHTS; i++)
		one.right_names[i] = read_texts(c, section, rights[i]);
	bool ok = check_issuer(c, &one, err) && read_lifetime(&one, section, err) &&
	    read_issuer_keys(c, &one, section, err);
	if (ok)
		vec_push(&c->issuers, one);
	else
		jwt_keys_release(one.keys);
	if (!ok)
		err_prefix(err, "issuer \"%s\"", one.name);
	return ok;
}

/* ---- the file ---- */

static bool
read_proxies(struct serve_config *c, cfg_t *cfg, struct err *err)
{
	for (unsigned i = 0; i < cfg_size(cfg, "trusted-proxies"); i++) {
		const char *text = cfg_getnstr(cfg, "trusted-proxies", i);
		struct proxy_network one;
		if (!proxy_network_read(&one, str_of(text)))
			return err_set(err, ERR_CONFIG,
			    "trusted-proxies takes addresses, networks such as 10.0.0.0/8, and unix, "
			    "not \"%s\"",
			    text);
		vec_push(&c->proxies, one);
	}
	return true;
}

static bool
read_limits(struct serve_config *c, cfg_t *section, struct err *err)
{
	long connections, rate, burst;
	if (!read_number(section, "connections-per-address", 0, 100000, &connections, err) ||
	    !read_number(section, "requests-per-second", -1, 100000, &rate, err) ||
	    !read_number(section, "burst", 0, 1000000, &burst, err))
		return false;
	if (connections)
		c->limits.max_connections = c->limits.max_loopback_connections = (unsigned)
		    connections;
	if (rate >= 0) {
		c->limits.requests_per_second = (unsigned)rate;
		c->limits.limits_loopback_rate = true;
	}
	if (burst)
		c->limits.max_burst_requests = (unsigned)burst;
	return true;
}

/* A day at least: a minute would be a slip of the finger. */
static bool
read_kept_time(cfg_t *section, const char *name, int64_t *ms, struct err *err)
{
	const char *text = cfg_getstr(section, name);
	*ms = 0;
	if (!text || !*text)
		return true;
	return (when_parse_duration(str_of(text), ms) && *ms >= WHEN_DAY && *ms <= KEPT_MAX_MS) ||
	    err_set(err, ERR_CONFIG, "retention: %s takes a time from 1d to 36500d, not \"%s\"",
		name, text);
}

static bool
read_retention(struct serve_config *c, cfg_t *section, struct err *err)
{
	return read_kept_time(section, "baskets", &c->retention.baskets_ms, err) &&
	    read_kept_time(section, "completed-baskets", &c->retention.completed_baskets_ms, err) &&
	    (!c->retention.baskets_ms ||
		c->retention.completed_baskets_ms < c->retention.baskets_ms ||
		err_set(
		    err, ERR_CONFIG, "retention: completed-baskets must be shorter than baskets"));
}

static bool
read_denied_status(struct serve_config *c, cfg_t *cfg, struct err *err)
{
	long status = cfg_getint(cfg, "denied-status");
	c->denied_status = (int)status;
	return status == 403 || status == 404 ||
	    err_set(err, ERR_CONFIG, "denied-status must be 403 or 404, not %ld", status);
}

static bool
read_public_url(struct serve_config *c, cfg_t *cfg, struct err *err)
{
	struct str url = str_of(read_text_setting(c, cfg, "public-url", NULL));
	if (!url.p)
		return true;
	if (!origin_is_url(url))
		return err_set(err, ERR_CONFIG,
		    "public-url must be an http or https URL of a host, without user, query and "
		    "fragment, not \"%s\"",
		    url.p);
	while (str_ends(url, STR("/")))
		url.n--;
	c->public_url = arena_str(&c->text_arena, url).p;
	return true;
}

static bool
read_mode(struct serve_config *c, cfg_t *cfg, struct err *err)
{
	c->mode = read_text_setting(c, cfg, "mode", NULL);
	return !c->mode || str_eqz(STR("sandbox"), c->mode) ||
	    str_eqz(STR("production"), c->mode) ||
	    err_set(err, ERR_CONFIG, "mode must be sandbox or production, not \"%s\"", c->mode);
}

/* A switch that is on is an empty text. */
static const char *
read_option(struct serve_config *c, cfg_t *cfg, const char *name)
{
	if (cfg_getopt(cfg, name)->type == CFGT_BOOL)
		return cfg_getbool(cfg, name) ? "" : NULL;
	return read_text_setting(c, cfg, name, NULL);
}

static bool
read_settings_tree(struct serve_config *c, cfg_t *cfg, struct err *err)
{
	long skew;
	c->published_offers_only = cfg_getbool(cfg, "published-offers");
	c->include_completed = cfg_getbool(cfg, "include-completed");
	c->allows_scheme_less_tokens = cfg_getbool(cfg, "bare-tokens");
	c->pages_need_no_token = cfg_getbool(cfg, "open-pages");
	c->links_across_subscriptions = cfg_getbool(cfg, "link-across");
	c->log_requests = cfg_getbool(cfg, "log-requests");
	for (size_t i = 0; i < CONFIG_OPTIONS; i++)
		c->options[i] = read_option(c, cfg, config_options[i]);
	c->denied_tokens = read_texts(c, cfg, "denied-tokens");
	c->denied_subjects = read_texts(c, cfg, "denied-subjects");
	for (unsigned i = 0; i < cfg_size(cfg, "client"); i++)
		if (!read_client(c, cfg_getnsec(cfg, "client", i), err))
			return false;
	for (unsigned i = 0; i < cfg_size(cfg, "issuer"); i++)
		if (!read_issuer(c, cfg_getnsec(cfg, "issuer", i), err))
			return false;
	if (!read_proxies(c, cfg, err) || !check_device_clients(c, cfg, err) ||
	    !read_wire_names(c, cfg, err) || !read_mode(c, cfg, err) ||
	    !read_public_url(c, cfg, err) || !read_denied_status(c, cfg, err) ||
	    !read_limits(c, cfg_getsec(cfg, "limits"), err) ||
	    !read_retention(c, cfg_getsec(cfg, "retention"), err) ||
	    !read_number(cfg, "clock-skew", 0, 300, &skew, err))
		return false;
	c->clock_skew_s = (int)skew;
	return true;
}

/* Takes ownership of `cfg`, which is NULL if the text could not be parsed. */
static bool
read_parsed(struct serve_config *c, cfg_t *cfg, const char *file, struct err *err)
{
	if (!cfg)
		return false;
	bool ok = read_settings_tree(c, cfg, err);
	if (!ok)
		err_prefix(err, "%s", file);
	cfg_free(cfg);
	return ok;
}

/* The settings of each section. */
struct sections {
	cfg_opt_t *parameters, *paths, *client, *issuer, *limits, *retention;
};

static bool
parse_with_sections(struct serve_config *c, const char *text, const char *file,
    const struct sections *o, struct err *err)
{
	cfg_opt_t top[] = {
		CFG_STR("listen", NULL, CFGF_NONE),
		CFG_STR("store", NULL, CFGF_NONE),
		CFG_STR("read-store", NULL, CFGF_NONE),
		CFG_STR("read-lag", NULL, CFGF_NONE),
		CFG_STR("migrate", NULL, CFGF_NONE),
		CFG_STR("key-file", NULL, CFGF_NONE),
		CFG_STR("second-key-file", NULL, CFGF_NONE),
		CFG_STR("cursor-key-file", NULL, CFGF_NONE),
		CFG_STR("second-cursor-key-file", NULL, CFGF_NONE),
		CFG_STR("iss", NULL, CFGF_NONE),
		CFG_STR("aud", NULL, CFGF_NONE),
		CFG_BOOL("insecure-listen", cfg_false, CFGF_NONE),
		CFG_STR("token-ttl", NULL, CFGF_NONE),
		CFG_STR("drain-delay", NULL, CFGF_NONE),
		CFG_STR("metrics-listen", NULL, CFGF_NONE),
		CFG_STR("tls-certificate", NULL, CFGF_NONE),
		CFG_STR("tls-key", NULL, CFGF_NONE),
		CFG_STR("namespace", NULL, CFGF_NONE),
		CFG_STR("catalog", NULL, CFGF_NONE),
		CFG_STR("mode", NULL, CFGF_NONE),
		CFG_STR("public-url", NULL, CFGF_NONE),
		CFG_SEC("parameters", o->parameters, CFGF_NONE),
		CFG_SEC("paths", o->paths, CFGF_NONE),
		CFG_BOOL("published-offers", cfg_false, CFGF_NONE),
		CFG_BOOL("include-completed", cfg_false, CFGF_NONE),
		CFG_BOOL("bare-tokens", cfg_true, CFGF_NONE),
		CFG_BOOL("log-requests", cfg_false, CFGF_NONE),
		CFG_BOOL("open-pages", cfg_false, CFGF_NONE),
		CFG_BOOL("link-across", cfg_true, CFGF_NONE),
		CFG_BOOL("approve-here", cfg_false, CFGF_NONE),
		CFG_INT("denied-status", 403, CFGF_NONE),
		CFG_INT("clock-skew", JWT_LEEWAY_S, CFGF_NONE),
		CFG_SEC("limits", o->limits, CFGF_NONE),
		CFG_SEC("retention", o->retention, CFGF_NONE),
		CFG_SEC("client", o->client, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
		CFG_SEC("issuer", o->issuer, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
		CFG_STR_LIST("trusted-proxies", NULL, CFGF_NONE),
		CFG_STR_LIST("denied-tokens", NULL, CFGF_NONE),
		CFG_STR_LIST("denied-subjects", NULL, CFGF_NONE),
		CFG_END(),
	};
	return read_parsed(c, conffile_parse(top, text, file, err), file, err);
}

static bool
parse_with_names(struct serve_config *c, const char *text, const char *file, cfg_opt_t *parameters,
    cfg_opt_t *paths, struct err *err)
{
	cfg_opt_t client[] = {
		CFG_STR("secret-file", NULL, CFGF_NONE),
		CFG_BOOL("device", cfg_false, CFGF_NONE),
		CFG_STR("scope", NULL, CFGF_NONE),
		CFG_STR("root", NULL, CFGF_NONE),
		CFG_STR("subject", NULL, CFGF_NONE),
		CFG_END(),
	};
	cfg_opt_t issuer[] = {
		CFG_STR("iss", NULL, CFGF_NONE),
		CFG_STR_LIST("aud", NULL, CFGF_NONE),
		CFG_STR("aud-claim", NULL, CFGF_NONE),
		CFG_STR("jwks-url", NULL, CFGF_NONE),
		CFG_STR("jwks-file", NULL, CFGF_NONE),
		CFG_STR("key-file", NULL, CFGF_NONE),
		CFG_STR("ca-file", NULL, CFGF_NONE),
		CFG_STR_LIST("rights-claims", NULL, CFGF_NONE),
		CFG_STR_LIST("right-read", NULL, CFGF_NONE),
		CFG_STR_LIST("right-catalog-write", NULL, CFGF_NONE),
		CFG_STR_LIST("right-identity-admin", NULL, CFGF_NONE),
		CFG_STR_LIST("right-audit-read", NULL, CFGF_NONE),
		CFG_STR_LIST("right-ingest", NULL, CFGF_NONE),
		CFG_STR("root-claim", NULL, CFGF_NONE),
		CFG_STR("lifetime", "24h", CFGF_NONE),
		CFG_END(),
	};
	cfg_opt_t limits[] = {
		CFG_INT("connections-per-address", 0, CFGF_NONE),
		CFG_INT("requests-per-second", -1, CFGF_NONE),
		CFG_INT("burst", 0, CFGF_NONE),
		CFG_END(),
	};
	cfg_opt_t retention[] = {
		CFG_STR("baskets", NULL, CFGF_NONE),
		CFG_STR("completed-baskets", NULL, CFGF_NONE),
		CFG_END(),
	};
	const struct sections all = { parameters, paths, client, issuer, limits, retention };
	return parse_with_sections(c, text, file, &all, err);
}

static bool
parse_config(struct serve_config *c, const char *text, const char *file, struct err *err)
{
	cfg_opt_t parameters[PARAM_COUNT + 1] = { 0 }, paths[ENDPOINT_COUNT + 1] = { 0 };
	for (int p = 0; p < PARAM_COUNT; p++)
		parameters[p] = (cfg_opt_t)CFG_STR(param_infos[p].setting_name, NULL, CFGF_NONE);
	for (int p = 0; p < ENDPOINT_COUNT; p++)
		paths[p] = (cfg_opt_t)CFG_STR(endpoint_infos[p].setting_name, NULL, CFGF_NONE);
	parameters[PARAM_COUNT] = paths[ENDPOINT_COUNT] = (cfg_opt_t)CFG_END();
	return parse_with_names(c, text, file, parameters, paths, err);
}

/* The length of a comment, a single-quoted text or an escaped character at p, in which libconfuse
 * replaces nothing; 0: none of these. */
static size_t
skip_literal(const char *p, bool in_quotes)
{
	const char *end = NULL;
	if (p[0] == '\\' && p[1])
		return 2;
	if (in_quotes)
		return 0;
	if (p[0] == '#' || (p[0] == '/' && p[1] == '/'))
		return strcspn(p, "\n");
	if (p[0] == '/' && p[1] == '*')
		end = strstr(p + 2, "*/");
	else if (p[0] == '\'')
		end = strchr(p + 1, '\'');
	else
		return 0;
	return end ? (size_t)(end - p) + 1 : strlen(p);
}

/* libconfuse puts nothing in the place of a variable that is not set. */
static bool
check_variables(const char *text, const char *file, struct err *err)
{
	char name[80];
	bool in_quotes = false;
	size_t line = 1, skipped;
	for (const char *p = text; *p; p += skipped ? skipped : 1) {
		skipped = skip_literal(p, in_quotes);
		for (size_t i = 0; i < (skipped ? skipped : 1); i++)
			line += p[i] == '\n';
		in_quotes = in_quotes != (!skipped && *p == '"');
		if (skipped || p[0] != '$' || p[1] != '{')
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(p + 2, "}\n"), p + 2);
		if (strchr(name, ':') || getenv(name))
			continue;
		return err_set(err, ERR_CONFIG, "%s:%zu: ${%s} is not set%s", file, line, name,
		    strcmp(name, "CREDENTIALS_DIRECTORY") == 0
			? ": the service manager sets it for the unit"
			: "");
	}
	return true;
}

bool
serve_config_read(struct serve_config *c, const char *path, struct err *err)
{
	char *text = NULL;
	bool ok = conffile_read(&text, path, err) &&
	    (text || err_set(err, ERR_CONFIG, "%s does not exist", path)) &&
	    check_variables(text, path, err) && parse_config(c, text, path, err);
	x_free(text);
	return ok;
}
