/*
 * A price plan in linear mode, as text only: rules are asked for, rows are read out, one gets
 * another price, one is dropped; the plan is sent after a confirmation, and rolled back.
 */
#include "lib/talk.h"
#include "lib/test.h"

/* A sheet as marketing writes it, with a slipped digit in the second line. */
static const char sheet[] = "path,charge,price\n"
			    "/offers/Winback 2026/digital-monthly,monthly,10.49\n"
			    "/offers/Winback 2026/weekend-print,monthly,152.23\n"
			    "/offers2/all-access-winback,monthly,10.49\n"
			    "/offers2/all-access-winback-2,monthly,10.49\n";

TEST(a_sheet_is_planned_corrected_applied_and_rolled_back)
{
	CLEANUP(talk_end) struct talk t;
	talk_write_file("sheet.csv", str_of(sheet));
	talk(&t, "",
	    "offers\n/winback\nplan\nfrom=none.csv\nfrom=sheet.csv\nlist\n2\nplan-edit\nabc\n15.23\n"
	    "3\ndrop\napply\nINC-4711 sheet\n9\n#2\n3\n4\njournal\nin\nout\nU\nlist\napply\n#2\n3\n4\n"
	    "journal\noffers\n1\nquit\n");
	/* The plan's purpose and the rules, before any row. */
	expect_spoken(
	    &t, "Offers > Plan: 14 offers\nNo rule yet\nFor 14 offers: winback\npercent=5 ");
	expect_spoken(&t, "DEMO rules: \nnone.csv: No such file or directory\nDEMO rules: \n");
	expect_spoken(&t, "Offers > Plan: 4 changes, monthly GBP, 4 to review\n");
	expect_spoken(&t, "from the sheet sheet.csv (SHA-256 ");
	expect_spoken(&t,
	    "\n2. Winback Weekend Print, charge monthly, in GBP, old 14.50, new 152.23, by +137.73, "
	    "note at least 8 times the old price: extra digit?; 2 in open baskets\n");
	/* A price typed for one row: text that is not a number is asked for again. */
	expect_spoken(&t, "Enter alone chooses 152.23\nDEMO New price: \n");
	expect_spoken(&t, "set=abc: must be a decimal, such as 9.99\nDEMO New price: \n");
	expect_spoken(&t, "GBP 14.50 becomes 15.23. U undoes\n");
	expect_spoken(&t, "Row 3 of 4: All Access, welcome back, ");
	expect_spoken(&t, "1 change removed from the plan. U undoes\n");
	expect_spoken(&t, "Offers > Plan: 3 changes, monthly GBP, 3 to review\n");
	/* Sending needs a reason and the number of changes. */
	expect_spoken(&t,
	    "3 changes in DEMO, monthly GBP, 3 to review\nWinback Digital Monthly, monthly: GBP 9.99 before, "
	    "10.49 now (+0.50): ended in .99 before\n");
	expect_spoken(&t, "GBP monthly +");
	expect_spoken(&t, "Undo: you can, until another user changes a price\nReason: empty\n");
	expect_spoken(
	    &t, "Nothing has been sent. Missing: a reason, which unlocks writes for 10 minutes\n");
	expect_spoken(&t, "DEMO Reason: \n");
	expect_spoken(&t, "DEMO Number of changes: \n");
	expect_spoken(&t, "Nothing has been sent. That is not the number of changes\n");
	expect_spoken(&t, "DEMO Number of changes: \n");
	expect_spoken(&t, "Winback Digital Monthly, monthly: GBP 9.99 before, 10.49 now (+0.50)\n");
	expect_spoken(&t, "Plan: 3 of 3 changes done. ");
	expect_spoken(&t, "by +0.50, state done\n");
	expect_spoken(&t, "Row 1 of 1: plan, 3 changes, time 20 Nov 10:42, result done, ");
	expect_spoken(&t, "Journal, J-0001, plan, 3 changes, done\nResult: ok done (200)\n");
	expect_spoken(&t, "Reason: INC-4711 sheet\n");
	/* The rollback is shown first, then sent like the plan. */
	expect_spoken(&t, "Journal > Undo plan: 3 changes, monthly GBP\n");
	expect_spoken(&t,
	    "\n2. Winback Weekend Print, charge monthly, in GBP, old 15.23, new 14.50, by -0.73, ");
	expect_spoken(&t, "3 changes in DEMO, monthly GBP\n");
	expect_spoken(&t, "Winback Digital Monthly, monthly: GBP 10.49 before, 9.99 now (-0.50)\n");
	expect_spoken(&t, "Plan: 3 of 3 changes done. ");
	expect_spoken(&t, "Journal: 2 writes, ");
}

/* An unsent plan is reported when the input ends. */
TEST(rules_are_asked_for_until_they_are_valid)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "", "offers\n/concierge\nP\nadd=5%\nadd=1 currency=GBP\napply\n<Esc>\nhere\n");
	expect_spoken(&t, "add=5%: must be a decimal, such as 9.99\nDEMO rules: \n");
	expect_spoken(&t, "Offers > Plan, 1 takes another's price: 1 change in 1 of 2 offers\n");
	expect_spoken(
	    &t, "GBP charges: add 1, then round to the currency's decimals; halves round up\n");
	expect_spoken(&t,
	    "Row 1 of 1: Concierge Support, charge monthly, in GBP, old 89.00, new 90.00, by +1.00, ");
	expect_spoken(&t, "DEMO Reason: \nRow 1 of 1: Concierge Support, ");
	expect_spoken(&t, "A plan of 1 change has not been sent. Quitting discards it.\n");
}

TEST(a_plan_is_refused_where_writing_is_not_allowed)
{
	static const char *const words[] = { "--read-only", "--mask" };
	static const char *const refused[] = { "Read-only: nothing is written to the service\n",
		"People are masked, so nothing is written. :mask off shows them\n" };
	for (size_t i = 0; i < 2; i++) {
		CLEANUP(talk_end) struct talk t;
		talk(&t, words[i],
		    "offers\n/concierge\nplan\nadd=1 currency=GBP\napply\nquit\ny\nquit\n");
		expect_spoken(&t, "Row 1 of 2: Concierge Support, ");
		expect_spoken(&t, refused[i]);
		/* Quitting warns about the unsent plan; an answer that is not valid is reported. */
		expect_spoken(&t,
		    "Quit\nA plan of 1 change has not been sent. Quitting discards it.\n1. "
		    "Cancel\n2. Quit\n");
		expect_spoken(&t, "DEMO choose: \nNot one of the choices. ");
		expect_never_spoken(&t, "Number of changes");
		expect_never_spoken(&t, "changes done");
	}
}
