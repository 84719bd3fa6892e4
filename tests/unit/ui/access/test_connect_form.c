/* The config.conf text of the connection form, read again: every typed text comes back as typed,
 * or is refused with a reason. */
#include "ui/access/connect_form.h"

#include "base/mem.h"
#include "lib/random_text.h"

#include <string.h>

enum { ROUNDS = 3000 };

/* Fills the field mostly with text that passes the form's checks, including text that is special
 * in a configuration. */
static void
type(struct connect_form *f, enum connect_field field, const char *begin, uint64_t *seed)
{
	static const char *const marks[] = { "", "$", "${HOME}", "${", "#", "//", "/*", "\\$", "~/",
		"+=", "}" };
	auto_arena a = { 0 };
	auto_buf text = { 0 };
	buf_addz(&text, begin);
	buf_adds(&text, random_text(seed, &a));
	buf_addz(&text, marks[random_below(seed, sizeof(marks) / sizeof(*marks))]);
	buf_adds(&text, random_text(seed, &a));
	lineedit_set(&f->fields[field], buf_str(&text));
}

static void
fill_form(struct connect_form *f, uint64_t *seed)
{
	*f = (struct connect_form){ 0 };
	f->method = (enum connect_method)random_below(seed, CONNECT_METHODS);
	f->kind = (enum connect_kind)random_below(seed, CONNECT_KINDS);
	type(f, CONNECT_ADDRESS, "https://api.example/", seed);
	type(f, CONNECT_NAME, "n", seed);
	if (random_below(seed, 2))
		type(f, CONNECT_SHOP, "https://shop.example/", seed);
	type(f, CONNECT_DETAIL, f->method <= CONNECT_BY_BROWSER ? "https://login.example/" : "/x",
	    seed);
}

static bool
is_typed(const struct connect_form *f, enum connect_field field, const char *value)
{
	struct str typed = connect_field_text(f, field);
	return typed.n ? value && str_eqz(typed, value) : !value;
}

/* Appends a command's words, separated by single blanks. */
static void
join_words(struct buf *out, char *const *words)
{
	for (size_t i = 0; words && words[i]; i++)
		buf_addf(out, "%s%s", i ? " " : "", words[i]);
}

static void
add_typed_words(struct buf *out, struct str typed)
{
	struct str word;
	while (typed.n && str_next(&typed, ' ', &word))
		if (word.n)
			buf_addf(out, "%s%.*s", out->n ? " " : "", STR_ARG(word));
}

static bool
has_detail(const struct connect_form *f, const struct environment *e)
{
	struct buf typed = { 0 }, read = { 0 };
	bool same;
	switch (f->method) {
	case CONNECT_BY_DEVICE:
	case CONNECT_BY_BROWSER:
		return is_typed(f, CONNECT_DETAIL, e->issuer);
	case CONNECT_BY_FILE:
		return is_typed(f, CONNECT_DETAIL, e->token_file);
	case CONNECT_BY_COMMAND:
		add_typed_words(&typed, connect_field_text(f, CONNECT_DETAIL));
		join_words(&read, e->token_command);
		same = str_eq(buf_str(&typed), buf_str(&read));
		buf_free(&typed);
		buf_free(&read);
		return same;
	default:
		return !e->issuer && !e->token_file && !e->token_command;
	}
}

static void
check_read(const struct connect_form *f, const char *text, const struct environment *first)
{
	static const char *const roles[CONNECT_KINDS] = { [CONNECT_PRODUCTION] = "prod",
		[CONNECT_DEMO] = "demo",
		[CONNECT_TEST] = "test" };
	CLEANUP(config_free) struct config c = { 0 };
	struct err err = { 0 };
	auto_buf both = { 0 };
	environment_show(&both, first); /* a file that already has an environment */
	buf_addz(&both, text);
	if (!config_parse(&c, buf_z(&both), "config.conf", &err))
		fail_msg("%s\n%s", err.text, text);
	char *name = str_dup(connect_field_text(f, CONNECT_NAME));
	const struct environment *e = config_find(&c, name);
	if (!e || !is_typed(f, CONNECT_ADDRESS, e->url) ||
	    !is_typed(f, CONNECT_SHOP, e->link_base) || !has_detail(f, e) ||
	    strcmp(e->role, roles[f->kind]) != 0 || !config_find(&c, first->name))
		fail_msg("comes back as another one:\n%s", text);
	x_free(name);
}

TEST(any_connection_is_read_back)
{
	uint64_t seed = random_seed();
	CLEANUP(environment_free) struct environment first;
	struct config taken = { 0 };
	int written = 0;
	environment_reset(&first, "first");
	first.url = x_strdup("https://first.example/api");
	for (int i = 0; i < ROUNDS; i++) {
		CLEANUP(connect_form_free) struct connect_form f;
		auto_buf text = { 0 };
		struct err err = { 0 };
		enum connect_field at = CONNECT_FIELDS;
		fill_form(&f, &seed);
		if (connect_write_config(&text, &f, &taken, &at, &err)) {
			check_read(&f, buf_z(&text), &first);
			written++;
		} else {
			assert_true(err.text[0] && at < CONNECT_FIELDS);
		}
	}
	print_message("%d of %d were written\n", written, ROUNDS);
	assert_true(written > 0);
}
