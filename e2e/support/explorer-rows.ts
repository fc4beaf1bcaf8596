/**
 * Every operation of the catalogue, in an order in which each finds what it stands on: what has to be there or typed for a good answer,
 * and an input that the server refuses. A new operation gets a row here.
 */
import type { Stage } from './explorer-stage.ts';

/** Label of a field → what is typed into it. */
export type Typed = Readonly<Record<string, string>>;

interface Row {
  /** Makes what must be there, and answers what a person would then type. */
  readonly prepare?: (stage: Stage) => Promise<Typed>;
  /** What the customer does about the good answer. */
  readonly afterwards?: (stage: Stage, answer: unknown) => Promise<void>;
  readonly broken: Typed;
  /** What breaks it where nothing can be typed. */
  readonly spoil?: (stage: Stage) => Promise<void>;
  /** Of the refusal; absent for a call that refuses nothing that a person can type. */
  readonly code?: string;
}

export type Rows = Readonly<Record<string, Row>>;

const NOBODYS = (id: string, code: string): Row => ({ broken: { [id]: 'nobodys' }, code });
const NO_JSON: Row = { broken: { Body: '{"' }, code: 'FORMAT_ERROR' };
/** Nothing to type but the token, which another window renews. */
const OLD_TOKEN: Row = { broken: {}, spoil: (stage) => stage.renewToken(), code: 'TOKEN_UNKNOWN' };

const consent = NOBODYS('consentId', 'CONSENT_UNKNOWN');
const reading = NOBODYS('Consent-ID', 'CONSENT_UNKNOWN');
const statement = NOBODYS('statementId', 'CONSENT_UNKNOWN');

const ACCESS: Rows = {
  'consents/createConsent': { ...NO_JSON, afterwards: (stage, answer) => stage.sign(answer, 'consent') },
  'consents/getConsentInformation': consent,
  'consents/getConsentStatus': consent,
  'consents/getConsentAuthorisation': consent,
  'consents/getConsentScaStatus': NOBODYS('authorisationId', 'RESOURCE_UNKNOWN'),
  'accounts/getAccountList': reading,
  'accounts/readAccountDetails': NOBODYS('accountId', 'RESOURCE_UNKNOWN'),
  'accounts/getBalances': reading,
  'accounts/getTransactionList': { broken: { dateFrom: 'yesterday' }, code: 'FORMAT_ERROR' },
  'accounts/getTransactionDetails': NOBODYS('transactionId', 'RESOURCE_UNKNOWN'),
  'consents/startConsentAuthorisation': { ...NO_JSON, prepare: async (stage) => ({ consentId: await stage.ask('consent') }) },
  'consents/deleteConsent': consent,
  'transactions-statement/createTransactionsStatement': { ...NO_JSON, afterwards: (stage, answer) => stage.sign(answer, 'transactions-statement') },
  'transactions-statement/getTransactionsStatement': statement,
  'transactions-statement/getTransactionsStatementStatus': statement,
  'transactions-statement/getTransactionsStatementTransactions': { broken: { bookingStatus: 'some' }, code: 'FORMAT_ERROR' },
  'transactions-statement/deleteTransactionsStatement': statement,
};

const PUSHED: Rows = { 'oauth2/par': { broken: { Body: 'response_type=code' }, code: 'invalid_request' } };

const SANDBOX: Rows = {
  'funds-confirmations/checkAvailabilityOfFunds': NO_JSON,
  'payee-verifications/verifyPayee': NO_JSON,
  'sandbox/getTestAccountList': OLD_TOKEN,
  'sandbox/getClientPayload': { broken: { apiId: '../x' }, code: 'FORMAT_ERROR' },
  'sandbox/deleteClientPayload': NO_JSON,
  // The last: it takes everything back.
  'sandbox/resetSandbox': OLD_TOKEN,
};

const MANAGED: Row = { broken: { 'Tpp-Client-Id': '*' }, code: 'FORMAT_ERROR' };
const managed = (...operationIds: readonly string[]): Rows =>
  Object.fromEntries(operationIds.map((operationId) => [`sandbox-management/${operationId}`, MANAGED]));

