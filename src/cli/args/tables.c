#include "cli/args/args.h"

#include "cli/args/parts.h"

#define FOR(command) (1u << COMMAND_##command)

enum {
	FOR_SCREENS = FOR(CONSOLE) | FOR(DEMO),
	FOR_PRINTERS = FOR(GET) | FOR(CHECK) | FOR(WHATIF) | FOR(IDENTITY) | FOR(JOURNAL) |
	    FOR(SNAPSHOT) | FOR(PLAN) | FOR(CONFIG) | FOR(COMPLETION) | FOR(WHOAMI),
	FOR_SIGNERS = FOR(LOGIN) | FOR(LOGOUT),
	FOR_SERVICE = FOR(SERVE) | FOR(TOKEN) | FOR(IMPORT) | FOR(AUDIT),
	FOR_ALL = FOR_SCREENS | FOR_PRINTERS | FOR_SIGNERS
};

/* The members of every command: its name, its arguments, and one line of help. */
#define COMMAND(command, words, line) .name = (command), .arguments = (words), .help = (line)

const struct command_info command_infos[] = {
	[COMMAND_CONSOLE] = { COMMAND("", "[VIEW]", "the console, at a view"),
	    .notes =
		"Without BACKROOM_URL and without config.conf it says how to begin. It needs a "
		"terminal." },
	[COMMAND_DEMO] = { COMMAND("demo", "[VIEW] | -- COMMAND …",
			       "the console, or a command, on invented data"),
	    .notes =
		"Serves demo data from memory on a free port of this machine for as long as it runs. "
		"Behind -- stands what would stand behind `backroom`: `backroom demo -- get baskets`. "
		"Without a terminal it prints the baskets." },
	[COMMAND_GET] = { COMMAND("get", "VIEW", "what a VIEW shows, on stdout"),
	    .notes =
		"Data goes to stdout, words to stderr: of how many these are, and whether more "
		"exist.",
	    .parts = get_parts,
	    .example = "backroom demo -- get baskets tag:reseller sort=-created \\\n"
		       "    -o csv --max 5" },
	[COMMAND_CHECK] = { COMMAND("check", "catalog | journeys", "what is wrong there, by rules"),
	    .notes =
		"Reads all that the rules look at and prints a line for each finding: the rule's name, "
		"which stays, its severity, the path and what was found. It exits with 1 when there "
		"are findings, so that it can stand before a launch. Rules that are muted, by --mute "
		"or in config.conf, are counted on stderr alone. Where lists have revisions of their own, or ones "
		"that change at every read, all is read twice and each list compared with itself: by check, plan and "
		"snapshot alike." },
	[COMMAND_WHATIF] = { COMMAND("whatif", "--segment PATH…",
				 "where a visitor in these segments would go"),
	    .notes =
		"Each journey fires, does not, is not reached, or cannot be told, with the reason; then the "
		"share of each destination, and how many of 10,000 visitors drawn from a seed come to it. A "
		"visitor is in no segment that is not named; of one behind --unknown nobody knows, so shares "
		"may be ranges. A segment may be named without /segments/. It is a simulation of the "
		"configuration: --any, --last and --scaled change what is assumed.",
	    .example = "backroom demo -- whatif --segment /segments/lapsed-365 \\\n"
		       "    --segment /segments/region-uk" },
	[COMMAND_IDENTITY] = { COMMAND("identity", "link | unlink OWNER | resolve [J-0412]",
				   "external identities"),
	    .notes =
		"Takes --iss and --sub, or --from with the columns owner,iss,sub[,reason]. Each is "
		"checked and shown in words, and asked for, unless --yes says so; without a terminal "
		"--yes is needed. Those of a file go out one after the other; where "
		"the service says that they are too many, the same one is sent again when it says, at most five times; what became of each is "
		"added to FILE.csv.results, and a rerun goes on with what is not done: what is done is "
		"not sent again, what was refused is tried again. With --dry-run nothing is sent and "
		"nothing noted: the request is printed with what is known of it, and of a file what each row is: to "
		"do, done before, wrong (no row is sent while one is) or doubtful: the "
		"journal has its identity at another owner, so it will be refused. Each is noted in "
		"the journal before it is sent; where the answer never came, resolve asks again under "
		"the same key within a day, and nothing is done twice.",
	    .example = "backroom demo -- identity link id-01a7d3f05e9b4c62881f7be02d94c6a3 \\\n"
		       "    --iss https://login.example/ --sub jane --yes" },
	[COMMAND_JOURNAL] = { COMMAND("journal", "list | verify",
				  "what this account wrote from this host"),
	    .notes =
		"Every write is noted before it is sent, and again when it is answered: who, when, "
		"why, to which environment, what was asked and what came of it. list prints them, the "
		"newest first, with -e those to one environment; json has all of each. An action that this version does not know is named as such. verify follows the chain of hashes through the "
		"journal and names the first line that was changed, moved or taken out; it exits with "
		"1 then. A line that was written while the note of its end was missing or did not fit "
		"says so itself, and verify says it from then on. Who can write the journal could make all of it anew: to notice that too, "
		"keep the hash that verify prints somewhere else." },
	[COMMAND_SNAPSHOT] = { COMMAND("snapshot", "save FILE | diff FILE [FILE]",
				   "the catalog, in files"),
	    .notes =
		"save writes JSON lines {\"kind\",\"published\",\"item\"}, each item as it was sent, to "
		"FILE, of which - is stdout; a file that is there is replaced, whole, with --yes alone, a device or a pipe is written into. diff "
		"compares two of them, or one with what the service has now, by kind and path: what "
		"was added, removed or changed, member by member. Ids, versions, times and users are "
		"left out unless --all-members asks for them: each environment gives its own. It exits with 1 when something "
		"differs." },
	[COMMAND_PLAN] = { COMMAND("plan", "FILE RULE… | VERB FILE",
			       "new prices and attributes in bulk"),
	    .notes =
		"With --select VIEW it writes to FILE what the rules would make of the offers that the VIEW shows, and prints "
		"it; nothing is sent. Rules are applied in their order: set=9.99, add=-0.50, percent=5, "
		"round=0.05 to a multiple, round=.99 to the nearest that ends so; charge=NAME and currency=GBP say "
		"which charges are meant, half=even that a half goes to the even neighbour instead of up. Prices are exact: without a round they "
		"are rounded to their currency's decimals, and what cannot be computed to the last digit is refused and "
		"named; then it exits with 3. NOTE says what to review, and marks the change: a slipped digit, a price that was free, a change by more than a factor of two, a move against the rule, an ending that is lost, "
		"a price that falls below or moves away from that of the same offer in another market, more than the environment's plan-threshold, "
		"other offers whose price it is; in json each has a name, under smells. The file is sealed: one that was changed since is refused. "
		"Nothing is done twice, whatever ended a run: behind each batch it is read back what is so, and that is believed. "
		"It exits with 3 when a change was dropped, refused or left out for review, with 1 when check finds that something is no longer so.",
	    .parts = plan_parts,
	    .example = "backroom demo -- plan winback.jsonl --select offers \\\n"
		       "    percent=5 round=.99 currency=GBP" },
	[COMMAND_LOGIN] = { COMMAND("login", "[--device | --browser]",
				"sign in to an environment with an issuer"),
	    .notes =
		"Prints an address and a code to be typed there, on any device, and waits; or opens a browser on this machine. The sign-in is kept "
		"in a private file (or where token-store says), for every console and command of this account, and "
		"renewed by itself until logout, or until the issuer ends it. Then the service is asked for a basket." },
	[COMMAND_LOGOUT] = { COMMAND("logout", "", "forget the sign-in, and tell the issuer"),
	    .notes = "0 also when nobody was signed in." },
	[COMMAND_WHOAMI] = { COMMAND("whoami", "", "who one is to a service, and what one may"),
	    .notes =
		"What the token says of itself, decoded and not verified; an opaque one says nothing here. The service is asked for a basket, so that "
		"a token that it does not take is seen: it exits with 4 then." },
	[COMMAND_CONFIG] = { COMMAND(
				 "config", "check | show | edit | probe", "the files people write"),
	    .notes =
		"check names the mistakes of each file with their lines, up to the first that keeps the rest from being read; show prints the settings that are not as usual (with --all those, too) and where each stands; "
		"edit opens your own config.conf in $VISUAL or $EDITOR and saves it only when it is right; probe "
		"reads a little of everything that the service has and says where its answers do not "
		"keep the contract. It writes nothing." },
	[COMMAND_COMPLETION] = { COMMAND("completion", "bash | zsh | fish",
				     "what a shell completes, as a script for it"),
	    .notes = "./run install puts it where shells look for it. By hand: "
		     "`source <(backroom completion bash)`, in zsh likewise behind compinit; "
		     "`backroom completion fish | source`." },
	[COMMAND_SERVE] = { COMMAND("serve", "[OPTIONS]", "the back-office service itself"),
	    .elsewhere = true },
	[COMMAND_TOKEN] = { COMMAND("token", "[OPTIONS]", "a token for a local service's own key"),
	    .elsewhere = true },
	[COMMAND_IMPORT] = { COMMAND("import", "FILE [--store URL] [--dry-run]",
				 "puts a snapshot into the store of a service of your own"),
	    .elsewhere = true },
	[COMMAND_AUDIT] = { COMMAND("audit", "verify [--store URL]",
				"checks the chain of what was written to a store"),
	    .elsewhere = true },
	[COMMAND_STORE] = { COMMAND("store", "copy FROM TO",
				"copies a store, to another database too, and reads it back"),
	    .elsewhere = true },
};
_Static_assert(
    sizeof(command_infos) / sizeof(*command_infos) == COMMAND_COUNT, "a row for every command");

