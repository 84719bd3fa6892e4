/* Files that users write: config.conf, keymaps, themes; every mistake is reported with file and
 * line. */
#include "app/conf.h"
#include "app/embedded.h"
#include "app/theme.h"
#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char good[] =
    "environment \"prod\" {\n  url = \"https://api.example/api\"\n  token-command = {\"pass\", \"show\", "
    "\"a b\"}\n  link-base = \"https://shop.example\"\n  link-hosts = {\"shop.example\", \"s2\"}\n"
    "  authorization = \"bare\"\n  namespace = \"acme\"\n  parameters { page-size = \"size\" }\n"
    "  paths { offers = \"/catalog/{namespace}/offers\" }\n  badge = \"LIVE \\\"1\\\" \\\\ \\${HOME}\"\n}\n"
    "environment 'test' { url = \"http://127.0.0.1:1/api\" role = \"test\" token-file = \"/t\" timeout = 5 }\n"
    "command \"crm\" { run = {\"note\", \"a $b\"} link = true }\n"
    "command \"prod\" { run = {\"x\"} help = \"h\" seconds = 5 }\n"
    "ui { keymap = \"vim\" theme = \"mono\" clipboard = \"off\" baskets-ahead = 200 age-groups = {1h, 2d} }\n"
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
	assert_string_equal(e->authorization, "bare");
	struct wire_names names = wire_names_default();
	environment_apply_names(&names, e);
	assert_string_equal(names.namespace, "acme");
	assert_string_equal(names.params[PARAM_PAGE_SIZE], "size");
	assert_string_equal(names.params[PARAM_LIMIT], "limit");
	assert_string_equal(names.paths[ENDPOINT_OFFERS], "/catalog/{namespace}/offers");
	assert_string_equal(names.paths[ENDPOINT_ASSETS], "/assets");
	assert_string_equal(config_find(c, "test")->token_file, "/t");
	assert_int_equal(config_find(c, "test")->timeout_s, 5);
	assert_int_equal(e->timeout_s, 30);
	assert_null(config_find(c, "prod2"));
	const struct user_command *own = config_find_command(c, STR("crm"));
	assert_int_equal(c->commands.n, 2);
	assert_string_equal(own->argv[1], "a $b");
	assert_null(own->argv[2]);
	assert_null(own->help);
	assert_true(own->passes_link);
	assert_int_equal(own->timeout_s, 30);
	own = config_find_command(c, STR("prod"));
	assert_string_equal(own->help, "h");
	assert_false(own->passes_link);
	assert_int_equal(own->timeout_s, 5);
	assert_null(config_find_command(c, STR("cr")));
	assert_string_equal(c->keymap, "vim");
	assert_int_equal(c->read_ahead_rows, 200);
	assert_int_equal(c->age_groups.n, 4);
	assert_string_equal(c->age_groups.v[2].name, "1 to 48 h");
	for (enum check_rule r = 0; r < CHECK_RULES; r++)
		assert_int_equal(
		    c->mute.muted_rules[r], r == CHECK_PRICE_ZERO || r == CHECK_COPY_FORGOTTEN);
}

static void
check_at_home(char *const *program, const char *path)
{
	auto_buf want = { 0 };
	buf_addf(&want, "%s%s", getenv("HOME"), path);
	assert_string_equal(program[0], buf_z(&want));
}

