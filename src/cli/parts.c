#include "cli/parts.h"

#include <stddef.h>

static const struct help_row view_rows[] = {
	{ "RESOURCE",
	    "baskets, campaigns, offers, assets, products, segments, journeys; audit, which only "
	    "Backroom's own service has; identities and persons are taken from the baskets, "
	    "since the API does not list them, and the owners of identities from the journal of "
	    "this account; sent-links from the contact log" },
	{ "KEY=VALUE",
	    "equal; KEY=\"\" matches if the value is missing. Every column is a key. For persons, "
	    "a term applies to all their baskets" },
	{ "KEY:VALUE",
	    "contains; case and accents are ignored: oberg, oeberg and \u00d6berg match each "
	    "other, and so do O'Brien and O&#039;Brien" },
	{ "KEY<VALUE",
	    "less; also <= > >=; for times (created<2026-11-01, age<2h), amounts (due>50, "
	    "price>\"GBP 9.99\") and numbers (customFields.seats>=5); rows without a value do not "
	    "match; quote the term for a shell: 'due>50'" },
	{ "KEY~PATTERN",
	    "matches an extended regular expression; case is ignored, accents may be left out: "
	    "person~'^m(ar|ir)a'; ~PATTERN without a key looks in any text" },
	{ "WORD",
	    "in any text: names, company, e-mail, ids, subjects, items and their codes, paths, "
	    "tags; to match times, amounts and other values, use their columns" },
	{ "customFields.NAME",
	    "a member of customFields, or attribute.NAME in the catalog, in terms, cols=, group= "
	    "and --fields; quote a NAME with spaces or signs: customFields.\"a b\"=1" },
	{ "!TERM", "does not match TERM" },
	{ "\"TWO WORDS\"", "quotes keep words together" },
	{ "since= until= modified=",
	    "take 30m, 1h, 7d, 2w, today, yesterday or a date; items without a readable date are "
	    "left out and counted on stderr" },
	{ "completed=", "baskets only: yes, no, or unknown if the value cannot be read" },
	{ "status= consent=",
	    "baskets only: none, sent, sent-other (the link of another basket of the person), "
	    "contacted, called, written, recovered, lost or no-contact, from the contact log, "
	    "or completed; in the console bought, too: the person completed a later basket; yes, no or unknown, from the environment's "
	    "consent-field" },
	{ "user= owner= identity=",
	    "audit only: who wrote, the object that was written, the identity's subject; action= "
	    "is link, unlink, \"change catalog\" or the service's word, result= is done, refused or "
	    "the refusal's code, request= the request id" },
	{ "contacted=",
	    "baskets only: the person was sent a link, called or written to since then: today, "
	    "7d or a date, from the contact log; the column contacted has the time" },
	{ "by= became=",
	    "sent-links only: the account that sent the link; open, completed, gone (no longer "
	    "listed: bought, expired or deleted) or unknown. since= and until= are then about "
	    "sending, and sent-links are grouped by them, too" },
	{ "sort=A,-B",
	    "sort by up to four columns; the next one orders rows that the ones before leave equal, "
	    "and - reverses" },
	{ "group=KEY,KEY",
	    "count baskets by start-page, tag, offer, product, day, week, hour, bucket (age), reach, "
	    "country, device, kind, issuer, utm, medium, mailing, status or customFields.NAME, "
	    "one or two of them; these are terms too. sort= and cols= then take the columns of "
	    "groups, such as count, due, least, most, average and median, by currency" },
	{ "cols=A,B",
	    "print these columns, by name or heading; NAME:N makes one N cells wide. Values from "
	    "other lists (due, offers, used, published) are read first" },
	{ "@NAME", "the view saved with :save NAME in the console; terms after it are added" },
	{ NULL, NULL },
};

