/**
 * The bill of materials: every package of the lock file as CycloneDX 1.6 (ECMA-424), tools and tests marked `excluded`. It has no time and no serial
 * number, so the same lock file gives the same text. `npm sbom --omit dev` is not used, because it leaves out packages that both the server and the
 * tests need.
 */
import { type LockedPackage, type LockFile, lockedPackages } from './lock-file.ts';

/** Returns the document, one component per line. */
export function writeSbom(lock: LockFile): string {
  const components = [...new Map(lockedPackages(lock).map((locked) => [packageUrl(locked), locked])).values()]
    .sort((left, right) => (packageUrl(left) < packageUrl(right) ? -1 : 1))
    .map((locked) => `    ${JSON.stringify(describe(locked))}`);
  const head = { type: 'application', name: 'portico', 'bom-ref': 'portico' };
  return [
    '{',
    '  "bomFormat": "CycloneDX",',
    '  "specVersion": "1.6",',
    '  "version": 1,',
    `  "metadata": ${JSON.stringify({ component: head })},`,
    '  "components": [',
    components.join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
}

/** Package URL (ECMA-427), e.g. `pkg:npm/%40fastify/cors@11.4.3`. */
const packageUrl = ({ name, version }: LockedPackage): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function describe(locked: LockedPackage): object {
  return {
    type: 'library',
    'bom-ref': packageUrl(locked),
    name: locked.name,
    version: locked.version,
    scope: locked.isDevelopment ? 'excluded' : 'required',
    purl: packageUrl(locked),
    ...(locked.licence === undefined ? {} : { licenses: [{ expression: locked.licence }] }),
    ...(locked.integrity === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: hexadecimal(locked.integrity) }] }),
  };
}

const hexadecimal = (integrity: string): string => Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
