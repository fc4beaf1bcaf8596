/** Providers' applications: the list, and one with its certificates, its usage and what its customers signed. */
import type { ConsoleProvider, ConsoleProviderList, ConsoleProviderSummary, ConsoleProvidersBody } from '@portico/contract';
import { countUsage } from '#modules/request-log/index.ts';
import { countConversion } from '#modules/signing/index.ts';
import type { RegisteredApp } from '#modules/tpp-apps/index.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { ConsoleServices } from '../console-services.ts';
import { toRequest } from '../four-eyes/four-eyes.ts';
import { findWaiting } from '../four-eyes/request-store.ts';
import { listLooks } from '../list-looks.ts';
import { recordAct } from '../record-act.ts';
import type { Operator } from '../session-store.ts';

const PAGE = 50;
const PERIOD_DAYS = 30;
const DAY_MS = 86_400_000;

type ListServices = Pick<ConsoleServices, 'platform' | 'tppApps'>;

/** Recorded, because a text that was looked for may be an address of a person. */
export async function listProviders(
  { platform, tppApps }: ListServices,
  operator: Operator,
  { text = '', after }: ConsoleProvidersBody,
): Promise<ConsoleProviderList> {
  await recordAct(platform, operator, { name: 'providers-listed', ...(text === '' ? {} : { content: { words: text } }) });
  const found = await tppApps.search(platform.db, text.trim(), { after, limit: PAGE + 1 });
  const providers = found.slice(0, PAGE).map(toSummary);
  const last = providers.at(-1);
  return { providers, ...(found.length > PAGE && last !== undefined ? { next: last.clientId } : {}) };
}

/** @throws UiRefusal 404 NOT_FOUND */
export async function readProvider(
  deps: ListServices & Pick<ConsoleServices, 'certificates' | 'flushRequests'>,
  operator: Operator,
  clientId: string,
): Promise<ConsoleProvider> {
  const { platform, tppApps, certificates } = deps;
  const { db, clock } = platform;
  await recordAct(platform, operator, { name: 'provider-read', ids: { about: clientId } });
  const app = (await tppApps.search(db, clientId)).find((each) => each.clientId === clientId);
  if (app === undefined) throw new UiRefusal(404, 'NOT_FOUND', `There is no application ${clientId}. Look for it in the list of providers.`);
  await deps.flushRequests();
  const from = new Date((await clock.now(db, app.sandboxId)).getTime() - PERIOD_DAYS * DAY_MS);
  const { calls, failed, p95Ms } = (await countUsage(db, app.appId, '30d')).total;
  const waiting = await findWaiting(db, clientId);
  const { admission } = app;
  return {
    ...toSummary(app),
    ...(admission === undefined ? {} : { authorisationNumber: admission.authorisationNumber, admittedAt: admission.admittedAt.toISOString() }),
    redirectUris: [...app.redirectUris],
    certificates: (await certificates.listOfApp(db, app.appId)).map(({ organizationId, thumbprint, notAfter, lastUsedAt, state }) => ({
      organizationId,
      thumbprint,
      notAfter,
      state,
      ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
    })),
    usage: { calls, failed, ...(p95Ms === undefined ? {} : { p95Ms }) },
    conversion: await countConversion(db, { appId: app.appId, from }),
    ...(waiting === undefined ? {} : { waiting: toRequest(waiting, operator) }),
    lookedAtBy: await listLooks(db, [clientId]),
  };
}

const toSummary = ({ clientId, clientName, registeredName, admission, isSuspended }: RegisteredApp): ConsoleProviderSummary => ({
  clientId,
  clientName,
  registeredName,
  isAdmitted: admission !== undefined,
  isSuspended,
  roles: [...(admission?.roles ?? [])],
});
