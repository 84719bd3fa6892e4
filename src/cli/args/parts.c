#include "cli/args/parts.h"

#include <stddef.h>

const struct help_row view_rows[] = {
	{ "RESOURCE",
	    "baskets, campaigns, offers, assets, products, segments, journeys, or identities and "
	    "persons: those that the baskets name, since nothing lists them" },
	{ "KEY=VALUE",
	    "exactly that, KEY=\"\" where there is none; any column is a key, too. Of persons a term "
	    "asks all their baskets" },
	{ "KEY:VALUE",
	    "has that in it; upper and lower case and accents are alike: oberg, oeberg and "
	    "\u00d6berg find each other, and so do O'Brien and O&#039;Brien" },
	{ "WORD",
	    "in any text: names, company, e-mail, ids, subjects, items and their codes, paths, tags; "
	    "times, amounts and the rest are asked for by their columns" },
	{ "customFields.NAME",
	    "a member below customFields, or attribute.NAME of the catalog, in terms, cols=, group= and "
	    "--fields alike; a NAME with spaces or signs is in quotes: customFields.\"a b\"=1" },
	{ "!TERM", "not that" },
	{ "\"TWO WORDS\"", "quotes hold spaces together" },
	{ "since= until= modified=",
	    "take 30m, 1h, 7d, 2w, today, yesterday or a date; items whose date cannot be read are left "
	    "out, and counted on stderr" },
	{ "completed=", "of baskets: yes, no, or unknown where the service's word cannot be read" },
	{ "outcome= consent=",
	    "of baskets: none, sent, contacted, called, written, recovered, lost or no-contact, as it "
	    "was noted here of the person; yes, no or unknown, by the environment's consent-field" },
	{ "sort=COLUMN", "in that order; sort=-COLUMN is the other way" },
	{ "group=KEY,KEY",
	    "baskets counted by page, tag, offer, product, day, week, hour, bucket (of age), reach, "
	    "country, device, kind, issuer, utm, medium, mailing or customFields.NAME, one or two "
	    "of them; these are terms, too. sort= and cols= are those of groups then" },
	{ "cols=A,B",
	    "these columns, with :N behind one N cells wide. What other lists know (due, offers, users, "
	    "published) is read first" },
	{ "@NAME", "the line that the console's :save NAME saved; terms behind it are added" },
	{ NULL, NULL },
};

static const struct help_row reach[] = {
	{ "(nothing)",
	    "the newest 50, of the catalog the first 50; terms are looked for, and sort= "
	    "sorts, among the first 10,000" },
	{ "--max N", "the first N that match, among all; sorted first, then cut" },
	{ "--all", "all of them" },
	{ "by the service",
	    "since=, modified=, path=, tag=, standalone=yes, source=, reduced=yes and "
	    "attribute.NAME= are sent to it; all other terms are matched here, and "
	    "--curl says which" },
	{ NULL, NULL },
};

static const struct help_row for_mail[] = {
	{ "who is in it",
	    "everybody who left one of the baskets that the VIEW shows, once, whoever shares an "
	    "e-mail or an identity being one; with the newest open basket, its link absolute and "
	    "checked" },
	{ "who is left out",
	    "counted on stderr by the first reason: bought since, without an e-mail, with one that "
	    "is none, do not contact, recovered or lost, no consent or consent not known (where "
	    "the environment has a consent-field), contacted within --not-within (7d), without a "
	    "link, a link that fails a check" },
	{ "columns",
	    "Email Address, First Name, Last Name, Company, Recovery Link, Basket Date, Items, "
	    "Basket ID: as Mailchimp, Klaviyo and Brevo take them" },
	{ "--record",
	    "notes a sent link for each; without it the list is not remembered. With --mask there "
	    "is none" },
	{ NULL, NULL },
};

static const struct help_row formats[] = {
	{ "table",
	    "for the eye: text is cleaned, times are short, columns as there is room; ! stands before "
	    "an item with a member of an unexpected type" },
	{ "wide", "the same with every column, nothing shortened" },
	{ "md", "a table for a ticket, in Markdown" },
	{ "csv, tsv",
	    "one value a cell: items and times whole, amounts as numbers with a currency "
	    "beside them; a ' before text that a spreadsheet would take for a formula" },
	{ "json, ndjson", "what the service sent; ndjson is an item a line" },
	{ "raw", "whole answers, as they came" },
	{ "tree, dot",
	    "what hangs from each: a campaign's offers, their charges, products, segments "
	    "and prices, journeys from start to fallback, and what of that is missing; dot "
	    "is for Graphviz" },
	{ NULL, NULL },
};

