/*
 * connection_fault.h - why a connection failed, in words that name the part at fault: the proxy,
 * the host name, the network or the certificate.
 *
 * Owns nothing.
 */
#ifndef CLIENT_CONNECTION_FAULT_H
#define CLIENT_CONNECTION_FAULT_H

#include "base/curl_functions.h"

struct connection_fault {
	const struct curl_functions *curl;
	CURL *easy;
	CURLcode code;
	const char *curl_message; /* curl's message, from CURLOPT_ERRORBUFFER */
	const char *proxy;        /* the configured proxy, or NULL */
};

/* Sets err to ERR_NETWORK. err->code is "lasting" if a retry cannot help, else "passing". */
void connection_fault_classify(struct err *err, const struct connection_fault *f);

#endif
