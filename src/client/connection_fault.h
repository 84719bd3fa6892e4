/*
 * connection_fault.h - why a connection gave no whole answer, in words that name the part at fault: the
 * proxy, the name, the network, the certificate.
 *
 * Owns nothing.
 */
#ifndef CLIENT_CONNECTION_FAULT_H
#define CLIENT_CONNECTION_FAULT_H

#include "base/err.h"

#include <curl/curl.h>

struct connection_fault {
	CURL *easy;
	CURLcode code;
	const char *words; /* curl's, of its CURLOPT_ERRORBUFFER */
	const char *proxy; /* of the configuration, or NULL */
};

/* ERR_NETWORK. err->code is "lasting" where a second try cannot help, else "passing". */
void connection_fault_classify(struct err *err, const struct connection_fault *f);

#endif
