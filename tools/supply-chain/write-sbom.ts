/** `npm run sbom`: writes `docs/evidence/sbom.cdx.json`, after the lock file has changed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLockFile } from './lock-file.ts';
import { writeSbom } from './sbom.ts';

const file = 'docs/evidence/sbom.cdx.json';
writeFileSync(join(import.meta.dirname, '../..', file), writeSbom(readLockFile()));
console.log(`Written: ${file}`);
