#include "ui/access/connect_form.h"

#include "base/mem.h"
#include "client/url.h"

#include <string.h>

static const struct {
	const char *description, *label, *example;
} method_texts[] = {
	[CONNECT_BY_DEVICE] = { "a code on another device", "Issuer",
	    "https://login.example.com/" },
	[CONNECT_BY_BROWSER] = { "a browser on this machine", "Issuer",
	    "https://login.example.com/" },
	[CONNECT_BY_FILE] = { "a file with a token", "File", "~/.config/backroom/token" },
	[CONNECT_BY_COMMAND] = { "a command that prints a token", "Command", "pass show prod" },
	[CONNECT_WITHOUT_TOKEN] = { "no token", "", "" },
};
_Static_assert(sizeof(method_texts) / sizeof(*method_texts) == CONNECT_METHODS,
    "every way needs a row in this table");

static const struct {
	const char *label, *example;
} field_texts[] = {
	[CONNECT_ADDRESS] = { "Address", "https://api.example.com/api" },
	[CONNECT_NAME] = { "Short name", "prod" },
	[CONNECT_SHOP] = { "Shop", "https://shop.example.com" },
	[CONNECT_KIND] = { "Kind", "" },
	[CONNECT_METHOD] = { "Sign in with", "" },
	[CONNECT_DETAIL] = { "", "" },
};
_Static_assert(sizeof(field_texts) / sizeof(*field_texts) == CONNECT_FIELDS,
    "every field needs a row in this table");

void
connect_form_free(struct connect_form *f)
{
	for (int i = 0; i < CONNECT_FIELDS; i++)
		lineedit_free(&f->fields[i]);
	for (int i = 0; i < CONNECT_METHODS; i++)
		buf_free(&f->other_details[i]);
}

bool
connect_is_choice(enum connect_field field)
{
	return field == CONNECT_KIND || field == CONNECT_METHOD;
}

bool
connect_is_field_asked(const struct connect_form *f, enum connect_field field)
{
	return field != CONNECT_DETAIL || f->method != CONNECT_WITHOUT_TOKEN;
}

const char *
connect_label(const struct connect_form *f, enum connect_field field)
{
	return field == CONNECT_DETAIL ? method_texts[f->method].label : field_texts[field].label;
}

const char *
connect_value_or_example(const struct connect_form *f, enum connect_field field)
{
	if (field == CONNECT_KIND)
		return connect_kind_name(f->kind);
	if (field == CONNECT_METHOD)
		return method_texts[f->method].description;
	return field == CONNECT_DETAIL ? method_texts[f->method].example
				       : field_texts[field].example;
}

const char *
connect_kind_name(enum connect_kind kind)
{
	static const char *const names[CONNECT_KINDS] = { [CONNECT_PRODUCTION] = "production",
		[CONNECT_DEMO] = "demo",
		[CONNECT_TEST] = "test" };
	return names[kind];
}

/* A code and a browser need the same detail, an issuer; the other methods have their own. */
static struct buf *
other_detail(struct connect_form *f)
{
	return &f->other_details[f->method == CONNECT_BY_BROWSER ? CONNECT_BY_DEVICE : f->method];
}

/* Each detail keeps its text while another is shown: an issuer is not a file. */
static void
change_method(struct connect_form *f, enum connect_method method)
{
	struct lineedit *shown = &f->fields[CONNECT_DETAIL];
	struct buf *old = other_detail(f);
	f->method = method;
	if (old == other_detail(f))
		return;
	buf_reset(old);
	buf_adds(old, buf_str(&shown->text));
	lineedit_set(shown, buf_str(other_detail(f)));
}

void
connect_change_choice(struct connect_form *f, enum connect_field field, int by)
{
	if (field == CONNECT_KIND)
		f->kind = (enum connect_kind)(((int)f->kind + by + CONNECT_KINDS) % CONNECT_KINDS);
	else if (field == CONNECT_METHOD)
		change_method(f,
		    (enum connect_method)(
			((int)f->method + by + CONNECT_METHODS) % CONNECT_METHODS));
}

