/** One bounded call to an identity provider: at most 256 kB, no redirect, JSON only. openid-client gives the signal that ends it. */
import type { CustomFetch } from 'openid-client';
import { certificateFault } from '#platform/tls/certificate-fault.ts';

export const TIMEOUT_SECONDS = 5;
const BYTES_MAX = 256 * 1024;

/** The provider did not respond, or sent an invalid response. The sign-in can be tried again. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** @throws ProviderUnavailable */
export const fetchProvider: CustomFetch = async (url, { body, ...init }) => {
  try {
    // OAuth requests have a form or no body.
    const response = await fetch(url, { ...init, body: body instanceof URLSearchParams ? body : null, redirect: 'error' });
    const text = await readText(response);
    if (response.status >= 500) throw new Error(`Status ${response.status}.`);
    JSON.parse(text);
    return new Response(text, response);
  } catch (cause) {
    const fault = certificateFault(cause);
    const reason = fault === undefined ? 'did not answer as it should' : `cannot be called, because ${fault}`;
    throw new ProviderUnavailable(`The identity provider ${new URL(url).origin} ${reason}.`, { cause });
  }
};

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
