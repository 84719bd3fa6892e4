#include "app/settings.h"

#include "app/conf.h"
#include "base/conffile.h"
#include "base/mem.h"

static const char *const environment_roles[] = { "demo", "test", "prod", NULL };
static const char *const authorization_schemes[] = { "bearer", "bare", NULL };
static const char *const sign_in_methods[] = { "device", "browser", "client", NULL };
static const char *const token_stores[] = { "file", "secret-service", NULL };
static const char *const clipboard_modes[] = { "auto", "osc52", "tmux", "screen", "bare", "off",
	NULL };

#define IS(words, what, member) \
	.name = (words), .kind = (what), .value_offset = offsetof(struct environment, member)

const struct setting environment_settings[] = {
	[ENVIRONMENT_URL] = { IS("url", SETTING_TEXT, url),
	    .help = "the service's address, with the /api prefix" },
	[ENVIRONMENT_BADGE] = { IS("badge", SETTING_TEXT, badge),
	    .help = "shown in the first row (default: the name in capitals)" },
	[ENVIRONMENT_ROLE] = { IS("role", SETTING_TEXT, role), .default_text = "prod",
	    .allowed_values = environment_roles, .error_message = "role must be demo, test or prod",
	    .help = "prod (the default), test or demo: the badge's colour" },
	[ENVIRONMENT_LOCKED] = { IS("locked", SETTING_SWITCH, locked),
	    .help = "true: configuration files read later cannot change this environment. For "
		    "/etc/backroom/config.conf" },
	[ENVIRONMENT_TOKEN_FILE] = { IS("token-file", SETTING_PATH, token_file),
	    .token_method = TOKEN_METHOD_FILE,
	    .help = "a file with the token, mode 0600; or one from systemd (LoadCredential=) or "
		    "Kubernetes: owned by root, and no part of its path writable by others" },
	[ENVIRONMENT_TOKEN_COMMAND] = { IS("token-command", SETTING_PROGRAM, token_command),
	    .token_method = TOKEN_METHOD_COMMAND,
	    .help = "a program that prints a token, as a list: {\"pass\", \"show\", \"prod\"}. It "
		    "can use the terminal when the console starts, so it may ask for a password" },
	[ENVIRONMENT_TOKEN_COMMAND_SECONDS] = { IS("token-command-seconds", SETTING_NUMBER,
						    token_command_timeout_s),
	    .default_number = 10, .min = 1, .max = 600,
	    .error_message = "token-command-seconds must be 1 to 600",
	    .help = "time limit of token-command without a terminal, in seconds, 1 to 600 (10)" },
	[ENVIRONMENT_ISSUER] = { IS("issuer", SETTING_TEXT, issuer),
	    .token_method = TOKEN_METHOD_SIGN_IN,
	    .help = "the address of the identity provider, for backroom login; its "
		    "/.well-known/openid-configuration must name exactly this issuer" },
	[ENVIRONMENT_CLIENT_ID] = { IS("client-id", SETTING_TEXT, client_id),
	    .token_method = TOKEN_METHOD_SIGN_IN,
	    .help = "Backroom's client id at the identity provider (backroom)" },
	[ENVIRONMENT_CLIENT_SECRET_FILE] = { IS("client-secret-file", SETTING_PATH,
						 client_secret_file),
	    .token_method = TOKEN_METHOD_SIGN_IN,
	    .help = "a file with Backroom's client secret, if there is one; same rules as for "
		    "token-file" },
	[ENVIRONMENT_SIGN_IN] = { IS("sign-in", SETTING_TEXT, sign_in_method),
	    .token_method = TOKEN_METHOD_SIGN_IN, .allowed_values = sign_in_methods,
	    .error_message = "sign-in must be device, browser or client",
	    .help =
		"device (the default: type a code on another device), browser (on this machine), "
		"or client (client id and secret, no person signs in)" },
	[ENVIRONMENT_SCOPE] = { IS("scope", SETTING_TEXT, scope),
	    .token_method = TOKEN_METHOD_SIGN_IN,
	    .help = "the scopes to request, separated by spaces (default: the issuer's)" },
	[ENVIRONMENT_AUDIENCE] = { IS("audience", SETTING_TEXT, audience),
	    .token_method = TOKEN_METHOD_SIGN_IN,
	    .help = "the audience of the token, if the issuer needs it" },
	[ENVIRONMENT_RESOURCE] = { IS("resource", SETTING_TEXT, resource),
	    .token_method = TOKEN_METHOD_SIGN_IN,
	    .help = "the audience for an issuer that calls it resource (RFC 8707)" },
	[ENVIRONMENT_REDIRECT_PORT] = { IS("redirect-port", SETTING_NUMBER, redirect_port),
	    .max = 65535,
	    .error_message = "redirect-port must be 1 to 65535, or 0 for any free port",
	    .help = "the local port that the browser returns to, if the issuer allows only a fixed "
		    "http://127.0.0.1:PORT/signed-in (0: any free port)" },
	[ENVIRONMENT_TOKEN_URL] = { IS("token-url", SETTING_TEXT, token_url),
	    .token_method = TOKEN_METHOD_SIGN_IN,
	    .help = "the issuer's token endpoint, if it does not publish its endpoints" },
	[ENVIRONMENT_DEVICE_URL] = { IS("device-url", SETTING_TEXT, device_url),
	    .token_method = TOKEN_METHOD_SIGN_IN,
	    .help = "the issuer's device authorization endpoint, if not published" },
	[ENVIRONMENT_AUTHORIZE_URL] = { IS("authorize-url", SETTING_TEXT, authorize_url),
	    .token_method = TOKEN_METHOD_SIGN_IN,
	    .help = "the issuer's authorization endpoint, if not published" },
	[ENVIRONMENT_TOKEN_STORE] = { IS("token-store", SETTING_TEXT, token_store),
	    .default_text = "file", .allowed_values = token_stores,
	    .error_message = "token-store must be file or secret-service",
	    .help = "where the sign-in is stored: file (a private file in the state folder) or "
		    "secret-service (the desktop's, through secret-tool)" },
	[ENVIRONMENT_AUTHORIZATION] = { IS("authorization", SETTING_TEXT, authorization),
	    .default_text = "bearer", .allowed_values = authorization_schemes,
	    .error_message = "authorization must be bearer or bare",
	    .help = "how the token is sent: bearer (after the word Bearer, the default) or bare "
		    "(without it)" },
	[ENVIRONMENT_RIGHTS_CLAIMS] = { IS("rights-claims", SETTING_LIST, rights_claims),
	    .help = "the token claims that hold its rights, as a list. Without it: {\"scope\", "
		    "\"scp\", \"roles\", \"permissions\", \"realm_access.roles\"}. Used by whoami "
		    "only: the service decides what a token may do" },
	[ENVIRONMENT_RIGHT_READ] = { IS("right-read", SETTING_LIST, right_read),
	    .help =
		"the issuer's names for the right to read, as a list: {\"Baskets.Read\"} (read)" },
	[ENVIRONMENT_RIGHT_CATALOG] = { IS("right-catalog-write", SETTING_LIST, right_catalog),
	    .help =
		"the issuer's names for the right to change prices and attributes (catalog:write)" },
	[ENVIRONMENT_RIGHT_IDENTITY] = { IS("right-identity-admin", SETTING_LIST, right_identity),
	    .help = "the issuer's names for the right to link identities (identity:admin)" },
	[ENVIRONMENT_CA_FILE] = { IS("ca-file", SETTING_PATH, ca_file),
	    .help =
		"certificates to trust instead of the system's (default: $BACKROOM_CA_FILE, then "
		"$SSL_CERT_FILE)" },
	[ENVIRONMENT_CLIENT_CERT] = { IS("client-cert", SETTING_PATH, client_cert),
	    .help = "Backroom's client certificate, if the service asks for one" },
	[ENVIRONMENT_CLIENT_KEY] = { IS("client-key", SETTING_PATH, client_key),
	    .help = "the client certificate's key; a file, same rules as for token-file" },
	[ENVIRONMENT_PROXY] = { IS("proxy", SETTING_TEXT, proxy),
	    .help = "a proxy other than the system's; NO_PROXY lists hosts to reach without it" },
	[ENVIRONMENT_INSECURE] = { IS("insecure", SETTING_SWITCH, insecure),
	    .help = "true: the token may be sent over plain http to another host; the first row "
		    "shows this in red" },
	[ENVIRONMENT_TIMEOUT] = { IS("timeout", SETTING_NUMBER, timeout_s), .default_number = 30,
	    .min = 1, .max = 300, .error_message = "timeout must be 1 to 300 seconds",
	    .help = "seconds to wait for a response, 1 to 300 (30)" },
	[ENVIRONMENT_LINK_BASE] = { IS("link-base", SETTING_TEXT, link_base),
	    .help =
		"the shop's address, for relative recovery links. If neither this nor link-hosts "
		"is set, each link needs a confirmation and --for mail leaves links out" },
	[ENVIRONMENT_LINK_HOSTS] = { IS("link-hosts", SETTING_LIST, link_hosts),
	    .help = "hosts allowed in recovery links, as a list; with :PORT if the port is not the "
		    "default" },
	[ENVIRONMENT_READ_ONLY] = { IS("read-only", SETTING_SWITCH, read_only),
	    .help = "true: read-only; nothing is written to the service" },
	[ENVIRONMENT_MASK] = { IS("mask", SETTING_SWITCH, mask),
	    .help = "true: people are masked, as with --mask" },
	[ENVIRONMENT_PLAN_APPROVAL] = { IS("plan-approval", SETTING_SWITCH, plan_approval),
	    .help = "true: a price plan needs the approval of someone other than its author; this "
		    "guards against mistakes, not against a malicious co-worker" },
	[ENVIRONMENT_PLAN_THRESHOLD] = { IS("plan-threshold", SETTING_NUMBER, plan_threshold),
	    .max = 1000, .error_message = "plan-threshold must be 1 to 1000 percent, or 0 for none",
	    .help = "percent, 1 to 1000: a plan marks larger price changes for review" },
	[ENVIRONMENT_OUTCOMES] = { IS("outcomes", SETTING_PATH, contact_log_path),
	    .help =
		"a contact log that several accounts of this host share, in a folder that all of "
		"them may write to (default: each account has its own)" },
	[ENVIRONMENT_CONTACT_PAUSE] = { IS("contact-pause", SETTING_NUMBER, contact_pause_h),
	    .default_number = 24, .max = 8760,
	    .error_message = "contact-pause must be 0 to 8760 hours",
	    .help = "hours, 0 to 8760 (24): ask before sending a link to someone contacted within "
		    "this time; 0 never asks" },
	[ENVIRONMENT_CONSENT_FIELD] = { IS("consent-field", SETTING_TEXT, consent_field),
	    .help =
		"the custom field with the person's consent to be contacted, such as "
		"marketing.optIn. Yes: true, any number but 0, a list with items, the texts true, "
		"yes, y, 1, on. No: false, 0, an empty list, an empty text, the texts false, no, "
		"n, 0, off" },
	[ENVIRONMENT_SHARED_EMAILS] = { IS("shared-emails", SETTING_LIST, shared_emails),
	    .help =
		"e-mail addresses that several people share, as a list: {\"office@*\"}. Baskets "
		"with such an address are not counted as one person; * matches anything, case "
		"does not matter. An outcome such as do not contact applies to the whole address" },
	[ENVIRONMENT_NAMESPACE] = { IS("namespace", SETTING_TEXT, namespace),
	    .help = "the service's namespace, a word in paths and attribute names (svc)" },
};
_Static_assert(sizeof(environment_settings) / sizeof(*environment_settings) == ENVIRONMENT_SETTINGS,
    "every option needs a row in this table");

