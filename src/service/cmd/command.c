#include "service/cmd/command.h"

#include "base/xdg.h"

#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

const char command_default_iss[] = "backroom";
const char command_default_aud[] = "backroom-api";
const char command_demo_iss[] = "backroom-demo";
const char command_demo_aud[] = "backroom-demo-api";

int
command_fail(const struct err *err)
{
	fprintf(stderr, "backroom: %s\n", err->text);
	return err->kind == ERR_USAGE ? 2 : 1;
}

const char *
command_value_or_default(const char *value, const char *otherwise)
{
	return value ? value : otherwise;
}

const char *
command_user(void)
{
	const struct passwd *pw = getpwuid(getuid());
	return pw ? pw->pw_name : "unknown";
}

bool
command_store_url(const char *text, struct buf *url, struct err *err)
{
	if (text) {
		buf_addz(url, text);
		return true;
	}
	struct buf path = { 0 };
	bool ok = xdg_append_data_path(&path, "backroom.db", err);
	buf_addz(url, "sqlite:");
	buf_adds(url, buf_str(&path));
	buf_free(&path);
	return ok;
}
