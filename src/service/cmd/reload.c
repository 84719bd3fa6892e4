#include "service/cmd/reload.h"

#include "base/log.h"
#include "service/cmd/token_rules.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void
reload_find_log_file(struct reload_state *r)
{
	struct stat st;
	r->logs_to_terminal = isatty(STDERR_FILENO);
	if (fstat(STDERR_FILENO, &st) != 0 || !S_ISREG(st.st_mode))
		return;
	ssize_t n = readlink("/proc/self/fd/2", r->log_file, sizeof(r->log_file) - 1);
	r->log_file[n > 0 ? n : 0] = '\0';
	r->log_mode = st.st_mode & 0666;
}

/* Opens the log by its name again, after the file was renamed by log rotation. */
static void
reopen_log(const struct reload_state *r)
{
	if (!*r->log_file)
		return;
	int fd = open(
	    r->log_file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, r->log_mode);
	if (fd < 0 || dup2(fd, STDERR_FILENO) < 0)
		log_event(LOG_ERROR, "the log could not be opened again",
		    LOG_TEXT("reason", str_of(strerror(errno))));
	if (fd >= 0)
		close(fd);
}

/* Options are read at the start only. */
static void
warn_about_options(const struct serve_settings *s, const struct serve_config *config)
{
	for (size_t i = 0; i < CONFIG_OPTIONS; i++) {
		const char *was = s->config.options[i], *is = config->options[i];
		if (!was != !is || (was && strcmp(was, is) != 0))
			log_event(LOG_WARN, "changed, but needs a restart",
			    LOG_TEXT("setting", str_of(config_options[i])));
	}
}

static void
warn_about_retention(const struct retention *was, const struct retention *is)
{
	if (was->baskets_ms != is->baskets_ms ||
	    was->completed_baskets_ms != is->completed_baskets_ms)
		log_event(LOG_WARN, "changed, but needs a restart",
		    LOG_TEXT("setting", STR("retention")));
}

static void
apply_settings(const struct reload_state *r, const struct serve_config *config)
{
	const struct serve_settings *s = r->settings;
	struct err err;
	if (!token_rules_apply(&r->service->verifier, s, config, &err)) {
		log_event(LOG_ERROR, "the configuration is unchanged",
		    LOG_TEXT("reason", str_of(err.text)));
		return;
	}
	warn_about_options(s, config);
	warn_about_retention(&s->config.retention, &config->retention);
	limits_set_rules(r->service->limits, &config->limits);
	atomic_store(r->logs_requests, s->log_requests || config->log_requests);
	log_event(
	    LOG_INFO, "reloaded", LOG_TEXT("config", str_of(s->config_file ? s->config_file : "")));
}

void
reload_log_and_settings(const struct reload_state *r)
{
	const char *file = r->settings->config_file;
	struct serve_config config;
	struct err err;
	reopen_log(r);
	serve_config_init(&config);
	if (!file || serve_config_read(&config, file, &err))
		apply_settings(r, &config);
	else
		log_event(LOG_ERROR, "the configuration is unchanged",
		    LOG_TEXT("reason", str_of(err.text)));
	serve_config_free(&config);
}
