#include "store/postgres/address.h"

#include "base/mem.h"

#include <dlfcn.h>
#include <string.h>

#define PQ_NAME(name) "PQ" #name,
static const char *const function_names[] = { PQ_FUNCTIONS(PQ_NAME) };

_Static_assert(sizeof(struct pq_functions) ==
	sizeof(function_names) / sizeof(*function_names) * sizeof(void (*)(void)),
    "each member needs a name, in the order of the struct");

static void *
open_library(void)
{
	return dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

void
pq_append_version(struct buf *out)
{
	enum { MAJOR_FACTOR = 10000 };
	void *library = open_library();
	int (*version)(void) = NULL;
	if (library)
		*(void **)&version = dlsym(library, "PQlibVersion");
	if (version)
		buf_addf(out, "%d.%d", version() / MAJOR_FACTOR, version() % MAJOR_FACTOR);
}

bool
pq_load(struct pq_functions *pq, struct err *err)
{
	void *library = open_library();
	void **members = (void **)pq;
	if (!library)
		return err_set(err, ERR_IO,
		    "a store on PostgreSQL needs libpq 5 (Debian's package libpq5): %s", dlerror());
	for (size_t i = 0; i < sizeof(function_names) / sizeof(*function_names); i++)
		if (!(members[i] = dlsym(library, function_names[i])))
			return err_set(err, ERR_IO, "this libpq is too old: it has no %s (14 has)",
			    function_names[i]);
	return true;
}

enum { CONNECT_TIMEOUT_MS = 10000, CONNECT_TIMEOUT_MAX_S = 3600 };

/* The keepalive settings detect a dead server within seconds. */
static const struct {
	const char *name, *value;
} default_parameters[] = {
	{ "application_name", "backroom" },
	{ "connect_timeout", "2" },
	{ "keepalives_idle", "2" },
	{ "keepalives_interval", "1" },
	{ "keepalives_count", "2" },
	{ "tcp_user_timeout", "3000" },
};

static void
add_setting(struct address *a, const char *name, const char *value)
{
	vec_push(&a->names, x_strdup(name));
	vec_push(&a->values, x_strdup(value));
}

/* libpq treats zero, and text that is not a number, as no limit; here the default applies. */
static void
read_timeout(struct address *a)
{
	int64_t seconds;
	a->connect_timeout_ms = CONNECT_TIMEOUT_MS;
	for (size_t i = 0; i < a->names.n; i++)
		if (strcmp(a->names.v[i], "connect_timeout") == 0 &&
		    str_to_int64(str_of(a->values.v[i]), &seconds) && seconds > 0 &&
		    seconds <= CONNECT_TIMEOUT_MAX_S)
			a->connect_timeout_ms = (int)seconds * 1000;
}

static void
add_setting_if_missing(struct address *a, const char *name, const char *value)
{
	for (size_t i = 0; i < a->names.n; i++)
		if (strcmp(a->names.v[i], name) == 0)
			return;
	add_setting(a, name, value);
}

/* libpq marks secret options with a star in dispchar. */
static bool
read_options(struct address *a, const PQconninfoOption *o, struct err *err)
{
	for (; o->keyword; o++) {
		if (!o->val)
			continue;
		if (strchr(o->dispchar, '*'))
			return err_set_with_field(err, ERR_USAGE, "store",
			    "a %s is not allowed in the URL, where others on this machine can read "
			    "it: keep it in a passfile (~/.pgpass, passfile=FILE), mode 0600",
			    o->keyword);
		add_setting(a, o->keyword, o->val);
	}
	return true;
}

bool
address_read(struct address *a, const struct pq_functions *pq, struct str url, const char *session,
    struct err *err)
{
	char *why = NULL, *text = str_dup(url);
	PQconninfoOption *options = pq->conninfoParse(text, &why);
	memset(a, 0, sizeof(*a));
	/* libpq's message is not used: it repeats the URL, which may contain secrets. */
	bool ok = options
	    ? read_options(a, options, err)
	    : err_set_with_field(err, ERR_USAGE, "store",
		  "the URL cannot be read: postgresql://[USER@]HOST[:PORT][,…]/DATABASE"
		  "[?NAME=VALUE&…]");
	for (size_t i = 0; ok && i < sizeof(default_parameters) / sizeof(*default_parameters); i++)
		add_setting_if_missing(a, default_parameters[i].name, default_parameters[i].value);
	if (ok)
		add_setting_if_missing(a, "target_session_attrs", session);
	pq->conninfoFree(options);
	if (why)
		pq->freemem(why);
	x_free(text);
	if (!ok) {
		address_free(a);
		return false;
	}
	read_timeout(a);
	vec_push(&a->names, NULL);
	vec_push(&a->values, NULL);
	return true;
}

void
address_free(struct address *a)
{
	for (size_t i = 0; i < a->names.n; i++)
		x_free((void *)a->names.v[i]);
	for (size_t i = 0; i < a->values.n; i++)
		x_free((void *)a->values.v[i]);
	vec_free(&a->names);
	vec_free(&a->values);
}
