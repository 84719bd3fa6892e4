#include "cli/args.h"

#include "cli/parts.h"

#define FOR(command) (1u << COMMAND_##command)

enum {
	FOR_SCREENS = FOR(CONSOLE) | FOR(DEMO),
	FOR_PRINTING_COMMANDS = FOR(GET) | FOR(CHECK) | FOR(WHATIF) | FOR(IDENTITY) | FOR(JOURNAL) |
	    FOR(SNAPSHOT) | FOR(EXPORT) | FOR(PLAN) | FOR(CONFIG) | FOR(COMPLETION) | FOR(WHOAMI) |
	    FOR(LOGS),
	FOR_OTHER_COMMANDS = FOR(LOGIN) | FOR(LOGOUT) | FOR(BUG_REPORT) | FOR(CONTACT) | FOR(API) |
	    FOR(TOUR),
	FOR_SERVICE = FOR(SERVE) | FOR(TOKEN) | FOR(IMPORT) | FOR(AUDIT),
	FOR_CLIENT = FOR_SCREENS | FOR_PRINTING_COMMANDS | FOR_OTHER_COMMANDS
};

/* The members of every command: its name, its arguments, and one line of help. */
#define COMMAND(command, words, line) .name = (command), .arguments = (words), .help = (line)

const struct command_info command_infos[] = {
	[COMMAND_CONSOLE] = { COMMAND("", "[VIEW]", "open the console at a view"),
	    .notes =
		"Without BACKROOM_URL and config.conf it shows how to start. It needs a terminal." },
	[COMMAND_DEMO] = { COMMAND("demo", "[VIEW] | -- COMMAND …",
			       "the console, or a command, on sample data"),
	    .notes =
		"Serves demo data from memory on a free port of this machine while it runs. "
		"After -- give any backroom command: `backroom demo -- get baskets`. Without a "
		"terminal it prints the baskets." },
	[COMMAND_GET] = { COMMAND("get", "VIEW", "print the items of a VIEW"),
	    .notes =
		"Data goes to stdout, messages to stderr: the number of items, and whether there "
		"are more.",
	    .parts = get_help_parts,
	    .example = "backroom demo -- get baskets tag:reseller sort=-created \\\n"
		       "    -o csv --max 5" },
	[COMMAND_CHECK] = { COMMAND("check", "catalog | journeys | FILE",
				"check data by rules and list problems"),
	    .notes =
		"Reads everything the rules need and prints one line per finding: the rule's "
		"stable name, its severity, the path and the problem. It exits with 1 if there "
		"are findings, so it can block a launch. Rules muted with --mute or in "
		"config.conf are only counted on stderr. -o github prints annotations for GitHub "
		"Actions. If lists have separate revisions, or "
		"revisions that change with every read, everything is read twice and the two "
		"readings are compared; plan and snapshot do the same. With a FILE, which has a / or "
		". in its name or is - (stdin), the service's program checks a snapshot, or a file "
		"that import reads, as FILE:LINE:COLUMN, without a service or a store; this takes no "
		"other option." },
	[COMMAND_WHATIF] = { COMMAND("whatif", "--segment PATH…",
				 "simulate where a visitor in these segments goes"),
	    .notes =
		"Prints for each journey whether it fires, does not fire, is not reached or is "
		"not known, with the reason; then the share of each destination, and how many of "
		"10,000 simulated visitors (from a seed) reach it. A segment that is not named "
		"means not a member; --unknown means not known, so shares may be ranges. "
		"/segments/ may be left out of names. This simulates the configuration: --any, "
		"--last and --scaled change the assumptions.",
	    .example = "backroom demo -- whatif --segment /segments/lapsed-365 \\\n"
		       "    --segment /segments/region-uk" },
	[COMMAND_IDENTITY] = { COMMAND("identity", "link | unlink OWNER | resolve [J-0412]",
				   "external identities"),
	    .notes =
		"Takes --iss and --sub, or --from with the columns owner,iss,sub[,reason]; --reason "
		"is that of rows without one, and an environment may require reasons "
		"(require-reason). Each write is checked, shown and confirmed, unless --yes is "
		"given; without a terminal --yes is required. The rows of a file are sent one after the other; if the "
		"service refuses a row because of too many requests, it is retried at the time "
		"the service names, at most five times. Results are added to FILE.csv.results, "
		"and a rerun continues: done rows are not sent again, refused rows are retried. "
		"With --dry-run nothing is sent or recorded: it prints the request and the "
		"known links, and for a file the state of each row: to do, done before, wrong "
		"(no row is sent while any is wrong) or doubtful (in the journal the identity is "
		"linked to another owner, so it will be refused). Each write is recorded in the "
		"journal before it is sent; if no response came, resolve retries with the same "
		"key within a day, so the write cannot happen twice.",
	    .example = "backroom demo -- identity link id-01a7d3f05e9b4c62881f7be02d94c6a3 \\\n"
		       "    --iss https://login.example/ --sub jane --yes" },
	[COMMAND_JOURNAL] = { COMMAND("journal", "list | verify",
				  "writes from this account on this host"),
	    .notes =
		"Every write is recorded before it is sent and again when the response arrives: "
		"who, when, why, which environment, the request and the result. list prints them, "
		"newest first, with -e for one environment; json has every member. Unknown "
		"actions of newer versions are listed as such. verify checks the journal's hash "
		"chain and names the first line that was changed, moved or removed; then it exits "
		"with 1. A line written while journal.head was missing or did not match is marked "
		"as such, and verify reports it. Someone who can write to the journal could "
		"rebuild all of it: to detect that too, keep the hash that verify prints "
		"somewhere else." },
	[COMMAND_SNAPSHOT] = { COMMAND("snapshot", "save FILE | diff FILE [FILE]",
				   "save and compare the catalog"),
	    .notes =
		"save writes JSON lines {\"kind\",\"published\",\"item\"} to FILE (- is stdout), "
		"each item as the service sent it; an existing file is replaced only with --yes, "
		"and a device or pipe is written to directly. diff compares two files, or a file "
		"with the service, by kind and path, and prints additions, removals and "
		"changes, member by member. @NAME instead of a FILE is the "
		"catalog of that environment: diff @staging @prod. Ids, versions, times and users "
		"are ignored unless --all-members is given, since each environment has its own. It "
		"exits with 1 if something differs." },
	[COMMAND_EXPORT] = { COMMAND("export", "page FILE.html | LIST PATH [TERM…]",
				 "a page, or an item's list"),
	    .notes =
		"charges PATH, prices PATH and users PATH print a list that the console shows for "
		"one item, in the formats of get: the charges of an offer, the prices of a campaign "
		"with a column for each currency, and everything in the catalog that uses an item "
		"(get baskets offer=PATH lists baskets with it). TERM, sort= and cols= are those of "
		"the list.\n"
		"\n"
		"page writes one HTML page that anyone can read without access to the service: each "
		"offer with its price in words and its payments by month, journeys as drawings, "
		"findings of check, and a glossary. --select chooses campaigns, offers or journeys "
		"and may be repeated; without it the page has all campaigns and all journeys. The "
		"page has no script, loads nothing, and contains no people, paths or ids. FILE - is "
		"stdout; an existing file is replaced only with --yes.",
	    .example = "backroom demo -- export page shop.html \\\n"
		       "    --select campaigns --select journeys" },
	[COMMAND_PLAN] = { COMMAND("plan", "FILE RULE… | VERB FILE",
			       "change prices and attributes in bulk"),
	    .notes =
		"With --select VIEW it applies the rules to the offers of the VIEW, writes the "
		"changes to FILE and prints them; nothing is sent. Rules apply in order: "
		"set=9.99, add=-0.50, percent=5, round=0.05 to a multiple, round=.99 to the "
		"nearest price with this ending; charge=NAME and currency=GBP select charges; "
		"half=even rounds halves to the even neighbour instead of up. Prices are exact: "
		"without round they are rounded to the currency's decimals, and a price that "
		"cannot be computed exactly is refused and listed; then it exits with 3. NOTE "
		"shows what to review and marks the change: an extra or missing digit, a price "
		"that was free, a change by more than a factor of two, a change in the wrong "
		"direction for the rules, a lost .99 ending, a price that is now below or far "
		"from the same offer in another market, more than the environment's "
		"plan-threshold, other offers that use this price; in json, smells lists them by "
		"name. The file is sealed: a changed file is refused. Even if a run is "
		"interrupted, nothing is done twice: after each batch the offers are read back to "
		"confirm. It exits with 3 if a change was dropped, refused or left out for "
		"review; check with 8 if all are as planned, else with 1. The demo's data depend on the time: give "
		"all its commands the same --now.",
	    .parts = plan_help_parts,
	    .example = "backroom demo -- plan winback.jsonl --select offers \\\n"
		       "    percent=5 round=.99 currency=GBP" },
	[COMMAND_CONTACT] = { COMMAND("contact", "OUTCOME BASKET…",
				  "record an outcome of a call or letter"),
	    .notes =
		"OUTCOME is called, written, recovered, lost, no-contact or undo, as with D in the "
		"console; undo takes the last one back. The baskets are read to record the outcome "
		"for their people, as hashes, in the contact log of this account, or the one that "
		"config.conf names. So a CRM can record what its users did. It exits with 5 if no "
		"basket has an id, and with 3 if some have.",
	    .example = "backroom demo -- contact called \\\n"
		       "    basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8" },
	[COMMAND_API] = { COMMAND("api", "[METHOD] PATH", "send any request of the API, signed in"),
	    .notes =
		"Prints the response as the service sent it. PATH is below the environment's "
		"address, with its query; a whole URL must begin with that address, so that the "
		"token goes nowhere else. GET is retried as other reads are, and --all follows "
		"the cursors: one response a line. POST, PUT, PATCH and DELETE send the JSON of "
		"--input; they are shown and confirmed, unless --yes is given, sent once with an "
		"idempotency key, and recorded in the journal. Nothing checks what they change, "
		"and the journal cannot undo them: prefer identity and plan.",
	    .example = "backroom demo -- api \\\n"
		       "    /checkout/abandoned?limit=2" },
	[COMMAND_LOGS] = { COMMAND("logs", "[TERMS]", "the requests that the service answered"),
	    .notes =
		"Prints the last requests of all clients, oldest first, and with --follow the next "
		"ones as they come, until Ctrl-C. TERMS as in a VIEW: status=404 or status=5xx, "
		"path=, id= with a request id, method=, operation= (such as getAbandonedCheckouts), "
		"user=, code=, ms>500, since=, or words. The service has its last 1,000 requests in memory, of one process, "
		"without queries and bodies; reading them needs the right audit:read. If the "
		"service stops answering, --follow tries again and says so." },
	[COMMAND_LOGIN] = { COMMAND("login", "[--device | --browser]", "sign in to an environment"),
	    .notes =
		"Prints an address and a code to type there, on any device, and waits; or opens "
		"a browser on this machine. The sign-in is stored in a private file (or as "
		"token-store says) for all consoles and commands of this account, and renewed "
		"automatically until logout or until the issuer ends it. Then one basket is read "
		"as a test." },
	[COMMAND_LOGOUT] = { COMMAND(
				 "logout", "", "remove the sign-in and revoke it at the issuer"),
	    .notes = "Exits with 0 even if you were not signed in." },
	[COMMAND_WHOAMI] = { COMMAND("whoami", "", "who you are signed in as, and your rights"),
	    .notes =
		"Decodes the token without verifying it; an opaque token cannot be decoded. One "
		"basket is read as a test: if the service rejects the token, it exits with 4." },
	[COMMAND_CONFIG] = { COMMAND("config", "check | show | edit | probe",
				 "check, show or edit the configuration"),
	    .notes =
		"check lists the mistakes in each file by line, up to the first one that makes "
		"the rest unreadable; show prints settings that a file sets or that differ from "
		"the defaults (--all prints all) and the source of each; edit opens your config.conf in $VISUAL or "
		"$EDITOR and saves it only if it is correct; probe reads a little of each list of "
		"the service and reports where the responses differ from the contract. It writes "
		"nothing." },
	[COMMAND_COMPLETION] = { COMMAND("completion", "bash | zsh | fish",
				     "print a completion script for your shell"),
	    .notes =
		"./run install installs it. By hand: `source <(backroom completion bash)`, in zsh "
		"the same after compinit; `backroom completion fish | source`." },
	[COMMAND_BUG_REPORT] = { COMMAND("bug-report", "[LOG]",
				     "print facts for a report, without secrets"),
	    .notes =
		"Prints the versions, the system, the terminal, the files that exist and the "
		"settings. No text that you wrote is printed, only words, numbers and switches "
		"that Backroom defines: tokens, hosts, names and paths are masked. With LOG, a "
		"file of --log, the last 20 requests follow, without their request ids. It asks "
		"no service. Read it before you send it." },
	[COMMAND_TOUR] = { COMMAND("tour", "list | follow | check FILE",
			       "tours: names, speaker notes, a check"),
	    .notes =
		"list prints the tours that come with Backroom. follow shows the speaker notes of "
		"the tour that runs on another terminal of this account, its step and the next "
		"caption; without a tour it waits for one, and it ends with the tour. check lists "
		"the mistakes of a tour's file by line. backroom demo --tour NAME and :tour in the "
		"console run a tour." },
	[COMMAND_SERVE] = { COMMAND("serve", "[OPTIONS]", "run the back-office service"),
	    .run_by_service = true },
	[COMMAND_TOKEN] = { COMMAND("token", "[OPTIONS]", "print a token for a local service"),
	    .run_by_service = true },
	[COMMAND_IMPORT] = { COMMAND("import",
				 "FILE [--store URL] [--dry-run | --follow [--source NAME]]",
				 "import a snapshot into your own service's store, or follow a feed of changes"),
	    .run_by_service = true },
	[COMMAND_AUDIT] = { COMMAND("audit", "list [TERMS] | list --store URL [TERMS] | verify",
				"list the audit of the service or of a store; verify a store's"),
	    .run_by_service = true },
	[COMMAND_STORE] = { COMMAND("store", "copy|backup|restore|check [FROM|FILE] [TO]",
				"copy a store, also to another database, and verify it"),
	    .run_by_service = true },
	[COMMAND_ERASE] = { COMMAND("erase", "[OPTIONS]", "erase a person from a store"),
	    .run_by_service = true },
};
_Static_assert(sizeof(command_infos) / sizeof(*command_infos) == COMMAND_COUNT,
    "every command needs a row in this table");