/* The members of every option: its name, its argument (NULL: none), and its help. */
#define OPTION(option, follows, words) .name = (option), .argument = (follows), .help = (words)

const struct option_info option_infos[] = {
	[OPTION_ENVIRONMENT] = { OPTION("--environment", "ENV",
				     "which environment of config.conf ($BACKROOM_ENV)"),
	    .commands = FOR_ALL, .letter = 'e' },
	[OPTION_OUTPUT] = { OPTION("--output", "FORMAT",
				"table, wide, md, json, ndjson, csv, tsv or raw; of the catalog tree or dot, too"),
	    .commands = FOR_PRINTERS, .letter = 'o' },
	[OPTION_ALL] = { OPTION("--all", NULL,
			     "all that the service has: follows its cursors; of config show what is as usual, too"),
	    .commands = FOR(GET) | FOR(CONFIG) },
	[OPTION_MAX] = { OPTION("--max", "N", "at most so many"), .commands = FOR(GET) },
	[OPTION_FIELDS] = { OPTION("--fields", "a,b.c",
				"only these members, by dotted paths, through arrays without numbers, as in orderItems[].name; quotes around a name with dots"),
	    .commands = FOR_PRINTERS },
	[OPTION_CURL] = { OPTION("--curl", NULL,
			      "print the request as a curl command, do not send it; what it does not ask for is said"),
	    .commands = FOR(GET) },
	[OPTION_NUL] = { OPTION("--null", NULL,
			     "end the lines of ndjson, csv and tsv with NUL, for xargs -0"),
	    .commands = FOR_PRINTERS, .letter = '0' },
	[OPTION_NO_PAGER] = { OPTION("--no-pager", NULL,
				  "print to the terminal what is longer than it, too"),
	    .commands = FOR_ALL },
	[OPTION_FOR] = { OPTION("--for", "mail",
			     "of baskets a list for a mail tool: a row a person, with the link of the newest open one"),
	    .commands = FOR(GET) },
	[OPTION_NOT_WITHIN] = { OPTION("--not-within", "14d",
				    "with --for mail: nobody who was contacted within that time (7d)"),
	    .commands = FOR(GET) },
	[OPTION_RECORD] = { OPTION("--record", NULL,
				"with --for mail: remember that these links were sent, so that the next list leaves them out"),
	    .commands = FOR(GET) },
	[OPTION_MUTE] = { OPTION("--mute", "ID[,ID…]",
			      "leave these rules out, beside those of config.conf"),
	    .commands = FOR(CHECK) },
	[OPTION_SEGMENT] = { OPTION("--segment", "PATH",
				 "the visitor is in it; may come several times"),
	    .commands = FOR(WHATIF) },
	[OPTION_UNKNOWN] = { OPTION("--unknown", "PATH",
				 "nobody knows whether the visitor is in it; may come several times"),
	    .commands = FOR(WHATIF) },
	[OPTION_ANY] = { OPTION("--any", NULL, "assume that one condition of a journey is enough"),
	    .commands = FOR(WHATIF) },
	[OPTION_LAST] = { OPTION("--last", NULL, "assume that the last journey that matches wins"),
	    .commands = FOR(WHATIF) },
	[OPTION_SCALED] = { OPTION("--scaled", NULL,
				"assume that a journey's splits are scaled to 100, however little they add up to"),
	    .commands = FOR(WHATIF) },
	[OPTION_ISS] = { OPTION("--iss", "ISS", "the identity's issuer, byte for byte"),
	    .commands = FOR(IDENTITY) },
	[OPTION_SUB] = { OPTION("--sub", "SUB", "the identity's subject, byte for byte"),
	    .commands = FOR(IDENTITY) },
	[OPTION_SELECT] = { OPTION("--select", "VIEW",
				"which offers, as get takes them: \"offers Winback\"; of a plan that exists which changes"),
	    .commands = FOR(PLAN) },
	[OPTION_REASON] = { OPTION("--reason", "TEXT", "why, for the journal or the plan"),
	    .commands = FOR(IDENTITY) | FOR(PLAN) },
	[OPTION_FROM] = { OPTION(
			      "--from", "FILE.csv", "those of a file; plan: what a sheet changes"),
	    .commands = FOR(IDENTITY) | FOR(PLAN) },
	[OPTION_DRY_RUN] = { OPTION("--dry-run", NULL,
				 "check and print, send nothing; plan exits with 8 when there are changes"),
	    .commands = FOR(IDENTITY) | FOR(PLAN) },
	[OPTION_RATE] = { OPTION("--rate", "N", "at most so many a second (20)"),
	    .commands = FOR(IDENTITY) },
	[OPTION_BASKETS] = { OPTION("--baskets", NULL,
				 "read the open baskets, too, and say how often they have what changes"),
	    .commands = FOR(PLAN) },
	[OPTION_BATCH] = { OPTION("--batch", "N", "at most so many offers in a request (1000)"),
	    .commands = FOR(PLAN) },
	[OPTION_KEEP_GOING] = { OPTION("--keep-going", NULL,
				    "send the next batch behind one that did not go as planned, too"),
	    .commands = FOR(PLAN) },
	[OPTION_INCLUDE_REVIEW] = { OPTION("--include-review", NULL,
					"send changes that are marked for review, too"),
	    .commands = FOR(PLAN) },
	[OPTION_ALL_MEMBERS] = { OPTION("--all-members", NULL,
				     "of snapshot diff: compare ids, versions, times and users, too, which each environment gives its own"),
	    .commands = FOR(SNAPSHOT) },
	[OPTION_YES] = { OPTION("--yes", NULL, "do not ask; replace the file of a snapshot"),
	    .commands = FOR(IDENTITY) | FOR(PLAN) | FOR(SNAPSHOT) },
	[OPTION_DEVICE] = { OPTION("--device", NULL,
				"sign in by a code on another device, whatever config.conf says"),
	    .commands = FOR(LOGIN) },
	[OPTION_BROWSER] = { OPTION("--browser", NULL, "sign in by a browser on this machine"),
	    .commands = FOR(LOGIN) },
	[OPTION_PACK] = { OPTION("--pack", "PACK", "which demo data: tour, awkward or big"),
	    .commands = FOR(DEMO) },
	[OPTION_NOW] = { OPTION("--now", "TIME",
			     "take this for the present time, as in "
			     "2026-11-20T10:42:00Z"),
	    .commands = FOR_ALL },
	[OPTION_FAULT] = { OPTION("--fault", "502:5%",
			       "let a share of the lists fail; \"demo\" is every 25th, and late assets"),
	    .commands = FOR(DEMO) },
	[OPTION_DELAY] = { OPTION("--delay", "200ms", "let every answer come late"),
	    .commands = FOR(DEMO) },
	[OPTION_LIVING] = { OPTION("--living", "[=SECONDS]",
				"let the data change every so often (120)"),
	    .commands = FOR(DEMO) },
	[OPTION_SHORT_TOKENS] = { OPTION("--short-tokens", NULL,
				      "let the sign-in end after three minutes"),
	    .commands = FOR(DEMO) },
	[OPTION_KEYMAP] = { OPTION("--keymap", "NAME", "default or vim, over the configuration's"),
	    .commands = FOR_SCREENS },
	[OPTION_THEME] = { OPTION("--theme", "NAME",
			       "auto, dark, light, high-contrast, projector, mono or your own, over the configuration's"),
	    .commands = FOR_SCREENS },
	[OPTION_ASCII] = { OPTION("--ascii", NULL, "draw with ASCII alone"), .commands = FOR_ALL },
	[OPTION_LINEAR] = { OPTION("--linear", NULL,
				"the console line by line, for screen readers and slow lines: nothing is drawn"),
	    .commands = FOR_SCREENS },
	[OPTION_READ_ONLY] = { OPTION("--read-only", NULL, "write nothing to the service"),
	    .commands = FOR_ALL },
	[OPTION_MASK] = { OPTION("--mask", NULL,
			      "show people by pseudonyms, send no link and write nothing"),
	    .commands = FOR_ALL },
	[OPTION_LOG] = { OPTION("--log", "FILE",
			     "append a JSON line for each exchange with the service to a file"),
	    .commands = FOR_ALL },
	[OPTION_SCRIPT] = { OPTION("--script", "FILE",
				"keys and checks from a file instead of a "
				"terminal"),
	    .commands = FOR_SCREENS },
	[OPTION_HELP] = { OPTION("--help", NULL, "this text; of one command behind its word"),
	    .commands = FOR_ALL | FOR_SERVICE, .letter = 'h' },
	[OPTION_VERSION] = { OPTION("--version", NULL, "the version"),
	    .commands = FOR_ALL | FOR_SERVICE },
	[OPTION_MAN] = { OPTION("--man", NULL, "the manual page as roff"), .commands = FOR_ALL },
};
_Static_assert(
    sizeof(option_infos) / sizeof(*option_infos) == OPTION_COUNT, "a row for every option");
