/** Starts the demo identity provider, which a development server uses in place of Google when Google is not configured. */
import type { Logger } from 'pino';
import type { Config } from '#platform/config.ts';
import { type ChildSite, entryOf, startChildSite } from './child-site.ts';

/** Returns undefined when this server starts none, or another program uses the port. */
export async function startDemoIdp(config: Config, log: Logger, say: (text: string) => void): Promise<ChildSite | undefined> {
  const { google, demoIdpPort } = config;
  if (config.mode !== 'development' || demoIdpPort === undefined || google === undefined || !google.isStandIn) return undefined;
  return startChildSite({
    name: 'stand-in for Google',
    entry: entryOf('demo-idp'),
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