TEST(a_valid_file_is_read)
{
	struct config c;
	struct err err;
	if (!config_parse(&c, good, "config.conf", &err))
		fail_msg("%s", err.text);
	check_good(&c);
	config_free(&c);
	/* a byte order mark is skipped, and ~ is the home folder */
	assert_true(config_parse(&c,
	    "\xEF\xBB\xBF"
	    "environment \"a\" { url = \"https://x\" token-file = \"~/t\" }\n",
	    "c", &err));
	assert_true(str_starts(str_of(config_find(&c, "a")->token_file), str_of(getenv("HOME"))));
	assert_true(str_ends(str_of(config_find(&c, "a")->token_file), STR("/t")));
	config_free(&c);
	/* ~ is also expanded in a program's name, but in no other word: no shell parses them */
	assert_true(config_parse(&c,
	    "environment \"a\" { url = \"https://x\" token-command = {\"~/bin/t\", \"~/k\"} }\n"
	    "command \"own\" { run = {\"~/bin/own\", \"~/notes\", \"a ~/b\"} }\n"
	    "command \"else\" { run = {\"~ann/own\"} }\n",
	    "c", &err));
	check_at_home(config_find(&c, "a")->token_command, "/bin/t");
	assert_string_equal(config_find(&c, "a")->token_command[1], "~/k");
	check_at_home(config_find_command(&c, STR("own"))->argv, "/bin/own");
	assert_string_equal(config_find_command(&c, STR("own"))->argv[1], "~/notes");
	assert_string_equal(config_find_command(&c, STR("own"))->argv[2], "a ~/b");
	assert_string_equal(config_find_command(&c, STR("else"))->argv[0], "~ann/own");
	config_free(&c);
	/* braces inside quotes do not open a block, and quotes of the other kind do not close a
	 * text */
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

TEST(the_printed_configuration_can_be_read_again)
{
	CLEANUP(config_free) struct config c, back;
	struct err err;
	auto_buf text = { 0 };
	assert_true(config_parse(&c, good, "config.conf", &err));
	config_show(&text, &c, CONFIG_SHOW_ALL);
	if (!config_parse(&back, buf_z(&text), "shown", &err))
		fail_msg("%s\n%s", err.text, buf_z(&text));
	check_good(&back);
	assert_non_null(
	    strstr(buf_z(&text), "# theme: auto, dark, high-contrast, light, mono, projector\n"));
	assert_non_null(strstr(buf_z(&text), "# keymap: default, vim\n"));
}

static void
check_errors(const char *const cases[][2], size_t n)
{
	for (size_t i = 0; i < n; i++) {
		CLEANUP(config_free) struct config c;
		struct err err;
		if (config_parse(&c, cases[i][0], "config.conf", &err))
			fail_msg("%s was taken", cases[i][0]);
		assert_int_equal(err.kind, ERR_CONFIG);
		if (!strstr(err.text, cases[i][1]) || !strstr(err.text, "config.conf"))
			fail_msg("%s: %s", cases[i][0], err.text);
	}
}

TEST(mistakes_name_file_and_line)
{
	static const char *const cases[][2] = {
		{ "\n\ncolour = \"red\"\n", "config.conf:3" },
		{ "environment \"a\" {\n url = \"https://x\"\n ulr = \"y\"\n}\n", "config.conf:3" },
		{ "ui {\n baskets-ahead = many\n}\n", "config.conf:2" },
		{ "environment \"a\" { }\n", "environment \"a\": it has no url" },
		{ "environment \"a\" { url = \"https://x\" token-command = \"pass show x\" }\n",
		    "token-command must be a list, one word per item" },
		{ "environment \"a\" { url = \"https://x\" token-file = \"/t\" token-command = {\"p\"} }\n",
		    "use token-file or token-command, not both" },
		{ "environment \"a\" { url = \"ftp://x\" }\n", "https://" },
		{ "environment \"a\" { url = \"https://x\" role = \"live\" }\n",
		    "demo, test or prod" },
		{ "environment \"a\" { url = \"https://x\" authorization = \"basic\" }\n",
		    "bearer or bare" },
		{ "environment \"a\" { url = \"https://x\" issuer = \"http://login.example/\" }\n",
		    "issuer must begin with https://" },
		{ "environment \"a\" { url = \"https://x\" client-id = \"b\" }\n",
		    "sign-in needs an issuer or a token-url" },
		{ "environment \"a\" { url = \"https://x\" issuer = \"https://l\"\n token-file = \"/t\" }\n",
		    "config.conf:2: environment \"a\": use either a token file or command, or" },
		{ "environment \"a\" { url = \"https://x\" issuer = \"https://l\" sign-in = \"client\" }\n",
		    "needs a client-secret-file" },
		{ "environment \"a\" { url = \"https://x\" issuer = \"https://l\" sign-in = \"magic\" }\n",
		    "sign-in must be device, browser or client" },
		{ "environment \"a\" { url = \"https://x\"\n client-key = \"/k\" }\n",
		    "config.conf:2: environment \"a\": set both client-cert and client-key" },
		{ "environment \"a\" { url = \"https://x\" token-command-seconds = 0 }\n",
		    "token-command-seconds must be 1 to 600" },
		{ "environment \"a\" { url = \"https://x\"\n", "} is missing" },
		{ "environment \"a\" { url = \"https://x\" }\nenvironment \"a\" { url = \"https://y\" }\n",
		    "config.conf:2" },
		{ "environment \"a\" { url = \"https://x\" timeout = 0 }\n", "1 to 300 seconds" },
		{ "environment \"a\" { url = \"https://x\" timeout = 301 }\n", "1 to 300 seconds" },
		{ "environment \"a\" { url = \"https://x\"\nplan-threshold = -1 }\n",
		    "config.conf:2: environment \"a\": plan-threshold must be 1 to 1000 percent" },
		{ "environment \"a\" { url = \"https://x\" plan-threshold = 1001 }\n",
		    "plan-threshold must be 1 to 1000 percent" },
		{ "environment \"a\" { url = \"https://x\" contact-pause = 8761 }\n",
		    "8760 hours" },
		{ "environment \"a\" { url = \"https://x\" outcomes = \"x\" }\n",
		    "an absolute path" },
		{ "ui { clipboard = \"maybe\" }\n", "clipboard must be" },
		{ "ui { baskets-ahead = 1 }\n", "50 to 1000000" },
		{ "checks { mute = {\"price-zero\", \"orphan-produkt\"} }\n",
		    "checks: there is no rule \"orphan-produkt\"; did you mean orphan-product?" },
		{ "checks {\n mutes = {}\n}\n", "config.conf:2" },
		{ "# ours\nversion = 2\n",
		    "config.conf:2: version 2 is not known: this program reads version 1" },
		{ "version = \"new\"\n", "config.conf:1" },
		{ "environment \"a\" { url = \"https://x\"\n paths { offers = \"offers\" } }\n",
		    "paths, offers: a path must begin with /" },
		{ "environment \"a\" { url = \"https://x\"\n paths { link = \"/{own}\" } }\n",
		    "paths, link: " },
		{ "environment \"a\" { url = \"https://x\"\n parameters { sise = \"s\" } }\n",
		    "config.conf:2" },
		{ "environment \"a\" { url = \"https://x\" namespace = \"a b\" }\n",
		    "namespace must be" },
		/* A mistake that is found only at the end of the file has its own line, not that
		 * of a comment or text. */
		{ "\n\nenvironment \"a\" {\n url = \"ftp://x\"\n}\n",
		    "config.conf:4: environment \"a\": url must begin with" },
		{ "environment \"b\" { url = \"https://y\" timeout = 5 }\n# timeout = 3\n"
		  "environment \"a\" { url = \"https://x\"\n badge = \"timeout = 1\"\n timeout = 0 }\n",
		    "config.conf:5: environment \"a\": timeout must be" },
		{ "\nui {\n clipboard = \"maybe\" }\n", "config.conf:3: clipboard must be" },
		{ "checks {\n /* mute\n = */ mute =\n {\"nope\"}\n}\n",
		    "config.conf:3: checks: there is no rule" },
		{ "\nenvironment \"a\" { }\n", "config.conf:2: environment \"a\": it has no url" },
		{ "environment \"a\" { url = \"https://x\"\n paths {\n link = \"/{own}\" } }\n",
		    "config.conf:3: environment \"a\": paths, link: " },
	};
	check_errors(cases, sizeof(cases) / sizeof(*cases));
}

TEST(age_limits_rise)
{
	static const char *const cases[][2] = {
		{ "ui {\n age-groups = {\"1h\", \"60m\"}\n}\n",
		    "config.conf:2: age-groups must be 1 to 8 rising ages of at most 10 years" },
		{ "ui { age-groups = {} }\n", "age-groups must be" },
		{ "ui { age-groups = {\"soon\"} }\n", "age-groups must be" },
		{ "ui { age-groups = {\"0h\"} }\n", "age-groups must be" },
		{ "ui { age-groups = {\"-1h\"} }\n", "age-groups must be" },
		{ "ui { age-groups = {\"3651d\"} }\n", "age-groups must be" },
		{ "ui { age-groups = {1h, 2h, 3h, 4h, 5h, 6h, 7h, 8h, 9h} }\n",
		    "age-groups must be" },
	};
	check_errors(cases, sizeof(cases) / sizeof(*cases));
}

TEST(age_limits_can_be_added)
{
	CLEANUP(config_free) struct config c;
	struct err err;
	config_set_defaults(&c);
	assert_true(
	    config_add_layer(&c, "ui { age-groups += {\"14d\"} }\n", "own.conf", false, &err));
	assert_int_equal(c.age_groups.n, 7);
	assert_string_equal(c.age_groups.v[4].name, "3 to 7 days");
	assert_string_equal(c.age_groups.v[5].name, "7 to 14 days");
	assert_true(config_add_layer(&c, "ui { age-groups = {\"1d\"} }\n", "b.conf", false, &err));
	assert_true(config_add_layer(&c, "ui { mouse = true }\n", "c.conf", false, &err));
	assert_true(config_add_layer(&c, "ui { age-groups += {\"2d\"} }\n", "d.conf", false, &err));
	assert_int_equal(c.age_groups.n, 4);
}

TEST(mistakes_in_commands_name_file_and_line)
{
	static const char *const cases[][2] = {
		{ "command \"crm\" { }\n", "config.conf:1: command \"crm\": run must be a list" },
		{ "command \"crm\" { run = {} }\n", "command \"crm\": run must be a list" },
		{ "command \"crm\" {\n run = \"note --new\"\n}\n",
		    "config.conf:2: command \"crm\": run must be a list, one word per item (no shell is used)" },
		{ "\ncommand \"c r\" { run = {\"x\"} }\n",
		    "config.conf:2: command \"c r\": a command's name may have at most 32 letters" },
		{ "command \"\" { run = {\"x\"} }\n",
		    "a command's name may have at most 32 letters" },
		{ "command \"0123456789012345678901234567890123\" { run = {\"x\"} }\n",
		    "at most 32" },
		{ "command \"a\" { run = {\"x\"}\n seconds = 0 }\n",
		    "config.conf:2: command \"a\": seconds must be 1 to 3600" },
		{ "command \"a\" { run = {\"x\"} }\ncommand \"a\" { run = {\"y\"} }\n",
		    "config.conf:2" },
		{ "environment \"a\" {\n url = \"https://x\"\n}\ncommand \"a\" {\n run = {\"y\"}\n"
		  " seconds = 3601\n}\n",
		    "config.conf:6: command \"a\": seconds" },
	};
	check_errors(cases, sizeof(cases) / sizeof(*cases));
}

/* ---- layers ---- */

static const char system_text[] =
    "default = \"prod\"\n"
    "environment \"prod\" {\n url = \"https://api.example/api\"\n token-file = \"/run/t\"\n locked = true\n}\n"
    "environment \"test\" {\n url = \"https://test.example/api\"\n token-file = \"/run/t\"\n timeout = 5\n}\n"
    "ui { theme = \"light\" keymap = \"vim\" }\n";

static bool
add_both(struct config *c, const char *own, struct err *err)
{
	config_set_defaults(c);
	return config_add_layer(c, system_text, "/etc/b.conf", true, err) &&
	    config_add_layer(c, own, "own.conf", false, err) && config_check(c, err);
}

/* A later file overrides only what it sets, and each value knows its file. */
TEST(a_later_file_overrides_an_earlier_one)
{
	CLEANUP(config_free) struct config c;
	struct err err;
	auto_buf shown = { 0 };
	if (!add_both(&c,
		"environment \"test\" {\n badge = \"MINE\"\n token-command = {\"pass\"}\n}\n"
		"environment \"dev\" { url = \"http://127.0.0.1:8080/api\" }\n"
		"ui {\n theme = \"dark\"\n}\n",
		&err))
		fail_msg("%s", err.text);
	const struct environment *e = config_find(&c, "test");
	assert_string_equal(e->url, "https://test.example/api");
	assert_string_equal(e->badge, "MINE");
	assert_int_equal(e->timeout_s, 5);
	/* another token source replaces the earlier one */
	assert_null(e->token_file);
	assert_string_equal(e->token_command[0], "pass");
	assert_string_equal(c.theme, "dark");
	assert_string_equal(c.keymap, "vim");
	assert_string_equal(c.default_environment, "prod");
	assert_int_equal(c.environments.n, 3);
	config_show(&shown, &c, CONFIG_SHOW_ORIGINS);
	static const char *const lines[] = {
		"default = \"prod\"                            # /etc/b.conf:1\n",
		"    badge = \"MINE\"                          # own.conf:2\n",
		"    timeout = 5                             # /etc/b.conf:10\n",
		"    theme = \"dark\"                          # own.conf:7\n",
		"    keymap = \"vim\"                          # /etc/b.conf:12\n"
	};
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		if (!strstr(buf_z(&shown), lines[i]))
			fail_msg("%s\nis not in\n%s", lines[i], buf_z(&shown));
	/* default values are omitted, and included with CONFIG_SHOW_ALL */
	assert_null(strstr(buf_z(&shown), "baskets-ahead"));
	assert_null(strstr(buf_z(&shown), "parameters"));
	config_show(&shown, &c, CONFIG_SHOW_ORIGINS | CONFIG_SHOW_ALL);
	assert_non_null(
	    strstr(buf_z(&shown), "    baskets-ahead = 1000                    # the default\n"));
	assert_non_null(strstr(
	    buf_z(&shown), "    age-groups = {\"1h\", \"24h\", \"3d\", \"7d\"}  # the default\n"));
}

TEST(a_locked_value_cannot_be_changed)
{
	static const char *const cases[] = {
		"\nenvironment \"prod\" { url = \"https://evil.example/api\" }\n",
		"\nenvironment \"prod\" { badge = \"P\" }\n", "\nenvironment \"prod\" { }\n",
		"\nenvironment \"prod\" { locked = false token-command = {\"cat\"} }\n"
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(config_free) struct config c;
		struct err err;
		if (add_both(&c, cases[i], &err))
			fail_msg("%s was taken", cases[i]);
		assert_non_null(strstr(
		    err.text, "own.conf:2: environment \"prod\": it is locked by /etc/b.conf:5"));
	}
}

TEST(the_default_environment_must_exist)
{
	CLEANUP(config_free) struct config c;
	struct err err;
	assert_false(add_both(&c, "\ndefault = \"porduction\"\n", &err));
	assert_string_equal(
	    err.text, "own.conf:2: default: there is no environment \"porduction\"");
}

/* ---- keymaps ---- */

static enum keymap_match
look_up(const struct keymap *m, enum scope scope, const char *keys, enum action *a)
{
	uint32_t list[KEYS_PER_BINDING_MAX];
	size_t n;
	assert_true(keys_parse(str_of(keys), list, &n));
	return keymap_lookup(m, scope, list, n, a);
}

TEST(the_written_name_of_a_key_is_read_back)
{
	static const char *const names[] = { "g", "<Enter>", "<Space>", "<lt>", "<C-d>", "<F5>",
		"<M-b>", "<M-\xC3\xA9>", "<M-Enter>", "<S-Tab>", "<PageDown>", "\xC3\xA9" };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		uint32_t keys[KEYS_PER_BINDING_MAX];
		auto_buf name = { 0 };
		size_t n;
		assert_true(keys_parse(str_of(names[i]), keys, &n));
		key_write_name(&name, keys[0]);
		assert_string_equal(buf_z(&name), names[i]);
	}
}

