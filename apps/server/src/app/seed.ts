/**
 * What a development server starts with: one sandbox with customers and four months of bookings, and the demo third-party
 * application. Repeating it changes nothing but the application's addresses.
 */
import { type DemoLogin, listDemoLogins, seedSandbox } from '#modules/bank/index.ts';
import type { Say } from './announce.ts';
import type { Portico } from './build-app.ts';
import { DEMO_CLIENT_ID, demoClientSecret, demoTppUrl } from './demo-tpp.ts';

const SANDBOX_ID = 'demo';

/** Answers the seeded customers, for printing. */
export async function seedDevelopment({ platform, modules }: Pick<Portico, 'platform' | 'modules'>, say: Say): Promise<readonly DemoLogin[]> {
  const { config, db, write, clock, random } = platform;
  if (config.bank !== 'sandbox') return [];
  say('Preparing the sandbox bank …');
  const { isNew } = await write(({ tx }) => seedSandbox({ clock, random }, tx, { sandboxId: SANDBOX_ID, name: 'Demo' }));
  if (isNew) say('Sandbox bank filled with customers, accounts and bookings.');
  await seedDemoApp(platform.config, modules);
  return listDemoLogins(db, SANDBOX_ID);
}

async function seedDemoApp(config: Portico['platform']['config'], { tppApps }: Pick<Portico['modules'], 'tppApps'>): Promise<void> {
  const shop = demoTppUrl(config);
  if (shop === undefined) return;
  await tppApps.upsert({
    appId: 'app_demo',
    sandboxId: SANDBOX_ID,
    clientId: DEMO_CLIENT_ID,
    clientName: 'Lumen Books online',
    registeredName: 'Lumen Books OÜ (demo)',
    redirectUris: [`${shop}/callback`],
    clientSecret: demoClientSecret(config),
  });
}