static const struct help_row reach_rows[] = {
	{ "(nothing)",
	    "the newest 50 baskets, or the first 50 catalog items; terms and sort= cover the "
	    "first 10,000" },
	{ "--max N", "the first N of all matches, after sorting" },
	{ "--all", "all items" },
	{ "by the service",
	    "since=, modified=, path=, tag=, standalone=yes, source=, reduced=yes and "
	    "attribute.NAME=, and in the audit until=, user=, action=, owner=, identity= and "
	    "request=, are sent to the service; Backroom applies all other terms, and "
	    "--curl lists those" },
	{ NULL, NULL },
};

static const struct help_row for_mail_rows[] = {
	{ "included",
	    "each person with a basket in the VIEW, once (baskets with the same e-mail or "
	    "identity are one person), with the newest open basket and its link, absolute and "
	    "checked" },
	{ "left out",
	    "people counted on stderr by the first reason: bought since, no e-mail, an unusable "
	    "e-mail, do not contact, recovered or lost, no consent or consent not known (if the "
	    "environment has a consent-field), contacted within --not-within (7d), no link, a "
	    "link that fails a check" },
	{ "columns",
	    "Email Address, First Name, Last Name, Company, Recovery Link, Basket Date, Items, "
	    "Basket ID, as Mailchimp, Klaviyo and Brevo expect" },
	{ "--record",
	    "records each link as sent; without it nothing is recorded. Not available with --mask" },
	{ NULL, NULL },
};

static const struct help_row formats[] = {
	{ "table",
	    "for reading: text without control characters, short times, columns that fit the "
	    "width; ! marks a malformed item" },
	{ "wide", "all columns, nothing shortened" },
	{ "md", "a Markdown table, for a ticket" },
	{ "csv, tsv",
	    "one value per cell: full items and times, amounts as numbers with a currency "
	    "column; a ' before text that a spreadsheet would read as a formula" },
	{ "json, ndjson", "as the service sent it; ndjson has one item per line" },
	{ "raw", "whole responses, unchanged" },
	{ "svg", "one drawing: campaigns with their offers, offers alone, or journeys as a flow" },
	{ "tree, dot",
	    "each item with its references: a campaign's offers, their charges, products, segments "
	    "and prices; journeys from start to fallback; missing items are marked. dot is for "
	    "Graphviz" },
	{ NULL, NULL },
};

static const struct help_row examples[] = {
	{ "backroom get baskets since=7d tag:reseller sort=-created", "" },
	{ "backroom get baskets mara --all -o csv --fields id,orderItems[].name", "" },
	{ "backroom get baskets since=7d group=channel,day -o csv", "" },
	{ "backroom get persons bought=\"\" sort=-baskets", "" },
	{ "backroom get sent-links since=4w group=by,week --all", "" },
	{ "backroom get baskets since=30d status=none --all --for mail --record -o csv", "" },
	{ "backroom audit list since=7d action=unlink", "" },
	{ "backroom get offers standalone=yes attribute.label=winback", "" },
	{ "backroom get offers path=\"/offers2/Gift & Holiday\" -o json", "" },
	{ NULL, NULL },
};

const struct help_part get_help_parts[] = {
	{ "A VIEW", view_rows },
	{ "How many items", reach_rows },
	{ "Formats, for -o", formats },
	{ "Recovery lists, by --for mail", for_mail_rows },
	{ "Examples", examples },
	{ NULL, NULL },
};

static const struct help_row plan_rule_rows[] = {
	{ "set= add= percent=", "new prices: 9.99, -0.50, 5" },
	{ "round=", "0.05: to a multiple; .99: to the nearest price with this ending" },
	{ "charge= currency= half=", "which prices, and how halves are rounded: up or even" },
	{ "attribute.NAME=TEXT",
	    "sets an attribute; without TEXT it becomes empty. NAME may omit the namespace if the "
	    "offers' attribute has one" },
	{ "label= tags=", "short for attribute.label= and attribute.tags=" },
	{ "remove=NAME", "removes an attribute" },
	{ "TEXT",
	    "for a list: a JSON array, or items separated by commas; for true and false, numbers "
	    "and objects: JSON of that type. Anything else is refused" },
	{ NULL, NULL },
};

