/** Review of 25 November 2026, B1: an operator's command with the settings of another kind of bank changes nothing, beside a running server too. */
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BRIEF_SETTINGS, CLI_ENTRY, CORE_SECRET, commandEnv, createFolder, freePort, openDatabase, startPortico } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Nobody listens there: a command opens no connection to the core. */
const ADAPTER = { PORTICO_BANK: 'adapter', PORTICO_BANK_URL: 'http://127.0.0.1:9', PORTICO_BANK_SECRET: CORE_SECRET };
const REFUSED = 'PORTICO_BANK: given "adapter"; accepted: sandbox';

let place: { readonly dataDir: string };
beforeAll(async () => {
  place = { dataDir: join(await createFolder('kind'), 'data') };
});
afterAll(() => rm(join(place.dataDir, '..'), { recursive: true }));

function portico(words: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...BRIEF_SETTINGS, CLI_ENTRY, ...words], {
    encoding: 'utf8',
    env: { ...commandEnv(), PORTICO_DATA_DIR: place.dataDir, PORTICO_DEMO_IDP: 'off', ...settings },
  });
  return { status, out: stdout, error: stderr };
}

/** The embedded database must not be in use. */
async function query(text: string): Promise<readonly unknown[]> {
  const database = await openDatabase(place);
  try {
    return await database.query(text);
  } finally {
    await database.close();
  }
}

describe('a database that a command filled before any server started', () => {
  it('is open for either kind after migrations, and belongs to the sandbox bank after a seed', async () => {
    expect(portico(['migrate']).status).toBe(0);
    expect(await query('select bank_kind from installation')).toEqual([{ bank_kind: null }]);
    expect(portico(['seed']).status).toBe(0);
    expect(await query('select bank_kind from installation')).toEqual([{ bank_kind: 'sandbox' }]);
  });

  it('refuses commands with the settings of a core, also where a seed of an earlier version left the kind open', async () => {
    for (const [words, stored] of [
      [['app', 'suspend', 'demo-tpp'], `'sandbox'`],
      [['seed'], 'null'],
    ] as const) {
      await query(`update installation set bank_kind = ${stored}`);
      const { status, error } = portico(words, ADAPTER);
      expect([words, status, error]).toEqual([words, 78, expect.stringContaining(REFUSED)]);
    }
    expect(await query('select id from sandbox')).toEqual([{ id: 'demo' }]);
    expect(await query('select suspended_at from tpp_app')).toEqual([{ suspended_at: null }]);
  });
});

describe('a running server of a sandbox bank', () => {
  it('plays no command that was set up for a core, and plays the same command with its own settings', async () => {
    const server = await startPortico({ port: await freePort(), isBrief: true, ...place });
    try {
      for (const words of [
        ['app', 'suspend', 'demo-tpp'],
        ['app', 'find', 'demo-tpp'],
        ['audit', 'export'],
      ]) {
        const { status, out, error } = portico(words, ADAPTER);
        expect([words, status, out, error]).toEqual([words, 78, '', expect.stringContaining(REFUSED)]);
      }
      const { status, out } = portico(['app', 'find', 'demo-tpp']);
      expect([status, JSON.parse(out)]).toMatchObject([0, { clientId: 'demo-tpp', isSuspended: false }]);
    } finally {
      await server.stop();
    }
  });
});
