/**
 * Lists every table of the database. For each table: which rows belong to a developer or to a customer of the bank, and what an export leaves out and
 * why. A test compares the list with the live schema, so that a new table cannot be forgotten.
 */

/** Selects the rows of a person: `column` holds their id, or a value that `through` finds in other tables by their id. */
export interface Whose {
  readonly column: string;
  readonly id: PersonId;
  readonly through?: readonly Through[];
}

/** The column holds `prefix` followed by a value of `of`, from a row of `table` whose column `by` holds the id. */
interface Through {
  readonly prefix?: string;
  readonly table: string;
  readonly of: string;
  readonly by: string;
}

export type PersonId = 'developerId' | 'email' | 'appId' | 'sandboxId' | 'customerId';

export interface HeldTable {
  readonly developer?: Whose;
  readonly customer?: Whose;
  /** Columns to hide besides those that {@link isSecretColumn} knows by name: links, codes and answers that give access to something. */
  readonly hidden?: readonly string[];
  /** Members of JSON columns, at any depth, that an export leaves out like a hidden column. */
  readonly hiddenMembers?: readonly string[];
  /** Why the table holds no rows of a person. Given where neither `developer` nor `customer` is. */
  readonly ofNoPerson?: string;
}

const by = (column: string, id: PersonId): Whose => ({ column, id });
const ofDeveloper = by('developer_id', 'developerId');
/** A developer owns their sandbox and everything in it: its customers are fictitious. */
const sandbox = by('sandbox_id', 'sandboxId');
const customer = by('customer_id', 'customerId');
/** Finds the rows through another table that has the customer's id. */
const through = (column: string, table: string, of = column): Whose => ({
  column,
  id: 'customerId',
  through: [{ table, of, by: 'customer_id' }],
});
const chains = (of: readonly Through[], id: PersonId): Whose => ({ column: 'chain', id, through: of });
const sandboxChains = chains([{ table: 'audit_chain', of: 'chain', by: 'sandbox_id' }], 'sandboxId');
/** Audit chains of what the customer signed or was asked to sign. */
const customerChains = chains(
  [
    { prefix: 'payment:', table: 'payment', of: 'payment_id', by: 'customer_id' },
    { prefix: 'consent:', table: 'consent', of: 'consent_id', by: 'customer_id' },
    { prefix: 'statement:', table: 'transactions_statement', of: 'statement_id', by: 'customer_id' },
    { prefix: 'signing:', table: 'signing_session', of: 'session_id', by: 'customer_id' },
    { prefix: 'sign-in:', table: 'sign_in', of: 'sign_in_id', by: 'customer_id' },
    { prefix: '', table: 'challenge', of: 'audit_chain', by: 'customer_id' },
  ],
  'customerId',
);
/** Payments, consents and statements. */
const resources: Whose = {
  column: 'resource_id',
  id: 'customerId',
  through: [
    { table: 'payment', of: 'payment_id', by: 'customer_id' },
    { table: 'consent', of: 'consent_id', by: 'customer_id' },
    { table: 'transactions_statement', of: 'statement_id', by: 'customer_id' },
  ],
};
const ofNoPerson = (reason: string): HeldTable => ({ ofNoPerson: reason });

