#include "demo/awkward.h"

#include "demo/put.h"

enum { LABEL = 2000, HTML = 90000, LISTS = 40, KEYS = 500 };

void
awkward_add_long_label(struct buf *out)
{
	struct buf label = { 0 };
	while (label.n < LABEL)
		buf_addz(&label, "a label that nobody will ever read to its end, and ");
	put_open(out, "label__svc", '[');
	put_text(out, NULL, str_sub(buf_str(&label), 0, LABEL));
	put_close(out, ']');
	buf_free(&label);
}

/* Lists in lists, a script, a style, entities good and bad, and hardly a tag that is closed. */
void
awkward_add_long_html(struct buf *out)
{
	struct buf html = { 0 };
	buf_addz(&html, "<style>p { color: red }</style><script>alert('WA18 <b>')</script>");
	for (int i = 0; i < LISTS; i++)
		buf_addf(&html, "<ul><li>level %d &amp; &lt;deeper&gt; &nosuch; &#x41; &#0;", i);
	buf_addz(&html, "<table><tr><td>a<td>b<p>not closed<b>nor this<!-- nor this");
	while (html.n < HTML)
		buf_addz(&html,
		    "<p>One more paragraph &mdash; <a href=\"https://shop.northlight."
		    "example/?a=1&b=2\">with a link</a><br>");
	put_text(out, "checkout_description__svc", buf_str(&html));
	buf_free(&html);
}

void
awkward_add_many_keys(struct buf *out)
{
	put_open(out, "many", '{');
	for (int i = 0; i < KEYS; i++) {
		char key[16] = { 'k', (char)('0' + i / 100), (char)('0' + i / 10 % 10),
			(char)('0' + i % 10) };
		put_number(out, key, i);
	}
	put_close(out, '}');
}
