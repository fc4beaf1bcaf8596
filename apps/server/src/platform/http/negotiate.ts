/**
 * Which form of an answer a caller wants (RFC 9110 §12). One negotiation for pages, files, content, documents and feeds; the library reads the
 * lists and their weights.
 */
import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { UiRefusal } from './refusal.ts';

/** The library takes the codings that are preferred among equals; its types do not know that yet. */
interface EncodingNegotiator {
  encoding(available: string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

/**
 * How a text of ours is sent: packed in one of the offered ways, or as it is (`identity`).
 *
 * @param packed the codings there are, the best first; of equal weight the best is taken
 * @throws UiRefusal 406 where the caller refuses all of them and `identity` (RFC 9110 §12.5.3)
 */
export function codingFor<Packed extends string>(headers: IncomingHttpHeaders, packed: readonly Packed[]): Packed | 'identity' {
  const accepted = headers['accept-encoding'];
  // Without the header anything may be sent; as it is, it suits every program.
  if (accepted === undefined) return 'identity';
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': String(accepted) } });
  const coding = negotiator.encoding([...packed, 'identity'], { preferred: packed });
  if (coding === 'identity') return 'identity';
  const chosen = packed.find((one) => one === coding);
  if (chosen !== undefined) return chosen;
  const text = `This can be sent with the content coding ${packed.join(' or ')}, or without one. Accept-Encoding refuses all of them.`;
  throw new UiRefusal(406, 'FORMAT_ERROR', text, { path: 'header:Accept-Encoding' });
}

/** The type that the caller wants most; of equal weight, the one that is named first. What suits nothing gets the first of ours. */
export function mediaTypeFor<Type extends string>(headers: IncomingHttpHeaders, offered: readonly [Type, ...Type[]]): Type {
  const { accept } = headers;
  // Every text of ours is UTF-8, whether or not the caller says so.
  const plain = accept?.replaceAll(/;\s*charset=[^;,]*/gi, '');
  const wanted = plain === undefined ? undefined : new Negotiator({ headers: { accept: plain } }).mediaType([...offered]);
  return offered.find((type) => type === wanted) ?? offered[0];
}
