#include "app/account.h"

#include "base/mem.h"

#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

enum { HOST_NAME_SIZE = 256 };

char *
account_name(void)
{
	const struct passwd *pw = getpwuid(geteuid());
	const char *user = pw ? pw->pw_name : getenv("USER");
	return x_strdup(user && *user ? user : "somebody");
}

char *
account_host(void)
{
	char name[HOST_NAME_SIZE] = "";
	if (gethostname(name, sizeof(name) - 1) < 0 || !*name)
		return x_strdup("somewhere");
	return x_strdup(name);
}

struct str
account_client_address(void)
{
	struct str from = str_of(getenv("SSH_CONNECTION")), client;
	return from.n && str_next(&from, ' ', &client) && client.n ? client : STR_NONE;
}