TEST(built_in_keymaps_load)
{
	for (const struct embedded *e = embedded_keymaps; e->name; e++) {
		CLEANUP(keymap_free) struct keymap m = { 0 };
		struct err err;
		enum action a = ACT_NONE;
		if (!keymap_load_builtin(&m, e->name, &err))
			fail_msg("%s: %s", e->name, err.text);
		assert_int_equal(look_up(&m, SCOPE_BASKETS, "y", &a), MATCH_ACTION);
		assert_int_equal(a, ACT_SEND_MAIN);
		assert_int_equal(look_up(&m, SCOPE_BASKETS, "g", &a), MATCH_PREFIX);
		assert_int_equal(look_up(&m, SCOPE_BASKETS, "gg", &a), MATCH_ACTION);
		assert_int_equal(a, ACT_TOP);
		assert_int_equal(look_up(&m, SCOPE_GLOBAL, "?", &a), MATCH_ACTION);
		assert_int_equal(a, ACT_KEYS);
	}
}

/* Without these actions a user cannot continue, find help or leave. */
TEST(essential_actions_have_a_key)
{
	static const enum action needed[] = { ACT_UP, ACT_DOWN, ACT_IN, ACT_OUT, ACT_CANCEL,
		ACT_QUIT, ACT_KEYS, ACT_ANYTHING, ACT_SEND_MAIN, ACT_FILTER, ACT_REFRESH,
		ACT_SUSPEND };
	for (const struct embedded *e = embedded_keymaps; e->name; e++) {
		CLEANUP(keymap_free) struct keymap m = { 0 };
		struct err err;
		assert_true(keymap_load_builtin(&m, e->name, &err));
		for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); i++) {
			auto_buf key = { 0 };
			if (!keymap_append_key(&key, &m, SCOPE_BASKETS, needed[i]))
				fail_msg(
				    "%s: no key runs %s", e->name, action_infos[needed[i]].name);
		}
	}
}

