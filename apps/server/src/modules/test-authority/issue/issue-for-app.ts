/** Issues certificates for an application of a developer. */

import { createHash } from 'node:crypto';
import type { IssuedCertificates, NewTestCertificates, SignedCertificate, SigningRequest } from '@portico/contract';
import { CERTIFICATE_USES, type CertificateUse, type ProviderRole, type TestLifetime } from '@portico/contract/values';
import { secondsUntilAllowed, spendAllowance } from '#platform/allowances/allowance-store.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import type { TakeOwnerTurn } from '#platform/threads/owner-turns.ts';
import type { Certificates, IssuedForApp, Provider } from '../../provider-identity/index.ts';
import { type AppOwner, applicationUnknown, type RegisteredApp, type TppApps } from '../../tpp-apps/index.ts';
import { readCertificateForm } from '../authority/build-certificate.ts';
import type { Authority } from '../authority/load-authority.ts';
import { certificatePem, toPem } from '../authority/pem.ts';
import { insertIssued } from '../authority-store.ts';
import { createBundle } from './bundle.ts';
import { issueCertificate } from './issue-certificate.ts';
import { createKey, type NewKey } from './new-key.ts';
import { readSigningRequest } from './read-signing-request.ts';

/** What issuing needs. */
export interface Issuing {
  readonly platform: Platform;
  readonly certificates: Certificates;
  readonly tppApps: Pick<TppApps, 'findByDeveloper'>;
  readonly loadAuthority: () => Promise<Authority>;
  readonly developers: { readonly takeTurn: TakeOwnerTurn };
}

const FILE_NAMES: Readonly<Record<CertificateUse, string>> = { web: 'qwac', seal: 'qseal' };
const CA_FILE = 'portico-ca.pem';
/** RSA keys take a tenth of a second of a processor. */
const ISSUES_PER_DAY = 100;
const DAY_SECONDS = 24 * 60 * 60;
const PASSWORD_LENGTH = 20;

type PublicKey = Pick<NewKey, 'publicKey' | 'keyType'>;
interface Wish {
  readonly roles: readonly ProviderRole[];
  readonly lifetime: TestLifetime;
}

export async function issuePair(issuing: Issuing, owner: AppOwner, wish: NewTestCertificates): Promise<IssuedCertificates> {
  await requireRoomAndAllowance(issuing, owner, CERTIFICATE_USES);
  const authority = await issuing.loadAuthority();
  const keys = new Map<CertificateUse, NewKey>();
  for (const use of CERTIFICATE_USES) keys.set(use, await createKey(wish.keyType));
  const { shown, issued } = await issue(issuing, owner, authority, wish, keys);
  const password = issuing.platform.random.secret().replaceAll(/[-_]/g, '').slice(0, PASSWORD_LENGTH);
  const files: Record<string, string> = {};
  for (const { use, der } of issued) {
    const name = FILE_NAMES[use];
    const key = keys.get(use);
    if (key === undefined) continue;
    const chain = [readCertificateForm(der), authority[use].certificate, authority.root.certificate] as const;
    files[`${name}.pem`] = chainPem(der, authority, use);
    files[`${name}.key`] = toPem('PRIVATE KEY', key.pkcs8);
    files[`${name}.p12`] = (await createBundle(name, key.pkcs8, chain, password)).toString('base64');
  }
  return { certificates: [...shown], files: { ...files, [CA_FILE]: certificatePem(authority.root.der) }, password };
}

export async function signRequest(issuing: Issuing, owner: AppOwner, { pem, use, ...wish }: SigningRequest): Promise<SignedCertificate> {
  const request = await readSigningRequest(pem);
  if ('flaw' in request) throw new UiRefusal(400, 'FORMAT_ERROR', `${request.flaw} Nothing was changed.`, { path: 'pem' });
  await requireRoomAndAllowance(issuing, owner, [use]);
  const authority = await issuing.loadAuthority();
  const { shown, issued } = await issue(issuing, owner, authority, wish, new Map([[use, request]]));
  const [certificate] = shown;
  const [{ der } = { der: undefined }] = issued;
  if (certificate === undefined || der === undefined) throw new Error('No certificate was issued.');
  const files = { [`${FILE_NAMES[use]}.pem`]: chainPem(der, authority, use), [CA_FILE]: certificatePem(authority.root.der) };
  return { certificate, files };
}

function issue(issuing: Issuing, owner: AppOwner, authority: Authority, wish: Wish, keys: ReadonlyMap<CertificateUse, PublicKey>) {
  return issuing.certificates.change(owner, async (context, app) => {
    const provider = await issuing.certificates.requireProvider(context, app);
    const now = await issuing.platform.clock.now(context.tx, app.sandboxId);
    const issued: IssuedForApp[] = [];
    for (const [use, key] of keys) issued.push(await issueOne(issuing, context, app, provider, { ...wish, use, key, authority, now }));
    return { issued, shown: await issuing.certificates.addIssued(context, app, provider, issued) };
  });
}

async function issueOne(
  { platform }: Issuing,
  { tx }: WriteContext,
  { sandboxId }: RegisteredApp,
  { organizationId, name }: Provider,
  wish: Wish & { readonly use: CertificateUse; readonly key: PublicKey; readonly authority: Authority; readonly now: Date },
): Promise<IssuedForApp> {
  const { use, key, authority, roles, lifetime, now } = wish;
  const { publicKey, keyType } = key;
  const made = await issueCertificate(platform, authority[use], { use, roles, lifetime, organizationId, name, publicKey, now });
  const thumbprint = createHash('sha256').update(made.der).digest('hex');
  await insertIssued(tx, { serial: made.serial, sandboxId, issuer: use, thumbprint, notAfter: made.notAfter });
  return { der: made.der, thumbprint, use, roles, keyType, notBefore: made.notBefore, notAfter: made.notAfter };
}

/** The certificate, then its issuer: a caller sends both, because the server knows the root. */
const chainPem = (der: Buffer, authority: Authority, use: CertificateUse) => `${certificatePem(der)}${certificatePem(authority[use].der)}`;

/** Before keys are made, which takes time. @throws UiRefusal 404, 409, 429. */
async function requireRoomAndAllowance(
  { platform, tppApps, certificates, developers }: Issuing,
  owner: AppOwner,
  uses: readonly CertificateUse[],
): Promise<void> {
  const { db, write } = platform;
  const app = await tppApps.findByDeveloper(db, owner);
  if (app === undefined) throw applicationUnknown();
  await certificates.requireRoom(db, app, uses);
  const allowance = { key: `certificate:${owner.developerId}`, max: ISSUES_PER_DAY, windowSeconds: DAY_SECONDS };
  const seconds = await developers.takeTurn(owner.developerId, () =>
    write(async ({ tx }) => ((await spendAllowance(tx, allowance)) ? 0 : Math.max(1, await secondsUntilAllowed(tx, allowance)))),
  );
  if (seconds === 0) return;
  const text = `You have had test certificates issued ${ISSUES_PER_DAY} times within 24 hours. No certificate was issued. Try again in ${Math.ceil(seconds / 3600)} h.`;
  throw new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(seconds) } });
}
