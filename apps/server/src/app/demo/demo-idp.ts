/** Starts the demo identity provider, which a development server uses in place of Google and of the bank's provider when they are not configured. */
import type { Logger } from 'pino';
import { CONSOLE_CALLBACK_PATH } from '#modules/console/index.ts';
import type { Config, OpenIdClient } from '#platform/config.ts';
import { type ChildSite, entryOf, startChildSite } from './child-site.ts';

/** Returns undefined when this server starts none, or another program uses the port. */
export async function startDemoIdp(config: Config, log: Logger, say: (text: string) => void): Promise<ChildSite | undefined> {
  const { google, console, demoIdpPort } = config;
  if (config.mode !== 'development' || demoIdpPort === undefined || google === undefined || !google.isStandIn) return undefined;
  return startChildSite({
    name: 'stand-in for Google',
    entry: entryOf('demo-idp'),
    port: demoIdpPort,
    portSetting: 'PORTICO_DEMO_IDP_PORT',
    env: {
      ...environment('', google, `${config.publicUrl}/identity/social/google/callback`),
      ...(console?.openid.isStandIn === true ? environment('CONSOLE_', console.openid, `${console.url}${CONSOLE_CALLBACK_PATH}`) : {}),
    },
    log,
    say,
  });
}

const environment = (prefix: string, { clientId, clientSecret }: OpenIdClient, redirectUri: string): Readonly<Record<string, string>> => ({
  [`${prefix}CLIENT_ID`]: clientId,
  [`${prefix}CLIENT_SECRET`]: clientSecret,
  [`${prefix}REDIRECT_URI`]: redirectUri,
});
