/** The process itself: start, refusals, end. Real child processes on a data folder of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BRIEF_SETTINGS, CORE_SECRET, commandEnv, createBankFolder, freePort, SERVER_ENTRY, startCore } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeysText } from '#platform/keys.ts';

let folder: string;
let port: number;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-main-'));
  port = await freePort();
});
afterAll(async () => {
  await Promise.all(children.map((child) => end(child, 'SIGKILL')));
  await rm(folder, { recursive: true });
});

function start(settings: Record<string, string> = {}): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [...BRIEF_SETTINGS, SERVER_ENTRY], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...commandEnv(), PORT: String(port), PORTICO_DATA_DIR: join(folder, 'data'), PORTICO_DEMO_TPP: 'off', ...settings },
  });
  children.push(child);
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => void chunks.push(String(chunk)));
  return { child, output: () => chunks.join('') };
}

async function startReady(settings: Record<string, string> = {}) {
  const started = start(settings);
  await expect.poll(started.output, { interval: 50 }).toContain('Stop with Ctrl+C.');
  return started;
}

/** A server whose database does not answer within a second says 503, which happens on a busy machine. */
const readiness = async () => (await fetch(`http://localhost:${port}/readyz`)).status;

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}

async function exitOf(started: ReturnType<typeof start>): Promise<{ exitCode: number | null; output: string }> {
  await once(started.child, 'close');
  return { exitCode: started.child.exitCode, output: started.output() };
}

