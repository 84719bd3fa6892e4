/* Files people write: config.conf, keymaps, themes; every mistake named with file and line. */
#include "app/config/conf.h"
#include "app/config/embedded.h"
#include "app/config/keymap.h"
#include "app/config/theme.h"
#include "app/run/launch.h"
#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char good[] =
    "environment \"prod\" {\n  url = \"https://api.example/api\"\n  token-command = {\"pass\", \"show\", "
    "\"a b\"}\n  link-base = \"https://shop.example\"\n  link-hosts = {\"shop.example\", \"s2\"}\n"
    "  authorization = \"bare\"\n  namespace = \"acme\"\n  parameters { page-size = \"size\" }\n"
    "  paths { offers = \"/catalog/{namespace}/offers\" }\n  badge = \"LIVE \\\"1\\\" \\\\ \\${HOME}\"\n}\n"
    "environment 'test' { url = \"http://127.0.0.1:1/api\" role = \"test\" token-file = \"/t\" timeout = 5 }\n"
    "ui { keymap = \"vim\" theme = \"mono\" clipboard = \"off\" baskets-ahead = 200 }\n"
    "checks { mute = {\"price-zero\", \"copy-forgotten\"} }\n";

static void
check_good(const struct config *c)
{
	assert_int_equal(c->environments.n, 2);
	const struct environment *e = config_find(c, "prod");
	assert_non_null(e);
	assert_string_equal(e->url, "https://api.example/api");
	assert_string_equal(e->token_command[2], "a b");
	assert_null(e->token_command[3]);
	assert_string_equal(e->link_hosts[1], "s2");
	assert_string_equal(e->badge, "LIVE \"1\" \\ ${HOME}");
	assert_string_equal(e->role, "prod");
	assert_true(e->bare);
	struct wire_names names = wire_names_default();
	environment_names(&names, e);
	assert_string_equal(names.space, "acme");
	assert_string_equal(names.params[PARAM_PAGE_SIZE], "size");
	assert_string_equal(names.params[PARAM_LIMIT], "limit");
	assert_string_equal(names.paths[ENDPOINT_OFFERS], "/catalog/{namespace}/offers");
	assert_string_equal(names.paths[ENDPOINT_ASSETS], "/assets");
	assert_string_equal(config_find(c, "test")->token_file, "/t");
	assert_int_equal(config_find(c, "test")->timeout, 5);
	assert_int_equal(e->timeout, 30);
	assert_null(config_find(c, "prod2"));
	assert_string_equal(c->keymap, "vim");
	assert_int_equal(c->baskets_ahead, 200);
	for (enum check_rule r = 0; r < CHECK_RULES; r++)
		assert_int_equal(
		    c->mute.rules[r], r == CHECK_PRICE_ZERO || r == CHECK_COPY_FORGOTTEN);
}

static void
a_good_file_is_read(void **state)
{
	struct config c;
	struct err err;
	(void)state;
	if (!config_parse(&c, good, "config.conf", &err))
		fail_msg("%s", err.text);
	check_good(&c);
	config_free(&c);
	/* a mark of UTF-8 is no option, and ~ is the home folder */
	assert_true(config_parse(&c,
	    "\xEF\xBB\xBF"
	    "environment \"a\" { url = \"https://x\" token-file = \"~/t\" }\n",
	    "c", &err));
	assert_true(str_starts(str_of(config_find(&c, "a")->token_file), str_of(getenv("HOME"))));
	assert_true(str_ends(str_of(config_find(&c, "a")->token_file), STR("/t")));
	config_free(&c);
	/* braces within quotes open nothing, and quotes of the other kind close nothing */
	assert_true(config_parse(
	    &c, "environment \"a\" { url = \"http://127.0.0.1:1\" badge = \"{ '\" }\n", "c", &err));
	assert_string_equal(config_find(&c, "a")->badge, "{ '");
	config_free(&c);
	assert_true(config_parse(&c, "", "config.conf", &err));
	assert_int_equal(c.environments.n, 0);
	assert_string_equal(c.keymap, "default");
	assert_string_equal(c.theme, "auto");
	config_free(&c);
}