bool
connect_use_issuer(struct connect_form *f, struct str issuer)
{
	bool shown = f->method <= CONNECT_BY_BROWSER;
	struct buf *hidden = &f->other_details[CONNECT_BY_DEVICE];
	struct str typed = shown ? connect_field_text(f, CONNECT_DETAIL) : buf_str(hidden);
	if (typed.n && !f->issuer_found)
		return false;
	if (shown) {
		lineedit_set(&f->fields[CONNECT_DETAIL], issuer);
	} else {
		buf_reset(hidden);
		buf_adds(hidden, issuer);
	}
	f->issuer_found = true;
	return true;
}

struct str
connect_field_text(const struct connect_form *f, enum connect_field field)
{
	return str_trim(buf_str(&f->fields[field].text));
}

/* ---- values derived from the address ---- */

/* The distinctive part of a host: "example" of "api.example.com". */
static struct str
shorten_host_name(struct str host)
{
	struct str before = STR_NONE, last = STR_NONE, part;
	host = str_sub(host, 0, str_find_char(host, ':'));
	while (host.n && str_next(&host, '.', &part)) {
		before = last;
		last = part;
	}
	return before.n ? before : last;
}

void
connect_on_address_typed(struct connect_form *f)
{
	struct buf address = { 0 }, host = { 0 };
	struct str typed = connect_field_text(f, CONNECT_ADDRESS);
	while (typed.n && typed.p[typed.n - 1] == '/')
		typed.n--;
	if (!typed.n)
		return;
	if (str_find(typed, STR("://")) == SIZE_MAX) {
		buf_addz(&address, "http://");
		buf_adds(&address, typed);
		if (!url_is_loopback(buf_str(&address)))
			buf_reset(&address);
		if (!address.n)
			buf_addz(&address, "https://");
		if (address.n == 8)
			buf_adds(&address, typed);
	} else {
		buf_adds(&address, typed);
	}
	lineedit_set(&f->fields[CONNECT_ADDRESS], buf_str(&address));
	bool here = url_is_loopback(buf_str(&address));
	url_append_host(&host, buf_str(&address));
	if (!connect_field_text(f, CONNECT_NAME).n && host.n) {
		lineedit_set(&f->fields[CONNECT_NAME],
		    here ? STR("local") : shorten_host_name(buf_str(&host)));
		f->kind = here ? CONNECT_TEST : CONNECT_PRODUCTION;
	}
	buf_free(&address);
	buf_free(&host);
}

/* ---- the environment ---- */

static char *
copy_field_text(const struct connect_form *f, enum connect_field field)
{
	struct str text = connect_field_text(f, field);
	return text.n ? str_dup(text) : NULL;
}

/* Splits a line at spaces: config.conf stores the words as a list. */
static char **
split_words(struct str line)
{
	size_t n = 0;
	char **list = x_new_array(char *, line.n / 2 + 2);
	struct str word;
	while (line.n && str_next(&line, ' ', &word))
		if (word.n)
			list[n++] = str_dup(word);
	list[n] = NULL;
	return list;
}

static void
set_sign_in_method(struct environment *e, const struct connect_form *f)
{
	struct str detail = connect_field_text(f, CONNECT_DETAIL);
	switch (f->method) {
	case CONNECT_BY_BROWSER:
		e->sign_in_method = x_strdup("browser");
		e->issuer = copy_field_text(f, CONNECT_DETAIL);
		break;
	case CONNECT_BY_DEVICE:
		e->issuer = copy_field_text(f, CONNECT_DETAIL);
		break;
	case CONNECT_BY_FILE:
		e->token_file = copy_field_text(f, CONNECT_DETAIL);
		break;
	case CONNECT_BY_COMMAND:
		if (detail.n)
			e->token_command = split_words(detail);
		break;
	case CONNECT_WITHOUT_TOKEN:
	case CONNECT_METHODS:
		break;
	}
}

