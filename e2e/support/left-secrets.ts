/** Every token and secret that a page sends becomes a canary: afterwards none of them may be found where something stays. */
import { expect, type Page, type Request } from '@playwright/test';

/** A shorter value is none that the bank gave. */
const LENGTH_MIN = 20;
/** Fields of a form that prove who is there. A code travels in an address, once (RFC 6749 §4.1.2): it must only not stay there. */
const FIELDS = ['client_secret', 'refresh_token', 'token'] as const;

export interface SecretsWatch {
  /** @param more secrets that came in an answer */
  expectNoneLeft(more?: readonly string[]): Promise<void>;
}

export function watchSecrets(page: Page): SecretsWatch {
  const secrets = new Set<string>();
  const codes = new Set<string>();
  /** Addresses that were called or shown, and that were named as where a call came from. */
  const told: string[] = [];
  page.context().on('request', (request) => {
    told.push(request.url(), request.headers().referer ?? '');
    for (const secret of secretsOf(request)) secrets.add(secret);
    const code = new URLSearchParams(request.postData() ?? '').get('code');
    if (code !== null) codes.add(code);
  });
  page.on('framenavigated', (frame) => void told.push(new URL(frame.url()).hash));
  return {
    async expectNoneLeft(more = []) {
      const known = [...secrets, ...more];
      expect(known.length, 'The page has sent no secret: nothing would be looked for.').toBeGreaterThan(0);
      const left = JSON.stringify([...(await readStores(page)), ...told]);
      for (const secret of known) {
        expect(secret.length).toBeGreaterThanOrEqual(LENGTH_MIN);
        expect(left).not.toContain(secret);
      }
      const stored = JSON.stringify(await readStores(page));
      for (const code of codes) expect(stored).not.toContain(code);
    },
  };
}

function secretsOf(request: Request): readonly string[] {
  const form = new URLSearchParams(request.postData() ?? '');
  const [, credentials] = (request.headers().authorization ?? '').split(' ');
  return [credentials, ...FIELDS.map((name) => form.get(name))]
    .filter((value) => typeof value === 'string' && value.length >= LENGTH_MIN)
    .map(String);
}

/** Everything in which a page can keep something, of this moment. */
async function readStores(page: Page): Promise<readonly unknown[]> {
  return await page.evaluate(async () => [
    { ...localStorage },
    { ...sessionStorage },
    document.cookie,
    window.name,
    window.location.href,
    history.state,
    await indexedDB.databases(),
    await caches.keys(),
  ]);
}
