/**
 * The demo third-party site beside a development server: its own process on another site, so that every arrival at the bank is
 * truly cross-site. It knows HTTP only and gets what any provider gets: addresses, client id, secret.
 */
import type { Logger } from 'pino';
import type { Config } from '#platform/config.ts';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import { type ChildSite, entryOf, startChildSite } from './child-site.ts';

export const DEMO_CLIENT_ID = 'demo-tpp';

/** The site's origin; undefined where there is none. */
export function demoTppUrl(config: Config): string | undefined {
  return config.mode === 'development' && config.demoTppPort !== undefined ? `http://127.0.0.1:${config.demoTppPort}` : undefined;
}

/** Derived, so that every start and every process of an installation agrees and no secret stands in the source. */
export function demoClientSecret(config: Pick<Config, 'keys'>): string {
  return hmacSha256Hex(config.keys.secrets, 'client secret of the demo third-party site');
}

/** Undefined when this server starts none, or another program has its port. */
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
      PORTICO_ISSUER: `${config.publicUrl}/api/v2`,
      PORTICO_API: config.apiBase,
      BANK_NAME: config.bankName,
      CLIENT_ID: DEMO_CLIENT_ID,
      CLIENT_SECRET: demoClientSecret(config),
      DEMO_TPP_DATA_DIR: config.dataDir,
    },
    log,
    say,
  });
}
