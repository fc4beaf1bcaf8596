/** A question to the content base, which may be any content system: bounded in time and size. */
import type { ApiCall } from '../api/api-client.ts';

const TIMEOUT_MS = 15_000;
/** The longest guide has 40 kB. */
const BYTES_MAX = 2 * 1024 * 1024;

/** @param path below the content base */
export function contentCall(path: string, signal: AbortSignal): ApiCall {
  return { base: 'content', path, signal, timeoutMs: TIMEOUT_MS, bytesMax: BYTES_MAX };
}
