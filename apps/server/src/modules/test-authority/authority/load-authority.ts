/** Loads the authority from the database. The first server that needs it makes it; the keys are sealed with the key `secrets`. */

import { sha256Hex } from '#platform/crypto/hash.ts';
import { openText, sealText } from '#platform/crypto/seal-text.ts';
import type { Platform } from '#platform/platform.ts';
import { type AuthorityRow, insertAuthority, listAuthority, type Purpose, replaceAuthority } from '../authority-store.ts';
import { type Issuer, readCertificateForm } from './build-certificate.ts';
import { importKey, isDue, makeCertificate, makeKey } from './make-authority.ts';
import { toPem } from './pem.ts';

export type Authority = Readonly<Record<Purpose, Issuer & { readonly keyPem: () => string }>>;

const PURPOSES: readonly Purpose[] = ['root', 'web', 'seal', 'server'];

/** The result must not be called inside a write: the first call writes. */
export function createAuthorityLoader(platform: Platform): () => Promise<Authority> {
  let known: { readonly digest: string; readonly authority: Authority } | undefined;

  async function read(): Promise<Authority | undefined> {
    const rows = await listAuthority(platform.db);
    if (rows.length < PURPOSES.length) return undefined;
    const digest = sha256Hex(JSON.stringify(rows.map(({ purpose, der, keySealed }) => [purpose, der.toString('base64'), keySealed]).sort()));
    if (known?.digest !== digest) known = { digest, authority: await openAuthority(platform, rows) };
    return known.authority;
  }

  async function require(): Promise<Authority> {
    const authority = await read();
    if (authority === undefined) throw new Error('The test authority was deleted while it was read.');
    return authority;
  }

  return async () => {
    const present = await read();
    if (present === undefined) {
      await createRows(platform);
      return require();
    }
    return (await renewDue(platform, present)) ? require() : present;
  };
}

async function openAuthority({ config }: Platform, rows: readonly AuthorityRow[]): Promise<Authority> {
  const opened = await Promise.all(
    rows.map(async ({ purpose, der, keySealed }) => {
      const pkcs8 = Buffer.from(openText(config.keys.secrets, boundTo(purpose), keySealed), 'base64');
      const issuer = { certificate: readCertificateForm(der), der, key: await importKey(pkcs8), keyPem: () => toPem('PRIVATE KEY', pkcs8) };
      return [purpose, issuer] as const;
    }),
  );
  const byPurpose = new Map(opened);
  const of = (purpose: Purpose) => {
    const issuer = byPurpose.get(purpose);
    if (issuer === undefined) throw new Error(`The test authority has no certificate for: ${purpose}.`);
    return issuer;
  };
  return { root: of('root'), web: of('web'), seal: of('seal'), server: of('server') };
}

/** All four are inserted at once, the root first, so that servers that start together agree on one authority. */
async function createRows(platform: Platform): Promise<void> {
  const { db, write, clock, random, config } = platform;
  const now = await clock.realNow(db);
  const rows: AuthorityRow[] = [];
  let root: Issuer | undefined;
  for (const purpose of PURPOSES) {
    const { pkcs8, publicKey } = await makeKey();
    const key = await importKey(pkcs8);
    const der = await makeCertificate(platform, purpose, { key, publicKey }, root, now);
    root ??= { certificate: readCertificateForm(der), der, key };
    rows.push({ purpose, der, keySealed: sealText(config.keys.secrets, random, boundTo(purpose), pkcs8.toString('base64')) });
  }
  await write(({ tx }) => insertAuthority(tx, rows));
}

/** Returns true when a certificate was renewed. The key stays, so that issued certificates stay valid; the server's key is new. */
async function renewDue(platform: Platform, authority: Authority): Promise<boolean> {
  const { db, write, clock, config, random } = platform;
  const now = await clock.realNow(db);
  const due = PURPOSES.filter((purpose) => isDue(purpose, authority[purpose].certificate, now, config));
  for (const purpose of due) {
    const present = authority[purpose];
    const made = purpose === 'server' ? await makeKey() : undefined;
    const pkcs8 = made?.pkcs8 ?? pkcs8Of(present.keyPem());
    const publicKey = made?.publicKey ?? Buffer.from(present.certificate.subjectPublicKeyInfo.toSchema().toBER());
    const issuer = purpose === 'root' ? undefined : authority.root;
    const der = await makeCertificate(platform, purpose, { key: present.key, publicKey }, issuer, now);
    const keySealed = sealText(config.keys.secrets, random, boundTo(purpose), pkcs8.toString('base64'));
    await write(({ tx }) => replaceAuthority(tx, { purpose, der, keySealed }, present.der));
  }
  return due.length > 0;
}

const boundTo = (purpose: Purpose) => `test_authority:${purpose}`;
const pkcs8Of = (pem: string) => Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
