/** One bounded call to an identity provider: at most five seconds and 256 kB, no redirect, JSON only. */

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 256 * 1024;

/** The provider did not respond, or sent an invalid response. The sign-in can be tried again. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** @throws ProviderUnavailable */
export async function fetchJson(url: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}): Promise<JsonAnswer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await readText(response);
    if (response.status >= 500) throw new Error(`Status ${response.status}.`);
    return { status: response.status, body: JSON.parse(text) };
  } catch (cause) {
    throw new ProviderUnavailable(`The identity provider did not answer as it should: ${new URL(url).origin}.`, { cause });
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > BYTES_MAX) throw new Error(`The answer is larger than ${BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
