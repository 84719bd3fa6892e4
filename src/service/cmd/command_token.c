#include "base/clock.h"
#include "model/when.h"
#include "service/auth/jwt_sign.h"
#include "service/auth/key.h"
#include "service/cmd/command.h"
#include "service/cmd/commands.h"

#include <stdio.h>

enum token_option {
	TOKEN_SUB,
	TOKEN_SCOPE,
	TOKEN_ROOT,
	TOKEN_TTL,
	TOKEN_KEY_FILE,
	TOKEN_ISS,
	TOKEN_AUD,
	TOKEN_HELP,
	TOKEN_OPTIONS
};

static const struct option_spec options[] = {
	[TOKEN_SUB] = { "--sub", "S", "the subject (your user name)" },
	[TOKEN_SCOPE] = { "--scope", "\"R ...\"",
	    "the scopes (read catalog:write identity:admin audit:read)" },
	[TOKEN_ROOT] = { "--root", "R", "the subscription root it may act on (*: all)" },
	[TOKEN_TTL] = { "--ttl", "1h", "how long it is valid; negative for an expired token" },
	[TOKEN_KEY_FILE] = { "--key-file", "F",
	    "the service's key "
	    "($XDG_STATE_HOME/backroom/service.key)" },
	[TOKEN_ISS] = { "--iss", "I", "the issuer (backroom)" },
	[TOKEN_AUD] = { "--aud", "A", "the audience (backroom-api)" },
	[TOKEN_HELP] = { "--help", NULL, "show this help" },
};
_Static_assert(
    sizeof(options) / sizeof(*options) == TOKEN_OPTIONS, "every option needs a row in this table");

static int
run_token(const char *const *v)
{
	struct buf secret = { 0 }, token = { 0 };
	struct err err = { 0 };
	int64_t ttl_ms = 3600000;
	bool ok = true;
	if (v[TOKEN_TTL] && !when_parse_duration(str_of(v[TOKEN_TTL]), &ttl_ms))
		ok = err_set(&err, ERR_USAGE, "--ttl takes a time such as 1h, 30m or -5m, not %s",
		    v[TOKEN_TTL]);
	ok = ok && key_load(&secret, v[TOKEN_KEY_FILE], &err);
	struct jwt_sign_params order = { .secret = buf_str(&secret),
		.iss = command_value_or_default(v[TOKEN_ISS], command_default_iss),
		.aud = command_value_or_default(v[TOKEN_AUD], command_default_aud),
		.sub = command_value_or_default(v[TOKEN_SUB], command_user()),
		.scope = command_value_or_default(v[TOKEN_SCOPE], jwt_user_rights),
		.root = command_value_or_default(v[TOKEN_ROOT], "*"),
		.now_s = clock_real() / 1000,
		.ttl_s = ttl_ms / 1000 };
	ok = ok && jwt_sign(&token, &order, &err);
	if (ok)
		ok = (printf("%s\n", buf_z(&token)) > 0 && fflush(stdout) == 0) ||
		    err_set(&err, ERR_IO, "cannot write the token");
	buf_wipe(&secret);
	buf_wipe(&token);
	return ok ? 0 : command_fail(&err);
}

const struct service_command command_token = {
	.name = "token",
	.summary = "Prints an access token for your own service, signed with its key.",
	.options = options,
	.options_n = sizeof(options) / sizeof(*options),
	.run = run_token,
};
