/** Issues one certificate of a provider. Its dates are those of the sandbox's clock. */
import type { CertificateUse, ProviderRole, TestLifetime } from '@portico/contract/values';
import * as asn1js from 'asn1js';
import { AccessDescription, CRLDistributionPoints, DistributionPoint, type Extension, GeneralName, InfoAccess } from 'pkijs';
import type { Config } from '#platform/config.ts';
import type { Random } from '#platform/random.ts';
import {
  basicConstraints,
  buildCertificate,
  extendedKeyUsage,
  extension,
  type Issuer,
  keyUsage,
  NAMES,
  wholeSeconds,
} from '../authority/build-certificate.ts';
import { AUTHORITY_COUNTRY } from '../authority/make-authority.ts';
import { newSerial } from '../authority/serial.ts';
import { qcStatements } from './psd2-statements.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Begin and end, from the present of the sandbox's clock. */
const LIFETIMES: Readonly<Record<TestLifetime, readonly [fromMs: number, untilMs: number]>> = {
  // Of callers whose clock is slow, too.
  year: [-HOUR_MS, 365 * DAY_MS],
  day: [-HOUR_MS, DAY_MS],
  expired: [-30 * DAY_MS, -DAY_MS],
};
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const CERTIFICATE_POLICIES = '2.5.29.32';
const AUTHORITY_INFORMATION = '1.3.6.1.5.5.7.1.1';
const CRL_POINTS = '2.5.29.31';
const [OCSP, CA_ISSUERS] = ['1.3.6.1.5.5.7.48.1', '1.3.6.1.5.5.7.48.2'];
/** QCP-w-psd2 (TS 119 495) and QCP-l (EN 319 411-2). */
const POLICIES: Readonly<Record<CertificateUse, string>> = { web: '0.4.0.19495.3.1', seal: '0.4.0.194112.1.1' };
/** RFC 5280, appendix A.1. */
const NAME_LENGTH_MAX = 64;
const URI = 6;

export interface CertificateWish {
  readonly use: CertificateUse;
  readonly roles: readonly ProviderRole[];
  readonly lifetime: TestLifetime;
  readonly organizationId: string;
  /** Ends in `(sandbox)`. */
  readonly name: string;
  /** DER form of the SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  /** Sandbox time. */
  readonly now: Date;
}

export interface IssuedCertificate {
  readonly der: Buffer;
  readonly serial: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export async function issueCertificate(
  { config, random }: { readonly config: Pick<Config, 'publicUrl'>; readonly random: Pick<Random, 'bytes'> },
  issuer: Issuer,
  wish: CertificateWish,
): Promise<IssuedCertificate> {
  const { use, now } = wish;
  const [fromMs, untilMs] = LIFETIMES[wish.lifetime];
  const serial = newSerial(random);
  const [notBefore, notAfter] = [wholeSeconds(new Date(now.getTime() + fromMs)), wholeSeconds(new Date(now.getTime() + untilMs))];
  const name = wish.name.slice(0, NAME_LENGTH_MAX);
  const der = await buildCertificate({
    subject: [
      [NAMES.country, AUTHORITY_COUNTRY],
      [NAMES.organization, name],
      [NAMES.organizationId, wish.organizationId],
      [NAMES.commonName, name],
    ],
    serial,
    notBefore,
    notAfter,
    publicKey: wish.publicKey,
    issuer,
    signingKey: issuer.key,
    extensions: [
      basicConstraints(undefined),
      ...(use === 'web' ? [keyUsage('digitalSignature'), extendedKeyUsage(CLIENT_AUTH)] : [keyUsage('digitalSignature', 'nonRepudiation')]),
      policy(POLICIES[use]),
      qcStatements(use, wish.roles),
      ...addresses(`${config.publicUrl}/pki`, use),
    ],
  });
  return { der, serial, notBefore, notAfter };
}

function policy(value: string): Extension {
  const information = new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value })] });
  return extension(CERTIFICATE_POLICIES, new asn1js.Sequence({ value: [information] }));
}

function addresses(at: string, use: CertificateUse): readonly Extension[] {
  const uri = (value: string) => new GeneralName({ type: URI, value });
  const information = new InfoAccess({
    accessDescriptions: [
      new AccessDescription({ accessMethod: OCSP, accessLocation: uri(`${at}/ocsp`) }),
      new AccessDescription({ accessMethod: CA_ISSUERS, accessLocation: uri(`${at}/ca.pem`) }),
    ],
  });
  const points = new CRLDistributionPoints({ distributionPoints: [new DistributionPoint({ distributionPoint: [uri(`${at}/${use}.crl`)] })] });
  return [extension(AUTHORITY_INFORMATION, information.toSchema()), extension(CRL_POINTS, points.toSchema())];
}
