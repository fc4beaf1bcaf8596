/** An application whose calls must be signed, and the signatures that it sends. */
import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { member, textOf } from '@portico/testkit';
import type { DevelopersHouse } from '../open-developers-house.ts';
import { type Request, withHeaders } from './wire.ts';

/** A QSealC with its key. */
export interface Seal {
  readonly pem: string;
  readonly key: string;
}

/** An application whose calls are signed, with certificates in several states. */
export interface SigningApp {
  readonly bearer: string;
  readonly good: Seal;
  readonly expired: Seal;
  readonly revoked: Seal;
  readonly blocked: Seal;
  /** Of another application. */
  readonly foreign: Seal;
}

const PATH = '/api/tpp/certificates';

export async function openSigningApp(house: DevelopersHouse, name: string, bearer: string, stranger: string): Promise<SigningApp> {
  async function call(developer: string, method: 'POST' | 'PUT', path: string, body?: object): Promise<unknown> {
    const reply = await house.send(developer, method, path, body === undefined ? {} : { body });
    if (reply.status >= 300) throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text}`);
    return reply.body;
  }
  async function issue(lifetime: 'year' | 'expired', developer = name): Promise<Seal & { readonly id: string }> {
    const issued = await call(developer, 'POST', PATH, { roles: ['ais', 'pis', 'piis'], lifetime, keyType: 'p256' });
    const listed = member(issued, 'certificates');
    const seal = (Array.isArray(listed) ? listed : []).find((each) => Object(each).use === 'seal');
    const files = member(issued, 'files');
    return { id: textOf(seal, 'certificateId'), pem: textOf(files, 'qseal.pem'), key: textOf(files, 'qseal.key') };
  }
  const [good, expired, revoked, blocked] = [await issue('year'), await issue('expired'), await issue('year'), await issue('year')];
  await call(name, 'PUT', `${PATH}/${revoked.id}/revocation`);
  await call(name, 'PUT', `${PATH}/${blocked.id}/block`);
  await call(name, 'PUT', `${PATH}/profile`, { profile: 'basic', signsRequests: true });
  return { bearer, good, expired, revoked, blocked, foreign: await issue('year', stranger) };
}

/** Every header that has to be signed where it is sent. */
const SIGNED = ['digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];

/** The request as the application sends it: with digest, signature and certificate. */
export function signedBy(seal: Seal, request: Request): Request {
  const body = request.body === undefined ? '' : typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  const headers: Request['headers'] = { ...request.headers, digest };
  const names = SIGNED.filter((name) => headers[name] !== undefined);
  const text = names.map((name) => `${name}: ${String(headers[name])}`).join('\n');
  const { serialNumber, issuer, raw } = new X509Certificate(seal.pem);
  const parameters = {
    keyId: `SN=${serialNumber},CA=${issuer.replaceAll('\n', ',')}`,
    algorithm: 'ecdsa-sha256',
    headers: names.join(' '),
    signature: sign('sha256', Buffer.from(text), createPrivateKey(seal.key)).toString('base64'),
  };
  const signature = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  return withHeaders(request, { digest, signature: signature.join(','), 'tpp-signature-certificate': raw.toString('base64') });
}
