/**
 * Receives a consent request: makes the checks that need the clock or the bank, stores the consent, and opens its signing session unless the
 * application starts the authorisation explicitly.
 */
import type { ConsentRequest } from '@portico/contract';
import { CONSENT_DAYS_MAX } from '@portico/contract/values';
import { addDays } from '@portico/primitives';
import { type Bank, bankDate, type Customer, signatoryNameOf } from '#modules/bank/index.ts';
import type { NotificationWish, Notified, NotifiedResource } from '#modules/notifications/index.ts';
import type { StartedSigning } from '#modules/signing/index.ts';
import { sentBy, type Xs2aSender } from '#modules/tpp-apps/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { AccessRoutesDeps } from '../deps.ts';
import { grantChain } from '../grant/grant.ts';
import type { ConsentAccount, NewConsent } from './consent.ts';
import { insertConsent } from './consent-store.ts';
import { toTerms } from './consent-view.ts';
import { ACCESS_LISTS } from './rules/access-rules.ts';
import { breach } from './rules/consent-rule.ts';
import { requireNoBreach, requireRules } from './rules/consent-rules.ts';

export interface RequestConsent extends Xs2aSender {
  readonly request: ConsentRequest;
  /** The application starts the authorisation explicitly. */
  readonly isExplicit: boolean;
  readonly notification: NotificationWish | undefined;
}

/** A JSON value that is stored and returned again for a repeated request. `authorisation` is null with an explicit start. */
export interface RequestedConsent extends Notified {
  readonly consentId: string;
  readonly authorisation: StartedSigning | null;
}

/** @throws TppRefusal 400 with the path of the invalid value. */
export async function requestConsent(deps: AccessRoutesDeps, input: RequestConsent): Promise<RequestedConsent> {
  requireRules(input.request);
  const customer = await deps.bank.findCustomer(input.caller);
  if (customer === undefined) throw new TppRefusal(401, 'TOKEN_INVALID', 'The customer of this token no longer exists.');
  return deps.write((context) => receive(deps, context, input, customer), { idempotency: input.idempotency });
}

async function receive(deps: AccessRoutesDeps, context: WriteContext, input: RequestConsent, customer: Customer): Promise<RequestedConsent> {
  const { caller, request } = input;
  const { sandboxId, customerId, appId, bankCountry } = caller;
  const receivedAt = await deps.clock.now(context.tx, sandboxId);
  const receivedOn = bankDate(receivedAt, bankCountry);
  if (request.validUntil < receivedOn) {
    requireNoBreach(
      breach('PERIOD_INVALID', 'validUntil', `This day is over. Send ${receivedOn} or a later one, 9999-12-31 for as long as possible.`),
    );
  }
  const lastDay = addDays(receivedOn, CONSENT_DAYS_MAX);
  const consentId = deps.random.id('cns');
  const authorisationId = input.isExplicit ? undefined : deps.random.id('aut');
  const consent: NewConsent = {
    ...toTerms(request, request.validUntil < lastDay ? request.validUntil : lastDay),
    consentId,
    sandboxId,
    customerId,
    appId,
    bankCountry,
    accountHolder: customer.name,
    representative: customer.type === 'company' ? signatoryNameOf(customer) : undefined,
    authorisationId,
    receivedAt,
    receivedOn,
    accounts: await namedAccounts(deps.bank, context.tx, input),
  };
  await insertConsent(context.tx, consent);
  await context.audit({ chain: grantChain('consent', consentId), sandboxId, event: 'consent.received', ids: { consentId, customerId, appId } });
  const notified = await deps.notifications.register(context, input.notification, notifiedConsent(consent));
  if (authorisationId === undefined) return { consentId, authorisation: null, ...notified };
  const started = await openConsentSigning(deps, context, input, consentId);
  return { consentId, authorisation: { ...started, authorisationId }, ...notified };
}

/** A consent as the registration of notifications names it. */
export function notifiedConsent({ sandboxId, appId, consentId }: Pick<NewConsent, 'sandboxId' | 'appId' | 'consentId'>): NotifiedResource {
  return { sandboxId, appId, resourceId: consentId, path: `/v1/consents/${consentId}` };
}

export function openConsentSigning(
  deps: AccessRoutesDeps,
  context: WriteContext,
  sender: Pick<RequestConsent, 'caller' | 'app' | 'returnUrls' | 'deviceWish'>,
  consentId: string,
): Promise<StartedSigning> {
  return deps.signing.open(context, { ...sentBy(sender), kind: 'consent', resourceId: consentId }, sender.deviceWish);
}

/** Another customer's account gets the same error as one that does not exist. Balances and transactions imply the account. */
async function namedAccounts(
  bank: Pick<Bank, 'listAccounts'>,
  tx: Tx,
  { caller, request: { access } }: RequestConsent,
): Promise<readonly ConsentAccount[]> {
  if (ACCESS_LISTS.every((name) => (access[name] ?? []).length === 0)) return [];
  const accounts = await bank.listAccounts(tx, caller);
  const named = ACCESS_LISTS.map((name) =>
    (access[name] ?? []).map(({ iban, currency }, index) => {
      const account = accounts.find((candidate) => candidate.iban === iban && (currency ?? candidate.currency) === candidate.currency);
      if (account !== undefined) return account.accountId;
      const text = 'The customer has no such account. Name another one, or send empty lists: the customer chooses.';
      throw new TppRefusal(400, 'RESOURCE_UNKNOWN', text, { path: `access.${name}[${index}].iban` });
    }),
  );
  const [, balances = [], transactions = []] = named;
  const all = new Set(named.flat());
  return accounts
    .filter(({ accountId }) => all.has(accountId))
    .map(({ accountId, iban, currency }) => ({
      accountId,
      iban,
      currency,
      mayBalances: balances.includes(accountId),
      mayTransactions: transactions.includes(accountId),
    }));
}
