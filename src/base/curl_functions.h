/*
 * curl_functions.h - libcurl, loaded when it is first needed. It depends on about thirty more
 * libraries, among them Kerberos and LDAP, whose loading takes longer than all else before the
 * console's first frame. The service needs it only for issuers with a jwks-url.
 */
#ifndef BASE_CURL_FUNCTIONS_H
#define BASE_CURL_FUNCTIONS_H

#include "base/err.h"

#include <curl/curl.h>

/* The functions in use, without their curl_ prefix; each becomes a member of curl_functions. */
#define CURL_FUNCTIONS(F)                                                               \
	F(global_init)                                                                  \
	F(version_info)                                                                 \
	F(free)                                                                         \
	F(getdate)                                                                      \
	F(slist_append)                                                                 \
	F(slist_free_all)                                                               \
	F(url)                                                                          \
	F(url_cleanup)                                                                  \
	F(url_get)                                                                      \
	F(url_set)                                                                      \
	F(easy_init)                                                                    \
	F(easy_cleanup)                                                                 \
	F(easy_perform)                                                                 \
	F(easy_setopt)                                                                  \
	F(easy_getinfo) F(easy_strerror) F(multi_init) F(multi_cleanup) F(multi_setopt) \
	    F(multi_add_handle) F(multi_remove_handle) F(multi_socket_action) F(multi_info_read)

#define CURL_MEMBER(name) __typeof__(&curl_##name) name;
struct curl_functions {
	CURL_FUNCTIONS(CURL_MEMBER)
};
#undef CURL_MEMBER

/* Fails with ERR_IO if libcurl is not installed, and names the package. Never unloaded; takes
 * microseconds after the first time. */
bool curl_functions_load(struct curl_functions *c, struct err *err);

/* The version of the library, or "not installed". */
const char *curl_library_version(void);

/* easy_setopt() with the type of the value that it reads: it checks none. */
void curl_set_number(const struct curl_functions *c, CURL *easy, CURLoption option, long value);
void curl_set_text(const struct curl_functions *c, CURL *easy, CURLoption option, const char *text);
void curl_set_data(const struct curl_functions *c, CURL *easy, CURLoption option, void *data);

#endif
