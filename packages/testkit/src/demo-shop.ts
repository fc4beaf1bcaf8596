/** The demo third-party site with a developer's own application, so that its customers are the developer's test customers. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from './browser.ts';
import { freePort } from './ports.mjs';
import { jsonOf, member, textOf, type WireAnswer, type WireRequest } from './transport.ts';

const ENTRY = join(import.meta.dirname, '..', '..', '..', 'apps/demo-tpp/src/main.ts');
const START_TIMEOUT_MS = 300_000;
const POLL_MS = 50;

export interface OwnShop {
  /** Origin of the site. */
  readonly url: string;
  /** Personal code of the developer's test customer, such as `person` in `ee`. */
  customer(country: string, type: 'person' | 'company'): Promise<string>;
  /** Moves the time of the developer's sandbox and runs due jobs. Returns the new time, ISO 8601. */
  advance(step: { readonly minutes?: number; readonly days?: number; readonly months?: number }): Promise<string>;
  stop(): Promise<void>;
}

/** @param browser of a developer with a session. @param portalUrl origin of the server. */
export async function openOwnShop(browser: Browser, portalUrl: string): Promise<OwnShop> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const application = jsonOf(await call('GET', '/api/tpp'));
  await call('PUT', '/api/tpp', { redirectionUris: [`${url}/callback`] });
  const secret = jsonOf(await call('POST', '/api/tpp/secret/reveal'));
  const child = spawn(process.execPath, [ENTRY], {
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: new URL(url).port,
      PUBLIC_URL: url,
      PORTICO_URL: portalUrl,
      CLIENT_ID: textOf(application, 'clientId'),
      CLIENT_SECRET: textOf(secret, 'clientSecret'),
      DEMO_TPP_DATA_DIR: ':memory:',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitUntilReady(`${url}/healthz`);

  async function call(method: WireRequest['method'], path: string, body?: object): Promise<WireAnswer> {
    const answer = await browser.send(method, path, body === undefined ? {} : { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  }

  return {
    url,
    async customer(country, type) {
      const customers = jsonOf(await call('GET', '/api/tpp/psu'));
      const found = Array.isArray(customers)
        ? customers.find((one) => member(one, 'country') === country && member(one, 'type') === type)
        : undefined;
      return textOf(found, 'customer', 'nationalIdentityNumber');
    },
    advance: async (step) => textOf(jsonOf(await call('POST', '/api/tpp/clock/advance', step)), 'now'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function waitUntilReady(address: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (
    !(await fetch(address)
      .then(({ ok }) => ok)
      .catch(() => false))
  ) {
    if (performance.now() > deadline) throw new Error(`${address} did not answer within ${START_TIMEOUT_MS} ms.`);
    await delay(POLL_MS);
  }
}
