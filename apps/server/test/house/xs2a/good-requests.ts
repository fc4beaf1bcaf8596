/** For each operation a request that works: what refusals differ from in one thing. */
import { textOf } from '@portico/testkit';
import { houseDay } from '../avoid-midnight.ts';
import { askConsent, askStatement, CONSENT, firstIban, grantConsent, grantStatement, ownAccounts, statementBody } from './acts.ts';
import { goodPaymentRequests } from './good-payment-requests.ts';
import type { Request } from './wire.ts';
import type { World } from './world.ts';

type MakeRequest = (world: World) => Promise<Request>;

const LISTED = 'bookingStatus=booked&dateFrom=';

const transactionsPath = (accountId: string) => `/accounts/${accountId}/transactions?${LISTED}${houseDay(-90)}`;

/** A reading under a consent that is signed for it. */
function reading(pathOf: (accountId: string) => string): MakeRequest {
  return async (world) => {
    const [{ accountId }] = await ownAccounts(world);
    return world.request('GET', pathOf(accountId), { 'consent-id': await grantConsent(world) });
  };
}

async function readTransaction(world: World): Promise<Request> {
  const [{ accountId }] = await ownAccounts(world);
  const consent = { 'consent-id': await grantConsent(world) };
  const { body } = await world.call(world.request('GET', transactionsPath(accountId), consent));
  const transactionId = textOf(body, 'transactions', 'booked', '0', 'transactionId');
  return world.request('GET', `/accounts/${accountId}/transactions/${transactionId}`, consent);
}

const VERIFICATION = { partyAccount: { iban: 'EE869800100045081764' }, party: { name: 'Lumen Books OÜ' } };

const consent =
  (method: Request['method'], below = ''): MakeRequest =>
  async (world) =>
    world.request(method, `/consents/${(await askConsent(world)).consentId}${below}`);
const statement =
  (method: Request['method'], below = ''): MakeRequest =>
  async (world) =>
    world.request(method, `/transactions-statements/${await askStatement(world)}${below}`);

export const GOOD_REQUESTS: Readonly<Record<string, MakeRequest>> = {
  createConsent: async (world) => world.request('POST', '/consents', world.initiation, CONSENT),
  getConsentInformation: consent('GET'),
  getConsentStatus: consent('GET', '/status'),
  deleteConsent: consent('DELETE'),
  startConsentAuthorisation: async (world) => {
    const { consentId } = await askConsent(world, {}, { headers: { 'tpp-explicit-authorisation-preferred': 'true' } });
    return world.request('POST', `/consents/${consentId}/authorisations`, world.initiation, {});
  },
  getConsentAuthorisation: consent('GET', '/authorisations'),
  getConsentScaStatus: async (world) => {
    const { consentId, authorisationId } = await askConsent(world);
    return world.request('GET', `/consents/${consentId}/authorisations/${authorisationId}`);
  },

  getAccountList: reading(() => '/accounts'),
  readAccountDetails: reading((accountId) => `/accounts/${accountId}`),
  getBalances: reading((accountId) => `/accounts/${accountId}/balances`),
  getTransactionList: reading(transactionsPath),
  getTransactionDetails: readTransaction,

  ...goodPaymentRequests('payments', 'Payment'),
  ...goodPaymentRequests('periodic-payments', 'PeriodicPayment'),
  ...goodPaymentRequests('bulk-payments', 'BulkPayment'),

  checkAvailabilityOfFunds: async (world) => {
    const iban = await firstIban(world);
    return world.request('POST', '/funds-confirmations', {}, { account: { iban }, instructedAmount: { amount: '1.00', currency: 'EUR' } });
  },

  verifyPayee: async (world) => world.request('POST', '/payee-verifications', {}, VERIFICATION),

  createTransactionsStatement: async (world) =>
    world.request('POST', '/transactions-statements', world.initiation, statementBody(await firstIban(world))),
  getTransactionsStatement: statement('GET'),
  getTransactionsStatementStatus: statement('GET', '/status'),
  getTransactionsStatementTransactions: async (world) => world.request('GET', `/transactions-statements/${await grantStatement(world)}/transactions`),
  deleteTransactionsStatement: statement('DELETE'),

  getTestAccountList: async (world) => world.request('GET', '/account-list'),
  // Of somebody who has little to undo.
  resetSandbox: async (world) => world.as(world.stranger.bearer, world.request('DELETE', '/sandbox/reset')),
  getClientPayload: async (world) => world.request('GET', '/client-payload?apiId=consents'),
  deleteClientPayload: async (world) => world.request('DELETE', '/client-payload'),
};
