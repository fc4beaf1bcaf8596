/** The process itself: start, refusals, end. Real child processes on a data folder of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BRIEF_SETTINGS, commandEnv, freePort, SERVER_ENTRY } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const START_TIMEOUT_MS = 60_000;

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
  await expect.poll(started.output, { timeout: START_TIMEOUT_MS, interval: 50 }).toContain('Stop with Ctrl+C.');
  return started;
}

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

describe('the server process', { timeout: 120_000 }, () => {
  it('says where everything is and who can sign in, and ends with 0 on SIGTERM', async () => {
    const { child, output } = await startReady();
    expect(output()).toContain(`http://localhost:${port}/`);
    expect(output()).toMatch(/no password\) with the personal code\n\n {2}\d{11} {3}/);
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);

    const second = await exitOf(start());
    expect(second.exitCode).toBe(75);
    expect(second.output).toContain(`in use by process ${child.pid}`);

    const otherFolder = await exitOf(start({ PORTICO_DATA_DIR: join(folder, 'other') }));
    expect(otherFolder.exitCode).toBe(76);
    expect(otherFolder.output).toContain('set PORT to another number');

    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
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