static void
what_is_shown_can_be_read(void **state)
{
	struct config c, back;
	struct err err;
	struct buf text = { 0 };
	(void)state;
	assert_true(config_parse(&c, good, "config.conf", &err));
	config_show(&text, &c);
	if (!config_parse(&back, buf_z(&text), "shown", &err))
		fail_msg("%s\n%s", err.text, buf_z(&text));
	check_good(&back);
	assert_non_null(strstr(buf_z(&text),
	    "# auto, dark, high-contrast, light, mono, projector\n    theme = \"mono\"\n"));
	assert_non_null(strstr(buf_z(&text), "# default, vim\n    keymap = \"vim\"\n"));
	config_free(&c);
	config_free(&back);
	buf_free(&text);
}

static void
mistakes_name_file_and_line(void **state)
{
	static const char *const cases[][2] = {
		{ "\n\ncolour = \"red\"\n", "config.conf:3" },
		{ "environment \"a\" {\n url = \"https://x\"\n ulr = \"y\"\n}\n", "config.conf:3" },
		{ "ui {\n baskets-ahead = many\n}\n", "config.conf:2" },
		{ "environment \"a\" { }\n", "environment \"a\": it has no url" },
		{ "environment \"a\" { url = \"https://x\" token-command = \"pass show x\" }\n",
		    "token-command is a list, a word each" },
		{ "environment \"a\" { url = \"https://x\" token-file = \"/t\" token-command = {\"p\"} }\n",
		    "exclude each other" },
		{ "environment \"a\" { url = \"ftp://x\" }\n", "https://" },
		{ "environment \"a\" { url = \"https://x\" role = \"live\" }\n",
		    "demo, test or prod" },
		{ "environment \"a\" { url = \"https://x\" authorization = \"basic\" }\n",
		    "bearer or bare" },
		{ "environment \"a\" { url = \"https://x\"\n", "} is missing" },
		{ "environment \"a\" { url = \"https://x\" }\nenvironment \"a\" { url = \"https://y\" }\n",
		    "config.conf:2" },
		{ "environment \"a\" { url = \"https://x\" timeout = 0 }\n", "1 to 300 seconds" },
		{ "environment \"a\" { url = \"https://x\" timeout = 301 }\n", "1 to 300 seconds" },
		{ "environment \"a\" { url = \"https://x\"\nplan-threshold = -1 }\n",
		    "config.conf:2: environment \"a\": plan-threshold is 1 to 1000 percent" },
		{ "environment \"a\" { url = \"https://x\" plan-threshold = 1001 }\n",
		    "plan-threshold is 1 to 1000 percent" },
		{ "ui { clipboard = \"maybe\" }\n", "clipboard is" },
		{ "ui { baskets-ahead = 1 }\n", "50 to 1000000" },
		{ "checks { mute = {\"price-zero\", \"orphan-produkt\"} }\n",
		    "checks: there is no rule \"orphan-produkt\"; did you mean orphan-product?" },
		{ "checks {\n mutes = {}\n}\n", "config.conf:2" },
		{ "environment \"a\" { url = \"https://x\"\n paths { offers = \"offers\" } }\n",
		    "paths, offers: a path begins with /" },
		{ "environment \"a\" { url = \"https://x\"\n paths { link = \"/{own}\" } }\n",
		    "paths, link: " },
		{ "environment \"a\" { url = \"https://x\"\n parameters { sise = \"s\" } }\n",
		    "config.conf:2" },
		{ "environment \"a\" { url = \"https://x\" namespace = \"a b\" }\n",
		    "namespace is" },
		/* What only the whole tells has its line, too; not that of a comment, or a text. */
		{ "\n\nenvironment \"a\" {\n url = \"ftp://x\"\n}\n",
		    "config.conf:4: environment \"a\": url begins with" },
		{ "environment \"b\" { url = \"https://y\" timeout = 5 }\n# timeout = 3\n"
		  "environment \"a\" { url = \"https://x\"\n badge = \"timeout = 1\"\n timeout = 0 }\n",
		    "config.conf:5: environment \"a\": timeout is" },
		{ "\nui {\n clipboard = \"maybe\" }\n", "config.conf:3: clipboard is" },
		{ "checks {\n /* mute\n = */ mute =\n {\"nope\"}\n}\n",
		    "config.conf:3: checks: there is no rule" },
		{ "\nenvironment \"a\" { }\n", "config.conf:2: environment \"a\": it has no url" },
		{ "environment \"a\" { url = \"https://x\"\n paths {\n link = \"/{own}\" } }\n",
		    "config.conf:3: environment \"a\": paths, link: " },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct config c;
		struct err err;
		if (config_parse(&c, cases[i][0], "config.conf", &err))
			fail_msg("%s was taken", cases[i][0]);
		assert_int_equal(err.kind, ERR_CONFIG);
		if (!strstr(err.text, cases[i][1]) || !strstr(err.text, "config.conf"))
			fail_msg("%s: %s", cases[i][0], err.text);
		config_free(&c);
	}
}