#undef IS
#define IS(words, what, member) \
	.name = (words), .kind = (what), .value_offset = offsetof(struct user_command, member)

const struct setting command_settings[] = {
	[COMMAND_RUN] = { IS("run", SETTING_PROGRAM, argv),
	    .help = "the program and its arguments, as a list: {\"crm-note\", \"--new\"}. No shell "
		    "is involved; the basket's data is in environment variables" },
	[COMMAND_HELP] = { IS("help", SETTING_TEXT, help),
	    .help = "the command's description in the menu" },
	[COMMAND_LINK] = { IS("link", SETTING_SWITCH, passes_link),
	    .help = "true: the command also gets the recovery link. It then runs only if the link "
		    "passes its checks, after the same questions as for sending" },
	[COMMAND_SECONDS] = { IS("seconds", SETTING_NUMBER, timeout_s), .default_number = 30,
	    .min = 1, .max = 3600, .error_message = "seconds must be 1 to 3600",
	    .help = "time limit in seconds, 1 to 3600 (30); then the command is stopped" },
};
_Static_assert(sizeof(command_settings) / sizeof(*command_settings) == COMMAND_SETTINGS,
    "every option needs a row in this table");

#undef IS
#define IS(words, what, member) \
	.name = (words), .kind = (what), .value_offset = offsetof(struct config, member)

