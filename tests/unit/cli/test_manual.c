/* Both programs have the same name: the manual page that each writes, and help and version when
 * passed on to the service. */
#include "app/embedded.h"
#include "cli/args.h"
#include "unit/cli/run.h"

#include <string.h>

/* roff writes - as \-. */
static void
plain(struct buf *out, const struct buf *page)
{
	for (size_t i = 0; i < page->n; i++)
		if (page->p[i] != '\\' || i + 1 == page->n || page->p[i + 1] != '-')
			buf_addc(out, page->p[i]);
}

static void
the_page_has_the_service_too(void **state)
{
	static const char *const said[] = { ".TH BACKROOM 1", ".SH CLIPBOARD", ".SH THE SERVICE",
		".SS backroom serve\n", ".SS backroom token\n", ".SS backroom import FILE\n",
		".SS backroom audit", "--listen ADDR:PORT", "--living[=SECONDS]", "--ttl 1h",
		"Kinds: campaign offer asset", "--demo needs an empty store", "published-offers",
		"include-completed", "bare-tokens", "log-requests", "open-pages", "link-across",
		"denied-status", "clock-skew", "connections-per-address", "requests-per-second",
		"burst", "secret-file", "subject" };
	struct run_result r;
	struct buf page = { 0 };
	(void)state;
	RUN(&r, NULL, "--man");
	assert_int_equal(r.code, 0);
	assert_int_equal(r.words.n, 0);
	plain(&page, &r.out);
	for (size_t i = 0; i < sizeof(said) / sizeof(*said); i++)
		if (!strstr(buf_z(&page), said[i]))
			fail_msg("%s", said[i]);
	assert_null(strstr(buf_z(&page), "-fd"));
	for (const char *p = buf_z(&page); (p = strchr(p, '\n')); p++)
		if (p[1] == '.' && !strchr("TSPnfb", p[2]))
			fail_msg("a line became a request: %.30s", p + 1);
	buf_free(&page);
	run_result_free(&r);
}

static void
the_synopsis_lists_each_command(void **state)
{
	struct run_result r;
	struct buf page = { 0 };
	(void)state;
	RUN(&r, NULL, "--man");
	plain(&page, &r.out);
	for (int c = 0; c < COMMAND_COUNT; c++) {
		const struct command_info *info = &command_infos[c];
		struct buf line = { 0 };
		buf_addf(&line, "\n\\fBbackroom%s%s\\fR %s%s\n", *info->name ? " " : "", info->name,
		    info->run_by_service ? "" : "[options] ", info->arguments);
		if (!strstr(buf_z(&page), buf_z(&line)))
			fail_msg("no line %s", buf_z(&line));
		buf_free(&line);
	}
	buf_free(&page);
	run_result_free(&r);
}

static void
help_and_page_name_every_keymap_and_theme(void **state)
{
	static const struct embedded *const lists[] = { embedded_keymaps, embedded_themes };
	static const char *const words[] = { "--help", "--man" };
	(void)state;
	for (size_t w = 0; w < 2; w++) {
		struct run_result r;
		struct buf text = { 0 };
		RUN(&r, NULL, words[w]);
		plain(&text, &r.out);
		for (size_t i = 0; i < 2; i++)
			for (const struct embedded *e = lists[i]; e->name; e++)
				if (!strstr(buf_z(&text), e->name))
					fail_msg("%s: %s", words[w], e->name);
		buf_free(&text);
		run_result_free(&r);
	}
}

static void
an_output_error_exits_with_1(void **state)
{
	static const char *const words[][3] = { { "--man" }, { "--help" }, { "--version" },
		{ "serve", "--help" }, { "token", "--version" } };
	(void)state;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct run_result r;
		run_to(&r, "/dev/full", NULL, NULL, words[i]);
		assert_int_equal(r.code, 1);
		assert_non_null(strstr(r.words.p, "stdout: "));
		run_result_free(&r);
	}
}

static void
help_and_version_can_precede_the_command(void **state)
{
	struct run_result r;
	(void)state;
	RUN(&r, NULL, "--help", "serve");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(r.out.p, "Usage: backroom serve "));
	run_result_free(&r);
	RUN(&r, NULL, "--version", "serve");
	assert_int_equal(r.code, 0);
	assert_true(str_starts(buf_str(&r.out), STR("backroom ")));
	run_result_free(&r);
	RUN(&r, NULL, "-e", "x", "serve");
	assert_int_equal(r.code, 2);
	assert_non_null(strstr(r.words.p, "--environment does not work with serve"));
	run_result_free(&r);
}

/* Each example runs as a user would paste it. */
static void
the_examples_work(void **state)
{
	remove("winback.jsonl"); /* one example writes it and would not overwrite it */
	(void)state;
	for (int c = 0; c < COMMAND_COUNT; c++) {
		const char *words[WORDS_MAX] = { 0 };
		const char *example = command_infos[c].example;
		char text[300] = "", *rest = text;
		size_t n = 0;
		struct run_result r;
		if (!example)
			continue;
		RUN(&r, NULL, command_infos[c].name, "--help");
		const char *last_line = strrchr(example, '\n') + 1;
		assert_non_null(strstr(r.out.p, last_line + strspn(last_line, " ")));
		run_result_free(&r);
		snprintf(text, sizeof(text), "%s", example);
		for (char *word; (word = strtok_r(rest, " \\\n", &rest)) && n < WORDS_MAX - 2;)
			if (strcmp(word, "backroom") != 0)
				words[n++] = word;
		run_to(&r, NULL, NULL, NULL, words);
		if (r.code != 0)
			fail_msg("%s: %s", example, r.words.p);
		run_result_free(&r);
	}
	assert_non_null(command_infos[COMMAND_IDENTITY].example);
}

static void
a_mistyped_command_gets_a_suggestion(void **state)
{
	struct run_result r;
	(void)state;
	RUN(&r, NULL, "idntity", "link", "x", "--iss", "y");
	assert_int_equal(r.code, 2);
	assert_string_equal(r.words.p,
	    "backroom: there is no command or view \"idntity\"; did you mean identity?\n");
	run_result_free(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_page_has_the_service_too),
		cmocka_unit_test(the_synopsis_lists_each_command),
		cmocka_unit_test(help_and_page_name_every_keymap_and_theme),
		cmocka_unit_test(an_output_error_exits_with_1),
		cmocka_unit_test(help_and_version_can_precede_the_command),
		cmocka_unit_test(the_examples_work),
		cmocka_unit_test(a_mistyped_command_gets_a_suggestion),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