/* ---- keymaps ---- */

static enum keymap_match
look_up(const struct keymap *m, enum scope scope, const char *keys, enum action *a)
{
	uint32_t list[KEYS_MAX];
	size_t n;
	assert_true(keys_parse(str_of(keys), list, &n));
	return keymap_lookup(m, scope, list, n, a);
}

static void
built_in_keymaps_load(void **state)
{
	(void)state;
	for (const struct embedded *e = embedded_keymaps; e->name; e++) {
		struct keymap m = { 0 };
		struct err err;
		enum action a = ACT_NONE;
		if (!keymap_builtin(&m, e->name, &err))
			fail_msg("%s: %s", e->name, err.text);
		assert_int_equal(look_up(&m, SCOPE_BASKETS, "y", &a), MATCH_ACTION);
		assert_int_equal(a, ACT_SEND_MAIN);
		assert_int_equal(look_up(&m, SCOPE_BASKETS, "g", &a), MATCH_PREFIX);
		assert_int_equal(look_up(&m, SCOPE_BASKETS, "gg", &a), MATCH_ACTION);
		assert_int_equal(a, ACT_TOP);
		assert_int_equal(look_up(&m, SCOPE_GLOBAL, "?", &a), MATCH_ACTION);
		assert_int_equal(a, ACT_KEYS);
		keymap_free(&m);
	}
}

/* Nobody can go on, find out or leave without these. */
static void
what_nobody_can_do_without_has_a_key(void **state)
{
	static const enum action needed[] = { ACT_UP, ACT_DOWN, ACT_IN, ACT_OUT, ACT_CANCEL,
		ACT_QUIT, ACT_KEYS, ACT_ANYTHING, ACT_SEND_MAIN, ACT_FILTER, ACT_REFRESH,
		ACT_SUSPEND };
	(void)state;
	for (const struct embedded *e = embedded_keymaps; e->name; e++) {
		struct keymap m = { 0 };
		struct err err;
		assert_true(keymap_builtin(&m, e->name, &err));
		for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); i++) {
			struct buf key = { 0 };
			if (!keymap_key(&key, &m, SCOPE_BASKETS, needed[i]))
				fail_msg(
				    "%s: no key runs %s", e->name, action_infos[needed[i]].name);
			buf_free(&key);
		}
		keymap_free(&m);
	}
}

