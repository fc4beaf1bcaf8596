/** Makes applications of one developer at the real server, each with a token and certificates, and gives them profiles in the database. */
import { createHash, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { becomeDeveloper, jsonOf, member, openBrowser, overHttp, type PorticoProcess, textOf } from '@portico/testkit';
import type { IdentityOrder } from './load.ts';

export type Run = (text: string, values: readonly unknown[]) => Promise<unknown>;

export interface BenchApplication {
  readonly token: string;
  readonly certificate: NonNullable<IdentityOrder['certificate']>;
  readonly seal: NonNullable<IdentityOrder['seal']>;
  /** PEM of a key for proofs. */
  readonly dpopKey: string;
}

const NAMES = ['basic', 'mtls', 'dpop', 'signed'] as const;
export type ApplicationName = (typeof NAMES)[number];

export const REDIRECT_URI = 'https://shop.example/back';
const PROFILES = { basic: 'basic', mtls: 'mtls', dpop: 'fapi2', signed: 'basic' } as const;

export async function makeApplications({ origin }: PorticoProcess, run: Run): Promise<Readonly<Record<ApplicationName, BenchApplication>>> {
  const browser = openBrowser(overHttp(origin), origin);
  await becomeDeveloper(browser);
  const make = async (name: ApplicationName): Promise<BenchApplication> => {
    if (name !== 'basic') await browser.send('POST', '/api/tpp/applications', { body: { clientName: `Bench ${name}` } });
    const applications = Object.values(Object(jsonOf(await browser.send('GET', '/api/tpp/applications'))));
    const clientId = textOf(applications.at(-1), 'clientId');
    const headers = { 'tpp-client-id': clientId };
    const users = member(jsonOf(await browser.send('GET', '/api/tpp/psu', { headers })));
    const token = Object.values(Object(users))
      .map((user) => member(user, 'access_token'))
      .find((each) => typeof each === 'string');
    if (typeof token !== 'string') throw new Error(`The application ${name} has no token: ${JSON.stringify(users)}`);
    const body = { roles: ['ais', 'pis', 'piis'], lifetime: 'year', keyType: 'p256' };
    const files = member(jsonOf(await browser.send('POST', '/api/tpp/certificates', { body, headers })), 'files');
    const application = { token, ...certificatesOf(files), dpopKey: newKey() };
    await run('update tpp_app set security_profile = $1, signs_requests = $2, redirect_uris = $3::jsonb where client_id = $4', [
      PROFILES[name],
      name === 'signed',
      JSON.stringify([REDIRECT_URI]),
      clientId,
    ]);
    await run('update oauth_artifact set bound_to = $1 where id_hash = $2', [bindingOf(name, application), sha256(token).toString('hex')]);
    return application;
  };
  const [basic, mtls, dpop, signed] = [await make('basic'), await make('mtls'), await make('dpop'), await make('signed')];
  return { basic, mtls, dpop, signed };
}

function certificatesOf(files: unknown): Pick<BenchApplication, 'certificate' | 'seal'> {
  const seal = new X509Certificate(textOf(files, 'qseal.pem'));
  const issuer = seal.issuer.split('\n').toReversed().join(',');
  return {
    certificate: { cert: textOf(files, 'qwac.pem'), key: textOf(files, 'qwac.key') },
    seal: { key: textOf(files, 'qseal.key'), der: seal.raw.toString('base64'), keyId: `SN=${seal.serialNumber},CA=${encodeURIComponent(issuer)}` },
  };
}

function bindingOf(name: ApplicationName, { certificate, dpopKey }: BenchApplication): string | null {
  if (name === 'mtls') return `x5t#S256:${sha256(new X509Certificate(certificate.cert).raw).toString('base64url')}`;
  if (name !== 'dpop') return null;
  const { crv, kty, x, y } = createPublicKey(dpopKey).export({ format: 'jwk' });
  return `jkt:${sha256(JSON.stringify({ crv, kty, x, y })).toString('base64url')}`;
}

const newKey = (): string => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();
