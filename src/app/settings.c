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

static const char *const default_age_limits[] = { "1h", "24h", "3d", "7d", NULL };

static bool
are_age_limits(const char *const *list)
{
	struct age_groups ignored;
	return age_groups_read(&ignored, list);
}

#define IS(words, what, member) \
	.name = (words), .kind = (what), .value_offset = offsetof(struct environment, member)

const struct setting environment_settings[] = {
	[ENVIRONMENT_URL] = { IS("url", SETTING_TEXT, url) },
	[ENVIRONMENT_BADGE] = { IS("badge", SETTING_TEXT, badge) },
	[ENVIRONMENT_ROLE] = { IS("role", SETTING_TEXT, role), .default_text = "prod",
	    .allowed_values = environment_roles,
	    .error_message = "role must be demo, test or prod" },
	[ENVIRONMENT_LOCKED] = { IS("locked", SETTING_SWITCH, locked) },
	[ENVIRONMENT_TOKEN_FILE] = { IS("token-file", SETTING_PATH, token_file),
	    .token_method = TOKEN_METHOD_FILE },
	[ENVIRONMENT_TOKEN_COMMAND] = { IS("token-command", SETTING_PROGRAM, token_command),
	    .token_method = TOKEN_METHOD_COMMAND },
	[ENVIRONMENT_TOKEN_COMMAND_SECONDS] = { IS("token-command-seconds", SETTING_NUMBER,
						    token_command_timeout_s),
	    .default_number = 10, .min = 1, .max = 600,
	    .error_message = "token-command-seconds must be 1 to 600" },
	[ENVIRONMENT_ISSUER] = { IS("issuer", SETTING_TEXT, issuer),
	    .token_method = TOKEN_METHOD_SIGN_IN },
	[ENVIRONMENT_CLIENT_ID] = { IS("client-id", SETTING_TEXT, client_id),
	    .token_method = TOKEN_METHOD_SIGN_IN },
	[ENVIRONMENT_CLIENT_SECRET_FILE] = { IS("client-secret-file", SETTING_PATH,
						 client_secret_file),
	    .token_method = TOKEN_METHOD_SIGN_IN },
	[ENVIRONMENT_SIGN_IN] = { IS("sign-in", SETTING_TEXT, sign_in_method),
	    .token_method = TOKEN_METHOD_SIGN_IN, .allowed_values = sign_in_methods,
	    .error_message = "sign-in must be device, browser or client" },
	[ENVIRONMENT_SCOPE] = { IS("scope", SETTING_TEXT, scope),
	    .token_method = TOKEN_METHOD_SIGN_IN },
	[ENVIRONMENT_AUDIENCE] = { IS("audience", SETTING_TEXT, audience),
	    .token_method = TOKEN_METHOD_SIGN_IN },
	[ENVIRONMENT_RESOURCE] = { IS("resource", SETTING_TEXT, resource),
	    .token_method = TOKEN_METHOD_SIGN_IN },
	[ENVIRONMENT_REDIRECT_PORT] = { IS("redirect-port", SETTING_NUMBER, redirect_port),
	    .max = 65535,
	    .error_message = "redirect-port must be 1 to 65535, or 0 for any free port" },
	[ENVIRONMENT_TOKEN_URL] = { IS("token-url", SETTING_TEXT, token_url),
	    .token_method = TOKEN_METHOD_SIGN_IN },
	[ENVIRONMENT_DEVICE_URL] = { IS("device-url", SETTING_TEXT, device_url),
	    .token_method = TOKEN_METHOD_SIGN_IN },
	[ENVIRONMENT_AUTHORIZE_URL] = { IS("authorize-url", SETTING_TEXT, authorize_url),
	    .token_method = TOKEN_METHOD_SIGN_IN },
	[ENVIRONMENT_TOKEN_STORE] = { IS("token-store", SETTING_TEXT, token_store),
	    .default_text = "file", .allowed_values = token_stores,
	    .error_message = "token-store must be file or secret-service" },
	[ENVIRONMENT_AUTHORIZATION] = { IS("authorization", SETTING_TEXT, authorization),
	    .default_text = "bearer", .allowed_values = authorization_schemes,
	    .error_message = "authorization must be bearer or bare" },
	[ENVIRONMENT_RIGHTS_CLAIMS] = { IS("rights-claims", SETTING_LIST, rights_claims) },
	[ENVIRONMENT_RIGHT_READ] = { IS("right-read", SETTING_LIST, right_read) },
	[ENVIRONMENT_RIGHT_CATALOG] = { IS("right-catalog-write", SETTING_LIST, right_catalog) },
	[ENVIRONMENT_RIGHT_IDENTITY] = { IS("right-identity-admin", SETTING_LIST, right_identity) },
	[ENVIRONMENT_CA_FILE] = { IS("ca-file", SETTING_PATH, ca_file) },
	[ENVIRONMENT_CLIENT_CERT] = { IS("client-cert", SETTING_PATH, client_cert) },
	[ENVIRONMENT_CLIENT_KEY] = { IS("client-key", SETTING_PATH, client_key) },
	[ENVIRONMENT_PROXY] = { IS("proxy", SETTING_TEXT, proxy) },
	[ENVIRONMENT_INSECURE] = { IS("insecure", SETTING_SWITCH, insecure) },
	[ENVIRONMENT_TIMEOUT] = { IS("timeout", SETTING_NUMBER, timeout_s), .default_number = 30,
	    .min = 1, .max = 300, .error_message = "timeout must be 1 to 300 seconds" },
	[ENVIRONMENT_LINK_BASE] = { IS("link-base", SETTING_TEXT, link_base) },
	[ENVIRONMENT_LINK_HOSTS] = { IS("link-hosts", SETTING_LIST, link_hosts) },
	[ENVIRONMENT_READ_ONLY] = { IS("read-only", SETTING_SWITCH, read_only) },
	[ENVIRONMENT_MASK] = { IS("mask", SETTING_SWITCH, mask) },
	[ENVIRONMENT_REQUIRE_REASON] = { IS("require-reason", SETTING_SWITCH, requires_reason) },
	[ENVIRONMENT_PLAN_APPROVAL] = { IS("plan-approval", SETTING_SWITCH, plan_approval) },
	[ENVIRONMENT_PLAN_THRESHOLD] = { IS("plan-threshold", SETTING_NUMBER, plan_threshold),
	    .max = 1000,
	    .error_message = "plan-threshold must be 1 to 1000 percent, or 0 for none" },
	[ENVIRONMENT_OUTCOMES] = { IS("outcomes", SETTING_PATH, contact_log_path) },
	[ENVIRONMENT_CONTACT_PAUSE] = { IS("contact-pause", SETTING_NUMBER, contact_pause_h),
	    .default_number = 24, .max = 8760,
	    .error_message = "contact-pause must be 0 to 8760 hours" },
	[ENVIRONMENT_CONSENT_FIELD] = { IS("consent-field", SETTING_TEXT, consent_field) },
	[ENVIRONMENT_CONTACT_NOTICE] = { IS("contact-notice", SETTING_TEXT, contact_notice) },
	[ENVIRONMENT_SHARED_EMAILS] = { IS("shared-emails", SETTING_LIST, shared_emails) },
	[ENVIRONMENT_NAMESPACE] = { IS("namespace", SETTING_TEXT, namespace) },
};
_Static_assert(sizeof(environment_settings) / sizeof(*environment_settings) == ENVIRONMENT_SETTINGS,
    "every option needs a row in this table");

