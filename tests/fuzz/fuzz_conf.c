/* labels: slow */
/*
 * Files that users write: configuration, keys and themes. The configuration as shown parses to the
 * same one; a mistake is reported in one line with the file's name.
 */
#include "app/conf.h"
#include "app/keymap.h"
#include "app/theme.h"
#include "base/mem.h"
#include "fuzz/fuzz.h"
#include "lib/cleanup.h"

#include <string.h>

const char *const fuzz_seeds[] = {
	"environment \"prod\" {\n url = \"https://a.example/api\"\n token-command = {\"pass\", "
	"\"show\"}\n link-hosts = {\"shop.example\"}\n read-only = true\n timeout = 30\n"
	" params { page = \"p\" }\n paths { offers = \"/x/{catalog}\" }\n}\n"
	"ui { keymap = \"vim\" theme = \"dark\" timezone = \"Europe/London\" }\nchecks { mute = "
	"{\"x\"} }\n",
	"baskets { send-main = {\"y\", \"<C-d>\", \"gg\"} quit = {} }\nglobal { help = {\"<F1>\"} }\n",
	"style \"text\" { foreground = \"default\" background = \"#112233\" mono = \"reverse\" }\n"
	"style \"row.selected\" { parent = \"text\" background = \"blue\" bold = true }\n",
	"# comment\nenvironment \"${HOME}\" { url = '' } include(\"x\")\n",
	NULL,
};
const int fuzz_rounds = 30000;

static void
check_command_words(const struct err *err)
{
	fuzz_assert(err->kind != ERR_NONE && *err->text);
	fuzz_assert(strlen(err->text) < sizeof(err->text));
}

static void
check_config(const char *text)
{
	struct config c, again;
	auto_buf shown = { 0 }, twice = { 0 };
	struct err err = { 0 };
	if (config_parse(&c, text, "f.conf", &err)) {
		config_show(&shown, &c, CONFIG_SHOW_ALL);
		if (!config_parse(&again, buf_z(&shown), "f.conf", &err))
			fuzz_failed(buf_z(&shown), __FILE__, __LINE__);
		config_show(&twice, &again, CONFIG_SHOW_ALL);
		fuzz_assert(str_eq(buf_str(&shown), buf_str(&twice)));
		config_free(&again);
	} else {
		check_command_words(&err);
	}
	config_free(&c);
}

static void
check_keys(const char *text)
{
	CLEANUP(keymap_free) struct keymap m = { 0 };
	struct err err = { 0 };
	if (!keymap_load(&m, text, "f.conf", &err))
		check_command_words(&err);
	for (size_t i = 0; i < m.bindings.n; i++)
		fuzz_assert(m.bindings.v[i].n <= KEYS_PER_BINDING_MAX &&
		    m.bindings.v[i].scope < SCOPE_COUNT);
}

static void
check_theme(const char *text)
{
	struct theme t;
	struct err err = { 0 };
	memset(&t, 0, sizeof(t));
	if (!theme_load(&t, text, "f.conf", &err)) {
		check_command_words(&err);
		return;
	}
	for (int r = 0; r < ROLE_COUNT; r++)
		fuzz_assert(t.styles[r].fg >= COLOUR_DEFAULT && t.styles[r].fg < 256 &&
		    t.styles[r].bg >= COLOUR_DEFAULT && t.styles[r].bg < 256 &&
		    t.styles[r].fg8 >= COLOUR_DEFAULT && t.styles[r].fg8 < 8);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	char *text = str_dup(str_from((const char *)bytes, n));
	check_config(text);
	if (n % 8 == 0) /* slow: there are thousands of bindings, and each is declared anew */
		check_keys(text);
	check_theme(text);
	x_free(text);
	return 0;
}
