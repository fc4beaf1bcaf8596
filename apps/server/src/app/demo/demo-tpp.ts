/**
 * Starts the demo third-party site as a child process of a development server. It runs on another site, so that every redirect to the bank is really
 * cross-site. It uses HTTP only and gets what any provider gets: URLs, client id and client secret.
 */
import type { Logger } from 'pino';
import type { Config } from '#platform/config.ts';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import { type ChildSite, entryOf, startChildSite } from './child-site.ts';

export const DEMO_CLIENT_ID = 'demo-tpp';

/** Returns the site's origin; undefined where there is none. */
export function demoTppUrl(config: Config): string | undefined {
  return config.mode === 'development' && config.demoTppPort !== undefined ? `http://127.0.0.1:${config.demoTppPort}` : undefined;
}

/** The secret is derived from the keys: it is the same at every start and in every process of an installation, and the source contains none. */
export function demoClientSecret(config: Pick<Config, 'keys'>): string {
  return hmacSha256Hex(config.keys.secrets, 'client secret of the demo third-party site');
}

/** Returns undefined when this server starts none, or another program uses the port. */
export async function startDemoTpp(config: Config, log: Logger, say: (text: string) => void): Promise<ChildSite | undefined> {
  const url = demoTppUrl(config);
  if (url === undefined || config.demoTppPort === undefined || !config.startsDemoTpp) return undefined;
  return startChildSite({
    name: 'demo shop',
    entry: entryOf('demo-tpp'),
    port: config.demoTppPort,
    portSetting: 'PORTICO_DEMO_TPP_PORT',
    env: {
      PUBLIC_URL: url,
      PORTICO_URL: config.publicUrl,
      BANK_NAME: config.bankName,
      CLIENT_ID: DEMO_CLIENT_ID,
      CLIENT_SECRET: demoClientSecret(config),
      DEMO_TPP_DATA_DIR: config.dataDir,
    },
    log,
    say,
  });
}
