/** Content that the server embedded in the page, by path below the content base, so that the first view needs no call. */
import { FIRST_CONTENT_ID } from '@portico/contract/values';
import { isRecord } from '../api/api-error.ts';

let written: Record<string, unknown> | undefined;

/** All embedded content that was not taken yet, unchecked. */
export function writtenContent(): Readonly<Record<string, unknown>> {
  written ??= readWritten();
  return { ...written };
}

/** Returns embedded content once, unchecked; a second call returns undefined, so that its caller requests current content. */
export function takeWrittenContent(path: string): unknown {
  const answer = writtenContent()[path];
  if (written !== undefined) delete written[path];
  return answer;
}

function readWritten(): Record<string, unknown> {
  const value: unknown = JSON.parse(document.getElementById(FIRST_CONTENT_ID)?.textContent ?? 'null');
  return isRecord(value) ? value : {};
}
