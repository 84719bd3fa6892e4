/*
 * rights.h - rights in the claims of an access token: issuers put them into different claims, as
 * words of a text or as a list. Shared by the service, which grants them, and the client.
 */
#ifndef WIRE_RIGHTS_H
#define WIRE_RIGHTS_H

#include "wire/json.h"

/* The claims of the usual issuers, ending with NULL: scope (RFC 9068, Keycloak, Cognito), scp
 * (Okta, Entra), roles (Entra), permissions (Auth0), realm_access.roles (Keycloak). */
extern const char *const rights_usual_claims[];

/* True if one of these names is a right in one of these claims. A claim is a dotted path
 * ("realm_access.roles"), or a whole name that contains dots; its value is a text of words or a
 * list of texts. Both lists end with NULL. */
bool rights_has_one(const cJSON *claims, const char *const *paths, const char *const *names);

#endif