static const struct help_row sheet_rows[] = {
	{ "FILE.csv",
	    "an edited file from `plan sheet --select VIEW -o csv` (one line per charge), `plan "
	    "show -o csv` or `get offers -o csv`: differences from the current offers are "
	    "planned. Empty cells change nothing. If there are mistakes, each is printed with "
	    "line and column, and no plan is made" },
	{ "path, charge",
	    "identify the price or attributes to change; an offer with several charges needs both" },
	{ "price, new",
	    "the new price, with a point: 9.99. A comma is accepted if it can only be a decimal "
	    "comma, as in 9,99; 1,299 and 1.299 are refused, as are 1e3, currency signs and too "
	    "many decimals for the currency" },
	{ "currency", "must be unchanged" },
	{ "label, display, country", "attributes, like columns attribute.NAME" },
	{ "old, version, modified",
	    "if they differ from the offer, the offer has changed since: the line is refused or "
	    "marked for review" },
	{ "saved by",
	    "any program: commas, semicolons or tabs, in UTF-8; other columns are ignored" },
	{ NULL, NULL },
};

static const struct help_row plan_verbs[] = {
	{ "show FILE", "prints the plan again, in any format (md is for a ticket)" },
	{ "sheet --select VIEW", "prints the current prices, to edit as a sheet" },
	{ "check FILE",
	    "reads the offers again and reports which changes are still as planned and which are "
	    "done" },
	{ "approve FILE",
	    "adds a second person's approval; an environment may require it (plan-approval). "
	    "Seal and approval guard against mistakes: anyone who can write the file can write "
	    "an approval" },
	{ "apply FILE",
	    "reads the offers again, drops and lists changes whose offer has changed since, asks "
	    "for confirmation, and sends the rest in batches, each recorded in the journal. It "
	    "stops after the first unexpected result, or on Ctrl-C after the current batch. "
	    "Changes marked for review are counted and left out, and it exits with 3, unless "
	    "--include-review sends them too; --dry-run prints the requests, sends nothing and "
	    "exits with 8 if there are any, with 3 if a change is left out or refused" },
	{ "resume FILE",
	    "sends the rest of an interrupted run. FILE.applied has the result of each row. After "
	    "the plan's end it sends nothing: it reads the offers and records results that are not "
	    "known" },
	{ "rollback FILE NEW",
	    "writes a plan to NEW that undoes the changes applied, except those that others have "
	    "changed since. --dry-run only prints it and exits with 8, or with 3 if a change is "
	    "refused. A change whose result was never read back is marked for review" },
	{ "list FILE|FOLDER\xE2\x80\xA6",
	    "shows start, end and state of plans (of a folder: *.jsonl): waiting, due, sent, "
	    "partly sent (changes to review were left out), due to "
	    "be undone, undone, partly undone, missed, or not known if a run was interrupted; and plans that clash: "
	    "they change one value at the same time, or the second expects a value that the first "
	    "takes back. It exits with 1 if some clash" },
	{ "run FILE|FOLDER\xE2\x80\xA6",
	    "once, sends plans that are due and undoes those that have ended, by FILE.undo. Plans of "
	    "other services are left alone. A plan is locked meanwhile, so two runs never send it "
	    "twice, and an interrupted one is reported, not repeated. For cron: * * * * * backroom "
	    "plan run --yes -e prod plans" },
	{ "--select VIEW",
	    "for show, check, apply, resume and rollback: only matching changes, by words and "
	    "the plan's columns, such as \"offers path=/offers2/a charge=monthly\"" },
	{ NULL, NULL },
};

const struct help_part plan_help_parts[] = {
	{ "Working with a plan", plan_verbs },
	{ "Rules", plan_rule_rows },
	{ "Sheets, for --from", sheet_rows },
	{ NULL, NULL },
};
