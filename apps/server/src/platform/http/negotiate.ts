/** Content negotiation (RFC 9110 §12) for pages, files, content, documents and feeds. The library parses the lists and their weights. */
import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { UiRefusal } from './refusal.ts';

/** The library accepts preferred encodings among equal weights; its types do not declare that. */
interface EncodingNegotiator {
  encoding(available: string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

/**
 * Returns the encoding of a response: one of the available ones, or `identity`.
 *
 * @param packed the available encodings, the best first; of equal weights the best is used
 * @throws UiRefusal 406 where the caller excludes all of them and `identity` (RFC 9110 §12.5.3)
 */
export function codingFor<Packed extends string>(headers: IncomingHttpHeaders, packed: readonly Packed[]): Packed | 'identity' {
  const accepted = headers['accept-encoding'];
  // Without the header every encoding is allowed, and `identity` suits every client.
  if (accepted === undefined) return 'identity';
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': String(accepted) } });
  const coding = negotiator.encoding([...packed, 'identity'], { preferred: packed });
  if (coding === 'identity') return 'identity';
  const chosen = packed.find((one) => one === coding);
  if (chosen !== undefined) return chosen;
  const text = `This can be sent with the content coding ${packed.join(' or ')}, or without one. Accept-Encoding refuses all of them.`;
  throw new UiRefusal(406, 'FORMAT_ERROR', text, { path: 'header:Accept-Encoding' });
}

/**
 * Returns the media type with the highest weight; of equal weights, the one that the caller names first. Without a match it returns the first of
 * `offered`.
 */
export function mediaTypeFor<Type extends string>(headers: IncomingHttpHeaders, offered: readonly [Type, ...Type[]]): Type {
  const { accept } = headers;
  // All responses are UTF-8, whether or not the caller asks for it.
  const plain = accept?.replaceAll(/;\s*charset=[^;,]*/gi, '');
  const wanted = plain === undefined ? undefined : new Negotiator({ headers: { accept: plain } }).mediaType([...offered]);
  return offered.find((type) => type === wanted) ?? offered[0];
}
