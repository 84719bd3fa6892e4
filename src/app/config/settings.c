#include "app/config/settings.h"

#include "app/config/conf.h"
#include "base/conffile.h"
#include "base/mem.h"

static const char *const roles[] = { "demo", "test", "prod", NULL };
static const char *const authorizations[] = { "bearer", "bare", NULL };
static const char *const sign_ins[] = { "device", "browser", "client", NULL };
static const char *const token_stores[] = { "file", "secret-service", NULL };
static const char *const clipboards[] = { "auto", "osc52", "tmux", "screen", "bare", "off", NULL };

#define IS(words, what, member) \
	.name = (words), .kind = (what), .at = offsetof(struct environment, member)

const struct setting environment_settings[] = {
	[ENVIRONMENT_URL] = { IS("url", SETTING_TEXT, url),
	    .help = "its address with the /api prefix" },
	[ENVIRONMENT_BADGE] = { IS("badge", SETTING_TEXT, badge),
	    .help = "what the first row says; the name in capitals where it is absent" },
	[ENVIRONMENT_ROLE] = { IS("role", SETTING_TEXT, role), .default_text = "prod",
	    .words = roles, .rule = "role is demo, test or prod",
	    .help = "prod (the default), test or demo: the badge's colour" },
	[ENVIRONMENT_LOCKED] = { IS("locked", SETTING_SWITCH, locked),
	    .help = "true: files that are read later do not change this environment. For "
		    "/etc/backroom/config.conf" },
	[ENVIRONMENT_TOKEN_FILE] = { IS("token-file", SETTING_PATH, token_file),
	    .method = TOKEN_METHOD_FILE,
	    .help =
		"a file of mode 0600 with the token, or what systemd (LoadCredential=) and Kubernetes "
		"give: root's, and nobody else can write to it or to a folder or link on the way" },
	[ENVIRONMENT_TOKEN_COMMAND] = { IS("token-command", SETTING_PROGRAM, token_command),
	    .method = TOKEN_METHOD_COMMAND,
	    .help =
		"a program that prints one, as a list: {\"pass\", \"show\", \"prod\"}. When the "
		"console starts it has the terminal, and may ask" },
	[ENVIRONMENT_TOKEN_COMMAND_SECONDS] = { IS("token-command-seconds", SETTING_NUMBER,
						    token_command_seconds),
	    .default_number = 10, .least = 1, .most = 600,
	    .rule = "token-command-seconds is 1 to 600",
	    .help = "how long it may take where it has no terminal, 1 to 600 (10)" },
	[ENVIRONMENT_ISSUER] = { IS("issuer", SETTING_TEXT, issuer), .method = TOKEN_METHOD_SIGN_IN,
	    .help = "who signs people in, by its address, for backroom login; what it has is read "
		    "from its /.well-known/openid-configuration, and must be of this very name" },
	[ENVIRONMENT_CLIENT_ID] = { IS("client-id", SETTING_TEXT, client_id),
	    .method = TOKEN_METHOD_SIGN_IN,
	    .help = "what this program is called there (backroom)" },
	[ENVIRONMENT_CLIENT_SECRET_FILE] = { IS("client-secret-file", SETTING_PATH,
						 client_secret_file),
	    .method = TOKEN_METHOD_SIGN_IN,
	    .help = "its secret, if it has one; a file as token-file" },
	[ENVIRONMENT_SIGN_IN] = { IS("sign-in", SETTING_TEXT, sign_in),
	    .method = TOKEN_METHOD_SIGN_IN, .words = sign_ins,
	    .rule = "sign-in is device, browser or client",
	    .help =
		"device (the default: a code is typed on another device), browser (on this "
		"machine), or client: the program by its own name and secret, nobody signs in" },
	[ENVIRONMENT_SCOPE] = { IS("scope", SETTING_TEXT, scope), .method = TOKEN_METHOD_SIGN_IN,
	    .help = "the rights that are asked for, separated by blanks; without it those that the "
		    "issuer gives by itself" },
	[ENVIRONMENT_AUDIENCE] = { IS("audience", SETTING_TEXT, audience),
	    .method = TOKEN_METHOD_SIGN_IN,
	    .help = "the API that the token is for, for an issuer that must be told" },
	[ENVIRONMENT_RESOURCE] = { IS("resource", SETTING_TEXT, resource),
	    .method = TOKEN_METHOD_SIGN_IN,
	    .help = "the same for an issuer that calls it resource (RFC 8707)" },
	[ENVIRONMENT_REDIRECT_PORT] = { IS("redirect-port", SETTING_NUMBER, redirect_port),
	    .most = 65535, .rule = "redirect-port is 1 to 65535, or 0 for any that is free",
	    .help =
		"the port of this machine where a browser comes back to, for an issuer that knows "
		"http://127.0.0.1:PORT/signed-in alone (0: any that is free)" },
	[ENVIRONMENT_TOKEN_URL] = { IS("token-url", SETTING_TEXT, token_url),
	    .method = TOKEN_METHOD_SIGN_IN,
	    .help = "its token endpoint, where it does not say itself what it has" },
	[ENVIRONMENT_DEVICE_URL] = { IS("device-url", SETTING_TEXT, device_url),
	    .method = TOKEN_METHOD_SIGN_IN, .help = "the same of device authorization" },
	[ENVIRONMENT_AUTHORIZE_URL] = { IS("authorize-url", SETTING_TEXT, authorize_url),
	    .method = TOKEN_METHOD_SIGN_IN, .help = "the same of what a browser opens" },
	[ENVIRONMENT_TOKEN_STORE] = { IS("token-store", SETTING_TEXT, token_store),
	    .default_text = "file", .words = token_stores,
	    .rule = "token-store is file or secret-service",
	    .help = "where a sign-in is kept: file (a private one in the state folder), or "
		    "secret-service: the desktop's, by secret-tool" },
	[ENVIRONMENT_AUTHORIZATION] = { IS("authorization", SETTING_TEXT, authorization),
	    .default_text = "bearer", .words = authorizations,
	    .rule = "authorization is bearer or bare",
	    .help = "bearer (the default) or bare: how the token is sent" },
	[ENVIRONMENT_RIGHTS_CLAIMS] = { IS("rights-claims", SETTING_LIST, rights_claims),
	    .help =
		"the claims of a token in which its rights are, as a list. Without it: {\"scope\", "
		"\"scp\", \"roles\", \"permissions\", \"realm_access.roles\"}. Only whoami shows them: "
		"what a token may is for the service to say" },
	[ENVIRONMENT_RIGHT_READ] = { IS("right-read", SETTING_LIST, right_read),
	    .help =
		"what the issuer calls the right to read, as a list: {\"Baskets.Read\"} (read)" },
	[ENVIRONMENT_RIGHT_CATALOG] = { IS("right-catalog-write", SETTING_LIST, right_catalog),
	    .help = "the same of prices and attributes (catalog:write)" },
	[ENVIRONMENT_RIGHT_IDENTITY] = { IS("right-identity-admin", SETTING_LIST, right_identity),
	    .help = "the same of links to identities (identity:admin)" },
	[ENVIRONMENT_CA_FILE] = { IS("ca-file", SETTING_PATH, ca_file),
	    .help = "certificates that are trusted instead of the system's; without it those of "
		    "$BACKROOM_CA_FILE, else of $SSL_CERT_FILE" },
	[ENVIRONMENT_CLIENT_CERT] = { IS("client-cert", SETTING_PATH, client_cert),
	    .help = "this program's own certificate, for a service that asks for one" },
	[ENVIRONMENT_CLIENT_KEY] = { IS("client-key", SETTING_PATH, client_key),
	    .help = "its key; a file as token-file" },
	[ENVIRONMENT_PROXY] = { IS("proxy", SETTING_TEXT, proxy),
	    .help = "for the connection, where the system's will not do; NO_PROXY names hosts that "
		    "are asked without" },
	[ENVIRONMENT_INSECURE] = { IS("insecure", SETTING_SWITCH, insecure),
	    .help =
		"true: the token may go over http to another host; said in red on the first row" },
	[ENVIRONMENT_TIMEOUT] = { IS("timeout", SETTING_NUMBER, timeout), .default_number = 30,
	    .least = 1, .most = 300, .rule = "timeout is 1 to 300 seconds",
	    .help = "seconds that an answer may take, 1 to 300 (30)" },
	[ENVIRONMENT_LINK_BASE] = { IS("link-base", SETTING_TEXT, link_base),
	    .help =
		"the shop's address, which relative recovery links are resolved against; without it and "
		"link-hosts no link is sent without a question, and none goes into --for mail" },
	[ENVIRONMENT_LINK_HOSTS] = { IS("link-hosts", SETTING_LIST, link_hosts),
	    .help =
		"hosts that a recovery link may name, as a list; with :PORT where it is not the usual one" },
	[ENVIRONMENT_READ_ONLY] = { IS("read-only", SETTING_SWITCH, read_only),
	    .help = "true: nothing is written to it" },
	[ENVIRONMENT_MASK] = { IS("mask", SETTING_SWITCH, mask),
	    .help = "true: people are shown by pseudonyms, as with --mask" },
	[ENVIRONMENT_PLAN_APPROVAL] = { IS("plan-approval", SETTING_SWITCH, plan_approval),
	    .help =
		"true: a price plan is sent only after someone other than its author approved it; this "
		"guards against slips, not against a co-worker who means harm" },
	[ENVIRONMENT_PLAN_THRESHOLD] = { IS("plan-threshold", SETTING_NUMBER, plan_threshold),
	    .most = 1000, .rule = "plan-threshold is 1 to 1000 percent, or 0 for none",
	    .help =
		"percent, 1 to 1000: a plan says of each larger change of a price that it is to be looked at" },
	[ENVIRONMENT_OUTCOMES] = { IS("outcomes", SETTING_PATH, contact_log_path),
	    .help = "a file of outcomes that several accounts of this host share, in a folder that "
		    "all of them may write to; without it each account has its own" },
	[ENVIRONMENT_CONTACT_PAUSE] = { IS("contact-pause", SETTING_NUMBER, contact_pause),
	    .default_number = 24, .most = 8760, .rule = "contact-pause is 0 to 8760 hours",
	    .help = "hours, 0 to 8760 (24): a link to somebody who was contacted within them is "
		    "asked about; 0 asks about none" },
	[ENVIRONMENT_CONSENT_FIELD] = { IS("consent-field", SETTING_TEXT, consent_field),
	    .help = "the custom field that says whether somebody agreed to be written to, as in "
		    "marketing.optIn. Yes: true, a number but 0, a list with something in it, the "
		    "texts true, yes, y, 1, on. No: false, 0, an empty list, the texts false, no, "
		    "n, 0, off and the empty one" },
	[ENVIRONMENT_SHARED_EMAILS] = { IS("shared-emails", SETTING_LIST, shared_emails),
	    .help =
		"e-mail addresses that several people share, as a list: {\"office@*\"}. To have one "
		"in common does not make baskets one person's; * is anything, and capitals do not "
		"matter. What is noted, as do not contact, holds for all of the address" },
	[ENVIRONMENT_NAMESPACE] = { IS("namespace", SETTING_TEXT, space),
	    .help = "the word in paths and behind attributes' names (svc)" },
};
_Static_assert(sizeof(environment_settings) / sizeof(*environment_settings) == ENVIRONMENT_SETTINGS,
    "a row for every option");

