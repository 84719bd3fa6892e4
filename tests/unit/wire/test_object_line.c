/* Lines of import files: which parts are read, and the messages for lines that are refused. */
#include "base/buf.h"
#include "lib/test.h"
#include "wire/object_line.h"

#include <string.h>

TEST(a_line_is_read)
{
	static const struct {
		const char *text, *kind, *item;
		bool published;
	} rows[] = {
		{ "{\"kind\":\"offer\",\"item\":{\"id\":\"a\"}}", "offer", "{\"id\":\"a\"}", true },
		{ "{\"item\":{},\"published\":false,\"kind\":\"offer\"}", "offer", "{}", false },
		{ "{\"kind\":\"offer\",\"published\":true,\"item\":{ }}", "offer", "{ }", true },
		{ "{\"kind\":\"\\u006fwner\",\"item\":{\"n\":1e400}}", "owner", "{\"n\":1e400}",
		    true },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct object_line line;
		struct err err;
		if (!object_line_read(&line, str_of(rows[i].text), &err))
			fail_msg("%s: %s", rows[i].text, err.text);
		assert_string_equal(line.kind, rows[i].kind);
		assert_true(str_eqz(line.item, rows[i].item));
		assert_int_equal(line.published, rows[i].published);
	}
}

TEST(a_wrong_line_is_explained)
{
	static const struct {
		const char *text, *why; /* why NULL: the message is json_scan.h's */
	} rows[] = {
		{ "{\"item\":{}}", "it has no \"kind\"" },
		{ "{\"kind\":7,\"item\":{}}", "it has no \"kind\"" },
		{ "[]", "it has no \"kind\"" },
		{ "{\"kind\":\"offer\"}", "its \"item\" is not an object" },
		{ "{\"kind\":\"offer\",\"item\":[]}", "its \"item\" is not an object" },
		{ "{\"kind\":\"offer\",\"published\":\"no\",\"item\":{}}",
		    "its published must be true or false" },
		{ "{\"kind\":\"offer\",\"published\":null,\"item\":{}}",
		    "its published must be true or false" },
		{ "{\"kind\":\"offer\",\"item\":{}", NULL },
		{ "{\"kind\":\"offer\",\"item\":{\"a\":1,\"a\":2}}", NULL },
		{ "{\"kind\":\"offer\",\"item\":{\"a\":\"\\u0000\"}}", NULL },
		{ "{\"kind\":\"offer\",\"item\":{\"a\":\"\\ud800\"}}", NULL },
		{ "{\"kind\":\"offer\",\"item\":{\"a\":\"\377\"}}", NULL },
		{ "", NULL },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct object_line line;
		struct err err;
		if (object_line_read(&line, str_of(rows[i].text), &err))
			fail_msg("%s was read", rows[i].text);
		assert_true(err.text[0] != 0);
		if (rows[i].why)
			assert_string_equal(err.text, rows[i].why);
	}
}

static void
expect_place(const char *text, size_t at)
{
	struct object_line line;
	struct err err;
	assert_false(object_line_read(&line, str_of(text), &err));
	assert_non_null(err.at);
	assert_int_equal(err.at - text, at);
}

/* A repeated name is at its second member, also among many names. */
TEST(a_wrong_line_has_a_place)
{
	auto_buf many = { 0 };
	expect_place("{\"kind\":\"a\",\"item\":{\"b\":1,\"c\":{},\"\\u0062\":2,\"c\":3}}", 33);
	expect_place("{\"kind\":\"a\",\"published\":\"no\",\"item\":{}}", 24);
	buf_addz(&many, "{\"kind\":\"a\",\"item\":{\"x\":0");
	for (int i = 0; i < 50; i++)
		buf_addf(&many, ",\"%d\":0", i);
	size_t second = many.n + 1;
	buf_addz(&many, ",\"x\":1,\"7\":1,\"3\":1}}");
	expect_place(buf_z(&many), second);
}

/* An overlong kind is cut: the result is still not a valid kind. */
TEST(a_long_kind_is_cut)
{
	auto_buf text = { 0 };
	struct object_line line;
	struct err err;
	buf_addz(&text, "{\"kind\":\"");
	buf_pad(&text, 'k', 1000);
	buf_addz(&text, "\",\"item\":{}}");
	assert_true(object_line_read(&line, buf_str(&text), &err));
	assert_int_equal(strlen(line.kind), sizeof(line.kind) - 1);
}

TEST(a_line_has_a_maximum_length)
{
	auto_buf text = { 0 };
	struct object_line line;
	struct err err;
	buf_addz(&text, "{\"kind\":\"offer\",\"item\":{\"a\":\"");
	buf_pad(&text, 'a', OBJECT_LINE_SIZE_MAX - text.n - sizeof("\"}}") + 1);
	buf_addz(&text, "\"}}");
	assert_true(object_line_read(&line, buf_str(&text), &err));
	buf_addc(&text, ' ');
	assert_false(object_line_read(&line, buf_str(&text), &err));
}