const struct setting ui_settings[] = {
	[UI_KEYMAP] = { IS("keymap", SETTING_TEXT, keymap), .default_text = "default",
	    .help = "default or vim" },
	[UI_THEME] = { IS("theme", SETTING_TEXT, theme), .default_text = "auto",
	    .help = "auto (by the terminal's background), dark, light, high-contrast, projector, "
		    "mono, or your own themes/NAME.conf next to config.conf" },
	[UI_CLIPBOARD] = { IS("clipboard", SETTING_TEXT, clipboard), .default_text = "auto",
	    .allowed_values = clipboard_modes,
	    .error_message = "clipboard must be auto, osc52, tmux, screen, bare or off",
	    .help = "auto, osc52, tmux, screen, bare or off" },
	[UI_TIMEZONE] = { IS("timezone", SETTING_TEXT, timezone), .help = "such as Europe/London" },
	[UI_START] = { IS("start", SETTING_TEXT, start_view),
	    .help = "the VIEW that the console starts with; @NAME is a saved view" },
	[UI_MOUSE] = { IS("mouse", SETTING_SWITCH, mouse),
	    .help = "true: mouse on for wheel, rows, tabs and column titles; Shift selects text" },
	[UI_LINEAR] = { IS("linear", SETTING_SWITCH, linear),
	    .help = "true: line by line, as with --linear" },
	[UI_BASKETS_AHEAD] = { IS("baskets-ahead", SETTING_NUMBER, read_ahead_rows),
	    .default_number = 1000, .min = 50, .max = 1000000,
	    .error_message = "baskets-ahead must be 50 to 1000000",
	    .help = "rows to read in advance, 50 to 1000000" },
};
_Static_assert(sizeof(ui_settings) / sizeof(*ui_settings) == UI_SETTINGS,
    "every option needs a row in this table");

