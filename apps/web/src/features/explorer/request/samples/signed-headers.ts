import type { SampleHeader, SampleRequest } from './sample-request.ts';

/** Signed beside `Digest` where they are sent (NextGenPSD2 1.3, section 12). */
const SIGNED = /^(x-request-id|psu-id|psu-corporate-id|tpp-redirect-uri)$/i;

/** The headers that the signature covers besides `Digest`, in the order in which they are sent. */
export function signedHeaders({ headers }: Pick<SampleRequest, 'headers'>): readonly SampleHeader[] {
  return headers.filter(([name]) => SIGNED.test(name));
}

/** What the parameter `headers` of `Signature` says. */
export function signedNames(request: Pick<SampleRequest, 'headers'>): string {
  return ['digest', ...signedHeaders(request).map(([name]) => name.toLowerCase())].join(' ');
}

/** The lines after that of `digest` in the text that is signed: name, colon, space and value. */
export function signedLines(request: Pick<SampleRequest, 'headers'>): readonly string[] {
  return signedHeaders(request).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
}
