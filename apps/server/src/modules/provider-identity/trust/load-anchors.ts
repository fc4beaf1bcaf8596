/**
 * Loads the trusted authorities of a bank from a folder (`PORTICO_TRUST_DIR`). It contains `trust.json` and the PEM files that it names, with one
 * certificate each:
 *
 * ```json
 * { "anchors": [{ "file": "example-qwac-ca.pem", "use": "web", "revocationHosts": ["ocsp.example.com", "crl.example.com"] }] }
 * ```
 *
 * `use` is `web` (QWAC), `seal` (QSealC) or `both`. `revocationHosts` are the only hosts that Portico asks for the status of its certificates.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { readPemChain } from '../read/read-pem-chain.ts';
import { readX509, type X509 } from '../read/x509.ts';
import type { Anchor } from './anchors.ts';

const LIST = 'trust.json';
const UNREADABLE = 'the file cannot be read.';
const closed = { additionalProperties: false };

const TrustList = Type.Object(
  {
    anchors: Type.Array(
      Type.Object(
        {
          file: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' }),
          use: Type.Union([Type.Literal('web'), Type.Literal('seal'), Type.Literal('both')]),
          revocationHosts: Type.Array(Type.String({ pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' })),
        },
        closed,
      ),
      { minItems: 1 },
    ),
  },
  closed,
);

/** An entry of `trust.json`. `fault`: its file holds no certificate of an authority. */
export type ListedAnchor = Pick<Anchor, 'use' | 'revocationHosts'> & { readonly file: string } & (
    | { readonly x509: X509; readonly fault?: undefined }
    | { readonly fault: string }
  );

/** Throws an `Error` that names the file and what is wrong with it. */
export async function loadAnchors(folder: string): Promise<readonly Anchor[]> {
  const listed = await listAnchors(folder);
  return listed.map((anchor) => {
    if (anchor.fault !== undefined) throw new Error(`${join(folder, anchor.file)}: ${anchor.fault}`);
    return { der: anchor.x509.der, use: anchor.use, revocationHosts: anchor.revocationHosts };
  });
}

/** Every entry, also with a fault. Throws an `Error` if `trust.json` itself cannot be read. */
export async function listAnchors(folder: string): Promise<readonly ListedAnchor[]> {
  const { anchors } = await readList(folder);
  return Promise.all(anchors.map(async (anchor) => ({ ...anchor, ...(await readAuthority(folder, anchor.file)) })));
}

async function readAuthority(folder: string, file: string): Promise<{ readonly x509: X509 } | { readonly fault: string }> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
  if (text === undefined) return { fault: UNREADABLE };
  const result = readPemChain(text);
  if (!result.ok) return { fault: result.text };
  const [der, more] = result.chain;
  if (der === undefined || more !== undefined) return { fault: 'a file must contain one certificate.' };
  const read = readX509(der);
  if (!read.ok) return { fault: read.fault.text };
  const { x509 } = read;
  return x509.isAuthority ? { x509 } : { fault: `"${x509.subject.text}" is no certificate of an authority (basicConstraints).` };
}

async function readList(folder: string): Promise<Static<typeof TrustList>> {
  const text = await readFile(join(folder, LIST), 'utf8').catch(() => {
    throw new Error(`${join(folder, LIST)}: ${UNREADABLE}`);
  });
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new Error(`${join(folder, LIST)}: the file is not JSON.`);
  }
  if (Value.Check(TrustList, list)) return list;
  const [fault] = Value.Errors(TrustList, list);
  throw new Error(`${join(folder, LIST)}: ${fault?.instancePath || 'the list'} ${fault?.message ?? 'is wrong'}.`);
}