static void
a_user_s_file_lies_on_top(void **state)
{
	struct keymap m = { 0 };
	struct err err;
	enum action a = ACT_NONE;
	struct buf keys = { 0 };
	(void)state;
	assert_true(keymap_builtin(&m, "default", &err));
	assert_true(keymap_load(&m,
	    "baskets { send-main = {\"E\", \"<C-y>\"} }\nglobal { quit = {} "
	    "refresh = {\"y\"} send-main = {} }\n",
	    "keys.conf", &err));
	assert_int_equal(look_up(&m, SCOPE_BASKETS, "E", &a), MATCH_ACTION);
	assert_int_equal(a, ACT_SEND_MAIN);
	assert_int_equal(look_up(&m, SCOPE_BASKETS, "<C-y>", &a), MATCH_ACTION);
	assert_int_equal(look_up(&m, SCOPE_BASKETS, "Q", &a), MATCH_NONE);
	assert_int_equal(look_up(&m, SCOPE_SOURCE, "y", &a), MATCH_ACTION);
	assert_int_equal(a, ACT_REFRESH);
	keymap_keys(&keys, &m, SCOPE_BASKETS, ACT_SEND_MAIN);
	assert_non_null(strstr(buf_z(&keys), "E Ctrl-Y"));
	buf_free(&keys);
	keymap_free(&m);
}

/* The second word of each is the action that has the key already. */
static void
a_key_for_two_actions_is_a_mistake_that_names_both(void **state)
{
	static const char *const cases[][3] = {
		{ "global { quit = {\"y\"} }", "quit (global)", "send-main (global)" },
		{ "global { quit = {\"i\"} }", "quit (global)", "identity-form (baskets)" },
		{ "baskets { quit = {\"<Down>\"} }", "quit (baskets)", "down (global)" },
		{ "detail { bare = {\"n\"} }", "bare (detail)", "next-match (text)" },
		{ "global { quit = {\"g\"} }", "quit (global)", "top (global)" }, /* gg */
		{ "global { quit = {\"jj\"} }", "quit (global)", "down (global)" },
		{ "list { mark = {\"E\"} } baskets { bare = {\"E\"} }", "mark (list)",
		    "bare (baskets)" },
		{ "global { quit = {\"E\"} close = {\"E\"} }", "close (global)", "quit (global)" },
	};
	static const char *const fine[] = { "global { quit = {\"y\"} send-main = {} }",
		"global { quit = {\"y\"} send-main = {\"Q\"} }",
		"global { quit = {\"Q\", \"<F10>\"} }",
		"baskets { bare = {\"E\"} } catalog { tree = {\"E\"} }", /* neither holds the other
									  */
		"link { bare = {\"n\"} }" };
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct keymap m = { 0 };
		struct err err;
		assert_true(keymap_builtin(&m, "default", &err));
		if (keymap_load(&m, cases[i][0], "keys.conf", &err))
			fail_msg("%s was taken", cases[i][0]);
		if (!strstr(err.text, cases[i][1]) || !strstr(err.text, cases[i][2]) ||
		    !strstr(err.text, "keys.conf"))
			fail_msg("%s: %s", cases[i][0], err.text);
		keymap_free(&m);
	}
	for (size_t i = 0; i < sizeof(fine) / sizeof(*fine); i++) {
		struct keymap m = { 0 };
		struct err err;
		assert_true(keymap_builtin(&m, "default", &err));
		if (!keymap_load(&m, fine[i], "keys.conf", &err))
			fail_msg("%s: %s", fine[i], err.text);
		keymap_free(&m);
	}
}

static void
mistakes_in_keymaps(void **state)
{
	static const char *const cases[][2] = { { "\nbaskets {\n send-mian = {\"y\"}\n}\n",
						    "keys.conf:3" },
		{ "panes { }\n", "keys.conf:1" }, { "list {\n filter = {\"<F99>\"}\n}\n", "<F99>" },
		{ "list { filter = {\"\"} }\n", "no key" },
		{ "list { filter = {\"abcd\"} }\n", "abcd" },
		{ "list { filter = {\"/\"}\n", "} is missing" } };
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct keymap m = { 0 };
		struct err err;
		if (keymap_load(&m, cases[i][0], "keys.conf", &err))
			fail_msg("%s was taken", cases[i][0]);
		if (!strstr(err.text, cases[i][1]) || !strstr(err.text, "keys.conf"))
			fail_msg("%s: %s", cases[i][0], err.text);
		keymap_free(&m);
	}
	struct keymap m = { 0 };
	struct err err;
	assert_false(keymap_builtin(&m, "emacs", &err));
	assert_non_null(strstr(err.text, "default, vim"));
	keymap_free(&m);
}

