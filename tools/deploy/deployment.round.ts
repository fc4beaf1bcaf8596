/**
 * Follows docs/operate/deployment.md literally, with PostgreSQL, nginx, a mail server and TLS by an authority of the bank, in separate namespaces:
 * there it may change /etc and /opt and use every port. Where the kernel allows none, or a program is missing, it reports that and does not run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNginx } from '../nginx.mjs';
import { ensureBuilt, runtimePath } from '../runtime.mjs';
import { ROOT, readBlocks } from './documented-commands.ts';
import type { Result } from './follow-deployment.ts';

/** Layers above the folders that the document changes; the machine keeps its own. */
const PRELUDE = `set -e
ip link set lo up
layers=$(mktemp -d "$1/layers-XXXXXX")
mount -t tmpfs tmpfs "$layers"
for folder in etc opt usr/local var/lib run; do
  mkdir -p "$layers/$folder/upper" "$layers/$folder/work"
  mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$layers/$folder/upper,workdir=$layers/$folder/work" "/$folder"
done
exec "$2" tools/deploy/follow-deployment.ts "$1" "$1/results.jsonl"`;
const NAMESPACES = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];

const blocks = readBlocks('deployment.md');
/** The namespaces, and a layer above a folder, as {@link PRELUDE} makes them. */
const TRIAL =
  'ip link set lo up && mount -t tmpfs tmpfs /mnt && mkdir /mnt/upper /mnt/work && mount -t overlay overlay -o lowerdir=/opt,upperdir=/mnt/upper,workdir=/mnt/work /opt';
const canLayer = spawnSync('unshare', [...NAMESPACES, 'sh', '-c', TRIAL], { stdio: 'ignore' }).status === 0;
const missing = ['psql', 'openssl', 'curl', 'setpriv', 'runuser', 'useradd'].filter((name) => spawnSync('which', [name]).status !== 0);
const hasPostgres = existsSync('/usr/lib/postgresql');
const reason = !canLayer ? 'this user may not make namespaces' : (missing[0] ?? (hasPostgres ? undefined : 'PostgreSQL'));

if (reason !== undefined) console.log(`· docs/operate/deployment.md was not followed: ${reason} is missing or not allowed here.`);

describe.runIf(reason === undefined)('the document of the deployment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-document-'));
  let results: readonly Result[] = [];
  let said = '';
  beforeAll(async () => {
    findNginx();
    await ensureBuilt(runtimePath());
    const { stderr, stdout } = spawnSync('unshare', [...NAMESPACES, 'bash', '-c', PRELUDE, 'bash', folder, runtimePath()], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    said = `${stdout}${stderr}`;
    const file = join(folder, 'results.jsonl');
    if (existsSync(file))
      results = readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('leads from nothing to a signed payment over TLS, in every block', () => {
    expect(results.filter(({ status }) => status !== 0).map(({ what, stderr }) => `${what}: ${stderr}`)).toEqual([]);
    expect(said, 'a result of each block').not.toContain('Error');
    const executed = blocks.filter(({ language, marks }) => language === 'sh' && marks['not-run'] === undefined);
    const isSkipped = results.some(({ what }) => what === 'no hardware module');
    const ofHardware = ['token', 'encrypted-keys', 'rotate-encrypted-keys'];
    const expected = executed.filter(({ marks }) => !isSkipped || !ofHardware.includes(marks.id ?? '')).map(({ where }) => where);
    expect(results.map(({ what }) => what)).toEqual(expect.arrayContaining(expected));
    expect(results.map(({ what }) => what)).toContain('the signed payment');
    if (isSkipped)
      console.log('· SoftHSM is not installed (Debian: apt-get install softhsm2 opensc libengine-pkcs11-openssl): keys of a module were not tried.');
  });

  it('prints what it promises', () => {
    const [checked, tried] = ['check', 'try'].map((id) => {
      const where = blocks.find(({ marks }) => marks.id === id)?.where;
      return results.find(({ what }) => what === where)?.stdout;
    });
    expect(checked).toContain('Settings and keys: good.');
    expect(tried).toMatch(/^200\n\{"ok":true,/);
  });
});
