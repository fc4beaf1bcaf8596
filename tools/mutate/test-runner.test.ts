import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestRunner, type TestRunner } from './test-runner.ts';

const PATIENCE_MS = 180_000;
let folder: string;
let runner: TestRunner;

/** Two test files for one result; the second checks more. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-mutants-'));
  const head = `import { expect, it } from '${import.meta.resolve('vitest')}';\nimport { answer } from './subject.ts';\n`;
  await writeFile(join(folder, 'subject.ts'), 'export const answer = () => 1;');
  await writeFile(join(folder, 'first.test.ts'), `${head}it('is a number', () => expect(answer()).toBeTypeOf('number'));`);
  await writeFile(join(folder, 'second.test.ts'), `${head}it('is one', () => expect(answer()).toBe(1));`);
  runner = createTestRunner(folder);
});
afterAll(async () => {
  await runner.stop();
  await rm(folder, { recursive: true });
});

const run = async (answer: string, tests = ['first.test.ts', 'second.test.ts']) =>
  (await runner.run({ file: join(folder, 'subject.ts'), source: `export const answer = () => ${answer};`, tests }, PATIENCE_MS))?.isGreen;

describe('the tests of a changed file', () => {
  it('are run again for each change, without results of an earlier change', async () => {
    expect(await run('1')).toBe(true);
    expect(await run('2')).toBe(false);
    expect(await run('1')).toBe(true);
    expect(await run("'1'")).toBe(false);
    expect(await run('2', ['first.test.ts'])).toBe(true);
  });

  it('are repeated once when their process is killed, and not a third time', async () => {
    const marker = join(folder, 'ended');
    const end = (condition: string) => `(${condition} && (writeFileSync('${marker}', ''), process.kill(process.pid, 'SIGKILL')), 1)`;
    const runEnding = (condition: string) =>
      runner.run(
        {
          file: join(folder, 'subject.ts'),
          source: `import { existsSync, writeFileSync } from 'node:fs';\nexport const answer = () => ${end(condition)};`,
          tests: ['first.test.ts'],
        },
        PATIENCE_MS,
      );
    expect((await runEnding(`!existsSync('${marker}')`))?.isGreen).toBe(true);
    await expect(runEnding('true')).rejects.toThrow('The process that runs the tests ended');
    expect(await run('1')).toBe(true);
  });

  it('that do not exist fail', async () => expect(await run('1', ['third.test.ts'])).toBe(false));
});
