/** Refusals of the calls with a developer's session, by operation. */
import type { UiErrorCode } from '@portico/contract/values';
import type { ErrorRow } from '../operation.ts';

interface ManagementErrorRow extends ErrorRow {
  readonly code: UiErrorCode;
}

const SERVICE: readonly ManagementErrorRow[] = [
  { status: 400, code: 'FORMAT_ERROR', when: 'a header comes twice, or the address cannot be read' },
  { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', when: 'the request is packed' },
  { status: 429, code: 'RATE_LIMITED', when: 'too many calls came from this address in a minute' },
  { status: 500, code: 'INTERNAL_ERROR', when: 'the bank made a mistake; give it the X-Request-ID' },
  { status: 503, code: 'UNAVAILABLE', when: 'the service is stopping or busy' },
];
const SESSION: readonly ManagementErrorRow[] = [
  { status: 401, code: 'NOT_SIGNED_IN', when: 'no session of a developer came, or it has ended' },
  { status: 403, code: 'TPP_ID_MISMATCH', when: 'the header Tpp-Id names another developer than the session' },
];
const APPLICATION: readonly ManagementErrorRow[] = [
  { status: 400, code: 'FORMAT_ERROR', when: 'Tpp-Client-Id cannot be a client id' },
  { status: 404, code: 'NOT_FOUND', when: 'the developer has no application, or none with the client id of Tpp-Client-Id' },
];
/** Of every call that changes something. A body that is not JSON is refused here. */
const CHANGE: readonly ManagementErrorRow[] = [
  {
    status: 403,
    code: 'ORIGIN_DENIED',
    when: 'Origin is not an origin of this portal, X-Request-ID is missing, or the body is not application/json',
  },
  { status: 400, code: 'FORMAT_ERROR', when: 'a field of the body is missing, unknown or not of the accepted form; path names it' },
  { status: 413, code: 'PAYLOAD_TOO_LARGE', when: 'the body is larger than 1 MiB' },
];
const TURN: ManagementErrorRow = {
  status: 429,
  code: 'RATE_LIMITED',
  when: 'more than 21 changes of the developer or of the sandbox came at once',
};
const CUSTOMER: ManagementErrorRow = { status: 404, code: 'NOT_FOUND', when: 'the sandbox has no such test customer' };
const SUSPENDED: ManagementErrorRow = { status: 409, code: 'APPLICATION_SUSPENDED', when: 'the bank has suspended the application' };
const APPLICATIONS_OF_DAY: ManagementErrorRow = {
  status: 429,
  code: 'RATE_LIMITED',
  when: 'the developer made ten applications within 24 hours; Retry-After says when to ask again',
};

const READ: readonly ManagementErrorRow[] = [...SESSION, ...APPLICATION, ...SERVICE];
const WRITE: readonly ManagementErrorRow[] = [...CHANGE, ...SESSION, ...APPLICATION, TURN, ...SERVICE];
/** Of calls about all applications of the developer. */
const OF_DEVELOPER: readonly ManagementErrorRow[] = [...SESSION, APPLICATION[0] ?? CUSTOMER, ...SERVICE];
const EXPORT: readonly ManagementErrorRow[] = [
  ...READ,
  { status: 409, code: 'LIMIT_REACHED', when: 'the sandbox has more transactions than an export can have' },
];
const FILL: readonly ManagementErrorRow[] = [
  ...WRITE,
  {
    status: 429,
    code: 'RATE_LIMITED',
    when: 'the developer filled the sandbox 50 times within 24 hours; Retry-After says when to ask again',
  },
];
const IMPORT: readonly ManagementErrorRow[] = [
  ...FILL.map((row) => (row.code === 'PAYLOAD_TOO_LARGE' ? { ...row, when: 'the body is larger than 3 MiB' } : row)),
  { status: 400, code: 'FORMAT_ERROR', when: 'mode is missing, or a parameter of the query is unknown or not of the accepted form' },
  { status: 400, code: 'FORMAT_ERROR', when: 'a value contradicts another one or a rule of the sandbox; the text and path name it' },
  { status: 409, code: 'LIMIT_REACHED', when: 'the sandbox cannot have that many customers or accounts' },
];

export const SANDBOX_MANAGEMENT_ERRORS = {
  startSandbox: [...CHANGE, ...OF_DEVELOPER, TURN, APPLICATIONS_OF_DAY],
  listApplications: OF_DEVELOPER,
  createApplication: [
    ...CHANGE,
    ...OF_DEVELOPER,
    TURN,
    { status: 409, code: 'LIMIT_REACHED', when: 'the developer has five applications' },
    APPLICATIONS_OF_DAY,
  ],
  listTestCustomers: READ,
  activateTestCustomer: [
    ...WRITE,
    CUSTOMER,
    { status: 409, code: 'PAGE_STALE', when: 'access_token is sent and is not the token that the customer has' },
    SUSPENDED,
  ],
  createTestCustomer: [
    ...WRITE,
    { status: 409, code: 'LIMIT_REACHED', when: 'the developer has created eight customers of this country, the removed ones included' },
  ],
  deleteTestCustomer: [...WRITE, CUSTOMER, { status: 409, code: 'CUSTOMER_SEEDED', when: 'the customer came with the sandbox' }],
  listTestAccounts: [...READ, CUSTOMER],
  createTestAccount: [
    ...WRITE,
    CUSTOMER,
    { status: 409, code: 'LIMIT_REACHED', when: 'the customer has had ten accounts, the removed ones included' },
  ],
  deleteTestAccount: [
    ...WRITE,
    CUSTOMER,
    { status: 404, code: 'NOT_FOUND', when: 'the customer has no such account' },
    { status: 409, code: 'ACCOUNT_IN_USE', when: 'money is reserved on the account for a signed payment' },
  ],
  setTestScenario: [...WRITE, CUSTOMER],
  getTestClock: READ,
  advanceTestClock: [
    ...WRITE,
    {
      status: 409,
      code: 'LIMIT_REACHED',
      when: 'another step runs, more payments are due than one call executes, or the clock would go further ahead than it can',
    },
    { status: 503, code: 'UNAVAILABLE', when: 'too many test clocks are advanced at this moment' },
  ],
  restoreTestClock: WRITE,
  exportSandbox: EXPORT,
  getSandboxSchema: SERVICE,
  exportTestCustomers: EXPORT,
  exportTestAccounts: EXPORT,
  exportTestTransactions: EXPORT,
  importSandbox: IMPORT,
  importSandboxTables: IMPORT,
  seedSandbox: FILL,
} as const satisfies Readonly<Record<string, readonly ManagementErrorRow[]>>;
