/** Payments of one status, page by page, without payers and payees. */
import type { ConsolePaymentLine, ConsolePaymentList, ConsolePaymentsBody } from '@portico/contract';
import { listByStatus, type StaffPayment, toAmount } from '#modules/payments/index.ts';
import type { RegisteredApp } from '#modules/tpp-apps/index.ts';
import type { ConsoleServices } from '../console-services.ts';
import { recordAct } from '../record-act.ts';
import type { Operator } from '../session-store.ts';

const PAGE = 50;
const SEARCHED_MAX = 10_000;

export async function listPayments(
  { platform, tppApps }: Pick<ConsoleServices, 'platform' | 'tppApps'>,
  operator: Operator,
  { status, before }: ConsolePaymentsBody,
): Promise<ConsolePaymentList> {
  await recordAct(platform, operator, { name: 'payments-listed', ids: { status, ...(before === undefined ? {} : { before }) } });
  const { db } = platform;
  const { payments, searched, lastId, lastReceivedAt } = await listByStatus(db, { status, before, limit: PAGE + 1, searchedMax: SEARCHED_MAX });
  const shown = payments.slice(0, PAGE);
  const apps = new Map((await tppApps.listByIds(db, [...new Set(shown.map(({ appId }) => appId))])).map((app) => [app.appId, app]));
  const next = nextOf(payments, shown.at(-1)?.paymentId, searched === SEARCHED_MAX ? lastId : undefined);
  return {
    payments: shown.map((payment) => toLine(payment, apps)),
    ...(next === undefined ? {} : { next }),
    ...(lastReceivedAt === undefined ? {} : { searchedUntil: lastReceivedAt.toISOString() }),
  };
}

const nextOf = (found: readonly StaffPayment[], lastShown: string | undefined, lastSearched: string | undefined): string | undefined =>
  found.length > PAGE ? lastShown : lastSearched;

export function toLine(payment: StaffPayment, apps: ReadonlyMap<string, RegisteredApp>): ConsolePaymentLine {
  const { paymentId, appId, status, amountCents, currency, receivedAt } = payment;
  const provider = apps.get(appId)?.registeredName;
  return {
    paymentId,
    status,
    amount: toAmount(amountCents, currency),
    receivedAt: receivedAt.toISOString(),
    ...(provider === undefined ? {} : { provider }),
  };
}
