/** The blocks of commands in docs/operate: each is executed by its id (`deployment.round.ts`, `documented-commands.test.ts`), or says why not. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../packages/testkit/src/ports.mjs';
import { NOT_RUN, ROOT, readBlocks } from './documented-commands.ts';

const DOCUMENTS = ['commands.md', 'deployment.md', 'maintenance.md', 'runbook.md', 'scale.md', 'settings.md'];
const blocks = DOCUMENTS.flatMap((file) => readBlocks(file));

describe('a block of commands', () => {
  it('in docs/operate has an id, or says why no test executes it', () => {
    const faults = blocks.flatMap(({ where, language, marks }) => {
      if (language === 'sql') return [];
      if (language !== 'sh') return [`${where}: a block is sh or sql`];
      const unknown = Object.keys(marks).filter((mark) => mark !== 'id' && mark !== 'not-run');
      if (unknown.length > 0) return [`${where}: the mark ${unknown.join()} is not known`];
      if (marks['not-run'] !== undefined) return marks['not-run'] in NOT_RUN ? [] : [`${where}: ${marks['not-run']} is no reason`];
      return marks.id === undefined ? [`${where}: it has no id`] : [];
    });
    expect(faults).toEqual([]);
    const ids = blocks.flatMap(({ marks }) => marks.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('that is not executed needs what a test has not', () => {
    const needed: Readonly<Record<string, RegExp>> = { packages: /^apt-get install /m, systemd: /^systemctl /m };
    const skipped = blocks.filter(({ marks }) => marks['not-run'] !== undefined);
    expect(skipped.filter(({ marks, code }) => needed[marks['not-run'] ?? '']?.test(code) !== true)).toEqual([]);
  });
});

describe('the commands of docs/guide/bank-core.md', () => {
  const guide = readBlocks('../guide/bank-core.md').filter(({ language }) => language === 'sh');
  const codeOf = (id: string) => guide.find(({ marks }) => marks.id === id)?.code ?? '';
  const scripts: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;

  it('are the scripts of the repository', () => {
    const names = guide.flatMap(({ code }) => [...code.matchAll(/npm (?:run )?([a-z:-]+)/g)].map(([, name = '']) => name));
    expect(names).toEqual(['demo:core', 'start', 'check-core']);
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  // The rest of the second command, `npm start`, runs in killed-after-the-core-paid.test.ts with these settings.
  it('start a core that takes the secret and has the page which the second command names', async () => {
    const env = Object.fromEntries(
      codeOf('demo-core-portico')
        .split(' ')
        .filter((word) => word.includes('='))
        .map((word) => word.split('=')),
    );
    const [folder, port] = [mkdtempSync(join(tmpdir(), 'portico-guide-')), await freePort()];
    const [, script = ''] = /^node (\S+)$/.exec(scripts['demo:core'] ?? '') ?? [];
    const core = spawn(process.execPath, [join(ROOT, script)], {
      stdio: 'ignore',
      env: { PATH: process.env.PATH, PORT: String(port), CORE_FILE: join(folder, 'core.db') },
    });
    try {
      const ask = async () => {
        const headers = { authorization: `Bearer ${env.PORTICO_BANK_SECRET}` };
        const answer = await fetch(`http://127.0.0.1:${port}/read-terms`, { method: 'POST', headers, body: '{}' });
        return [answer.status, Object(await answer.json()).ownAuthentication?.length];
      };
      await expect.poll(() => ask().catch(() => undefined), { interval: 100 }).toEqual([200, 3]);
      expect(env).toMatchObject({
        PORTICO_BANK: 'adapter',
        PORTICO_BANK_URL: 'http://127.0.0.1:3010',
        PORTICO_BANK_AUTHENTICATION_ORIGINS: 'http://127.0.0.1:3010',
        PORTICO_DATA_DIR: './data-core',
      });
    } finally {
      core.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
