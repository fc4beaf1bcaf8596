/** How a request proves its caller: the security schemes of OpenAPI 3.1.1 §4.8.27, one requirement of several alternatives. */
import type { OperationSlice, SliceParameter } from '../calls/explorer.ts';

type Secured = Pick<OperationSlice, 'security' | 'securitySchemes'>;

export type Proof =
  | { readonly kind: 'bearer' | 'basic'; readonly scheme: string }
  /** Another scheme of the Authorization header, with the name as the document writes it. */
  | { readonly kind: 'http'; readonly scheme: string; readonly name: string }
  | { readonly kind: 'apiKey'; readonly scheme: string; readonly in: 'header' | 'query' | 'cookie'; readonly name: string };

const PLACES = ['header', 'query', 'cookie'] as const;

/** The proofs of each alternative, in the order of the document; one without proofs allows anonymous calls. */
export function alternativesOf({ security, securitySchemes }: Secured): readonly (readonly Proof[])[] {
  return security.map((way) =>
    Object.keys(way).flatMap((scheme) => proofOf(scheme, Object.hasOwn(securitySchemes, scheme) ? (securitySchemes[scheme] ?? {}) : {})),
  );
}

/** The alternative of a request unless the developer chooses another: a token, else no proof at all, else the first. */
export function usualAlternative(slice: Secured): number {
  const ways = alternativesOf(slice);
  const found = [ways.findIndex((way) => way.some(({ kind }) => kind === 'bearer')), ways.findIndex((way) => way.length === 0), 0];
  return found.find((at) => at >= 0) ?? 0;
}

export function proofsOf(slice: Secured, alternative = usualAlternative(slice)): readonly Proof[] {
  return alternativesOf(slice)[alternative] ?? [];
}

/** True when the certificate of the connection proves the caller. */
export function needsMutualTls(slice: Secured, alternative = usualAlternative(slice)): boolean {
  const { security, securitySchemes } = slice;
  return Object.keys(security[alternative] ?? {}).some(
    (scheme) => Object.hasOwn(securitySchemes, scheme) && securitySchemes[scheme]?.type === 'mutualTLS',
  );
}

/** Scheme names are case-insensitive (RFC 9110 §11.1). Mutual TLS has no place in a request. */
function proofOf(scheme: string, { type, scheme: http, in: place, name }: Readonly<Record<string, unknown>>): readonly Proof[] {
  if (type === 'oauth2' || type === 'openIdConnect') return [{ kind: 'bearer', scheme }];
  if (type === 'http' && typeof http === 'string') {
    const known = http.toLowerCase();
    return [known === 'bearer' || known === 'basic' ? { kind: known, scheme } : { kind: 'http', scheme, name: http }];
  }
  const at = PLACES.find((known) => known === place);
  return type === 'apiKey' && at !== undefined && typeof name === 'string' ? [{ kind: 'apiKey', scheme, in: at, name }] : [];
}

/** The parameter that carries an API key. */
export function keyParameter({ in: place, name }: Extract<Proof, { kind: 'apiKey' }>): SliceParameter {
  return { name, in: place, required: false, schema: { type: 'string' } };
}