static void
fill_environment(struct environment *e, const struct connect_form *f)
{
	char *name = copy_field_text(f, CONNECT_NAME);
	environment_reset(e, name ? name : "");
	x_free(name);
	e->url = copy_field_text(f, CONNECT_ADDRESS);
	e->link_base = copy_field_text(f, CONNECT_SHOP);
	if (f->kind != CONNECT_PRODUCTION) {
		x_free(e->role);
		e->role = x_strdup(connect_kind_name(f->kind));
	}
	set_sign_in_method(e, f);
}

static bool
set_field_error(
    enum connect_field *at, enum connect_field field, struct err *err, const char *words)
{
	*at = field;
	return err_set(err, ERR_CONFIG, "%s", words);
}

static bool
check_fields(const struct connect_form *f, const struct config *taken, enum connect_field *at,
    struct err *err)
{
	char *name = copy_field_text(f, CONNECT_NAME);
	bool is_taken = name && config_find(taken, name);
	bool is_word = name && !strpbrk(name, " \t\"\\/") && strcmp(name, "demo") != 0;
	x_free(name);
	if (!connect_field_text(f, CONNECT_ADDRESS).n)
		return set_field_error(
		    at, CONNECT_ADDRESS, err, "The service's address is missing");
	if (!is_word)
		return set_field_error(at, CONNECT_NAME, err,
		    "The short name must be one word, such as prod or test, but not demo");
	if (is_taken)
		return set_field_error(at, CONNECT_NAME, err,
		    "This name is already in use; to change it: backroom config edit");
	if (connect_is_field_asked(f, CONNECT_DETAIL) && !connect_field_text(f, CONNECT_DETAIL).n)
		return set_field_error(at, CONNECT_DETAIL, err,
		    f->method <= CONNECT_BY_BROWSER ? "The issuer's address is missing"
						    : "Missing: the file or command for the token");
	return true;
}

/* Strips the file and line from the configuration check's message: the file does not exist yet. */
static void
strip_error_prefix(struct err *err, const char *name)
{
	struct buf head = { 0 };
	buf_addf(&head, "environment \"%s\": ", name);
	const char *at = strstr(err->text, buf_z(&head));
	if (at)
		memmove(err->text, at + head.n, strlen(at + head.n) + 1);
	buf_free(&head);
}

static enum connect_field
find_field_by_prefix(const char *words)
{
	static const struct {
		const char *prefix;
		enum connect_field field;
	} known[] = { { "issuer", CONNECT_DETAIL }, { "token", CONNECT_DETAIL },
		{ "url", CONNECT_ADDRESS }, { "its url", CONNECT_ADDRESS },
		{ "http", CONNECT_ADDRESS } };
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (str_starts(str_of(words), str_of(known[i].prefix)))
			return known[i].field;
	return CONNECT_ADDRESS;
}

bool
connect_write_config(struct buf *out, struct connect_form *f, const struct config *taken,
    enum connect_field *at, struct err *err)
{
	struct environment e;
	struct config c = { 0 };
	struct buf text = { 0 };
	if (!check_fields(f, taken, at, err))
		return false;
	fill_environment(&e, f);
	if (!taken->environments.n && !taken->default_environment) {
		config_show_default(&text, e.name);
		buf_addz(&text, "\n");
	}
	environment_show(&text, &e);
	bool ok = config_parse(&c, buf_z(&text), "config.conf", err);
	if (ok)
		buf_adds(out, buf_str(&text));
	else
		strip_error_prefix(err, e.name);
	*at = ok ? CONNECT_ADDRESS : find_field_by_prefix(err->text);
	config_free(&c);
	environment_free(&e);
	buf_free(&text);
	return ok;
}