char **
setting_text(const struct setting *s, void *owner)
{
	return (char **)(void *)((char *)owner + s->value_offset);
}

char ***
setting_list(const struct setting *s, void *owner)
{
	return (char ***)(void *)((char *)owner + s->value_offset);
}

bool *
setting_switch(const struct setting *s, void *owner)
{
	return (bool *)(void *)((char *)owner + s->value_offset);
}

int *
setting_number(const struct setting *s, void *owner)
{
	return (int *)(void *)((char *)owner + s->value_offset);
}

void
setting_free(const struct setting *s, void *owner)
{
	if (s->kind == SETTING_TEXT || s->kind == SETTING_PATH) {
		x_free(*setting_text(s, owner));
		*setting_text(s, owner) = NULL;
	} else if (s->kind == SETTING_LIST || s->kind == SETTING_PROGRAM) {
		conffile_list_free(*setting_list(s, owner));
		*setting_list(s, owner) = NULL;
	}
}

void
setting_reset(const struct setting *s, void *owner)
{
	setting_free(s, owner);
	if (s->kind == SETTING_SWITCH)
		*setting_switch(s, owner) = false;
	else if (s->kind == SETTING_NUMBER)
		*setting_number(s, owner) = s->default_number;
	else if (s->default_text)
		*setting_text(s, owner) = x_strdup(s->default_text);
}

bool
setting_is_allowed(const struct setting *s, const void *owner)
{
	void *values = (void *)(uintptr_t)owner;
	if (s->kind == SETTING_NUMBER) {
		int n = *setting_number(s, values);
		return n >= s->min && n <= s->max;
	}
	if (!s->allowed_values)
		return true;
	if (!*setting_text(s, values))
		return !s->default_text;
	for (const char *const *word = s->allowed_values; *word; word++)
		if (str_eqz(str_of(*setting_text(s, values)), *word))
			return true;
	return false;
}
