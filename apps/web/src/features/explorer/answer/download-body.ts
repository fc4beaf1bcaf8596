/** Gives the body of an answer to the developer as a file, byte by byte. */
import type { Answer } from '../request/send-request.ts';

const ENDINGS: Readonly<Record<string, string>> = { 'application/json': 'json', 'text/csv': 'csv', 'application/pdf': 'pdf', 'text/html': 'html' };

export function downloadBody({ body, mediaType }: Answer, operationId: string): void {
  const url = URL.createObjectURL(body);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${operationId.replaceAll(/[^\w-]+/g, '-')}.${ENDINGS[mediaType] ?? 'txt'}`;
  link.click();
  // The browser has begun to save by then.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
