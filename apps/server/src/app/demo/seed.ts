/**
 * The data of a new development server: one sandbox with customers and four months of bookings, and the demo application. With a bank's own core it
 * is the demo application only. A repetition changes only the application's URLs.
 */
import type { DemoLogin } from '#modules/bank/index.ts';
import type { Config } from '#platform/config.ts';
import type { Portico } from '../composition/build-app.ts';
import type { Say } from './announce.ts';
import { DEMO_CLIENT_ID, demoClientSecret, demoTppUrl } from './demo-tpp.ts';

type Seeded = Pick<Portico, 'platform' | 'modules' | 'edition'>;

/** Returns the seeded customers, for printing. */
export async function seedDevelopment({ platform, modules, edition }: Seeded, say: Say): Promise<readonly DemoLogin[]> {
  const { sandboxId, logins } = await edition.seedDemo(say);
  await seedDemoApp(platform.config, modules, sandboxId);
  return logins;
}

async function seedDemoApp(config: Config, { tppApps }: Pick<Portico['modules'], 'tppApps'>, sandboxId: string): Promise<void> {
  const shop = demoTppUrl(config);
  if (shop === undefined) return;
  await tppApps.upsert({
    appId: 'app_demo',
    sandboxId,
    clientId: DEMO_CLIENT_ID,
    clientName: 'Lumen Books online',
    registeredName: 'Lumen Books OÜ (demo)',
    redirectUris: [`${shop}/callback`],
    clientSecret: demoClientSecret(config),
  });
}