describe('the server process', () => {
  it('says where everything is and who can sign in, and ends with 0 on SIGTERM', async () => {
    const { child, output } = await startReady();
    expect(output()).toContain(`http://localhost:${port}/`);
    expect(output()).toMatch(/no password\) with the personal code\n\n {2}\d{11} {3}/);
    await expect.poll(readiness).toBe(200);

    const second = await exitOf(start());
    expect(second.exitCode).toBe(75);
    expect(second.output).toContain(`in use by process ${child.pid}`);

    // A copy, because here only its port matters.
    const other = await createBankFolder('main-other');
    const otherFolder = await exitOf(start({ PORTICO_DATA_DIR: join(other, 'data') }));
    await rm(other, { recursive: true });
    expect(otherFolder.exitCode).toBe(76);
    expect(otherFolder.output).toContain('set PORT to another number');

    await expect.poll(readiness).toBe(200);
    expect(await end(child, 'SIGTERM')).toBe(0);
  });

  it('starts again after it was killed, with its data', async () => {
    const killed = await startReady();
    await end(killed.child, 'SIGKILL');
    const again = await startReady();
    expect(again.output()).not.toContain('Database prepared');
    expect(again.output()).not.toContain('filled');
    expect(await end(again.child, 'SIGINT')).toBe(0);
  });

  it('ends with 0 after its start when SIGTERM comes during the start', async () => {
    const { child, output } = start();
    await expect.poll(output, { interval: 20 }).toContain('Opening the database');
    expect(await end(child, 'SIGTERM')).toBe(0);
    expect(output()).toContain('Stop with Ctrl+C.');
  });

  it('refuses a database whose keys are lost', async () => {
    await rename(join(folder, 'data-keys.json'), join(folder, 'kept-keys.json'));
    const { exitCode, output } = await exitOf(start());
    expect(exitCode).toBe(78);
    expect(output).toContain('made with other keys');
    await rename(join(folder, 'kept-keys.json'), join(folder, 'data-keys.json'));
  });

  it('says that the database cannot be reached, without its password, and ends with 69', async () => {
    const { exitCode, output } = await exitOf(start({ DATABASE_URL: 'postgres://portico:geheim@127.0.0.1:1/bank' }));
    expect(exitCode).toBe(69);
    expect(output).toContain('The database 127.0.0.1:1/bank cannot be used (ECONNREFUSED).');
    expect(output).not.toContain('geheim');
    expect(output).not.toContain('    at ');
  });

  // Review of 25 November 2026, B1, B6 and S14.
  describe('in production', () => {
    const keysFile = () => join(folder, 'production-keys.json');
    const production = (changed: Record<string, string> = {}) => ({
      PORTICO_MODE: 'production',
      PORTICO_BANK: 'sandbox',
      DATABASE_URL: 'embedded',
      PORTICO_PUBLIC_URL: 'https://openbanking.bank.example',
      PORTICO_SUPPORT_CONTACT: 'support@bank.example',
      PORTICO_MAIL_FROM: 'no-reply@bank.example',
      PORTICO_SMTP_URL: 'smtp://127.0.0.1:25',
      PORTICO_KEYS_FILE: keysFile(),
      PORTICO_DATA_DIR: join(folder, 'production'),
      HOST: '127.0.0.1',
      ...changed,
    });
    beforeAll(() => writeFile(keysFile(), makeKeysText(2048), { mode: 0o600 }));

    it.each([
      [{ DATABASE_URL: '' }, 'DATABASE_URL: not set; accepted: postgres://'],
      [{ PORTICO_BANK: '' }, 'PORTICO_BANK: not set; accepted: sandbox, adapter'],
      [{ PORTICO_DATA_DIR: '' }, 'PORTICO_DATA_DIR: not set; accepted: the folder of the embedded database'],
    ])('ends with 78 for %j and makes no folder', async (changed, text) => {
      const { exitCode, output } = await exitOf(start(production(changed)));
      expect(exitCode).toBe(78);
      expect(output).toContain(text);
      expect(existsSync(join(folder, 'production'))).toBe(false);
    });

    it('ends with 78 for keys that others may read, with their mode', async () => {
      await chmod(keysFile(), 0o644);
      const { exitCode, output } = await exitOf(start(production()));
      await chmod(keysFile(), 0o600);
      expect(exitCode).toBe(78);
      expect(output).toContain('production-keys.json (mode 0644)');
      expect(output).toContain('chmod 600');
    });

    it('names its database, says that an empty one is new, once, and refuses the other kind of bank from then on', async () => {
      const named = `embedded in ${join(folder, 'production')}`;
      for (const isNew of [true, false]) {
        const { child, output } = start(production());
        await expect.poll(output, { interval: 50 }).toContain('"msg":"listening"');
        expect(output()).toContain(`"database":"${named}"`);
        expect(output().includes('was empty and is a new installation now')).toBe(isNew);
        expect(await end(child, 'SIGTERM')).toBe(0);
      }
      const core = await startCore({ port: await freePort(), file: join(folder, 'core.db') });
      const settings = { PORTICO_BANK: 'adapter', PORTICO_BANK_URL: core.url, PORTICO_BANK_SECRET: CORE_SECRET };
      // A development server, for the core here has no https.
      const development = { ...settings, PORTICO_DATA_DIR: join(folder, 'production'), PORTICO_KEYS_FILE: keysFile() };
      const { exitCode, output } = await exitOf(start(development));
      await core.kill();
      expect(exitCode).toBe(78);
      expect(output).toContain(`PORTICO_BANK: given "adapter"; accepted: sandbox, because the database (${named}) belongs to a sandbox bank`);
      expect(output).not.toContain('    at ');
    });
  });

  it('names a data folder that cannot be made and ends with 73', async () => {
    await writeFile(join(folder, 'a-file'), '');
    const { exitCode, output } = await exitOf(start({ PORTICO_DATA_DIR: join(folder, 'a-file') }));
    expect(exitCode).toBe(73);
    expect(output).toContain(`${join(folder, 'a-file')} cannot be made or opened`);
    expect(output).not.toContain('    at ');
  });

  it('names a bad setting and ends with 78 before it touches anything', async () => {
    const dataDir = join(folder, 'untouched');
    const { exitCode, output } = await exitOf(start({ PORTICO_MODE: 'staging', PORT: '99999', PORTICO_DATA_DIR: dataDir }));
    expect(exitCode).toBe(78);
    expect(output).toContain('PORTICO_MODE: given "staging"; accepted: development, production');
    expect(output).toContain('PORT: given "99999"');
    expect(existsSync(dataDir)).toBe(false);
  });
});
