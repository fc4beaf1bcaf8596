/** The provider of a developer. The sandbox invents one with the first certificate; all applications of the developer belong to it. */
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Random } from '#platform/random.ts';
import type { RegisteredApp, TppApps } from '../../tpp-apps/index.ts';
import type { Provider } from './certificate-row.ts';
import { findProviderOfDeveloper, insertProvider } from './provider-store.ts';

const ENDING = ' (sandbox)';
/** Subject O of a certificate (RFC 5280, appendix A.1). */
const NAME_LENGTH_MAX = 64;
const ATTEMPTS = 5;

export async function requireProvider(
  { random, tppApps }: { readonly random: Random; readonly tppApps: Pick<TppApps, 'setSecurity'> },
  context: WriteContext,
  app: RegisteredApp,
): Promise<Provider> {
  const { developerId, clientId, security } = app;
  if (developerId === undefined) throw new Error(`The application ${clientId} has no developer.`);
  const provider = await findOrInsert(random, context, developerId, app.registeredName);
  if (security.providerId !== provider.providerId)
    await tppApps.setSecurity(context, { developerId, clientId }, { ...security, providerId: provider.providerId });
  return provider;
}

async function findOrInsert(random: Random, { tx }: WriteContext, developerId: string, registeredName: string): Promise<Provider> {
  // A number may be taken; then nothing is inserted.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await findProviderOfDeveloper(tx, developerId);
    if (found !== undefined) return found;
    const organizationId = `PSDEE-SANDBOX-${newNumber(random)}`;
    await insertProvider(tx, { providerId: random.id('prv'), organizationId, developerId, name: sandboxName(registeredName) });
  }
  throw new Error('No number is free for a provider.');
}

/** Eight digits. */
function newNumber(random: Pick<Random, 'bytes'>): string {
  return String(10_000_000 + (random.bytes(4).readUInt32BE() % 90_000_000));
}

function sandboxName(registeredName: string): string {
  const name = registeredName.endsWith(ENDING) ? registeredName.slice(0, -ENDING.length) : registeredName;
  return `${name.slice(0, NAME_LENGTH_MAX - ENDING.length).trimEnd()}${ENDING}`;
}
