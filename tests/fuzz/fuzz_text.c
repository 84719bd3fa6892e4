/* labels: slow */
/*
 * The cleaning of foreign text: the result is UTF-8 without control characters, has a width, and
 * can be cut to any width; the line editor, the input decoder and the HTML reader get the same
 * bytes.
 */
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "lib/cleanup.h"
#include "list/html.h"
#include "ui/kit/lineedit.h"
#include "ui/term/input.h"

#include <locale.h>

const char *const fuzz_seeds[] = {
	"Mara Ellison",
	"Zo\xC3\xAB \xE5\xBC\xA0\xE4\xBC\x9F e\xCC\x81 \xF0\x9F\x98\x80",
	"\033]52;c;QUJD\a\033[2J\xC2\x9B"
	"31m\r\n\t\b\x7F",
	"\xE2\x80\xAE\xE2\x81\xA6\xE2\x80\x8B\xEF\xBB\xBF\xC2\xAD\xF3\xA0\x81\x81",
	"a\xCC\x80\xCC\x81\xCC\x82\xCC\x83\xCC\x84\xCC\x85 \xED\xA0\x80\xC0\xAF\xFF  ",
	"\033[200~paste\033[201~\033[A\033OB\033[>84;0;0c\033[1;5C",
	"<ul><li>a <a href=\"/x?a&amp;b\">b</a><ol><li>&#x41;<!-- c --></ol></ul><script>d</script>"
	"<h1 title='>'>e<br><img alt=f><p>g",
	NULL,
};

static void
check_clean(struct str text, bool ascii)
{
	auto_buf clean = { 0 }, cut = { 0 };
	text_clean(&clean, text, ascii);
	struct str s = buf_str(&clean);
	fuzz_assert(utf8_valid(s));
	for (size_t i = 0; i < s.n; i++)
		fuzz_assert((unsigned char)s.p[i] >= 32 && s.p[i] != 127);
	int width = text_width(s);
	fuzz_assert(width >= 0);
	for (int cells = 0; cells < 12; cells++) {
		buf_reset(&cut);
		fuzz_assert(text_cut(&cut, s, cells, ascii) <= cells);
		fuzz_assert(text_width(buf_str(&cut)) <= cells);
	}
}

static void
check_html(struct str text)
{
	CLEANUP(doc_free) struct doc d = { .width = 40 };
	html_add_to_doc(&d, ROLE_TEXT, text);
	for (size_t i = 0; i < d.lines.n; i++)
		fuzz_assert(d.lines.v[i].cell_count <= 40);
}

static void
check_editor(struct str text)
{
	CLEANUP(lineedit_free) struct lineedit e = { 0 };
	auto_buf window = { 0 };
	if (lineedit_paste(&e, text)) {
		for (int i = 0; i < 8; i++) {
			lineedit_press_key(&e, i % 2 ? KEY_ARROW_LEFT : KEY_RUBOUT);
			fuzz_assert(e.cursor <= e.text.n && utf8_valid(buf_str(&e.text)));
			buf_reset(&window);
			fuzz_assert(lineedit_write_visible(&window, &e, 10) <= 10);
			fuzz_assert(text_width(buf_str(&window)) <= 10);
		}
	}
}

const int fuzz_rounds = 200000;

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct str text = str_from((const char *)bytes, n);
	CLEANUP(input_free) struct input in = { 0 };
	auto_buf folded = { 0 };
	setlocale(LC_CTYPE, "C.UTF-8");
	check_clean(text, false);
	check_clean(text, true);
	check_editor(text);
	check_html(text);
	text_fold(&folded, text);
	fuzz_assert(utf8_valid(buf_str(&folded)));
	input_feed(&in, text, false);
	input_flush(&in);
	fuzz_assert(in.events.n <= n + 1);
	return 0;
}