export const HELD_TABLES: Readonly<Record<string, HeldTable>> = {
  developer: { developer: ofDeveloper },
  developer_session: { developer: ofDeveloper },
  developer_device: { developer: ofDeveloper },
  developer_second_factor: { developer: ofDeveloper },
  developer_recovery_code: { developer: ofDeveloper },
  developer_half_sign_in: { developer: ofDeveloper },
  developer_social_account: { developer: ofDeveloper },
  developer_sign_up: { developer: by('email', 'email') },
  subscription: { developer: by('email', 'email') },
  tpp_app: { developer: ofDeveloper },
  provider: { developer: ofDeveloper },
  app_certificate: { developer: sandbox },
  test_certificate: { developer: sandbox },
  // The customer is a test customer of the developer; with a bank's own core the column is empty.
  request_log: { developer: by('app_id', 'appId'), customer },
  idempotent_answer: { developer: by('scope', 'appId'), hidden: ['answer'] },
  oauth_artifact: { developer: sandbox, customer, hidden: ['payload'] },
  sandbox: { developer: by('id', 'sandboxId') },
  client_payload: { developer: sandbox, customer },
  current_customer: { developer: sandbox, customer },
  customer: { developer: sandbox, customer: by('id', 'customerId') },
  account: { developer: sandbox, customer },
  account_balance: { developer: sandbox, customer: through('account_id', 'account', 'id') },
  account_hold: { developer: sandbox, customer: through('account_id', 'account', 'id') },
  ledger_transaction: { developer: sandbox, customer: through('payment_id', 'payment') },
  ledger_entry: { developer: sandbox, customer: through('account_id', 'account', 'id') },
  payment: { developer: sandbox, customer, hiddenMembers: ['person'] },
  payment_status_change: { developer: sandbox, customer: through('payment_id', 'payment') },
  co_signing: { developer: sandbox, customer },
  consent: { developer: sandbox, customer },
  consent_account: { developer: sandbox, customer: through('consent_id', 'consent') },
  consent_use: { developer: sandbox, customer: through('consent_id', 'consent') },
  notification_registration: { developer: sandbox, customer: resources },
  notification_delivery: { developer: sandbox, customer: resources },
  notification_channel: { developer: sandbox },
  notification_stop: ofNoPerson('origins that an operator stopped'),
  notification_endpoint: { developer: sandbox },
  notification_sequence: { developer: sandbox, customer: resources },
  notification_attempt: { developer: sandbox, customer: resources },
  payee_verification_count: { developer: sandbox, customer },
  payee_name_check: { developer: sandbox },
  funds_confirmation_count: { developer: sandbox, customer: through('account_id', 'account', 'id') },
  transactions_cursor: {
    developer: sandbox,
    customer: {
      column: 'authority_id',
      id: 'customerId',
      through: [
        { table: 'consent', of: 'consent_id', by: 'customer_id' },
        { table: 'transactions_statement', of: 'statement_id', by: 'customer_id' },
      ],
    },
  },
  transactions_statement: { developer: sandbox, customer },
  fallback_session: { developer: sandbox, customer },
  fallback_payment: { developer: sandbox, customer },
  sign_in: { developer: sandbox, customer, hidden: ['return_to', 'cancel_to', 'decoy', 'person'] },
  known_browser: { developer: sandbox, customer },
  bank_session: { developer: sandbox, customer },
  challenge: { developer: sandbox, customer, hidden: ['control_code', 'calculator_number', 'person'] },
  person_attempt: { developer: sandbox, customer: through('person', 'challenge'), hidden: ['person'] },
  method_attempt: { developer: sandbox, customer },
  signing_session: { developer: sandbox, customer, hidden: ['answer', 'claim_id'] },
  decoupled_signing: { developer: sandbox, customer, hidden: ['person', 'allowances'] },
  signing_sign_in: { developer: sandbox, customer: through('session_id', 'signing_session') },
  signing_entry: { developer: sandbox, customer: through('session_id', 'signing_session') },
  audit_chain: { developer: sandbox, customer: customerChains },
  audit_entry: { developer: sandboxChains, customer: customerChains },
  audit_content: { developer: sandboxChains, customer: customerChains },
  mail: ofNoPerson('mails of an older version, which are moved to the jobs: those to the person are told without their text, as “mails”'),
  developer_factor_setup: ofNoPerson('of a session that is known only as a hash, for ten minutes'),
  developer_reset_code: ofNoPerson('of an address that is known only as a keyed digest, for ten minutes'),
  developer_social_sign_in: ofNoPerson('begun in a browser by a person who is not known yet'),
  sign_in_request: ofNoPerson('of an identity that is known only as a keyed digest, until its sign-in ends'),
  spent_allowance: ofNoPerson('counted under a keyed digest, forgotten within a day'),
  console_session: ofNoPerson('of the bank’s staff, for a day'),
  console_request: ofNoPerson('of the bank’s staff, about applications'),
  device_preference: ofNoPerson('of a browser, by the hash of a cookie; of the sandbox’s own phone'),
  certificate_status: ofNoPerson('what authorities said of the certificates of providers'),
  revocation_list: ofNoPerson('lists of revoked certificates that authorities publish'),
  core_feed: ofNoPerson('how far events of the bank’s core are followed'),
  core_finding: ofNoPerson('ids of events and payments that contradict each other'),
  proof_used: ofNoPerson('hashes of proofs that applications used, deleted when they expire'),
  test_authority: ofNoPerson('the sandbox’s own authority'),
  announcement: ofNoPerson('texts that subscribers got by mail, and public on the portal'),
  audit_seal: ofNoPerson('digests of the whole log'),
  audit_sealed_head: ofNoPerson('digests of the whole log'),
  request_measure: ofNoPerson('requests without a caller'),
  statistics_day: ofNoPerson('sums of the whole installation'),
  statistics_quarter: ofNoPerson('sums of the whole installation'),
  status_hour: ofNoPerson('sums of the whole installation'),
  status_service: ofNoPerson('states of services'),
  incident: ofNoPerson('what the bank said of a disturbance'),
  incident_update: ofNoPerson('what the bank said of a disturbance'),
  maintenance: ofNoPerson('when the bank is closed'),
  installation: ofNoPerson('of the installation itself'),
  schema_migration: ofNoPerson('of the installation itself'),
};

const SECRET_NAME = /(^|_)(hash|sealed|digest|secret|salt|password|token|ticket)(_|$)/;

/** A secret column holds a key, a digest or a value that gives access to something. An export shows that it exists, but not its value. */
export function isSecretColumn(table: string, column: string): boolean {
  return SECRET_NAME.test(column) || (HELD_TABLES[table]?.hidden ?? []).includes(column);
}
