/*
 * token_rules.h - which tokens a service accepts: its own, and those of the configured issuers.
 */
#ifndef SERVICE_CMD_TOKEN_RULES_H
#define SERVICE_CMD_TOKEN_RULES_H

#include "service/cmd/serve.h"

/* Returns false and sets err (ERR_CONFIG) if a configured issuer has the service's own `iss`. */
bool token_rules_check(const struct serve_settings *settings, const struct serve_config *config,
    struct err *err);
/* Makes the verifier if *verifier is NULL, otherwise changes its rules. On failure the verifier is unchanged. */
bool token_rules_apply(struct jwt_verifier **verifier, const struct serve_settings *settings,
    const struct serve_config *config, struct err *err);

#endif
