/** The four certificates of the authority: a root, one issuer for each use, and the certificate of this server. */
import { isIP } from 'node:net';
import * as asn1js from 'asn1js';
import { GeneralName, GeneralNames } from 'pkijs';
import type { Config } from '#platform/config.ts';
import type { Platform } from '#platform/platform.ts';
import type { Purpose } from '../authority-store.ts';
import { basicConstraints, buildCertificate, extendedKeyUsage, extension, type Issuer, type Key, keyUsage, NAMES } from './build-certificate.ts';
import { newSerial } from './serial.ts';

export const AUTHORITY_COUNTRY = 'EE';
const DAY_MS = 24 * 60 * 60_000;
const YEAR_MS = 365 * DAY_MS;
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const DNS_NAME = 2;
const IP_ADDRESS = 7;
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;

interface Plan {
  readonly commonName: string;
  readonly lifetimeMs: number;
  /** The certificate is renewed, with the same key, when less time is left. */
  readonly renewalMs: number;
}

/** Test clocks run ahead of real time, so the issuers live long. */
const ISSUER = { lifetimeMs: 20 * YEAR_MS, renewalMs: 10 * YEAR_MS };
const PLANS: Readonly<Record<Purpose, Plan>> = {
  root: { commonName: 'Test Root (sandbox)', ...ISSUER },
  web: { commonName: 'Test CA for QWAC (sandbox)', ...ISSUER },
  seal: { commonName: 'Test CA for QSealC (sandbox)', ...ISSUER },
  server: { commonName: 'localhost', lifetimeMs: 397 * DAY_MS, renewalMs: 30 * DAY_MS },
};

export async function importKey(pkcs8: Uint8Array): Promise<Key> {
  return crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), CURVE, false, ['sign']);
}

export async function makeKey(): Promise<{ readonly pkcs8: Buffer; readonly publicKey: Buffer }> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
  return {
    pkcs8: Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)),
    publicKey: Buffer.from(await crypto.subtle.exportKey('spki', publicKey)),
  };
}

/** True when the certificate should be made again: it ends soon, or the server has another address now. */
export function isDue(purpose: Purpose, certificate: Issuer['certificate'], now: Date, config: Pick<Config, 'publicUrl'>): boolean {
  if (certificate.notAfter.value.getTime() - now.getTime() < PLANS[purpose].renewalMs) return true;
  if (purpose !== 'server') return false;
  const names = certificate.extensions?.find(({ extnID }) => extnID === SUBJECT_ALTERNATIVE_NAME);
  return names === undefined || !Buffer.from(names.extnValue.valueBlock.valueHexView).equals(Buffer.from(serverNames(config).toSchema().toBER()));
}

/** @param issuer undefined for the root. Returns the DER form. */
export async function makeCertificate(
  { config, random }: Pick<Platform, 'config' | 'random'>,
  purpose: Purpose,
  own: { readonly key: Key; readonly publicKey: Uint8Array },
  issuer: Issuer | undefined,
  now: Date,
): Promise<Buffer> {
  const { commonName, lifetimeMs } = PLANS[purpose];
  return buildCertificate({
    subject: [
      [NAMES.country, AUTHORITY_COUNTRY],
      [NAMES.organization, `${config.productName} (sandbox)`],
      [NAMES.commonName, commonName],
    ],
    serial: newSerial(random),
    // A caller whose clock is a little slow accepts it too.
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + lifetimeMs),
    publicKey: own.publicKey,
    issuer,
    signingKey: issuer?.key ?? own.key,
    extensions:
      purpose === 'server'
        ? [
            basicConstraints(undefined),
            keyUsage('digitalSignature'),
            extendedKeyUsage(SERVER_AUTH),
            extension(SUBJECT_ALTERNATIVE_NAME, serverNames(config).toSchema()),
          ]
        : // An issuer signs its OCSP responses too.
          [basicConstraints(purpose === 'root' ? 1 : 0), keyUsage('digitalSignature', 'keyCertSign', 'cRLSign')],
  });
}

function serverNames({ publicUrl }: Pick<Config, 'publicUrl'>): GeneralNames {
  const host = new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  const names = [...new Set(['localhost', '127.0.0.1', '::1', host])];
  return new GeneralNames({
    names: names.map((name) =>
      isIP(name) === 0
        ? new GeneralName({ type: DNS_NAME, value: name })
        : new GeneralName({ type: IP_ADDRESS, value: new asn1js.OctetString({ valueHex: addressBytes(name) }) }),
    ),
  });
}

/** The bytes of an IP address (RFC 5280 §4.2.1.6). `URL` writes IPv6 addresses without an embedded IPv4 address. */
function addressBytes(address: string): ArrayBuffer {
  if (isIP(address) === 4) return Uint8Array.from(address.split('.'), Number).buffer;
  const [head = '', tail] = address.split('::');
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const groups = [...before, ...Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0'), ...after];
  return Uint8Array.from(groups.map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 0xff])).buffer;
}
