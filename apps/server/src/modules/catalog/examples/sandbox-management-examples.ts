import { CUSTOMER, type OperationExamples } from './example.ts';

const PERSON = { country: 'ee', type: 'person', firstName: 'Mari', surname: 'Näidis' } as const;
const LIIS = {
  id: 'cus_01km9a5t3e8h2q4x6n7p9rvwys',
  userName: CUSTOMER.userName,
  country: 'ee',
  customer: { name: 'Liis', surname: 'Näidis', nationalIdentityNumber: '60001019906' },
  type: 'person',
  authMethods: ['SMART_ID', 'MOBILE_ID'],
  phoneNumber: '+37200000766',
  scenario: 'approves',
  isSeeded: true,
} as const;
const WITH_TOKEN = { ...LIIS, access_token: 'ACCESS_TOKEN', expiresAt: '2026-11-29T12:00:00.000Z' } as const;
const MARI = {
  ...LIIS,
  id: 'cus_01km9a5t3e8h2q4x6n7p9rvwyt',
  userName: 'mari.naidis',
  customer: { name: PERSON.firstName, surname: PERSON.surname, nationalIdentityNumber: '60001019917' },
  isSeeded: false,
} as const;
const euros = (amount: string) => ({ amount, currency: 'EUR' }) as const;
const CLOCK = { now: '2026-11-30T12:00:00.000Z', isRealTime: false } as const;
const IMPORTED = { customers: 1, accounts: 1, transactions: 1, removedCustomers: 0 } as const;
const APPLICATION = { clientId: 'tpp_01km9a5t3e8h2q4x6n7p9rvwys', clientName: 'My application', isSuspended: false } as const;
const NEXT = { clientId: 'tpp_01km9a5t3e8h2q4x6n7p9rvwyt', clientName: 'Nightly tests', isSuspended: false } as const;
const DOCUMENT = {
  format: 'portico-sandbox',
  version: 1,
  now: '2026-11-29T12:00:00.000Z',
  customers: [
    {
      ...PERSON,
      scenario: 'approves',
      accounts: [
        {
          name: 'Everyday account',
          currency: 'EUR',
          status: 'enabled',
          openingBalance: euros('100.00'),
          balance: euros('53.20'),
          transactions: [{ bookedAt: '2026-11-28T09:30:00.000Z', kind: 'cardPayment', amount: euros('-46.80'), counterpartName: 'Lumen Books OÜ' }],
        },
      ],
    },
  ],
} as const;
const TABLES = {
  customers: ['User name,Country,Type,First name,Surname,Scenario', `mari.naidis,ee,person,Mari,Näidis,approves`],
  accounts: [
    'User name,IBAN,Name,Currency,Status,Opening balance,Booked balance',
    `mari.naidis,${CUSTOMER.account},Everyday account,EUR,enabled,100.00,53.20`,
  ],
  transactions: [
    'IBAN,Booked at,Kind,Amount,Currency,Counterpart',
    `${CUSTOMER.account},2026-11-28T09:30:00.000Z,cardPayment,-46.80,EUR,Lumen Books OÜ`,
  ],
} as const;
const csv = (table: keyof typeof TABLES) => `${TABLES[table].join('\r\n')}\r\n`;
const IMPORT_QUERY = { mode: 'add', dates: 'moved' } as const;
const nothing = { request: { nothing: { summary: 'No data', value: {} } } } as const;

export const SANDBOX_MANAGEMENT_EXAMPLES = {
  startSandbox: nothing,
  listApplications: { answers: { 200: [APPLICATION, NEXT] } },
  createApplication: { request: { named: { summary: 'An application for tests', value: { clientName: NEXT.clientName } } }, answers: { 201: NEXT } },
  listTestCustomers: { answers: { 200: [WITH_TOKEN, MARI] } },
  activateTestCustomer: {
    request: { listed: { summary: 'A customer of the list', value: { id: LIIS.id, userName: LIIS.userName } } },
    answers: { 200: WITH_TOKEN },
  },
  createTestCustomer: {
    request: {
      person: { summary: 'A person', value: PERSON },
      company: { summary: 'A company and its representative', value: { ...PERSON, type: 'company', companyName: 'Näidis Aed OÜ' } },
    },
    answers: { 201: MARI },
  },
  deleteTestCustomer: nothing,
  setTestScenario: {
    request: { refuses: { summary: 'The customer refuses', value: { scenario: 'refuses' } } },
    answers: { 200: { ...LIIS, scenario: 'refuses' } },
  },
  listTestAccounts: { answers: { 200: [{ iban: CUSTOMER.account, currency: 'EUR', name: 'Everyday account', balance: euros('2410.55') }] } },
  createTestAccount: {
    request: { euros: { summary: 'An account in euros', value: { name: 'Holidays', currency: 'EUR', openingBalance: '250.00' } } },
    answers: { 201: { iban: CUSTOMER.savings, currency: 'EUR', name: 'Holidays', balance: euros('250.00') } },
  },
  deleteTestAccount: nothing,
  getTestClock: { answers: { 200: CLOCK } },
  advanceTestClock: {
    request: {
      days: { summary: 'One day', value: { days: 1 } },
      minutes: { summary: 'One hour', value: { minutes: 60 } },
      months: { summary: 'One month', value: { months: 1 } },
    },
    answers: { 200: CLOCK },
  },
  restoreTestClock: { request: { confirmed: { summary: 'Confirmed', value: { confirm: true } } }, answers: { 200: { ...CLOCK, isRealTime: true } } },
  exportSandbox: { answers: { 200: DOCUMENT } },
  getSandboxSchema: { answers: { 200: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' } } },
  exportTestCustomers: { answers: { 200: csv('customers') } },
  exportTestAccounts: { answers: { 200: csv('accounts') } },
  exportTestTransactions: { answers: { 200: csv('transactions') } },
  importSandbox: { query: IMPORT_QUERY, request: { document: { summary: 'One customer', value: DOCUMENT } }, answers: { 200: IMPORTED } },
  importSandboxTables: {
    query: IMPORT_QUERY,
    request: { files: { summary: 'Three files', value: { tables: [csv('customers'), csv('accounts'), csv('transactions')] } } },
    answers: { 200: IMPORTED },
  },
  seedSandbox: {
    request: { seed: { summary: 'A seed', value: { seed: 'ci-1', confirm: true } } },
    answers: { 200: { customers: 6, accounts: 12, transactions: 600, removedCustomers: 0 } },
  },
} as const satisfies Readonly<Record<string, OperationExamples>>;
