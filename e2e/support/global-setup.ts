import { BRANDS } from './brands.ts';
import { type Servers, startServers } from './servers.ts';

/** One set of servers for each brand; their addresses travel to the workers through the environment. */
async function globalSetup(): Promise<() => Promise<void>> {
  const servers: Servers[] = [];
  for (const { env, portalVariable, shopVariable, consoleVariable } of Object.values(BRANDS)) {
    const started = await startServers({
      postgresUrl: process.env.E2E_POSTGRES_URL,
      // Phones answer at once; a journey that looks at the waiting page opens the device and answers there.
      env: { PORTICO_DEVICE_ANSWER_SECONDS: '0', ...env },
    });
    servers.push(started);
    process.env[portalVariable] = started.portalUrl;
    process.env[shopVariable] = started.shopUrl;
    process.env[consoleVariable] = started.consoleUrl;
  }
  return async () => void (await Promise.all(servers.map((started) => started.stop())));
}

// Playwright takes the default export of a set-up file.
export { globalSetup as default };
