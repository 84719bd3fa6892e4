#include "ui/rows/page_export.h"

#include "base/utf8.h"
#include "catalog/offers_svg.h"
#include "journey/flow_svg.h"
#include "ui/rows/export_menu.h"

const char page_export_label[] = "web page, to leave behind";

const char *
page_export_why_not(const struct console *c)
{
	return catalog_graph(c->catalog) ? NULL : "Works when the whole catalog has been read";
}

static void
write_drawing(
    struct buf *out, struct buf *said, const struct console *c, const struct page_choice *choice)
{
	const struct graph *g = catalog_graph(c->catalog);
	const struct check_items offers = catalog_items(c->catalog, CATALOG_OFFERS);
	const struct flow_doc_context context = { .journeys = catalog_journeys(c->catalog),
		.graph = g };
	bool only_ascii = text_lift_ascii_only();
	if (choice->journeys.n)
		flow_svg_write(out, &context,
		    (struct flow_choice){ choice->journeys.v, choice->journeys.n },
		    FLOW_DRAWING_WIDTH, 0);
	else
		offers_svg_write(out, g, &offers, choice->nodes.v, choice->nodes.n);
	if (only_ascii)
		text_set_ascii_only();
	buf_addz(said, "the drawing");
}

bool
page_export_write(
    struct console *c, const struct page_choice *choice, struct str typed, struct err *err)
{
	struct buf text = { 0 }, said = { 0 };
	struct str name = str_trim(typed);
	const struct page_source source = { .catalog = c->catalog,
		.environment = c->app->environment_name,
		.mute = &c->app->config.mute,
		.now = console_now(c),
		.start_day = c->start_day };
	bool draws = str_ends(name, STR(".svg"));
	if (!draws && !str_ends(name, STR(".html")))
		return err_set(
		    err, ERR_USAGE, "the name must end with .html, or .svg for a drawing");
	if (choice->nodes.n + choice->journeys.n == 0)
		return err_set(err, ERR_USAGE, "nothing is shown that could be written");
	if (page_export_why_not(c)) /* the catalog may be read again while the name is typed */
		return err_set(err, ERR_USAGE, "the catalog is being read");
	if (draws)
		write_drawing(&text, &said, c, choice);
	else
		page_write(&text, &said, &source, choice);
	bool ok = export_save(c, typed, buf_str(&text), &said, err);
	if (ok)
		console_show(c, ROLE_TEXT, "Wrote %s", buf_z(&said));
	buf_free(&text);
	buf_free(&said);
	return ok;
}