#undef IS
#define IS(words, what, member) \
	.name = (words), .kind = (what), .at = offsetof(struct user_command, member)

const struct setting command_settings[] = {
	[COMMAND_RUN] = { IS("run", SETTING_PROGRAM, run),
	    .help =
		"the program and its words, as a list: {\"crm-note\", \"--new\"}. No shell reads "
		"them; what is known of the basket stands in its variables" },
	[COMMAND_HELP] = { IS("help", SETTING_TEXT, help), .help = "what it is for, in the menu" },
	[COMMAND_LINK] = { IS("link", SETTING_SWITCH, link),
	    .help =
		"true: the recovery link, too. Then it is run only where the link could be sent, "
		"with the same questions before it" },
	[COMMAND_SECONDS] = { IS("seconds", SETTING_NUMBER, seconds), .default_number = 30,
	    .least = 1, .most = 3600, .rule = "seconds is 1 to 3600",
	    .help = "how long it may take, 1 to 3600 (30); then it is ended" },
};
_Static_assert(sizeof(command_settings) / sizeof(*command_settings) == COMMAND_SETTINGS,
    "a row for every option");

#undef IS
#define IS(words, what, member) .name = (words), .kind = (what), .at = offsetof(struct config, member)

const struct setting ui_settings[] = {
	[UI_KEYMAP] = { IS("keymap", SETTING_TEXT, keymap), .default_text = "default",
	    .help = "default or vim" },
	[UI_THEME] = { IS("theme", SETTING_TEXT, theme), .default_text = "auto",
	    .help =
		"auto (asks the terminal for its background), dark, light, high-contrast, projector, mono, or a file of your own: themes/NAME.conf beside config.conf" },
	[UI_CLIPBOARD] = { IS("clipboard", SETTING_TEXT, clipboard), .default_text = "auto",
	    .words = clipboards, .rule = "clipboard is auto, osc52, tmux, screen, bare or off",
	    .help = "auto, osc52, tmux, screen, bare or off" },
	[UI_TIMEZONE] = { IS("timezone", SETTING_TEXT, timezone), .help = "as in Europe/London" },
	[UI_START] = { IS("start", SETTING_TEXT, start),
	    .help = "the VIEW that the console begins with; @NAME is one that :save NAME saved" },
	[UI_MOUSE] = { IS("mouse", SETTING_SWITCH, mouse),
	    .help =
		"true: wheel, rows, panes and column titles; it takes the terminal's own selection" },
	[UI_LINEAR] = { IS("linear", SETTING_SWITCH, linear),
	    .help = "true: the console line by line, as with --linear" },
	[UI_BASKETS_AHEAD] = { IS("baskets-ahead", SETTING_NUMBER, baskets_ahead),
	    .default_number = 1000, .least = 50, .most = 1000000,
	    .rule = "baskets-ahead is 50 to 1000000",
	    .help = "rows that are read without being asked, 50 to 1000000" },
};
_Static_assert(
    sizeof(ui_settings) / sizeof(*ui_settings) == UI_SETTINGS, "a row for every option");

char **
setting_text(const struct setting *s, void *owner)
{
	return (char **)(void *)((char *)owner + s->at);
}

char ***
setting_list(const struct setting *s, void *owner)
{
	return (char ***)(void *)((char *)owner + s->at);
}

bool *
setting_switch(const struct setting *s, void *owner)
{
	return (bool *)(void *)((char *)owner + s->at);
}

int *
setting_number(const struct setting *s, void *owner)
{
	return (int *)(void *)((char *)owner + s->at);
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
		return n >= s->least && n <= s->most;
	}
	if (!s->words)
		return true;
	if (!*setting_text(s, values))
		return !s->default_text;
	for (const char *const *word = s->words; *word; word++)
		if (str_eqz(str_of(*setting_text(s, values)), *word))
			return true;
	return false;
}
