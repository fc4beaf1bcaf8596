/** Sends the replay's requests through the whole running server and moves their measured lines into the past. Keeps cookies as a browser does. */
import { randomUUID } from 'node:crypto';
import type { Portico } from '../composition/build-app.ts';

interface ReplayCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

interface ReplayAnswer {
  readonly status: number;
  readonly location: string;
  /** The text at this path of the JSON response; empty where there is none. */
  text(...path: readonly string[]): string;
}

export interface ReplayCaller {
  /** @param address a path, or a URL of the public origin */
  send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', address: string, call?: ReplayCall): Promise<ReplayAnswer>;
  /** The number of requests until now. */
  readonly sent: () => { readonly requests: number; readonly refused: number };
}

/** @param agoMs the age that a request sent now gets */
export function createReplayCaller({ app, platform, modules }: Portico, agoMs: number): ReplayCaller {
  const { publicUrl } = platform.config;
  const cookies = new Map<string, string>();
  let [requests, refused] = [0, 0];

  return {
    sent: () => ({ requests, refused }),
    async send(method, address, { headers = {}, body } = {}) {
      const requestId = randomUUID();
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await modules.requestLog.replay(requestId, agoMs, () =>
        app.inject({
          method,
          url: address.startsWith(publicUrl) ? address.slice(publicUrl.length) : address,
          headers: {
            host: new URL(publicUrl).host,
            'x-request-id': requestId,
            ...(method === 'GET' ? {} : { origin: publicUrl, 'content-type': 'application/json' }),
            ...(cookie === '' ? {} : { cookie }),
            ...headers,
          },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        }),
      );
      requests += 1;
      if (response.statusCode >= 400) refused += 1;
      for (const { name, value } of response.cookies) cookies.set(name, value);
      return { status: response.statusCode, location: String(response.headers.location ?? ''), text: (...path) => textAt(response.body, path) };
    },
  };
}

function textAt(body: string, path: readonly string[]): string {
  try {
    const found = path.reduce<unknown>((value, name) => Reflect.get(Object(value), name), JSON.parse(body));
    return typeof found === 'string' ? found : '';
  } catch {
    return '';
  }
}
