/** `provider …` and `certificate find`: operators find providers and certificates, block a provider and end the block. */
import type { FoundCertificate, KnownProvider } from '#modules/provider-identity/index.ts';
import type { Portico } from '../composition/build-app.ts';
import type { OperatorOrder } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';
import { readReason } from './read-reason.ts';
import { recordOrder } from './record-order.ts';

type House = Pick<Portico, 'modules' | 'platform'>;
type Play = (portico: House, order: OperatorOrder) => AsyncIterable<string>;

const SIMILAR_MAX = 5;

export const PROVIDER_PLAYS: readonly (readonly [command: string, play: Play])[] = [
  ['provider list', listProviders],
  ['provider show', showProvider],
  ['provider block', (portico, order) => setBlocked(portico, order, true)],
  ['provider unblock', (portico, order) => setBlocked(portico, order, false)],
  ['certificate find', findCertificates],
];

async function* listProviders({ modules, platform }: House, order: OperatorOrder): AsyncGenerator<string> {
  const known = await modules.providerIdentity.providers.list(platform.db);
  await recordOrder(platform, order, { found: String(known.length) });
  if (known.length === 0) yield 'No provider has had a certificate here.';
  for (const provider of known) yield JSON.stringify(provider);
}

async function* showProvider(portico: House, order: OperatorOrder): AsyncGenerator<string> {
  const { modules, platform } = portico;
  const provider = await requireProvider(portico, order.about);
  await recordOrder(platform, order, { organizationId: provider.organizationId });
  const certificates = await modules.providerIdentity.providers.certificatesOf(platform.db, provider.organizationId);
  yield JSON.stringify(provider);
  yield* printCertificates(portico, certificates);
}

async function* findCertificates(portico: House, order: OperatorOrder): AsyncGenerator<string> {
  const { modules, platform } = portico;
  const found = await modules.providerIdentity.providers.searchCertificates(platform.db, order.about.trim());
  await recordOrder(platform, order, { found: found.map(({ certificateId }) => certificateId).join(' ') });
  if (found.length === 0) throw new OperatorRefusal('No certificate was found.');
  yield* printCertificates(portico, found);
}

async function* setBlocked(portico: House, order: OperatorOrder, isBlocked: boolean): AsyncGenerator<string> {
  const { modules, platform } = portico;
  const { providers } = modules.providerIdentity;
  const reason = readReason(order.options.reason ?? '');
  const provider = await requireProvider(portico, order.about);
  const { organizationId } = provider;
  await recordOrder(platform, order, { organizationId }, { reason });
  if (!(await platform.write((context) => providers.setBlocked(context, provider, isBlocked)))) {
    throw new OperatorRefusal(`${organizationId} is ${isBlocked ? 'blocked already' : 'not blocked'}. Nothing was changed.`);
  }
  yield `${organizationId} is ${isBlocked ? 'blocked: its certificates are refused with 401 CERTIFICATE_BLOCKED' : 'not blocked any more: its certificates count again'}.`;
  yield 'On the embedded database this holds from the next call on. On PostgreSQL every server follows within 60 seconds.';
  const clientIds = [...(await applicationsOf(portico, await providers.certificatesOf(platform.db, organizationId))).values()].map(
    ({ clientId }) => clientId,
  );
  if (isBlocked && clientIds.length > 0) {
    yield `Calls without a certificate go on where the profile of the application is basic. To end its tokens: app suspend. Applications: ${clientIds.join(', ')}`;
  }
}

async function* printCertificates(portico: House, certificates: readonly FoundCertificate[]): AsyncGenerator<string> {
  const applications = await applicationsOf(portico, certificates);
  for (const { appId, ...certificate } of certificates) {
    const { clientId, clientName, security, isSuspended } = applications.get(appId) ?? {};
    yield JSON.stringify({ ...certificate, clientId, clientName, profile: security?.profile, isSuspended });
  }
}

/** By application id. */
async function applicationsOf({ modules, platform }: House, certificates: readonly FoundCertificate[]) {
  const appIds = [...new Set(certificates.map(({ appId }) => appId))];
  return new Map((await modules.tppApps.listByIds(platform.db, appIds)).map((app) => [app.appId, app]));
}

async function requireProvider({ modules, platform }: House, given: string): Promise<KnownProvider> {
  const { providers } = modules.providerIdentity;
  const found = await providers.find(platform.db, given);
  if (found !== undefined) return found;
  const part = given.trim().toLowerCase();
  const similar = (await providers.list(platform.db)).map(({ organizationId }) => organizationId).filter((id) => id.toLowerCase().includes(part));
  const [ids, others] = [similar.slice(0, SIMILAR_MAX).join(', '), similar.length - SIMILAR_MAX];
  const hint = ids === '' ? 'List them with: provider list' : `Give the whole identifier: ${ids}${others > 0 ? ` and ${others} others` : ''}`;
  throw new OperatorRefusal(`There is no provider ${given}. Nothing was changed. ${hint}`);
}
