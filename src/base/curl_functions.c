#include "base/curl_functions.h"

#include <dlfcn.h>

#define CURL_NAME(name) "curl_" #name,
static const char *const function_names[] = { CURL_FUNCTIONS(CURL_NAME) };

_Static_assert(sizeof(struct curl_functions) ==
	sizeof(function_names) / sizeof(*function_names) * sizeof(void (*)(void)),
    "each member needs a name, in the order of the struct");

#ifdef __APPLE__
static const char library_name[] = "libcurl.4.dylib";
#else
static const char library_name[] = "libcurl.so.4";
#endif

bool
curl_functions_load(struct curl_functions *c, struct err *err)
{
	void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	void **members = (void **)c;
	if (!library)
		return err_set(
		    err, ERR_IO, "libcurl 4 is needed (Debian's package libcurl4): %s", dlerror());
	for (size_t i = 0; i < sizeof(function_names) / sizeof(*function_names); i++)
		if (!(members[i] = dlsym(library, function_names[i])))
			return err_set(err, ERR_IO, "this libcurl is too old: it has no %s",
			    function_names[i]);
	return true;
}

const char *
curl_library_version(void)
{
	struct curl_functions c;
	struct err ignored;
	return curl_functions_load(&c, &ignored) ? c.version_info(CURLVERSION_NOW)->version
						 : "not installed";
}

void
curl_set_number(const struct curl_functions *c, CURL *easy, CURLoption option, long value)
{
	c->easy_setopt(easy, option, value);
}

void
curl_set_text(const struct curl_functions *c, CURL *easy, CURLoption option, const char *text)
{
	c->easy_setopt(easy, option, text);
}

void
curl_set_data(const struct curl_functions *c, CURL *easy, CURLoption option, void *data)
{
	c->easy_setopt(easy, option, data);
}
