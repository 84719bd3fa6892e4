/*
 * reload.h - SIGHUP: opens the log again and reads settings from the configuration.
 */
#ifndef SERVICE_CMD_RELOAD_H
#define SERVICE_CMD_RELOAD_H

#include "service/api/service.h"
#include "service/cmd/serve.h"

#include <stdatomic.h>
#include <sys/types.h>

struct reload_state {
	const struct serve_settings *settings;
	struct service *service;
	atomic_bool *logs_requests;
	char log_file[4096]; /* path of stderr; "" if it is not a file */
	mode_t log_mode;
	bool logs_to_terminal;
};

/* Finds out which file the log goes to. */
void reload_find_log_file(struct reload_state *r);
/* A wrong configuration is logged and changes nothing. */
void reload_log_and_settings(const struct reload_state *r);

#endif