/* The members of every option: its name, its argument (NULL: none), and its help. */
#define OPTION(option, follows, words) .name = (option), .argument = (follows), .help = (words)

const struct option_info option_infos[] = {
	[OPTION_ENVIRONMENT] = { OPTION("--environment", "ENV",
				     "the environment of config.conf ($BACKROOM_ENV)"),
	    .commands = FOR_CLIENT & ~(FOR(DEMO) | FOR(TOUR) | FOR(COMPLETION)), .letter = 'e' },
	[OPTION_OUTPUT] = { OPTION("--output", "FORMAT",
				"table, wide, md, json, ndjson, csv, tsv or raw; for the catalog "
				"also tree, dot or svg"),
	    .commands = FOR_PRINTING_COMMANDS, .letter = 'o' },
	[OPTION_ALL] = { OPTION("--all", NULL,
			     "all items the service has, page by page; with config show: defaults "
			     "too"),
	    .commands = FOR(GET) | FOR(CONFIG) | FOR(API) },
	[OPTION_MAX] = { OPTION("--max", "N", "at most N items"), .commands = FOR(GET) },
	[OPTION_STRICT] = { OPTION("--strict", NULL,
				"exit with 3 if the service has more items than were printed"),
	    .commands = FOR(GET) },
	[OPTION_FOLLOW] = { OPTION("--follow", NULL, "go on with the next requests as they come"),
	    .commands = FOR(LOGS) },
	[OPTION_FIELDS] = { OPTION("--fields", "a,b.c",
				"only these members, by dotted path; [] for all elements, as in "
				"orderItems[].name; quote a name with dots"),
	    .commands = FOR_PRINTING_COMMANDS },
	[OPTION_CURL] = { OPTION("--curl", NULL,
			      "print the request as a curl command instead of sending it; get also "
			      "names the terms it omits; plan apply prints a line per request"),
	    .commands = FOR(GET) | FOR(API) | FOR(IDENTITY) | FOR(PLAN) },
	[OPTION_NUL] = { OPTION("--null", NULL,
			     "end the lines of ndjson, csv and tsv with NUL, for xargs -0"),
	    .commands = FOR_PRINTING_COMMANDS, .letter = '0' },
	[OPTION_NO_HEADER] = { OPTION("--no-header", NULL,
				   "leave out the headings of a table, csv and tsv"),
	    .commands = FOR_PRINTING_COMMANDS },
	[OPTION_QUIET] = { OPTION("--quiet", NULL,
			       "print errors on stderr, and no other messages; before a write it "
			       "needs --yes, since the preview is a message"),
	    .commands = FOR_PRINTING_COMMANDS | FOR(CONTACT) | FOR(API), .letter = 'q' },
	[OPTION_NO_PAGER] = { OPTION("--no-pager", NULL, "never use a pager"),
	    .commands = FOR_CLIENT },
	[OPTION_FOR] = { OPTION("--for", "mail",
			     "print baskets as a mailing list: one row per person, with the link "
			     "of the newest open basket"),
	    .commands = FOR(GET) },
	[OPTION_NOT_WITHIN] = { OPTION("--not-within", "14d",
				    "with --for mail: leave out people contacted within this "
				    "time (7d)"),
	    .commands = FOR(GET) },
	[OPTION_RECORD] = { OPTION("--record", NULL,
				"with --for mail: record these links as sent, so that the next "
				"list leaves them out"),
	    .commands = FOR(GET) },
	[OPTION_MUTE] = { OPTION("--mute", "ID[,ID…]",
			      "leave these rules out, in addition to those in config.conf"),
	    .commands = FOR(CHECK) },
	[OPTION_SEGMENT] = { OPTION("--segment", "PATH",
				 "the visitor is in this segment; may be repeated"),
	    .commands = FOR(WHATIF) },
	[OPTION_UNKNOWN] = { OPTION("--unknown", "PATH",
				 "it is not known whether the visitor is in this segment; may be "
				 "repeated"),
	    .commands = FOR(WHATIF) },
	[OPTION_ANY] = { OPTION(
			     "--any", NULL, "assume that a journey fires if one condition holds"),
	    .commands = FOR(WHATIF) },
	[OPTION_LAST] = { OPTION("--last", NULL, "assume that the last journey that matches wins"),
	    .commands = FOR(WHATIF) },
	[OPTION_SCALED] = { OPTION("--scaled", NULL,
				"assume that a journey's splits are scaled to 100"),
	    .commands = FOR(WHATIF) },
	[OPTION_ISS] = { OPTION("--iss", "ISS", "the identity's issuer, byte for byte"),
	    .commands = FOR(IDENTITY) },
	[OPTION_SUB] = { OPTION("--sub", "SUB", "the identity's subject, byte for byte"),
	    .commands = FOR(IDENTITY) },
	[OPTION_SELECT] = { OPTION("--select", "VIEW",
				"the offers, as a VIEW: \"offers Winback\"; with an existing "
				"plan, the changes; export: campaigns, offers or journeys"),
	    .commands = FOR(PLAN) | FOR(EXPORT) },
	[OPTION_REASON] = { OPTION("--reason", "TEXT", "the reason, for the journal or the plan"),
	    .commands = FOR(IDENTITY) | FOR(PLAN) | FOR(API) },
	[OPTION_FROM] = { OPTION("--from", "FILE.csv",
			      "identities from a file; plan: changes from a sheet"),
	    .commands = FOR(IDENTITY) | FOR(PLAN) },
	[OPTION_DRY_RUN] = { OPTION("--dry-run", NULL,
				 "check and print, but send nothing; plan exits with 8 if there "
				 "are changes"),
	    .commands = FOR(IDENTITY) | FOR(PLAN) },
	[OPTION_RATE] = { OPTION("--rate", "N", "at most N per second (20)"),
	    .commands = FOR(IDENTITY) },
	[OPTION_BASKETS] = { OPTION("--baskets", NULL,
				 "also read the open baskets and count those with a changed offer"),
	    .commands = FOR(PLAN) },
	[OPTION_BATCH] = { OPTION("--batch", "N", "at most N offers per request (1000)"),
	    .commands = FOR(PLAN) },
	[OPTION_KEEP_GOING] = { OPTION("--keep-going", NULL,
				    "continue after a batch with an unexpected result"),
	    .commands = FOR(PLAN) },
	[OPTION_INCLUDE_REVIEW] = { OPTION("--include-review", NULL,
					"also send changes marked for review"),
	    .commands = FOR(PLAN) },
	[OPTION_START] = { OPTION("--start", "TIME",
			       "a new plan is sent by plan run from this time on, such as "
			       "2026-12-01T08:00Z"),
	    .commands = FOR(PLAN) },
	[OPTION_END] = { OPTION("--end", "TIME", "a new plan is undone by plan run at this time"),
	    .commands = FOR(PLAN) },
	[OPTION_EARLY] = { OPTION("--early", NULL, "send a plan before its start"),
	    .commands = FOR(PLAN) },
	[OPTION_ALL_MEMBERS] = { OPTION("--all-members", NULL,
				     "snapshot diff: also compare ids, versions, times and "
				     "users, which differ between environments"),
	    .commands = FOR(SNAPSHOT) },
	[OPTION_INPUT] = { OPTION("--input", "FILE",
			       "the body of a write as JSON; - reads it from stdin"),
	    .commands = FOR(API) },
	[OPTION_REMARK] = { OPTION("--remark", "TEXT", "a remark, of one line and 200 bytes"),
	    .commands = FOR(CONTACT) },
	[OPTION_YES] = { OPTION("--yes", NULL, "do not ask; replace an existing file"),
	    .commands = FOR(IDENTITY) | FOR(PLAN) | FOR(SNAPSHOT) | FOR(EXPORT) | FOR(API) },
	[OPTION_DEVICE] = { OPTION("--device", NULL,
				"sign in with a code on another device; config.conf may name another way"),
	    .commands = FOR(LOGIN) },
	[OPTION_BROWSER] = { OPTION("--browser", NULL, "sign in with a browser on this machine"),
	    .commands = FOR(LOGIN) },
	[OPTION_PACK] = { OPTION("--pack", "PACK",
			      "the demo data: tour, awkward, big, or a snapshot ./FILE"),
	    .commands = FOR(DEMO) },
	[OPTION_NOW] = { OPTION("--now", "TIME",
			     "use this as the current time, such as 2026-11-20T10:42:00Z"),
	    .commands = FOR_CLIENT },
	[OPTION_FAULT] = { OPTION("--fault", "502:5%",
			       "make requests fail: rules, or @FILE (see backroom-service(8)); "
			       "\"demo\": a bad day"),
	    .commands = FOR(DEMO) },
	[OPTION_DELAY] = { OPTION("--delay", "200ms±50", "delay every response, give or take"),
	    .commands = FOR(DEMO) },
	[OPTION_LIVING] = { OPTION(
				"--living", "[=SECONDS]", "change the data every N seconds (120)"),
	    .commands = FOR(DEMO) },
	[OPTION_SHORT_TOKENS] = { OPTION(
				      "--short-tokens", NULL, "end sign-ins after three minutes"),
	    .commands = FOR(DEMO) },
	[OPTION_KEYMAP] = { OPTION(
				"--keymap", "NAME", "default or vim; overrides the configuration"),
	    .commands = FOR_SCREENS },
	[OPTION_THEME] = { OPTION("--theme", "NAME",
			       "auto, dark, light, high-contrast, projector, mono or your own; "
			       "overrides the configuration"),
	    .commands = FOR_SCREENS },
	[OPTION_NO_COLOR] = { OPTION("--no-color", NULL,
				  "the theme mono: states have letters and words, no colours"),
	    .commands = FOR_CLIENT },
	[OPTION_ASCII] = { OPTION("--ascii", NULL, "draw with ASCII only"),
	    .commands = FOR_CLIENT },
	[OPTION_LINEAR] = { OPTION("--linear", NULL,
				"line by line instead of a screen, for screen readers and slow "
				"connections"),
	    .commands = FOR_SCREENS },
	[OPTION_READ_ONLY] = { OPTION("--read-only", NULL, "write nothing to the service"),
	    .commands = FOR_CLIENT },
	[OPTION_MASK] = { OPTION("--mask", NULL, "mask people; send no link and write nothing"),
	    .commands = FOR_CLIENT },
	[OPTION_LOG] = { OPTION("--log", "FILE", "append a JSON line per request to a file"),
	    .commands = FOR_CLIENT },
	[OPTION_SAVE_SESSION] = { OPTION("--save-session", "FILE",
				      "save the responses and keys of this session, with people "
				      "masked, for --replay"),
	    .commands = FOR_SCREENS | FOR(GET) },
	[OPTION_REPLAY] = { OPTION("--replay", "FILE",
				"run on a saved session instead of a service, at its time"),
	    .commands = FOR_SCREENS | FOR(GET) },
	[OPTION_SCRIPT] = { OPTION("--script", "FILE",
				"read keys and checks from a file instead of a terminal"),
	    .commands = FOR_SCREENS },
	[OPTION_TOUR] = { OPTION("--tour", "NAME",
			      "run a tour for an audience: catalog, basket, journeys or a FILE"),
	    .commands = FOR_SCREENS },
	[OPTION_HELP] = { OPTION("--help", NULL, "show this help; after a command, its help"),
	    .commands = FOR_CLIENT | FOR_SERVICE, .letter = 'h' },
	[OPTION_VERSION] = { OPTION("--version", NULL,
				 "print the version, the commit and the libraries"),
	    .commands = FOR_CLIENT | FOR_SERVICE },
};
_Static_assert(sizeof(option_infos) / sizeof(*option_infos) == OPTION_COUNT,
    "every option needs a row in this table");