/* ---- themes ---- */

static void
built_in_themes_load(void **state)
{
	struct theme t;
	struct err err;
	(void)state;
	for (const struct embedded *e = embedded_themes; e->name; e++)
		if (!theme_builtin(&t, e->name, &err))
			fail_msg("%s: %s", e->name, err.text);
	assert_false(theme_builtin(&t, "light blue", &err));
	assert_non_null(strstr(err.text, "dark, high-contrast, light, mono, projector"));
}

static void
styles_inherit(void **state)
{
	struct theme t;
	struct err err;
	(void)state;
	assert_true(theme_load(&t,
	    "style \"text\" { foreground = \"33\" attributes = \"bold\" attributes-8 = \"reverse\" }\n"
	    "style \"match\" { parent = \"text\" background = \"red\" mono = \"underline reverse\" }\n"
	    "style \"label\" { parent = \"text\" attributes = \"dim\" }\n",
	    "mine.conf", &err));
	assert_int_equal(t.styles[ROLE_MATCH].fg, 33);
	assert_int_equal(t.styles[ROLE_MATCH].bg, 1);
	assert_int_equal(t.styles[ROLE_MATCH].bits, STYLE_BOLD);
	assert_int_equal(t.styles[ROLE_MATCH].bits8, STYLE_REVERSE);
	assert_int_equal(t.styles[ROLE_LABEL].bits8, STYLE_DIM);
	assert_int_equal(t.styles[ROLE_MATCH].mono, STYLE_UNDERLINE | STYLE_REVERSE);
	assert_int_equal(t.styles[ROLE_BAD].fg, COLOUR_DEFAULT);
}

static void
mistakes_in_themes(void **state)
{
	static const char *const cases[][2] = { { "style \"txet\" { }\n", "no role \"txet\"" },
		{ "style \"text\" { parent = \"up\" }\n", "no role \"up\"" },
		{ "\nstyle \"text\" { color = \"red\" }\n", "mine.conf:2" },
		{ "style \"text\" { foreground = \"pink\" }\n", "a colour is" },
		{ "style \"text\" { foreground = \"256\" }\n", "a colour is" },
		{ "style \"text\" { attributes = \"blink\" }\n", "attributes are" },
		{ "style \"text\" { \n", "} is missing" } };
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct theme t;
		struct err err;
		if (theme_load(&t, cases[i][0], "mine.conf", &err))
			fail_msg("%s was taken", cases[i][0]);
		if (!strstr(err.text, cases[i][1]) || !strstr(err.text, "mine.conf"))
			fail_msg("%s: %s", cases[i][0], err.text);
	}
}

/* ---- the beginning of a run ---- */

