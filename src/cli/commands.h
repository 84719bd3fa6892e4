/*
 * commands.h - the commands, each in command.c of its subject or in cli. Each parses its
 * remaining arguments, prints, and returns the exit status (exits.h). Data goes to stdout, messages
 * to stderr.
 */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/args.h"

/* get VIEW */
int get_run(struct args *args);

/* contact OUTCOME BASKET…: records the outcome in the contact log */
int contact_run(struct args *args);
/* api [METHOD] PATH: prints the response of any path of the API */
int api_run(struct args *args);

/* logs [TERMS]: prints the requests that the service answered */
int logs_run(struct args *args);

/* login: prints the address and the code to stderr, and after sign-in the user. Returns 4 if the
 * sign-in failed. */
int login_run(struct args *args);
/* Returns 0 even if there was no sign-in. */
int logout_run(struct args *args);
/* Prints the user on stdout, with -o json as one object. Requests a basket from the service, so
 * that a rejected token is detected: then it returns 4. */
int whoami_run(struct args *args);

/* check catalog, check journeys: returns EXIT_FAILED if there are errors or warnings. */
int check_run(struct args *args);
/* whatif: the journey that a visitor would take */
int whatif_run_command(struct args *args);
/* snapshot save, snapshot diff: diff returns EXIT_FAILED if there are differences. */
int snapshot_run(struct args *args);

/* export page: campaigns, offers and journeys as an HTML page */
int export_run(struct args *args);

/* plan FILE, plan show, check, apply, resume, rollback and approve */
int plan_run(struct args *args);
/* identity link, unlink and resolve */
int identity_run(struct args *args);
/* journal list and journal verify */
int journal_run(struct args *args);

/* config show, check, edit and probe */
int settings_run(struct args *args);
/* config probe: prints a row for each read; returns EXIT_FAILED if a read violates the contract. */
int probe_run(struct args *args);

/* tour list, tour follow and tour check FILE */
int tour_command(struct args *args);

/* bug-report [LOG]: prints versions, system, terminal, files and settings, without secrets */
int bug_report_run(struct args *args);

#endif
