/**
 * A developer's sandbox as one JSON document. All calls need the developer's session, except the schema.
 *
 * | call | answer |
 * |---|---|
 * | `GET {api}/tpp/sandbox/document` | 200 {@link SandboxDocument}; 409 `LIMIT_REACHED` |
 * | `GET {api}/tpp/sandbox/document/schema` | 200: {@link SandboxDocument} as JSON Schema |
 * | `GET {api}/tpp/sandbox/{table}.csv` | 200: `customers`, `accounts` or `transactions`, with the numbers of this sandbox |
 * | `POST {api}/tpp/sandbox/document?mode=&dates=` | {@link SandboxDocument} → 200 {@link ImportedSandbox}; 400; 409 `LIMIT_REACHED`; 413; 429 |
 * | `POST {api}/tpp/sandbox/tables?mode=&dates=` | {@link SandboxTables} → as the document |
 * | `POST {api}/tpp/sandbox/seed` | {@link SeedBody} → 200 {@link ImportedSandbox}; 429 |
 *
 * The document has no number that is unique in the installation: no personal code, IBAN, phone number or user name of a test customer, and no id.
 * A customer who already exists keeps theirs; a new customer gets drawn ones.
 */
import { type Static, Type } from 'typebox';
import { closed, EndToEndIdentification, Iban, literals } from '../entities/common.ts';
import { PAYMENT_PRODUCTS } from '../enumerations.ts';
import { CUSTOMER_ACCOUNTS_MAX, CUSTOMER_SCENARIOS } from '../sandbox-values.ts';
import { NewTestAccount, NewTestCustomer } from './sandbox.ts';

export const SANDBOX_FORMAT = 'portico-sandbox';
/** A change that an older importer refuses gets the next number. */
export const SANDBOX_FORMAT_VERSION = 1;

const Instant = Type.String({
  pattern: '^20\\d{2}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'a time in UTC with milliseconds, such as 2026-11-02T09:30:00.000Z',
});

export const DOCUMENT_AMOUNT_FORM = 'digits with a dot and two decimals, such as -46.80';

/** Up to 999,999,999.99, always with two decimals. */
const DocumentAmount = Type.Object(
  {
    amount: Type.String({ pattern: '^-?(0|[1-9]\\d{0,8})\\.\\d{2}$', description: DOCUMENT_AMOUNT_FORM }),
    currency: NewTestAccount.properties.currency,
  },
  closed,
);

export const DocumentTransaction = Type.Object(
  {
    bookedAt: Instant,
    kind: literals(['transfer', 'salary', 'ownTransfer', 'cardPayment']),
    /** Credit positive, debit negative, without the fee. */
    amount: DocumentAmount,
    /** Positive. It leaves the account, too. */
    fee: Type.Optional(DocumentAmount),
    counterpartName: Type.String({ maxLength: 140 }),
    /** Of an account outside this sandbox. */
    counterpartIban: Type.Optional(Iban),
    /** The counterpart is an account of this document: positions in `customers` and its `accounts`, from 0. */
    counterpartAccount: Type.Optional(Type.Object({ customer: Type.Integer({ minimum: 0 }), account: Type.Integer({ minimum: 0 }) }, closed)),
    remittanceInformationUnstructured: Type.Optional(Type.String({ minLength: 1, maxLength: 140 })),
    remittanceInformationStructured: Type.Optional(
      Type.Object(
        {
          reference: Type.String({ minLength: 1, maxLength: 35 }),
          referenceType: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
          referenceIssuer: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
        },
        closed,
      ),
    ),
    endToEndIdentification: Type.Optional(EndToEndIdentification),
    paymentProduct: Type.Optional(literals(PAYMENT_PRODUCTS)),
  },
  closed,
);
export type DocumentTransaction = Static<typeof DocumentTransaction>;

export const DocumentAccount = Type.Object(
  {
    name: NewTestAccount.properties.name,
    currency: NewTestAccount.properties.currency,
    status: literals(['enabled', 'blocked']),
    /** The balance before the first transaction. */
    openingBalance: DocumentAmount,
    /** The booked balance: the opening balance and all transactions. Money that is only reserved counts as not moved. */
    balance: DocumentAmount,
    /** Oldest first. */
    transactions: Type.Array(DocumentTransaction),
  },
  closed,
);
export type DocumentAccount = Static<typeof DocumentAccount>;

export const DocumentCustomer = Type.Object(
  {
    /** Which customer of every new sandbox this is; absent for a customer that the developer created. */
    seed: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    ...NewTestCustomer.properties,
    scenario: literals(CUSTOMER_SCENARIOS),
    accounts: Type.Array(DocumentAccount, { maxItems: CUSTOMER_ACCOUNTS_MAX }),
  },
  closed,
);
export type DocumentCustomer = Static<typeof DocumentCustomer>;

export const SandboxDocument = Type.Object(
  {
    format: Type.Literal(SANDBOX_FORMAT),
    version: Type.Literal(SANDBOX_FORMAT_VERSION),
    /** The sandbox's time when it was exported. No transaction is later. */
    now: Instant,
    customers: Type.Array(DocumentCustomer, { minItems: 1, maxItems: 100 }),
  },
  closed,
);
export type SandboxDocument = Static<typeof SandboxDocument>;

/**
 * `replace`: the sandbox then has the document's customers and the seeded ones. `add`: each customer of the document becomes another own customer.
 * `dates=moved`: the time from each transaction to `now` stays the same, so that an old document looks fresh.
 */
export const ImportQuery = Type.Object(
  {
    mode: literals(['replace', 'add'], 'what happens to the customers of the sandbox'),
    dates: Type.Optional(literals(['kept', 'moved'], 'whether the transactions move to the present; default: kept')),
  },
  closed,
);
export type ImportQuery = Static<typeof ImportQuery>;

/**
 * The CSV files of an export, in any order: customers, accounts and, if there are any, transactions. Their columns tell which is which. User names and
 * IBANs join the rows of the files and are otherwise not used, as are the other numbers.
 */
export const SandboxTables = Type.Object({ tables: Type.Array(Type.String(), { minItems: 2, maxItems: 3 }) }, closed);
export type SandboxTables = Static<typeof SandboxTables>;

export const ImportedSandbox = Type.Object(
  { customers: Type.Integer(), accounts: Type.Integer(), transactions: Type.Integer(), removedCustomers: Type.Integer() },
  closed,
);
export type ImportedSandbox = Static<typeof ImportedSandbox>;

/** The same seed gives the same document, apart from the time. `confirm: true`, because it replaces the sandbox. */
export const SeedBody = Type.Object(
  {
    seed: Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$', description: 'up to 64 letters, digits, dots, hyphens and underscores' }),
    confirm: Type.Literal(true),
  },
  closed,
);