#undef IS
#define IS(words, what, member) \
	.name = (words), .kind = (what), .value_offset = offsetof(struct user_command, member)

const struct setting command_settings[] = {
	[COMMAND_RUN] = { IS("run", SETTING_PROGRAM, argv) },
	[COMMAND_HELP] = { IS("help", SETTING_TEXT, help) },
	[COMMAND_PANES] = { IS("panes", SETTING_LIST, panes) },
	[COMMAND_KEY] = { IS("key", SETTING_TEXT, key) },
	[COMMAND_ASK] = { IS("ask", SETTING_LIST, questions) },
	[COMMAND_CONFIRM] = { IS("confirm", SETTING_TEXT, confirm) },
	[COMMAND_WRITES] = { IS("writes", SETTING_SWITCH, writes), .default_number = 1 },
	[COMMAND_LINK] = { IS("link", SETTING_SWITCH, passes_link) },
	[COMMAND_SECONDS] = { IS("seconds", SETTING_NUMBER, timeout_s), .default_number = 30,
	    .min = 1, .max = 3600, .error_message = "seconds must be 1 to 3600" },
};
_Static_assert(sizeof(command_settings) / sizeof(*command_settings) == COMMAND_SETTINGS,
    "every option needs a row in this table");

#undef IS
#define IS(words, what, member) \
	.name = (words), .kind = (what), .value_offset = offsetof(struct config, member)

const struct setting ui_settings[] = {
	[UI_KEYMAP] = { IS("keymap", SETTING_TEXT, keymap), .default_text = "default" },
	[UI_THEME] = { IS("theme", SETTING_TEXT, theme), .default_text = "auto" },
	[UI_CLIPBOARD] = { IS("clipboard", SETTING_TEXT, clipboard), .default_text = "auto",
	    .allowed_values = clipboard_modes,
	    .error_message = "clipboard must be auto, osc52, tmux, screen, bare or off" },
	[UI_TIMEZONE] = { IS("timezone", SETTING_TEXT, timezone) },
	[UI_START] = { IS("start", SETTING_TEXT, start_view) },
	[UI_MOUSE] = { IS("mouse", SETTING_SWITCH, mouse) },
	[UI_LINEAR] = { IS("linear", SETTING_SWITCH, linear) },
	[UI_BASKETS_AHEAD] = { IS("baskets-ahead", SETTING_NUMBER, read_ahead_rows),
	    .default_number = 1000, .min = 50, .max = 1000000,
	    .error_message = "baskets-ahead must be 50 to 1000000" },
	[UI_AGE_GROUPS] = { IS("age-groups", SETTING_LIST, age_limits),
	    .default_list = default_age_limits, .is_valid_list = are_age_limits,
	    .error_message = "age-groups must be 1 to 8 rising ages of at most 10 years, such as "
			     "{\"1h\", \"24h\", \"3d\", \"7d\"}" },
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
		*setting_switch(s, owner) = s->default_number;
	else if (s->kind == SETTING_NUMBER)
		*setting_number(s, owner) = s->default_number;
	else if (s->default_list)
		*setting_list(s, owner) = conffile_list_copy(s->default_list);
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
	if (s->is_valid_list)
		return s->is_valid_list((const char *const *)*setting_list(s, values));
	if (!s->allowed_values)
		return true;
	if (!*setting_text(s, values))
		return !s->default_text;
	for (const char *const *word = s->allowed_values; *word; word++)
		if (str_eqz(str_of(*setting_text(s, values)), *word))
			return true;
	return false;
}
