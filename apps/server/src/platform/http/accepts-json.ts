/** Checks whether a caller accepts JSON: `Accept`, RFC 9110 §12.5.1. */
import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { TppRefusal } from './refusal.ts';

const JSON_TYPE = 'application/json';

/** Without `Accept` everything is accepted. Parameters other than `q` are ignored, because JSON has none (RFC 8259 §11). */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return new Negotiator({ headers: { accept: withoutParameters(accept) } }).mediaTypes([JSON_TYPE]).length > 0;
}

/** @throws TppRefusal 406 REQUESTED_FORMATS_INVALID. */
export function requireJsonAccepted({ headers }: { readonly headers: IncomingHttpHeaders }): void {
  if (acceptsJson(headers.accept)) return;
  const text = `The answer is ${JSON_TYPE}, which the header Accept excludes. Send Accept: ${JSON_TYPE}, or leave it out.`;
  throw new TppRefusal(406, 'REQUESTED_FORMATS_INVALID', text, { path: 'header:Accept' });
}

const QUALITY = /^\s*q\s*=/i;

function withoutParameters(accept: string): string {
  return accept
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';');
      return [type, ...parameters.filter((parameter) => QUALITY.test(parameter))].join(';');
    })
    .join(',');
}
