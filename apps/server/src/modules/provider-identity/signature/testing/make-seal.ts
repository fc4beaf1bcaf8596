/** A certificate with its key, and requests signed with it, for tests of signatures. The certificate says nothing about trust. */
import { createHash, generateKeyPairSync, type KeyObject, sign, webcrypto } from 'node:crypto';
import { Set as AsnSet, Integer, Sequence, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, Certificate } from 'pkijs';
import { type SignedRequest, signedText } from '../verify-signature.ts';

export interface Seal {
  readonly der: Uint8Array;
  readonly key: KeyObject;
  readonly keyId: string;
}

const NAME = [
  ['2.5.4.6', 'EE'],
  ['2.5.4.10', 'Näidis Makse, OÜ'],
  ['2.5.4.97', 'PSDEE-LFSA-4711'],
  ['2.5.4.3', 'Näidis Seal'],
] as const;

/** A set for each attribute; pkijs itself writes one set with all attributes. */
const NAMED = new Sequence({
  value: NAME.map(([type, value]) => new AsnSet({ value: [new AttributeTypeAndValue({ type, value: new Utf8String({ value }) }).toSchema()] })),
}).toBER();

export async function makeSeal(kind: 'rsa' | 'ec'): Promise<Seal> {
  const { privateKey, publicKey } =
    kind === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = kind === 'rsa' ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } : { name: 'ECDSA', namedCurve: 'P-256' };
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: 0x1a2b });
  certificate.issuer.valueBeforeDecode = NAMED;
  certificate.subject.valueBeforeDecode = NAMED;
  certificate.notBefore.value = new Date('2026-01-01T00:00:00Z');
  certificate.notAfter.value = new Date('2027-01-01T00:00:00Z');
  await certificate.subjectPublicKeyInfo.importKey(await webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify']));
  await certificate.sign(await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']), 'SHA-256');
  const keyId = 'SN=1A2B,CA=CN=Näidis%20Seal,organizationIdentifier=PSDEE-LFSA-4711,O=Näidis%20Makse\\,%20OÜ,C=EE';
  return { der: new Uint8Array(certificate.toSchema(true).toBER()), key: privateKey, keyId };
}

export const digestOf = (body: string): string => `SHA-256=${createHash('sha256').update(body).digest('base64')}`;

export interface SignatureParts {
  readonly keyId: string;
  readonly algorithm: string;
  readonly headers: readonly string[];
}

/** Signs a request as a provider does; `parts` replaces parameters of the header. */
export function signRequest(
  seal: Seal,
  request: Omit<SignedRequest, 'body'> & { readonly body: string },
  parts: Partial<SignatureParts> = {},
): SignedRequest {
  const isEc = seal.key.asymmetricKeyType === 'ec';
  const {
    keyId,
    algorithm,
    headers: names,
  } = { keyId: seal.keyId, algorithm: isEc ? 'ecdsa-sha256' : 'rsa-sha256', headers: ['digest', 'x-request-id'], ...parts };
  const headers = { digest: digestOf(request.body), ...request.headers };
  const signature = sign('sha256', Buffer.from(signedText({ ...request, headers }, names)), seal.key).toString('base64');
  return {
    ...request,
    body: Buffer.from(request.body),
    headers: { ...headers, signature: `keyId="${keyId}",algorithm="${algorithm}",headers="${names.join(' ')}",signature="${signature}"` },
  };
}
