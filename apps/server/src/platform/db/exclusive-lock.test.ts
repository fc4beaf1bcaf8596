import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LockedFolder, takeExclusiveLock } from './exclusive-lock.ts';
import { thisProcess } from './process-identity.ts';

const MODULE = new URL('./exclusive-lock.ts', import.meta.url).href;
const HOLDER = `
  const { takeExclusiveLock } = await import(${JSON.stringify(MODULE)});
  try { takeExclusiveLock(process.argv[1]); console.log('held'); setInterval(() => {}, 1000); }
  catch (error) { console.log(error.message); process.exitCode = 3; }`;

let folder: string;
let children: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-lock-'));
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  await rm(folder, { recursive: true });
});

/** Starts a process that takes the lock and keeps it; resolves with its first line. */
async function startHolder(): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    if (output.includes('\n')) break;
  }
  return { child, line: output.trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('the lock of the data folder', () => {
  it('is released without an error when the folder was removed', async () => {
    const lock = takeExclusiveLock(folder);
    await rm(folder, { recursive: true });
    expect(() => lock.release()).not.toThrow();
    await mkdir(folder);
  });

  it('refuses a second process and names the holder', async () => {
    const first = await startHolder();
    expect(first.line).toBe('held');
    const second = await startHolder();
    expect(second.line).toContain(`in use by process ${first.child.pid}`);
    expect(() => takeExclusiveLock(folder)).toThrow(LockedFolder);
    expect(first.child.exitCode).toBeNull();
  });

  it('is taken over after its holder was killed', async () => {
    const first = await startHolder();
    await kill(first.child);
    takeExclusiveLock(folder).release();
  });

  it('is taken by exactly one of several processes that find it stale at the same time', async () => {
    await kill((await startHolder()).child);
    const lines = (await Promise.all([1, 2, 3, 4, 5].map(startHolder))).map(({ line }) => line);
    expect(lines.filter((line) => line === 'held')).toHaveLength(1);
  });

  it('is free after a release and leaves one small file behind', async () => {
    for (let round = 0; round < 3; round += 1) takeExclusiveLock(folder).release();
    expect(await readdir(folder)).toEqual(['lock.6']);
  });

  it('cannot be released by an earlier holder', async () => {
    const earlier = takeExclusiveLock(folder);
    earlier.release();
    takeExclusiveLock(folder);
    earlier.release();
    expect(() => takeExclusiveLock(folder)).toThrow(LockedFolder);
  });

  it.each([
    ['the same pid that started at another time', { startedAt: '1' }],
    ['the same pid of another boot', { bootId: 'another' }],
    ['a pid that does not run', { pid: 2 ** 22 + 1 }],
  ])('held by %s is stale', async (_name, difference) => {
    await writeFile(join(folder, 'lock.1'), JSON.stringify({ state: 'held', ...thisProcess(), ...difference }));
    takeExclusiveLock(folder).release();
  });

  it.each(['', '{', '{"state":"held"}'])('is free when its file contains %j', async (content) => {
    await writeFile(join(folder, 'lock.7'), content);
    const lock = takeExclusiveLock(folder);
    expect(JSON.parse(await readFile(join(folder, 'lock.8'), 'utf8'))).toMatchObject({ state: 'held', pid: process.pid });
    lock.release();
  });
});
