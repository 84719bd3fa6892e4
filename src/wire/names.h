/*
 * names.h - the names of endpoints and query parameters: the tables of paths.def and params.def,
 * and the namespace word. The tables are const; a struct wire_names is a copy that an environment's
 * settings can change.
 */
#ifndef WIRE_NAMES_H
#define WIRE_NAMES_H

#include "base/str.h"

struct buf;
struct err;

enum param {
#define P(id, config, name, alias) PARAM_##id,
#include "wire/params.def"
#undef P
	PARAM_COUNT
};

enum endpoint {
#define E(id, config, method, path, right, operation) ENDPOINT_##id,
#include "wire/paths.def"
#undef E
	ENDPOINT_COUNT
};

struct param_info {
	const char *setting_name, *name, *alias;
};
struct endpoint_info {
	const char *setting_name, *method, *path, *required_right, *operation;
};

extern const struct param_info param_infos[PARAM_COUNT];
extern const struct endpoint_info endpoint_infos[ENDPOINT_COUNT];

struct wire_names {
	const char *params[PARAM_COUNT];
	const char *paths[ENDPOINT_COUNT];
	const char *namespace; /* the namespace word, "svc" */
	const char *catalog;   /* "1" */
};

/* The default names; pointers to constants. */
struct wire_names wire_names_default(void);
/* True if these names can be sent; else sets err (ERR_CONFIG) to the invalid name and the
 * reason. */
bool wire_names_check(const struct wire_names *names, struct err *err);
/* Appends an endpoint's path with its placeholders filled; owner is escaped as one segment. */
void wire_append_path(
    struct buf *out, const struct wire_names *names, enum endpoint e, struct str owner);

#endif