TEST(a_users_keymap_overrides_the_built_in_one)
{
	CLEANUP(keymap_free) struct keymap m = { 0 };
	struct err err;
	enum action a = ACT_NONE;
	auto_buf keys = { 0 };
	assert_true(keymap_load_builtin(&m, "default", &err));
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
	keymap_append_keys(&keys, &m, SCOPE_BASKETS, ACT_SEND_MAIN);
	assert_non_null(strstr(buf_z(&keys), "E Ctrl-Y"));
}

/* All these forms set the same key. */
TEST(a_keymap_may_be_written_in_any_form)
{
	static const char *const forms[] = { "global{quit={\"E\"}}",
		"global\n{\nquit\n=\n{ 'E' }\n}\n", "global { quit = E }",
		"global { quit += {\"E\"} }", "global { close = a quit = E }",
		"global { # everywhere\n /* close = {\"w\"} */ quit = {\"E\"} // end\n }",
		"global { \"quit\" = {\"E\"} }", "global { quit = {\"E\"} } global { home = {} }",
		"list { save = {} }\nglobal { quit = {\"E\"} }",
		"\xEF\xBB\xBFglobal { quit = {\"E\"} }", "global { \"qui\\x74\" = {\"E\"} }",
		"global { home = a/* quit = E }" };
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		CLEANUP(keymap_free) struct keymap m = { 0 };
		struct err err = { 0 };
		enum action a = ACT_NONE;
		assert_true(keymap_load_builtin(&m, "default", &err));
		if (!keymap_load(&m, forms[i], "keys.conf", &err))
			fail_msg("%s: %s", forms[i], err.text);
		if (look_up(&m, SCOPE_BASKETS, "E", &a) != MATCH_ACTION)
			fail_msg("%s binds nothing", forms[i]);
	}
}

