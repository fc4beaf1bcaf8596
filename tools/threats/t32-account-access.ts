import type { Threat } from './threat.ts';

const accounts = 'apps/server/src/modules/accounts';
const consents = 'apps/server/src/modules/access/consents';
const statements = 'apps/server/src/modules/access/statements';
const cursors = `${accounts}/cursors.test.ts`;
const readings = `${accounts}/accounts.test.ts`;
const requireConsent = `${consents}/require-consent.ts`;

export const T32: Threat = {
  id: 'T32',
  title: 'Reading accounts that the customer did not open, more of them than he opened, longer or more often',
  defence:
    'Every reading names a consent of this application and customer that is valid now; what the consent does not cover does not exist for it; readings without the customer are counted behind the lock of their row; a cursor is used once, with what the first page asked and an upper bound sealed in it; a statement is one account and period, for a quarter of an hour.',
  proofs: [
    {
      rule: 'a consent is found with its application only',
      test: { file: readings, name: 'with a consent of another application or customer, as if there were none: %s' },
      disable: { file: `${consents}/consent-store.ts`, find: "    .where('app_id', '=', given.appId)\n", replace: '' },
    },
    {
      rule: 'a consent is found with its customer only',
      test: { file: `${consents}/routes.test.ts`, name: 'gets the response of an unknown consent: %s %s' },
      disable: { file: `${consents}/consent-store.ts`, find: "    .where('customer_id', '=', given.customerId)\n", replace: '' },
    },
    {
      rule: 'an unsigned consent opens nothing',
      test: { file: readings, name: 'with a consent that is not signed: %s' },
      disable: { file: requireConsent, find: "    case 'valid':\n", replace: "    case 'valid':\n    case 'received':\n" },
    },
    {
      rule: 'a consent that was withdrawn opens nothing',
      test: { file: readings, name: 'with a consent that the customer withdrew: %s' },
      disable: { file: requireConsent, find: "    case 'valid':\n", replace: "    case 'valid':\n    case 'revokedByPsu':\n" },
    },
    {
      rule: 'a reading that runs while its consent ends is not answered',
      test: { file: 'apps/server/test/journeys/permissions.test.ts', name: 'refuses a read that the provider began before the withdrawal' },
      disable: { file: `${consents}/use-store.ts`, find: " and status = 'valid'\n", replace: '\n' },
    },
    {
      rule: 'a consent ends with its last day',
      test: { file: `${consents}/consents.test.ts`, name: 'ends a consent after its last day, and not on it' },
      disable: { file: `${consents}/consent-grant.ts`, find: 'isUsed || consent.validUntil < today', replace: 'isUsed' },
    },
    {
      rule: 'an account outside the consent does not exist',
      test: { file: readings, name: 'is answered like one that does not exist: …%s' },
      disable: {
        file: requireConsent,
        find: "consent.form === 'global' || consent.form === 'listOnly'",
        replace: "consent.form !== 'bankOffered'",
      },
    },
    {
      rule: 'a global consent opens the accounts of its customer only',
      test: { file: readings, name: 'does not exist for a global consent when it is another customer’s: …%s' },
      disable: {
        file: 'apps/server/src/modules/bank-sandbox/store/history-store.ts',
        find: 'where ${ofOwner(given)} order by account.position',
        replace: "where ${given.customerId}::text <> '' and account.sandbox_id = ${given.sandboxId} order by account.position",
      },
    },
    {
      rule: 'balances are granted for themselves',
      test: { file: readings, name: 'has no balances for a consent that does not cover them' },
      disable: {
        file: `${accounts}/routes.ts`,
        find: "if (!requireRights(reading.granted, accountId).mayBalances) throw notGranted('balances');",
        replace: '',
      },
    },
    {
      rule: 'transactions are granted for themselves',
      test: { file: readings, name: 'has no transactions for a consent that does not cover them' },
      disable: { file: `${accounts}/routes.ts`, find: "if (!rights.mayTransactions) throw notGranted('transactions');", replace: '' },
    },
    {
      rule: 'the customer opens the accounts that he chose, and no other',
      test: { file: `${consents}/consents.test.ts`, name: 'grants exactly the accounts that the customer chose' },
      disable: {
        file: `${consents}/sign-consent.ts`,
        find: 'const granted = accounts.filter(({ iban }) => chosen.includes(iban));\n  if (granted.length === new Set(chosen).size) return granted;',
        replace: 'if (accounts.length > 0) return accounts;',
      },
    },
    {
      rule: 'transactions are read back 90 days',
      test: { file: `${accounts}/transactions.test.ts`, name: 'for dates more than 90 days ago, but not for exactly 90 days' },
      disable: { file: `${accounts}/transactions-query.ts`, find: 'if (dateFrom < oldest) {', replace: "if (dateFrom === '') {" },
    },
    {
      rule: 'a page behind the first belongs to the reading that was counted',
      test: { file: cursors, name: 'not to another day of the tenant clock, and is valid again when the clock is back' },
      disable: {
        file: `${accounts}/cursor.ts`,
        find: 'if (countedOn !== authority.countedOn || beganAt > authority.at) {',
        replace: "if (countedOn === 'x') {",
      },
    },
    {
      rule: 'a page behind the first is of the consent and account of its first',
      test: { file: cursors, name: 'not to another account, consent or statement' },
      disable: {
        file: `${accounts}/cursor.ts`,
        find: ' || sealed[0][1] !== authority.authorityId || sealed[0][2] !== authority.accountId',
        replace: '',
      },
    },
    {
      rule: 'each page is read once, several uses at once too',
      test: { file: cursors, name: 'so that one of ten parallel uses succeeds: %s' },
      disable: { file: `${accounts}/answer-transactions.ts`, find: 'if (!isOurs) throw cursorUsed();', replace: 'void isOurs;\n  void cursorUsed;' },
    },
    {
      rule: 'a lost answer is repeated for its own request, twice',
      test: { file: cursors, name: 'the same request returns the same page again, twice, with a valid link to the next: %s' },
      disable: {
        file: `${accounts}/cursor-store.ts`,
        find: ' and known.repeats < ${given.repeatsMax}::integer\n',
        replace: ' and ${given.repeatsMax}::integer > 0\n',
      },
    },
    {
      rule: 'the size of a page is the one of the first',
      test: { file: cursors, name: 'so that another %s is refused by its name' },
      disable: {
        file: `${accounts}/answer-transactions.ts`,
        find: 'if (continued !== undefined) requireSameQuestion(continued, query);',
        replace: 'void requireSameQuestion;',
      },
    },
    {
      rule: 'a page behind the first holds nothing newer',
      test: { file: cursors, name: 'when something is booked between the pages of a delta report' },
      disable: { file: `${accounts}/read-transactions.ts`, find: 'upTo: continued?.upTo };', replace: 'upTo: undefined };' },
    },
    {
      rule: 'balances come with the first page',
      test: { file: cursors, name: 'and no balance, which would be the current one' },
      disable: {
        file: `${accounts}/routes.ts`,
        find: 'page.isFirst && request.query.withBalance === true',
        replace: 'request.query.withBalance === true',
      },
    },
    {
      rule: 'an entry that is not there is a reading, too',
      test: { file: cursors, name: 'a request with an unknown entry reference is counted as a reading' },
      disable: {
        file: `${accounts}/routes.ts`,
        find: "if (page === 'entryUnknown' || page.isFirst)",
        replace: "if (page !== 'entryUnknown' && page.isFirst)",
      },
    },
    {
      rule: 'a statement is found with its application and customer only',
      test: {
        file: `${accounts}/statement-reading.test.ts`,
        name: 'by another application or customer (%s), with the response for an unknown statement',
      },
      disable: { file: `${statements}/statement-store.ts`, find: "    .where('app_id', '=', appId)\n", replace: '' },
    },
    {
      rule: 'a statement is read once it is signed',
      test: { file: `${accounts}/statement-reading.test.ts`, name: 'before it is signed' },
      disable: { file: `${statements}/require-statement.ts`, find: "    case 'valid':\n", replace: "    case 'valid':\n    case 'received':\n" },
    },
    {
      rule: 'a statement is read for a quarter of an hour',
      test: {
        file: `${accounts}/statement-reading.test.ts`,
        name: 'from 15 minutes after the signature, including its next page',
      },
      disable: { file: `${statements}/statement-grant.ts`, find: 'STATEMENT_READ_SECONDS * 1000', replace: 'STATEMENT_READ_SECONDS * 1100' },
    },
    {
      rule: 'whether there is enough money is told of the own accounts only',
      test: {
        file: 'apps/server/src/modules/funds-confirmations/funds-confirmations.test.ts',
        name: 'for an account of another customer like for an unknown one',
      },
      disable: {
        file: 'apps/server/src/modules/bank-sandbox/store/account-store.ts',
        find: ".where('account.customer_id', '=', given.customerId)",
        replace: ".where('account.customer_id', '<>', '')",
      },
    },
    {
      rule: 'funds confirmations of a day do not find a balance',
      test: { file: 'apps/server/src/modules/funds-confirmations/funds-confirmations.test.ts', name: 'do not reveal a balance by bisection' },
      disable: {
        file: 'apps/server/src/modules/funds-confirmations/count-store.ts',
        find: 'where known.answered < ${given.limit}::integer',
        replace: 'where ${given.limit}::integer > 0',
      },
    },
    {
      rule: 'funds confirmations are counted by developer',
      test: {
        file: 'apps/server/src/modules/funds-confirmations/funds-confirmations.test.ts',
        name: 'are counted over all applications of a developer, and separately for another developer',
      },
      disable: {
        file: 'apps/server/src/modules/funds-confirmations/confirm-funds.ts',
        find: '(await deps.tppApps.developerOf(appId)) ?? appId',
        replace: 'appId',
      },
    },
    {
      rule: 'readings that come at once are counted one by one',
      test: { file: `${accounts}/frequency.test.ts`, name: 'simultaneous readings do not exceed the limit' },
      disable: {
        file: `${consents}/use-store.ts`,
        find: 'else known.attended end < ${given.limit}::integer',
        replace: 'else known.attended end <= ${given.limit}::integer',
      },
    },
    {
      rule: 'a one-off consent is for one reading, with or without the customer',
      test: { file: `${accounts}/frequency.test.ts`, name: 'allows one reading of each endpoint and account, with or without the customer' },
      disable: { file: `${consents}/count-use.ts`, find: '!isRecurring || !use.isAttended', replace: '!use.isAttended' },
    },
    {
      rule: 'a page that is repeated leads on by one cursor',
      test: {
        file: `${accounts}/cursors.test.ts`,
        name: 'repeated requests lead to at most one valid next cursor: %s',
      },
      disable: {
        file: `${accounts}/cursor.ts`,
        find: "reading.cursorId === undefined ? random.id('cur')",
        replace: "reading.cursorId !== '' ? random.id('cur')",
      },
    },
  ],
};
