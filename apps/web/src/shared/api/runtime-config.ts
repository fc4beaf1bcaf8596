/** Names and base addresses, known before the first render: the server embeds them in the page; otherwise `GET /config.json` returns them. */
import type { RuntimeConfig } from '@portico/contract';
import { RUNTIME_CONFIG_ID } from '@portico/contract/values';
import { isRuntimeConfig } from './answers.ts';

/** Throws when the server does not respond or sends another body: the page cannot start then. */
export async function loadRuntimeConfig(fetch: typeof globalThis.fetch = globalThis.fetch): Promise<RuntimeConfig> {
  const written: unknown = JSON.parse(document.getElementById(RUNTIME_CONFIG_ID)?.textContent ?? 'null');
  if (isRuntimeConfig(written)) return written;
  const response = await fetch('/config.json', { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const value: unknown = await response.json();
  if (!isRuntimeConfig(value)) throw new Error('/config.json is not a configuration');
  return value;
}