/** Sent with the login of the browser. The imports and the seed are last, because they replace what the others stand on. */
const MANAGEMENT: Rows = {
  ...managed('startSandbox', 'listApplications', 'createApplication', 'listTestCustomers', 'activateTestCustomer', 'createTestCustomer'),
  ...managed('setTestScenario', 'listTestAccounts', 'createTestAccount'),
  'sandbox-management/deleteTestAccount': { ...MANAGED, prepare: async (stage) => ({ iban: await stage.openAccount() }) },
  'sandbox-management/deleteTestCustomer': { ...MANAGED, prepare: async (stage) => ({ id: await stage.createCustomer() }) },
  ...managed('getTestClock', 'advanceTestClock', 'restoreTestClock', 'exportSandbox'),
  'sandbox-management/getSandboxSchema': { broken: {} },
  ...managed('exportTestCustomers', 'exportTestAccounts', 'exportTestTransactions', 'importSandbox', 'importSandboxTables', 'seedSandbox'),
};

/** The customer's device approves by itself; each call is filled in from the answer before. */
const FALLBACK: Rows = {
  'fallback-login/startFallbackSignIn': NO_JSON,
  'fallback-login/getFallbackSignIn': NOBODYS('signInId', 'NOT_FOUND'),
  'fallback-login/openFallbackSession': NOBODYS('signInId', 'NOT_FOUND'),
  'fallback-accounts/getFallbackAccounts': { broken: {}, spoil: (stage) => stage.setScenario('bankDown'), code: 'UNAVAILABLE' },
  'fallback-accounts/getFallbackTransactions': {
    prepare: async (stage) => {
      await stage.setScenario('approves');
      return {};
    },
    broken: { dateFrom: 'yesterday' },
    code: 'FORMAT_ERROR',
  },
  'fallback-payments/orderFallbackPayment': NO_JSON,
  'fallback-payments/getFallbackPayment': NOBODYS('paymentId', 'NOT_FOUND'),
  'fallback-payments/confirmFallbackPayment': NOBODYS('paymentId', 'NOT_FOUND'),
  // Once is enough: the second time nobody is signed in.
  'fallback-login/endFallbackSession': { broken: {}, code: 'NOT_SIGNED_IN' },
};

/** @param name what stands for `Payment` in the operation ids. */
function paymentRows(apiId: string, flow: 'payment' | 'periodic-payment' | 'bulk-payment', name: string): Rows {
  const payment = NOBODYS('paymentId', 'RESOURCE_UNKNOWN');
  const authorisation = NOBODYS('authorisationId', 'RESOURCE_UNKNOWN');
  const signed = async (stage: Stage) => ({ paymentId: await stage.signed(flow) });
  const rows: Rows = {
    [`initiate${name}`]: { broken: { Body: '{"instructedAmount": 7}' }, code: 'FORMAT_ERROR' },
    [`get${name}Information`]: payment,
    [`get${name}InitiationStatus`]: payment,
    [`get${name}InitiationAuthorisation`]: payment,
    [`get${name}InitiationScaStatus`]: authorisation,
    [`start${name}Authorisation`]: { ...NO_JSON, prepare: async (stage) => ({ paymentId: await stage.ask(flow) }) },
    [`cancel${name}`]: { ...payment, prepare: signed },
    [`start${name}InitiationCancellationAuthorisation`]: { ...NO_JSON, prepare: signed },
    [`get${name}InitiationCancellationAuthorisationInformation`]: payment,
    [`get${name}CancellationScaStatus`]: authorisation,
  };
  return Object.fromEntries(Object.entries(rows).map(([operationId, row]) => [`${apiId}/${operationId}`, row]));
}

/** What is pressed in one sitting: the rows of each stand on those before them. */
export const SITTINGS: Readonly<Record<string, Rows>> = {
  'consents, accounts and statements': ACCESS,
  payments: paymentRows('payments', 'payment', 'Payment'),
  'periodic payments': paymentRows('periodic-payments', 'periodic-payment', 'PeriodicPayment'),
  'bulk payments': paymentRows('bulk-payments', 'bulk-payment', 'BulkPayment'),
  'funds and the sandbox': SANDBOX,
  'pushed requests': PUSHED,
  'the management of the sandbox': MANAGEMENT,
  'the fallback interface': FALLBACK,
};

/** A sign-in, the exchange of its code, and giving the token back: each follows from the page before. */
export const SIGN_INS = [
  { login: 'login/authorize', exchange: 'oauth2/getAccessToken', revocation: 'oauth2/revokeAccessToken' },
  { login: 'login/auth', exchange: 'oauth2/token', revocation: 'oauth2/revoke' },
] as const;
