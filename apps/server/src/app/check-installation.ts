/** `portico check`: reads everything that a server reads at its start, except the database, and names every fault. Of other servers it asks the bank's core only. */
import { join } from 'node:path';
import { sanitiseHtml } from '@portico/contract/html';
import { pino } from 'pino';
import { CoreUnreachable, checkCore } from '#modules/bank-core/index.ts';
import { createBankDocuments } from '#modules/catalog/index.ts';
import { loadContent } from '#modules/content/index.ts';
import { createMaintenancePages } from '#modules/maintenance/index.ts';
import { checkTrust } from '#modules/provider-identity/index.ts';
import type { Config, CoreSettings } from '#platform/config.ts';
import { loadConfig, loadSettings } from '#platform/load-config.ts';
import { ConfigError } from '#platform/setting-reader.ts';
import { unknownSettings } from '#platform/unknown-settings.ts';
import { textsOf } from './composition/texts-of.ts';
import { EXIT } from './exit-codes.ts';

type Say = (text: string) => void;
type Settings = Omit<Config, 'keys' | 'console'>;

/**
 * @param say gets a line for each part that is good, `complain` one for each fault.
 * @returns 0, or 78 where there was a fault.
 */
export async function checkInstallation(env: NodeJS.ProcessEnv, say: Say, complain: Say): Promise<number> {
  let faults = 0;
  const found = (problems: readonly string[], good: string) => {
    faults += problems.length;
    for (const problem of problems) complain(problem);
    if (problems.length === 0) say(good);
  };
  found(
    unknownSettings(env).map(({ text }) => text),
    'Settings: every name is known.',
  );
  const settings = readSettings(env);
  if (settings instanceof ConfigError) {
    complain(settings.message);
    return EXIT.configuration;
  }
  say(settings.brand === undefined ? 'Settings and keys: good.' : 'Settings, keys and brand: good.');
  const texts = textsOf(settings);
  const { contentDir } = texts;
  found((await loadContent(contentDir, texts)).problems, `Content of ${contentDir}: good.`);
  found(await faultsOfMaintenancePages(settings), 'Maintenance pages: good.');
  if (settings.specsDir !== undefined) found(await faultsOfDocuments(settings), `Documents of ${settings.specsDir}: good.`);
  if (settings.trustDir !== undefined) found(await faultsOfAuthorities(settings.trustDir, settings), `Authorities of ${settings.trustDir}: good.`);
  if (settings.core !== undefined) {
    const core = await askTheCore(settings.core);
    found(core.faults, core.good);
  }
  return faults === 0 ? EXIT.ok : EXIT.configuration;
}

/** A development server makes its keys at the start; this command makes none. */
function readSettings(env: NodeJS.ProcessEnv): Settings | ConfigError {
  try {
    const settings = loadSettings(env);
    return settings.mode === 'production' ? loadConfig(env) : settings;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

async function faultsOfMaintenancePages(settings: Settings): Promise<readonly string[]> {
  const faults: string[] = [];
  const log = { error: ({ err }: { err: unknown }) => void faults.push(err instanceof Error ? err.message : String(err)) };
  try {
    await createMaintenancePages({ ...textsOf(settings), sanitise: sanitiseHtml, log });
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  return faults;
}

async function faultsOfDocuments({ specsDir, apiBase }: Settings): Promise<readonly string[]> {
  const faults: string[] = [];
  const documents = createBankDocuments(specsDir, apiBase, { info: () => {}, warn: (_details, text) => void faults.push(text) });
  await documents.load();
  await documents.stop();
  return faults;
}

async function faultsOfAuthorities(folder: string, { revocation = 'soft' }: Settings): Promise<readonly string[]> {
  try {
    const { anchors } = await checkTrust(folder, [], { revocation, at: new Date() });
    return anchors.flatMap(({ file, faults }) => faults.map((fault) => `${join(folder, file)}: ${fault}`));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

async function askTheCore(settings: CoreSettings): Promise<{ readonly faults: readonly string[]; readonly good: string }> {
  try {
    const { version, newestEvent } = await checkCore(settings, pino({ level: 'silent' }));
    const events =
      newestEvent === undefined ? 'it offers no events' : `its newest event is ${newestEvent}, and "portico core events" says how many are applied`;
    return { faults: [], good: `Core at ${settings.url}: version ${version} of the calls; ${events}.` };
  } catch (error) {
    if (error instanceof CoreUnreachable) return { faults: [error.message], good: '' };
    throw error;
  }
}
