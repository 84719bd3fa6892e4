/* Keys as lines of a script, without pastes and secrets. */
#include "ui/shell/typed_keys.h"

#include "app/keymap.h"
#include "lib/test.h"

static void
press(struct typed_keys *t, const char *keys, bool is_in_prompt)
{
	for (; *keys; keys++)
		typed_keys_add(t, (uint32_t)*keys, is_in_prompt);
}

static void
keys_free(struct typed_keys *t)
{
	buf_free(&t->lines);
}
static bool
has_scheme(struct str text)
{
	return str_find(text, STR("://")) != SIZE_MAX;
}
#define auto_keys CLEANUP(keys_free) struct typed_keys

TEST(keys_and_typed_texts_are_lines)
{
	auto_keys t = { 0 };
	press(&t, "jj:", false);
	press(&t, "persons", true);
	typed_keys_add(&t, '\r', true);
	typed_keys_end_line(&t);
	typed_keys_drop_secrets(&t, has_scheme);
	assert_string_equal(buf_z(&t.lines), "keys j j :\ntype persons\nkeys <Enter>\n");
	typed_keys_reset(&t);
	assert_int_equal(t.lines.n, 0);
}

TEST(a_secret_takes_the_keys_of_its_prompt_with_it)
{
	auto_keys t = { 0 };
	press(&t, ":", false);
	press(&t, "https://shop.example/r?code=abcdefghijklmnop", true);
	typed_keys_add(&t, '\r', true);
	typed_keys_end_line(&t);
	typed_keys_drop_secrets(&t, has_scheme);
	assert_string_equal(buf_z(&t.lines), "# a typed text was left out\n");
}

TEST(a_text_that_editing_keys_split_is_judged_as_one)
{
	auto_keys t = { 0 };
	press(&t, ":", false);
	press(&t, "https:/x", true);
	typed_keys_add(&t, KEY_RUBOUT, true);
	press(&t, "/shop.example", true);
	typed_keys_drop_secrets(&t, has_scheme);
	assert_non_null(strstr(buf_z(&t.lines), "type /shop.example"));
	typed_keys_reset(&t);
	press(&t, "https:", true);
	typed_keys_add(&t, KEY_ARROW_LEFT, true);
	typed_keys_add(&t, KEY_ARROW_RIGHT, true);
	press(&t, "//shop.example", true);
	typed_keys_drop_secrets(&t, has_scheme);
	assert_string_equal(buf_z(&t.lines), "# a typed text was left out\n");
}

TEST(a_paste_takes_the_keys_of_its_prompt_with_it)
{
	auto_keys t = { .has_paste = true };
	press(&t, "x", true);
	typed_keys_drop_secrets(&t, has_scheme);
	assert_string_equal(buf_z(&t.lines), "# a paste was left out\n");
}
