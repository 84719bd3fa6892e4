/*
 * home.h - the home folder of a user, for one test.
 *
 * home_enter() starts over: it clears the folder, and the program finds configuration and state
 * there from then on. Another user's home is another folder, which keeps its files. Returned texts
 * are valid until the next call.
 */
#ifndef TESTS_UNIT_CLI_HOME_H
#define TESTS_UNIT_CLI_HOME_H

#include "lib/service.h"
#include "unit/cli/run.h"

#include <ftw.h>
#include <glob.h>
#include <string.h>
#include <sys/stat.h>

static inline int
home_remove_one(const char *path, const struct stat *st, int kind, struct FTW *walk)
{
	(void)st;
	(void)kind;
	(void)walk;
	return remove(path);
}

/* The user's name, taken from the folder's name. */
static inline char *
home_name(void)
{
	static char name[40] = "home";
	return name;
}

/* An absolute path below the home. */
static inline const char *
home_path(const char *name)
{
	static char path[800];
	char here[500];
	assert_non_null(getcwd(here, sizeof(here)));
	snprintf(path, sizeof(path), "%s/%s%s%s", here, home_name(), *name ? "/" : "", name);
	return path;
}

static inline void
home_write(const char *name, const char *text, mode_t mode)
{
	int fd = open(home_path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	size_t n = strlen(text);
	assert_true(fd >= 0 && write(fd, text, n) == (ssize_t)n && fchmod(fd, mode) == 0);
	close(fd);
}

static inline void
home_find(void)
{
	setenv("XDG_CONFIG_HOME", home_path("config"), 1);
	setenv("XDG_STATE_HOME", home_path("state"), 1);
	setenv("XDG_CONFIG_DIRS", "/nowhere", 1);
}

/* From here on the program runs as another user, or as the first one again. */
static inline void
home_switch_to(const char *name)
{
	snprintf(home_name(), 40, "%s", name);
	home_find();
}

static inline void
home_enter(const char *config)
{
	static const char *const folders[] = { "", "config", "config/backroom", "state" };
	nftw(home_path(""), home_remove_one, 16, FTW_DEPTH | FTW_PHYS);
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		assert_int_equal(mkdir(home_path(folders[i]), 0700), 0);
	home_find();
	home_write("config/backroom/config.conf", config, 0600);
}

/* A home whose configuration has one environment, "shop": a service's address, and settings such
 * as its issuer. */
static inline void
home_with_service(const char *url, const char *more)
{
	char config[600];
	snprintf(config, sizeof(config), "environment \"shop\" {\n    url = \"%s\"\n    %s\n}\n",
	    url, more);
	home_enter(config);
}

/* Like home_with_service(), with the service as the issuer. */
static inline void
home_of(const struct service *s)
{
	char issuer[100];
	snprintf(issuer, sizeof(issuer), "issuer = \"http://127.0.0.1:%d\"", service_port(s));
	home_with_service(service_url(s), issuer);
}

/* The file of the stored sign-in, or NULL if there is none. */
static inline const char *
home_sign_in_file(void)
{
	static char path[800];
	glob_t found;
	int rc = glob(home_path("state/backroom/sign-in/*.json"), 0, NULL, &found);
	if (rc == 0) {
		assert_int_equal(found.gl_pathc, 1);
		snprintf(path, sizeof(path), "%s", found.gl_pathv[0]);
	}
	globfree(&found);
	return rc == 0 ? path : NULL;
}

/* Runs the program with the user's own configuration and without a token from the test. */
#define OWN(r, ...) run_to((r), NULL, NULL, NULL, (const char *const[]){ __VA_ARGS__, NULL })

#define OWN_EXITS(exit_code, r, ...) (OWN((r), __VA_ARGS__), expect_exit((r), (exit_code)))

#define SAYS(text, words) assert_non_null(strstr(buf_z(text), words))
#define SAYS_NOT(text, words) assert_null(strstr(buf_z(text), words))

static inline size_t
count_text(const struct buf *text, const char *words)
{
	size_t n = 0, at;
	for (struct str rest = buf_str(text); (at = str_find(rest, str_of(words))) != SIZE_MAX; n++)
		rest = str_sub(rest, at + 1, rest.n);
	return n;
}

#endif
