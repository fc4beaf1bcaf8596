/** Content that the server wrote into the page, by path below the content base: what is seen first waits for no question. */
import { FIRST_CONTENT_ID } from '@portico/contract/values';
import { isRecord } from '../api/api-error.ts';

let written: Record<string, unknown> | undefined;

/** All of it that was not taken, unchecked. */
export function writtenContent(): Readonly<Record<string, unknown>> {
  written ??= readWritten();
  return { ...written };
}

/** One of it, unchecked, and once: whoever asks again wants what is there now. Undefined when it was not written. */
export function takeWrittenContent(path: string): unknown {
  const answer = writtenContent()[path];
  if (written !== undefined) delete written[path];
  return answer;
}

function readWritten(): Record<string, unknown> {
  const value: unknown = JSON.parse(document.getElementById(FIRST_CONTENT_ID)?.textContent ?? 'null');
  return isRecord(value) ? value : {};
}
