/** What the overview asks the bank: a consent, its state and its end; accounts, balances and transactions (NextGenPSD2). */
import type { BankCall, BankRequest } from '../bank-call.ts';
import type { Settings } from '../settings.ts';
import { type Connection, type NamedAccount, toConsentRequest } from './connection.ts';
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
import { toMoneyProblem } from './money-problem.ts';

/** In whose name, and from where. The customer sits before the page: the bank is told so and does not count the reading. */
export interface Visit {
  readonly connection: Connection;
  readonly token: string;
  readonly customerAddress: string;
}

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
  async function ask<Answer>(
    { connection, token, customerAddress }: Visit,
    path: string,
    read: (body: unknown) => Answer | undefined,
    request: Partial<BankRequest> & { readonly expected?: number } = {},
  ): Promise<Answer> {
    const { expected = 200, method = 'GET', body } = request;
    const headers = { 'psu-ip-address': customerAddress, ...request.headers };
    const response = await call(connection.connectionId, path, token, { method, headers, ...(body && { body }) });
    const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
    const value = response.status === expected ? read(answer) : undefined;
    if (value === undefined) throw toMoneyProblem(response.status >= 400 ? response.status : 502, answer);
    return value;
  }

  const consentPath = ({ connection }: Visit) => `/consents/${encodeURIComponent(connection.consentId ?? '')}`;
  const underConsent = ({ connection }: Visit) => ({ headers: { 'consent-id': connection.consentId ?? '' } });

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
      // The customer goes only to the bank that was asked.
      if (URL.parse(created.scaRedirect)?.origin !== new URL(settings.issuer).origin) throw toMoneyProblem(502, undefined);
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
