/** The calls with which a developer, or a developer's continuous integration, prepares a sandbox. The pages of the portal and `portico-tpp` use them. */
import { Type } from 'typebox';
import { withMaintenance } from '../errors/maintenance-errors.ts';
import { SANDBOX_MANAGEMENT_ERRORS } from '../errors/sandbox-management-errors.ts';
import type { Operation, Section } from '../operation.ts';

const AT = '/api/tpp';
const SANDBOX = `${AT}/sandbox`;
const READS = ['Tpp-Client-Id?', 'X-Request-ID?'] as const;
const CHANGES = ['Origin', 'X-Request-ID', 'Tpp-Client-Id?'] as const;
/** The guard against foreign pages takes a JSON body alone, so calls that need no data have an empty object. */
const NO_DATA = { body: Type.Object({}, { additionalProperties: false }) };
const TABLE = { type: 'text/csv', schema: { type: 'string' } } as const;

type Described = Omit<Operation, 'headers' | 'errors' | 'operationId'> & { readonly operationId: keyof typeof SANDBOX_MANAGEMENT_ERRORS };

/** A call of GET changes nothing. */
function describe(operation: Described): Operation {
  const headers = operation.method === 'GET' ? READS : CHANGES;
  return { ...operation, headers, errors: SANDBOX_MANAGEMENT_ERRORS[operation.operationId] };
}

const APPLICATIONS: readonly Described[] = [
  {
    operationId: 'startSandbox',
    method: 'POST',
    path: AT,
    summary: 'Create the first application and sandbox',
    description: 'Creates an application with its sandbox for a developer who has none. Otherwise the call changes nothing, so it can be repeated.',
    wire: NO_DATA,
    answers: [{ status: 204, description: 'The developer has an application and a sandbox.' }],
  },
  {
    operationId: 'listApplications',
    method: 'GET',
    path: `${AT}/applications`,
    summary: 'List the applications of the developer',
    description: 'Returns the applications, the oldest first. Each has a sandbox.',
    answers: [{ status: 200, description: 'The applications; an empty list before the first one.' }],
  },
  {
    operationId: 'createApplication',
    method: 'POST',
    path: `${AT}/applications`,
    summary: 'Create another application and sandbox',
    description: 'Creates an application with its own sandbox, up to five for one developer.',
    answers: [{ status: 201, description: 'The application.' }],
  },
];

const CUSTOMERS: readonly Described[] = [
  {
    operationId: 'listTestCustomers',
    method: 'GET',
    path: `${AT}/psu`,
    summary: 'List the test customers',
    description: 'Returns the test customers of the sandbox by user name. At most one has an access token.',
    answers: [{ status: 200, description: 'The test customers.' }],
  },
  {
    operationId: 'activateTestCustomer',
    method: 'POST',
    path: `${AT}/psu`,
    summary: 'Get an access token of a test customer',
    description: 'Issues an access token for the named test customer. The token of the customer who had one before becomes invalid.',
    answers: [{ status: 200, description: 'The customer with the token.' }],
  },
  {
    operationId: 'createTestCustomer',
    method: 'POST',
    path: `${AT}/customers`,
    summary: 'Create a test customer',
    description: 'Creates a person or a company with a drawn personal code and user name, and with one account.',
    answers: [{ status: 201, description: 'The customer.' }],
  },
  {
    operationId: 'deleteTestCustomer',
    method: 'DELETE',
    path: `${AT}/customers/:id`,
    summary: 'Delete a test customer',
    description: 'Deletes a customer that the developer created, with accounts, consents and payments.',
    wire: NO_DATA,
    answers: [{ status: 204, description: 'The customer is deleted.' }],
  },
  {
    operationId: 'setTestScenario',
    method: 'PUT',
    path: `${AT}/customers/:id/scenario`,
    summary: 'Set the scenario of a test customer',
    description: 'Sets how the customer and the device answer from now on. The guide about the sandbox explains each scenario.',
    answers: [{ status: 200, description: 'The customer.' }],
  },
  {
    operationId: 'listTestAccounts',
    method: 'GET',
    path: `${AT}/customers/:id/accounts`,
    summary: 'List the accounts of a test customer',
    description: 'Returns the accounts with their booked balances.',
    answers: [{ status: 200, description: 'The accounts.' }],
  },
  {
    operationId: 'createTestAccount',
    method: 'POST',
    path: `${AT}/customers/:id/accounts`,
    summary: 'Open an account of a test customer',
    description: 'Opens an account with a drawn IBAN and the given balance, at most 1000000.00.',
    answers: [{ status: 201, description: 'The account.' }],
  },
  {
    operationId: 'deleteTestAccount',
    method: 'DELETE',
    path: `${AT}/customers/:id/accounts/:iban`,
    summary: 'Close an account of a test customer',
    description: 'Closes an account on which no money is reserved.',
    wire: NO_DATA,
    answers: [{ status: 204, description: 'The account is closed.' }],
  },
];