static const struct help_row examples[] = {
	{ "backroom get baskets since=7d tag:reseller sort=-created", "" },
	{ "backroom get baskets mara --all -o csv --fields id,orderItems[].name", "" },
	{ "backroom get baskets since=7d group=tag,day -o csv", "" },
	{ "backroom get persons bought=\"\" sort=-baskets", "" },
	{ "backroom get baskets since=30d outcome=none --all --for mail --record -o csv", "" },
	{ "backroom get offers standalone=yes attribute.label=winback", "" },
	{ "backroom get offers path=\"/offers2/Gift & Holiday\" -o json", "" },
	{ NULL, NULL },
};

const struct help_part get_parts[] = {
	{ "A VIEW", view_rows },
	{ "How much of it", reach },
	{ "Formats, for -o", formats },
	{ "Recovery lists, by --for mail", for_mail },
	{ "Examples", examples },
	{ NULL, NULL },
};

static const struct help_row rules[] = {
	{ "set= add= percent=", "new prices: 9.99, -0.50, 5" },
	{ "round=", "0.05 to a multiple, .99 to the nearest that ends so" },
	{ "charge= currency= half=", "which prices, and where a half goes: up or even" },
	{ "attribute.NAME=TEXT",
	    "sets an attribute; with no TEXT it is empty. NAME needs no namespace "
	    "where offers have it with one" },
	{ "label= tags=", "are short for attribute.label= and attribute.tags=" },
	{ "remove=NAME", "takes an attribute away" },
	{ "TEXT",
	    "of a list: a JSON array, or items with commas between them; of true and false, "
	    "numbers and objects: JSON of that kind. All else is refused" },
	{ NULL, NULL },
};

static const struct help_row sheets[] = {
	{ "FILE.csv",
	    "what `plan sheet --select VIEW -o csv`, a line for each charge, `plan show -o csv` "
	    "or `get offers -o csv` wrote, edited: what differs from the offers as they "
	    "are now is planned. An empty cell is untouched. Every "
	    "mistake is printed with its line and column, and with one there is no plan" },
	{ "path, charge", "say what a line is about; an offer with several charges needs both" },
	{ "price, new",
	    "the new price, with a point: 9.99. A comma is a decimal comma where it can be "
	    "nothing else, as in 9,99; 1,299 and 1.299 are refused, and so are 1e3, "
	    "currency signs and decimals that the currency has not" },
	{ "currency", "must be as it is" },
	{ "label, display, country", "attributes, and so are columns attribute.NAME" },
	{ "old, version, modified",
	    "where they differ from the offer, somebody has changed it since: "
	    "the line is refused or to be looked at" },
	{ "saved by",
	    "any program: commas, semicolons or tabs, in UTF-8; all other columns are not "
	    "read" },
	{ NULL, NULL },
};

static const struct help_row plan_verbs[] = {
	{ "show FILE", "prints it again, in any format: md is for a ticket" },
	{ "sheet --select VIEW", "prints prices as they are now, for a sheet" },
	{ "check FILE", "reads the offers anew: what is as it was planned, and what is done" },
	{ "approve FILE",
	    "adds that a second person agrees; an environment may demand it (plan-approval). Seal and "
	    "approval guard against slips: whoever can write the file can write an approval, too" },
	{ "apply FILE",
	    "reads the offers once more, drops and names what is no longer as it was planned, asks "
	    "for leave, and sends the rest in batches, each noted in the journal. It stops "
	    "behind the first that did not go as planned, or at Ctrl-C behind the one that is "
	    "under way. Changes with a mark for review are counted and left out, and it exits with 3, "
	    "unless --include-review sends them, too; --dry-run prints the requests, sends nothing and "
	    "exits with 8 when there are any, with 3 when a change is left out or refused" },
	{ "resume FILE",
	    "sends what is left, whatever ended the run before. What became of each row is "
	    "kept in FILE.applied" },
	{ "rollback FILE NEW",
	    "writes to NEW the plan that takes back what was applied, without what others changed since. "
	    "--dry-run prints it alone and exits with 8, or with 3 when a change is refused. A change "
	    "that was never read back has a mark for review" },
	{ "--select VIEW",
	    "of show, check, apply, resume and rollback: only changes that match, by words and the "
	    "plan's own columns, as \"offers path=/offers2/a charge=monthly\"" },
	{ NULL, NULL },
};

const struct help_part plan_parts[] = {
	{ "What is done with a plan", plan_verbs },
	{ "Rules", rules },
	{ "Sheets, for --from", sheets },
	{ NULL, NULL },
};
