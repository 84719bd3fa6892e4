#include "service/cmd/token_rules.h"

#include <string.h>

bool
token_rules_check(
    const struct serve_settings *settings, const struct serve_config *config, struct err *err)
{
	for (size_t i = 0; i < config->issuers.n; i++)
		if (strcmp(config->issuers.v[i].iss, settings->iss) == 0)
			return err_set(err, ERR_CONFIG,
			    "issuer \"%s\" has the iss of the service's own tokens (--iss)",
			    config->issuers.v[i].name);
	return true;
}

bool
token_rules_apply(struct jwt_verifier **verifier, const struct serve_settings *settings,
    const struct serve_config *config, struct err *err)
{
	const char *const own_audience[] = { settings->aud, NULL };
	const struct issuer_rules own = { .name = "",
		.iss = settings->iss,
		.audiences = own_audience,
		.audience_claim = "aud",
		.root_claim = "root",
		.keys = settings->token_keys };
	VEC(struct issuer_rules) all = { 0 };
	if (!token_rules_check(settings, config, err))
		return false;
	vec_push(&all, own);
	for (size_t i = 0; i < config->issuers.n; i++)
		vec_push(&all, config->issuers.v[i]);
	struct jwt_rules rules = { .issuers = all.v,
		.issuers_n = all.n,
		.denied_tokens = config->denied_tokens,
		.denied_subjects = config->denied_subjects,
		.leeway_s = config->clock_skew_s };
	bool ok = *verifier ? jwt_verifier_set_rules(*verifier, &rules, err)
			    : (*verifier = jwt_verifier_new(&rules, err)) != NULL;
	vec_free(&all);
	return ok;
}
