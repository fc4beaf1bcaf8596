/** What the overview asks the bank: a consent, its state and its end; accounts, balances and transactions (NextGenPSD2). */
import type { BankCall } from '../bank-call.ts';
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

export function createMoneyClient(settings: Pick<Settings, 'publicUrl' | 'issuer'>, call: BankCall): MoneyClient {
  const ask = createAsk(call);
  const consentPath = ({ connection }: Visit) => `/consents/${encodeURIComponent(connection.consentId ?? '')}`;
  const underConsent = ({ connection: { consentId = '', isRecurring } }: Visit) => ({
    headers: { 'consent-id': consentId },
    toProblem: isRecurring ? toMoneyProblem : toOneLookProblem,
  });

  return {
    listAccounts: (visit) => ask(visit, '/account-list', readAccountList),
    async createConsent(visit, named) {
      const page = `${settings.publicUrl}/money/${visit.connection.connectionId}`;
      const created = await ask(visit, '/consents', readCreatedConsent, {
        method: 'POST',
        expected: 201,
        headers: { 'tpp-redirect-uri': page, 'tpp-nok-redirect-uri': `${page}/refused` },
        body: toConsentRequest(visit.connection, named),
      });
      assertLeadsToBank(settings, created.scaRedirect);
      return created;
    },
    readConsent: (visit) => ask(visit, consentPath(visit), readConsentState),
    readAccounts: (visit) => ask(visit, '/accounts?withBalance=true', readAccounts, underConsent(visit)),
    readMovements(visit, resourceId, { dateFrom, cursor }) {
      const query = new URLSearchParams({ bookingStatus: 'both', dateFrom, itemsPerPage: String(PAGE_LENGTH), ...(cursor && { cursor }) });
      return ask(visit, `/accounts/${encodeURIComponent(resourceId)}/transactions?${query}`, readMovements, underConsent(visit));
    },
    async endConsent(visit) {
      await ask(visit, consentPath(visit), () => true, { method: 'DELETE', expected: 204 });
    },
  };
}
