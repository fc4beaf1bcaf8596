/** Gives the body of an answer to the developer as a file, byte by byte. */
import { saveBlob } from '../../../shared/page/save-blob.ts';
import type { Answer } from '../request/outcome.ts';

const ENDINGS: Readonly<Record<string, string>> = { 'application/json': 'json', 'text/csv': 'csv', 'application/pdf': 'pdf', 'text/html': 'html' };

export function downloadBody({ body, mediaType }: Answer, operationId: string): void {
  saveBlob(body, `${operationId.replaceAll(/[^\w-]+/g, '-')}.${ENDINGS[mediaType] ?? 'txt'}`);
}
