/** What the overview asks the bank: a consent, its state and its end; accounts, balances and transactions (NextGenPSD2). */
import type { BankApi } from '../bank-api.ts';
import type { Settings } from '../settings.ts';
import { type NamedAccount, toConsentRequest } from './connection.ts';
import {
  type BankAccount,
  type ConsentState,
  type CreatedConsent,
  type ListedAccount,
  type MovementPage,
  readAccountList,
  readAccounts,
  readConsentState,
  readCreatedConsent,
  readMovements,
} from './money-answers.ts';
import { assertLeadsToBank, createAsk, type Visit } from './money-call.ts';
import { toMoneyProblem, toOneLookProblem } from './money-problem.ts';

/** Every call @throws BankProblem; {@link MoneyProblem} with the bank's code. */
export interface MoneyClient {
  listAccounts(visit: Visit): Promise<readonly ListedAccount[]>;
  createConsent(visit: Visit, named: readonly NamedAccount[]): Promise<CreatedConsent>;
  readConsent(visit: Visit): Promise<ConsentState>;
  readAccounts(visit: Visit): Promise<readonly BankAccount[]>;
  readMovements(visit: Visit, resourceId: string, page: { readonly dateFrom: string; readonly cursor: string | undefined }): Promise<MovementPage>;
  endConsent(visit: Visit): Promise<void>;
}

const PAGE_LENGTH = 25;

export function createMoneyClient(settings: Pick<Settings, 'publicUrl' | 'bank'>, api: BankApi): MoneyClient {
  const ask = createAsk(api);
  const path = ({ connection }: Visit) => ({ consentId: connection.consentId ?? '' });
  const underConsent = ({ connection }: Visit) => ({ 'Consent-ID': connection.consentId ?? '' });
  const problemOf = ({ connection }: Visit) => (connection.isRecurring ? toMoneyProblem : toOneLookProblem);
  return {
    listAccounts: (visit) => ask(visit, (client) => client.GET('/v1/account-list'), readAccountList),

    async createConsent(visit, named) {
      const page = `${settings.publicUrl}/money/${visit.connection.connectionId}`;
      const back = { 'TPP-Redirect-URI': page, 'TPP-Nok-Redirect-URI': `${page}/refused` };
      const body = toConsentRequest(visit.connection, named);
      const created = await ask(
        visit,
        (client, customer) => client.POST('/v1/consents', { params: { header: { ...customer, ...back } }, body }),
        readCreatedConsent,
      );
      assertLeadsToBank(settings, created.scaRedirect);
      return created;
    },

    readConsent: (visit) => ask(visit, (client) => client.GET('/v1/consents/{consentId}', { params: { path: path(visit) } }), readConsentState),

    readAccounts: (visit) =>
      ask(
        visit,
        (client, customer) =>
          client.GET('/v1/accounts', { params: { header: { ...customer, ...underConsent(visit) }, query: { withBalance: true } } }),
        readAccounts,
        problemOf(visit),
      ),

    readMovements(visit, accountId, { dateFrom, cursor }) {
      const query = { bookingStatus: 'both', dateFrom, itemsPerPage: PAGE_LENGTH, ...(cursor && { cursor }) };
      return ask(
        visit,
        (client, customer) =>
          client.GET('/v1/accounts/{accountId}/transactions', {
            params: { header: { ...customer, ...underConsent(visit) }, path: { accountId }, query },
          }),
        readMovements,
        problemOf(visit),
      );
    },

    async endConsent(visit) {
      await ask(
        visit,
        (client) => client.DELETE('/v1/consents/{consentId}', { params: { path: path(visit) } }),
        () => true,
      );
    },
  };
}
