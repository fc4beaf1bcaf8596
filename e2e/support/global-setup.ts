import { startServers } from './servers.ts';

/** One set of servers for all journeys; their addresses travel to the workers through the environment. */
async function globalSetup(): Promise<() => Promise<void>> {
  const servers = await startServers({
    postgresUrl: process.env.E2E_POSTGRES_URL,
    // Phones answer at once; a journey that looks at the waiting page opens the device and answers there.
    env: { PORTICO_DEVICE_ANSWER_SECONDS: '0' },
  });
  process.env.E2E_PORTAL_URL = servers.portalUrl;
  process.env.E2E_SHOP_URL = servers.shopUrl;
  return () => servers.stop();
}

// Playwright takes the default export of a set-up file.
export { globalSetup as default };
