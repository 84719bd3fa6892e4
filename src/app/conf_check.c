#include "app/conf.h"

#include "client/url.h"

#include <string.h>

/* An error that only the whole environment shows: the setting at fault, and the reason; `message`
 * NULL: none. */
struct setting_fault {
	enum environment_setting setting;
	const char *message;
};

static bool
is_web_url(const char *url)
{
	return str_starts(str_of(url), STR("https://")) || str_starts(str_of(url), STR("http://"));
}

/* True if tokens, codes and secrets may be sent to the address. */
static bool
is_safe_for_secrets(const struct environment *e, const char *url)
{
	return !url || str_starts(str_of(url), STR("https://")) ||
	    (str_starts(str_of(url), STR("http://")) &&
		(e->insecure || url_is_loopback(str_of(url))));
}

static const char *
find_sign_in_setting_fault(const struct environment *e)
{
	if (e->sign_in_method && strcmp(e->sign_in_method, "client") == 0 && !e->client_secret_file)
		return "sign-in = client needs a client-secret-file";
	if (environment_token_method(e) == TOKEN_METHOD_SIGN_IN ||
	    !(e->client_id || e->client_secret_file || e->sign_in_method || e->device_url ||
		e->authorize_url || e->scope))
		return NULL;
	return "sign-in needs an issuer or a token-url";
}

static struct setting_fault
find_fault(const struct environment *e)
{
	static const struct {
		enum environment_setting setting;
		const char *message;
	} addresses[] = {
		{ ENVIRONMENT_ISSUER, "issuer must begin with https://" },
		{ ENVIRONMENT_TOKEN_URL, "token-url must begin with https://" },
		{ ENVIRONMENT_DEVICE_URL, "device-url must begin with https://" },
		{ ENVIRONMENT_AUTHORIZE_URL, "authorize-url must begin with https://" },
	};
	void *values = (void *)(uintptr_t)e;
	bool one_word = e->token_command && !e->token_command[1];
	if (!e->url)
		return (struct setting_fault){ ENVIRONMENT_URL, "it has no url" };
	if (!is_web_url(e->url))
		return (struct setting_fault){ ENVIRONMENT_URL, "url must begin with https://" };
	if (e->token_file && e->token_command)
		return (struct setting_fault){ ENVIRONMENT_TOKEN_FILE,
			"use token-file or token-command, not both" };
	if ((e->token_file || e->token_command) && (e->issuer || e->token_url))
		return (struct setting_fault){ e->token_file ? ENVIRONMENT_TOKEN_FILE
							     : ENVIRONMENT_TOKEN_COMMAND,
			"use either a token file or command, or a sign-in, not both" };
	if (one_word && strchr(e->token_command[0], ' '))
		return (struct setting_fault){ ENVIRONMENT_TOKEN_COMMAND,
			"token-command must be a list, one word per item: {\"pass\", \"show\", "
			"\"prod\"}" };
	if (!e->client_cert != !e->client_key)
		return (struct setting_fault){ e->client_cert ? ENVIRONMENT_CLIENT_CERT
							      : ENVIRONMENT_CLIENT_KEY,
			"set both client-cert and client-key" };
	if (e->contact_log_path && e->contact_log_path[0] != '/')
		return (struct setting_fault){ ENVIRONMENT_OUTCOMES,
			"outcomes must be an absolute path, starting with / or ~" };
	for (size_t i = 0; i < sizeof(addresses) / sizeof(*addresses); i++)
		if (!is_safe_for_secrets(
			e, *setting_text(&environment_settings[addresses[i].setting], values)))
			return (struct setting_fault){ addresses[i].setting, addresses[i].message };
	return (struct setting_fault){ ENVIRONMENT_SIGN_IN, find_sign_in_setting_fault(e) };
}

static bool
set_setting_error(const struct config *c, const struct environment *e,
    const struct config_origin *origin, const char *words, struct err *err)
{
	struct buf place = { 0 };
	config_append_origin(&place, c, origin);
	err_set(err, ERR_CONFIG, "%s: environment \"%s\": %s", buf_z(&place), e->name, words);
	buf_free(&place);
	return false;
}

/* Finds the origin of a name in an error text, which begins "paths, link: …" with section and
 * name. */
static const struct config_origin *
find_origin_of_name(const struct environment *e, struct str words)
{
	struct str section, name;
	str_next(&words, ',', &section);
	words = str_trim(words);
	str_next(&words, ':', &name);
	for (int p = 0; p < PARAM_COUNT && str_eqz(section, "parameters"); p++)
		if (str_eqz(name, param_infos[p].setting_name) && e->param_origins[p].layer)
			return &e->param_origins[p];
	for (int p = 0; p < ENDPOINT_COUNT && str_eqz(section, "paths"); p++)
		if (str_eqz(name, endpoint_infos[p].setting_name) && e->path_origins[p].layer)
			return &e->path_origins[p];
	return config_origin_of(e, ENVIRONMENT_NAMESPACE);
}

static bool
check_environment(const struct config *c, const struct environment *e, struct err *err)
{
	struct setting_fault fault = find_fault(e);
	struct wire_names names = wire_names_default();
	struct err why;
	if (fault.message)
		return set_setting_error(
		    c, e, config_origin_of(e, fault.setting), fault.message, err);
	environment_apply_names(&names, e);
	return wire_names_check(&names, &why) ||
	    set_setting_error(c, e, find_origin_of_name(e, str_of(why.text)), why.text, err);
}

static bool
check_command(const struct config *c, const struct user_command *command, struct err *err)
{
	struct buf place = { 0 }, why = { 0 };
	enum command_setting setting;
	bool ok = !command_find_fault(command, &setting, &why);
	if (!ok) {
		config_append_origin(&place, c,
		    command->setting_origins[setting].layer ? &command->setting_origins[setting]
							    : &command->origin);
		err_set(err, ERR_CONFIG, "%s: command \"%s\": %s", buf_z(&place), command->name,
		    buf_z(&why));
	}
	buf_free(&place);
	buf_free(&why);
	return ok;
}

static bool
check_default_environment(const struct config *c, struct err *err)
{
	struct buf place = { 0 };
	if (!c->default_environment || config_find(c, c->default_environment))
		return true;
	config_append_origin(&place, c, &c->default_environment_origin);
	err_set(err, ERR_CONFIG, "%s: default: there is no environment \"%s\"", buf_z(&place),
	    c->default_environment);
	buf_free(&place);
	return false;
}

bool
config_check(const struct config *c, struct err *err)
{
	for (size_t i = 0; i < c->environments.n; i++)
		if (!check_environment(c, &c->environments.v[i], err))
			return false;
	for (size_t i = 0; i < c->commands.n; i++)
		if (!check_command(c, &c->commands.v[i], err))
			return false;
	return check_default_environment(c, err);
}
