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
import { readX509 } from '../read/x509.ts';
import type { Anchor } from './anchors.ts';

const LIST = 'trust.json';
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

/** Throws an `Error` that names the file and what is wrong with it. */
export async function loadAnchors(folder: string): Promise<readonly Anchor[]> {
  const { anchors } = await readList(folder);
  return Promise.all(
    anchors.map(async ({ file, use, revocationHosts }) => {
      const result = readPemChain(await readText(folder, file));
      if (!result.ok) throw new Error(`${join(folder, file)}: ${result.text}`);
      const [der, more] = result.chain;
      if (der === undefined || more !== undefined) throw new Error(`${join(folder, file)}: a file must contain one certificate.`);
      const read = readX509(der);
      if (!read.ok) throw new Error(`${join(folder, file)}: ${read.fault.text}`);
      const { x509 } = read;
      if (!x509.isAuthority) throw new Error(`${join(folder, file)}: "${x509.subject.text}" is no certificate of an authority (basicConstraints).`);
      return { der, use, revocationHosts };
    }),
  );
}

async function readList(folder: string): Promise<Static<typeof TrustList>> {
  const text = await readText(folder, LIST);
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new Error(`${join(folder, LIST)}: the file is no JSON.`);
  }
  if (Value.Check(TrustList, list)) return list;
  const [fault] = Value.Errors(TrustList, list);
  throw new Error(`${join(folder, LIST)}: ${fault?.instancePath || 'the list'} ${fault?.message ?? 'is wrong'}.`);
}

async function readText(folder: string, file: string): Promise<string> {
  try {
    return await readFile(join(folder, file), 'utf8');
  } catch {
    throw new Error(`${join(folder, file)}: the file cannot be read.`);
  }
}
