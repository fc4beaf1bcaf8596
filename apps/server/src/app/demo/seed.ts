/**
 * What a development server starts with: one sandbox with customers and four months of bookings, and the demo third-party
 * application; before a bank's own core, that application alone. Repeating it changes nothing but the application's addresses.
 */
import { BANK_TENANT, makeBankTenant } from '#modules/bank/index.ts';
import { type DemoLogin, listDemoLogins, seedSandbox } from '#modules/bank-sandbox/index.ts';
import type { Config } from '#platform/config.ts';
import type { Portico } from '../composition/build-app.ts';
import type { Say } from './announce.ts';
import { DEMO_CLIENT_ID, demoClientSecret, demoTppUrl } from './demo-tpp.ts';

const SANDBOX_ID = 'demo';

/** Answers the seeded customers, for printing. */
export async function seedDevelopment({ platform, modules }: Pick<Portico, 'platform' | 'modules'>, say: Say): Promise<readonly DemoLogin[]> {
  const { config, db, write, clock, random } = platform;
  if (config.bank !== 'sandbox') {
    // The customers are the core's own.
    await write(({ tx }) => makeBankTenant(tx));
    await seedDemoApp(config, modules, BANK_TENANT);
    return [];
  }
  say('Preparing the sandbox bank …');
  const { isNew } = await write(({ tx }) => seedSandbox({ clock, random }, tx, { sandboxId: SANDBOX_ID, name: 'Demo', numbers: 'published' }));
  if (isNew) say('Sandbox bank filled with customers, accounts and bookings.');
  await seedDemoApp(config, modules, SANDBOX_ID);
  return listDemoLogins(db, SANDBOX_ID);
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