/* The second name is the action that already has the key. */
TEST(a_key_bound_twice_names_both_actions)
{
	static const char *const cases[][3] = {
		{ "global { quit = {\"y\"} }", "quit (global)", "send-main (global)" },
		{ "global { quit = {\"i\"} }", "quit (global)", "identity-form (baskets)" },
		{ "baskets { quit = {\"<Down>\"} }", "quit (baskets)", "down (global)" },
		{ "detail { bare = {\"n\"} }", "bare (detail)", "next-match (text)" },
		{ "global { quit = {\"g\"} }", "quit (global)", "top (global)" }, /* top has "gg" */
		{ "global { quit = {\"jj\"} }", "quit (global)", "down (global)" },
		{ "list { mark = {\"E\"} } baskets { bare = {\"E\"} }", "mark (list)",
		    "bare (baskets)" },
		{ "global { quit = {\"E\"} close = {\"E\"} }", "close (global)", "quit (global)" },
	};
	static const char *const fine[] = { "global { quit = {\"y\"} send-main = {} }",
		"global { quit = {\"y\"} send-main = {\"Q\"} }",
		"global { quit = {\"Q\", \"<F10>\"} }",
		"baskets { bare = {\"E\"} } catalog { tree = {\"E\"} }", /* separate scopes */
		"link { bare = {\"n\"} }" };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(keymap_free) struct keymap m = { 0 };
		struct err err;
		assert_true(keymap_load_builtin(&m, "default", &err));
		if (keymap_load(&m, cases[i][0], "keys.conf", &err))
			fail_msg("%s was taken", cases[i][0]);
		if (!strstr(err.text, cases[i][1]) || !strstr(err.text, cases[i][2]) ||
		    !strstr(err.text, "keys.conf"))
			fail_msg("%s: %s", cases[i][0], err.text);
	}
	for (size_t i = 0; i < sizeof(fine) / sizeof(*fine); i++) {
		CLEANUP(keymap_free) struct keymap m = { 0 };
		struct err err;
		assert_true(keymap_load_builtin(&m, "default", &err));
		if (!keymap_load(&m, fine[i], "keys.conf", &err))
			fail_msg("%s: %s", fine[i], err.text);
	}
}

