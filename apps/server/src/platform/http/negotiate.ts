/**
 * Which form of an answer a caller wants (RFC 9110 §12). One negotiation for pages, files, content, documents and feeds; the library reads the
 * lists and their weights.
 */
import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { UiRefusal } from './refusal.ts';

/** How a text of ours may be sent: packed with Brotli, or as it is. */
export type Coding = 'br' | 'identity';

/** @throws UiRefusal 406 where the caller refuses both (RFC 9110 §12.5.3) */
export function codingFor(headers: IncomingHttpHeaders): Coding {
  const accepted = headers['accept-encoding'];
  // Without the header anything may be sent; as it is, it suits every program.
  if (accepted === undefined) return 'identity';
  const coding = new Negotiator({ headers: { 'accept-encoding': String(accepted) } }).encoding(['br', 'identity']);
  if (coding === 'br' || coding === 'identity') return coding;
  const text = 'This can be sent with the content coding br, or without one. Accept-Encoding refuses both.';
  throw new UiRefusal(406, 'FORMAT_ERROR', text, { path: 'header:Accept-Encoding' });
}

/** The type that the caller wants most; of equal weight, the one that is named first. What suits nothing gets the first of ours. */
export function mediaTypeFor<Type extends string>(headers: IncomingHttpHeaders, offered: readonly [Type, ...Type[]]): Type {
  const { accept } = headers;
  const wanted = accept === undefined ? undefined : new Negotiator({ headers: { accept } }).mediaType([...offered]);
  return offered.find((type) => type === wanted) ?? offered[0];
}