const CLOCK: readonly Described[] = [
  {
    operationId: 'getTestClock',
    method: 'GET',
    path: `${AT}/clock`,
    summary: 'Read the test clock',
    description: 'Returns the time of the sandbox, and whether it is the real time.',
    answers: [{ status: 200, description: 'The clock.' }],
  },
  {
    operationId: 'advanceTestClock',
    method: 'POST',
    path: `${AT}/clock/advance`,
    summary: 'Advance the test clock',
    description: 'Advances the time of the sandbox by minutes, days or months, and executes what falls due until then.',
    answers: [{ status: 200, description: 'The clock after the step.' }],
  },
  {
    operationId: 'restoreTestClock',
    method: 'DELETE',
    path: `${AT}/clock`,
    summary: 'Return to real time',
    description: 'Sets the sandbox to real time and resets every customer of it.',
    answers: [{ status: 200, description: 'The clock.' }],
  },
];

const FILES: readonly Described[] = [
  {
    operationId: 'exportSandbox',
    method: 'GET',
    path: `${SANDBOX}/document`,
    summary: 'Export the sandbox as one document',
    description: 'Returns customers, accounts and transactions. The document has no personal codes, IBANs or ids of the sandbox.',
    answers: [{ status: 200, description: 'The document.' }],
  },
  {
    operationId: 'getSandboxSchema',
    method: 'GET',
    path: `${SANDBOX}/document/schema`,
    summary: 'Read the JSON Schema of sandbox documents',
    description: 'Returns the JSON Schema 2020-12 of the documents that the export writes and the import reads. The call needs no session.',
    answers: [{ status: 200, description: 'The schema.', content: { type: 'application/schema+json', schema: { type: 'object' } } }],
  },
  {
    operationId: 'exportTestCustomers',
    method: 'GET',
    path: `${SANDBOX}/customers.csv`,
    summary: 'Export the test customers as CSV',
    description: 'Returns one row for each customer, with user name and personal code.',
    answers: [{ status: 200, description: 'The file, UTF-8.', content: TABLE }],
  },
  {
    operationId: 'exportTestAccounts',
    method: 'GET',
    path: `${SANDBOX}/accounts.csv`,
    summary: 'Export the accounts as CSV',
    description: 'Returns one row for each account, with the user name of its customer.',
    answers: [{ status: 200, description: 'The file, UTF-8.', content: TABLE }],
  },
  {
    operationId: 'exportTestTransactions',
    method: 'GET',
    path: `${SANDBOX}/transactions.csv`,
    summary: 'Export the transactions as CSV',
    description: 'Returns one row for each transaction, with the IBAN of its account.',
    answers: [{ status: 200, description: 'The file, UTF-8.', content: TABLE }],
  },
  {
    operationId: 'importSandbox',
    method: 'POST',
    path: `${SANDBOX}/document`,
    summary: 'Import a sandbox document',
    description:
      '`mode=replace` gives the sandbox the customers of the document and resets the seeded ones. `mode=add` creates each customer of the document as another one. `dates=moved` moves the transactions to the present. The server checks the whole document first; a faulty one changes nothing.',
    answers: [{ status: 200, description: 'How many customers, accounts and transactions were imported.' }],
  },
  {
    operationId: 'importSandboxTables',
    method: 'POST',
    path: `${SANDBOX}/tables`,
    summary: 'Import CSV files of a sandbox',
    description: 'Imports the texts of the CSV files of an export together, in any order. The query is the same as for a document.',
    answers: [{ status: 200, description: 'How many customers, accounts and transactions were imported.' }],
  },
  {
    operationId: 'seedSandbox',
    method: 'POST',
    path: `${SANDBOX}/seed`,
    summary: 'Fill the sandbox from a seed',
    description: 'Replaces the content of the sandbox. The same seed always gives the same names, accounts, amounts and texts.',
    answers: [{ status: 200, description: 'How many customers, accounts and transactions the sandbox got.' }],
  },
];

export const SANDBOX_MANAGEMENT: Section = withMaintenance(
  {
    apiId: 'sandbox-management',
    title: 'Sandbox management',
    needs: `GET ${AT}/psu`,
    description:
      'Calls that prepare a sandbox, for example in continuous integration: test customers, accounts, the clock, exports and imports. They take the session of a developer, not a token. In the explorer your login at the portal is the session. A program logs in with `portico-tpp login`, or sends `POST /identity/sign-in` to the portal with `{"email", "password"}` and keeps the cookies. `Tpp-Client-Id` chooses one of several applications. These calls exist in the sandbox only.',
    operations: [...APPLICATIONS, ...CUSTOMERS, ...CLOCK, ...FILES].map(describe),
  },
  'MAINTENANCE',
);