TEST(mistakes_in_keymaps)
{
	static const char *const cases[][2] = { { "\nbaskets {\n send-mian = {\"y\"}\n}\n",
						    "keys.conf:3" },
		{ "global {\n\n quit {\"E\"}\n}",
		    "keys.conf:3: missing equal sign after option 'quit'" },
		{ "panes { }\n", "keys.conf:1" }, { "list {\n filter = {\"<F99>\"}\n}\n", "<F99>" },
		{ "list { filter = {\"\"} }\n", "'' is not a key" },
		{ "list { filter = {\"abcd\"} }\n", "abcd" },
		{ "list { filter = {\"/\"}\n", "} is missing" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(keymap_free) struct keymap m = { 0 };
		struct err err;
		if (keymap_load(&m, cases[i][0], "keys.conf", &err))
			fail_msg("%s was taken", cases[i][0]);
		if (!strstr(err.text, cases[i][1]) || !strstr(err.text, "keys.conf"))
			fail_msg("%s: %s", cases[i][0], err.text);
	}
	CLEANUP(keymap_free) struct keymap m = { 0 };
	struct err err;
	assert_false(keymap_load_builtin(&m, "emacs", &err));
	assert_non_null(strstr(err.text, "default, vim"));
}

/* ---- themes ---- */

TEST(built_in_themes_load)
{
	struct theme t;
	struct err err;
	for (const struct embedded *e = embedded_themes; e->name; e++)
		if (!theme_load_builtin(&t, e->name, &err))
			fail_msg("%s: %s", e->name, err.text);
	assert_false(theme_load_builtin(&t, "light blue", &err));
	assert_non_null(strstr(err.text, "dark, high-contrast, light, mono, projector"));
}

TEST(styles_inherit)
{
	struct theme t;
	struct err err;
	assert_true(theme_load(&t,
	    "style \"text\" { foreground = \"33\" attributes = \"bold\" attributes-8 = \"reverse\" }\n"
	    "style \"match\" { parent = \"text\" background = \"red\" mono = \"underline reverse\" }\n"
	    "style \"label\" { parent = \"text\" attributes = \"dim\" }\n",
	    "mine.conf", &err));
	assert_int_equal(t.styles[ROLE_MATCH].fg, 33);
	assert_int_equal(t.styles[ROLE_MATCH].bg, 1);
	assert_int_equal(t.styles[ROLE_MATCH].attributes, STYLE_BOLD);
	assert_int_equal(t.styles[ROLE_MATCH].attributes8, STYLE_REVERSE);
	assert_int_equal(t.styles[ROLE_LABEL].attributes8, STYLE_DIM);
	assert_int_equal(t.styles[ROLE_MATCH].mono_attributes, STYLE_UNDERLINE | STYLE_REVERSE);
	assert_int_equal(t.styles[ROLE_BAD].fg, COLOUR_DEFAULT);
}

/* A theme from before there was a colour for production's frames still draws them. */
TEST(production_looks_like_others_in_a_theme_without_its_styles)
{
	struct theme t;
	struct err err;
	assert_true(theme_load(&t,
	    "style \"faint\" { foreground = \"33\" background = \"16\" }\n"
	    "style \"head\" { foreground = \"34\" background = \"16\" }\n",
	    "mine.conf", &err));
	assert_int_equal(t.styles[ROLE_RULE_PROD].fg, 33);
	assert_int_equal(t.styles[ROLE_RULE_PROD].bg, 16);
	assert_int_equal(t.styles[ROLE_HEADER_PROD].fg, 34);
}

TEST(mistakes_in_themes)
{
	static const char *const cases[][2] = { { "style \"txet\" { }\n", "no role \"txet\"" },
		{ "style \"text\" { parent = \"up\" }\n", "no role \"up\"" },
		{ "\nstyle \"text\" { color = \"red\" }\n", "mine.conf:2" },
		{ "style \"text\" { foreground = \"pink\" }\n", "a colour must be" },
		{ "style \"text\" { foreground = \"256\" }\n", "a colour must be" },
		{ "style \"text\" { attributes = \"blink\" }\n", "attributes must be" },
		{ "style \"text\" { \n", "} is missing" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct theme t;
		struct err err;
		if (theme_load(&t, cases[i][0], "mine.conf", &err))
			fail_msg("%s was taken", cases[i][0]);
		if (!strstr(err.text, cases[i][1]) || !strstr(err.text, "mine.conf"))
			fail_msg("%s: %s", cases[i][0], err.text);
	}
}
