#include "cli/args/parts.h"

#include <stddef.h>

const struct help_row view_rows[] = {
	{ "RESOURCE", "baskets, campaigns, offers, assets, products, segments, journeys, or identities: "
		      "those that the baskets name, since nothing lists them" },
	{ "KEY=VALUE", "exactly that; any column is a key, too" },
	{ "KEY:VALUE", "has that in it; upper and lower case and accents are alike: oberg, oeberg and "
		       "\u00d6berg find each other" },
	{ "WORD", "in any column" },
	{ "!TERM", "not that" },
	{ "\"TWO WORDS\"", "quotes hold spaces together" },
	{ "since= until= modified=", "take 30m, 1h, 7d, 2w, today, yesterday or a date" },
	{ "sort=COLUMN", "in that order; sort=-COLUMN is the other way" },
	{ "cols=A,B", "these columns; customFields.NAME and attribute.NAME are some, too" },
	{ "@NAME", "the line that the console's :save NAME saved; terms behind it are added" },
	{ NULL, NULL },
};

static const struct help_row reach[] = {
	{ "(nothing)", "the newest 50, of the catalog the first 50; terms are looked for, and sort= "
		       "sorts, among the first 10,000" },
	{ "--max N", "the first N that match, among all; sorted first, then cut" },
	{ "--all", "all of them" },
	{ "by the service", "since=, modified=, path=, tag=, standalone=yes, source=, reduced=yes and "
			    "attribute.NAME= are sent to it; all other terms are matched here, and "
			    "--curl says which" },
	{ NULL, NULL },
};

static const struct help_row formats[] = {
	{ "table", "for the eye: text is cleaned, times are short, columns as there is room" },
	{ "wide", "the same with every column, nothing shortened" },
	{ "md", "a table for a ticket, in Markdown" },
	{ "csv, tsv", "one value a cell: items and times whole, amounts as numbers with a currency "
		      "beside them; a ' before text that a spreadsheet would take for a formula" },
	{ "json, ndjson", "what the service sent; ndjson is an item a line" },
	{ "raw", "whole answers, as they came" },
	{ "tree, dot", "what hangs from each: a campaign's offers, their charges, products, segments "
		       "and prices, journeys from start to fallback, and what of that is missing; dot "
		       "is for Graphviz" },
	{ NULL, NULL },
};

static const struct help_row examples[] = {
	{ "backroom get baskets since=7d tag:reseller sort=-created", "" },
	{ "backroom get baskets mara --all -o csv --fields id,orderItems[].name", "" },
	{ "backroom get offers standalone=yes attribute.label=winback", "" },
	{ "backroom get offers path=\"/offers2/Gift & Holiday\" -o json", "" },
	{ NULL, NULL },
};

const struct help_part get_parts[] = {
	{ "A VIEW", view_rows },
	{ "How much of it", reach },
	{ "Formats, for -o", formats },
	{ "Examples", examples },
	{ NULL, NULL },
};
