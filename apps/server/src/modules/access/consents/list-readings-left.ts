/** The readings that the valid consents of an application have left today; `count-use.ts` has the rule. */
import type { ConsentReadings, ReadingKind, UsageResults } from '@portico/contract';
import { bankDate } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { type ConsentApp, listValidConsents } from './app-consents-store.ts';
import type { Consent } from './consent.ts';
import { listMostUsed } from './use-store.ts';

const LIMIT = 50;

/** @param now tenant time */
export async function listReadingsLeft(reader: Reader, app: ConsentApp, now: Date): Promise<UsageResults['readings']> {
  const found = await listValidConsents(reader, app, now, LIMIT + 1);
  const shown = found.slice(0, LIMIT);
  const today = shown.map(({ consentId, bankCountry }) => ({ consentId, usedOn: bankDate(now, bankCountry) }));
  const used = Map.groupBy(await listMostUsed(reader, app.sandboxId, today), ({ consentId }) => consentId);

  function leftOf({ consentId, isRecurring, frequencyPerDay }: Consent, endpoint: ReadingKind): number {
    const most = used.get(consentId)?.find((each) => each.endpoint === endpoint);
    return Math.max(0, frequencyPerDay - ((isRecurring ? most?.unattended : most?.all) ?? 0));
  }

  const consents = shown.map((consent): ConsentReadings => {
    const { consentId, validUntil, isRecurring, frequencyPerDay } = consent;
    const left = Object.fromEntries(endpointsOf(consent).map((endpoint) => [endpoint, leftOf(consent, endpoint)]));
    return { consentId, validUntil, isRecurring, frequencyPerDay, left };
  });
  return { limit: LIMIT, hasMore: found.length > LIMIT, consents };
}

/** The endpoints that a consent covers, with any of its accounts. */
function endpointsOf({ form, asksBalances, asksTransactions, accounts }: Consent): readonly ReadingKind[] {
  if (form === 'listOnly') return ['accounts'];
  const isEvery = form === 'global';
  const hasBalances = isEvery ? asksBalances : accounts.some(({ mayBalances }) => mayBalances);
  const hasTransactions = isEvery ? asksTransactions : accounts.some(({ mayTransactions }) => mayTransactions);
  return [
    'accounts',
    'account',
    ...(hasBalances ? (['balances'] as const) : []),
    ...(hasTransactions ? (['transactions', 'transaction'] as const) : []),
  ];
}