static void
write_config(const char *text)
{
	FILE *f = fopen("own.conf", "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	setenv("BACKROOM_CONFIG", "own.conf", 1);
}

static bool
launch(struct launch *l, const char *environment, struct err *err)
{
	return launch_init(l, &(struct launch_options){ .environment = environment }, err);
}

static void
without_anything_three_lines(void **state)
{
	struct launch l;
	struct err err;
	int lines = 1;
	(void)state;
	unsetenv("BACKROOM_CONFIG");
	assert_false(launch(&l, NULL, &err));
	assert_int_equal(err.kind, ERR_USAGE);
	for (const char *p = err.text; *p; p++)
		lines += *p == '\n';
	assert_int_equal(lines, 3);
	assert_non_null(strstr(err.text, "backroom demo"));
	assert_non_null(strstr(err.text, "BACKROOM_URL"));
	assert_non_null(strstr(err.text, "config.conf"));
	launch_free(&l);
}

static void
which_environment(void **state)
{
	struct launch l;
	struct err err;
	(void)state;
	write_config(good);
	assert_false(launch(&l, NULL, &err));
	assert_non_null(strstr(err.text, "prod, test"));
	launch_free(&l);
	assert_false(launch(&l, "live", &err));
	assert_non_null(strstr(err.text, "\"live\""));
	launch_free(&l);
	assert_true(launch(&l, "test", &err));
	assert_string_equal(l.badge, "TEST");
	assert_string_equal(l.role, "test");
	assert_string_equal(l.client.token.file, "/t");
	launch_free(&l);
	setenv("BACKROOM_ENV", "prod", 1);
	setenv("BACKROOM_TOKEN", " tok\n", 1);
	assert_true(launch(&l, NULL, &err));
	assert_string_equal(l.name, "prod");
	assert_string_equal(l.client.token.token, "tok");
	assert_null(getenv("BACKROOM_TOKEN"));
	assert_true(l.client.transport.bare);
	assert_string_equal(l.links.link_base, "https://shop.example");
	launch_free(&l);
	unsetenv("BACKROOM_ENV");
}

static void
an_address_of_its_own(void **state)
{
	static const char *const bad[] = { "ftp://x/api", "nonsense", "http://" };
	struct launch l;
	struct err err;
	(void)state;
	write_config(good);
	setenv("BACKROOM_URL", "https://api2.example:8443/api//", 1);
	assert_true(launch(&l, NULL, &err));
	assert_string_equal(l.client.base_url, "https://api2.example:8443/api");
	assert_string_equal(l.name, "api2.example:8443");
	assert_string_equal(l.role, "prod");
	assert_null(l.client.token.command); /* the configuration's are not for it */
	launch_free(&l);
	assert_false(launch(&l, "prod", &err)); /* two answers to one question */
	assert_int_equal(err.kind, ERR_USAGE);
	launch_free(&l);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		setenv("BACKROOM_URL", bad[i], 1);
		if (launch(&l, NULL, &err))
			fail_msg("%s was taken", bad[i]);
		assert_int_equal(err.kind, ERR_USAGE);
		launch_free(&l);
	}
	unsetenv("BACKROOM_URL");
}

static void
odd_settings_are_refused(void **state)
{
	struct launch l;
	struct err err;
	(void)state;
	write_config("ui { timezone = \"Mars/Olympus\" }\n");
	assert_false(launch(&l, NULL, &err));
	assert_int_equal(err.kind, ERR_CONFIG);
	launch_free(&l);
	write_config(good);
	assert_false(launch_init(
	    &l, &(struct launch_options){ .environment = "test", .now = "noon" }, &err));
	assert_int_equal(err.kind, ERR_USAGE);
	launch_free(&l);
	assert_true(launch_init(&l,
	    &(struct launch_options){ .environment = "test", .now = "2026-11-20T10:42:00Z" },
	    &err));
	assert_true(clock_now(&l.clock) == 1795171320000);
	launch_free(&l);
	setenv("BACKROOM_CONFIG", "missing.conf", 1);
	assert_false(launch(&l, NULL, &err));
	assert_non_null(strstr(err.text, "missing.conf"));
	launch_free(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_file_is_read),
		cmocka_unit_test(what_is_shown_can_be_read),
		cmocka_unit_test(mistakes_name_file_and_line),
		cmocka_unit_test(built_in_keymaps_load),
		cmocka_unit_test(what_nobody_can_do_without_has_a_key),
		cmocka_unit_test(a_user_s_file_lies_on_top),
		cmocka_unit_test(a_key_for_two_actions_is_a_mistake_that_names_both),
		cmocka_unit_test(mistakes_in_keymaps),
		cmocka_unit_test(built_in_themes_load),
		cmocka_unit_test(styles_inherit),
		cmocka_unit_test(mistakes_in_themes),
		cmocka_unit_test(without_anything_three_lines),
		cmocka_unit_test(which_environment),
		cmocka_unit_test(an_address_of_its_own),
		cmocka_unit_test(odd_settings_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
