/* labels: slow */
/*
 * HTML descriptions: any bytes become lines that fit the width, of text that is safe for a
 * terminal.
 */
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "lib/cleanup.h"
#include "list/html.h"

const char *const fuzz_seeds[] = {
	"<ul><li>a <a href=\"/x?a&amp;b\">b</a><ol><li>&#x41;<!-- c --></ol></ul><script>d</script>"
	"<h1 title='>'>e<br><img alt=f><p>g",
	"<table><tr><td>&nbsp;&#0;&#x110000;&#xD800;&unknown;&lt</td></tr></table><style>x</style>",
	"<p style=\"display:none\">\xE5\xBC\xA0\xE4\xBC\x9F \xF0\x9F\x98\x80</p></p></ul><<a<b>>",
	"plain text, a < b && c > d; \033[31m\xC2\x9B",
	NULL,
};

/* Text keeps at least eight cells at any list depth, so a narrower document may have lines of up
 * to 40. */
static void
check(struct str text, int width, bool ascii)
{
	CLEANUP(doc_free) struct doc d = { .width = width, .ascii = ascii };
	auto_buf line = { 0 };
	html_add_to_doc(&d, ROLE_TEXT, text);
	for (size_t i = 0; i < d.lines.n; i++) {
		fuzz_assert(d.lines.v[i].cell_count <= (width < 40 ? 40 : width));
		buf_reset(&line);
		doc_write_line(&line, &d, i);
		fuzz_assert(utf8_valid(buf_str(&line)));
		for (size_t at = 0; at < line.n; at++)
			fuzz_assert((unsigned char)line.p[at] >= 32 && line.p[at] != 127);
	}
}

const int fuzz_rounds = 200000;

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct str text = str_from((const char *)bytes, n);
	check(text, 40, false);
	check(text, 20, true);
	return 0;
}
