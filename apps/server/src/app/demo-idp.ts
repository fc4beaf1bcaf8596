/** The identity provider that stands in for Google beside a development server without Google's settings. */
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '#platform/config.ts';
import { type ChildSite, startChildSite } from './child-site.ts';

const ENTRY = fileURLToPath(new URL('../../../demo-idp/src/main.ts', import.meta.url));

/** Undefined when this server starts none, or another program has its port. */
export async function startDemoIdp(config: Config, log: Logger, say: (text: string) => void): Promise<ChildSite | undefined> {
  const { google, demoIdpPort } = config;
  if (config.mode !== 'development' || demoIdpPort === undefined || google === undefined || !google.isStandIn) return undefined;
  return startChildSite({
    name: 'stand-in for Google',
    entry: ENTRY,
    port: demoIdpPort,
    portSetting: 'PORTICO_DEMO_IDP_PORT',
    env: {
      CLIENT_ID: google.clientId,
      CLIENT_SECRET: google.clientSecret,
      REDIRECT_URI: `${config.publicUrl}/identity/social/google/callback`,
    },
    log,
    say,
  });
}
