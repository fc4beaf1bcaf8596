/** The archive of the typed client as a developer uses it: installed beside its dependencies, run by plain Node, checked by TypeScript. */
import { execFile, spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { enterSigning, obtainToken, SITE } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installClient } from '../house/install-client.ts';
import { openProcessHouse, PROCESS_CUSTOMER, type ProcessHouse } from '../house/process-house.ts';

const run = promisify(execFile);

let project: string;
let client: string;
let house: ProcessHouse;
beforeAll(async () => {
  ({ project, client } = await installClient());
  house = await openProcessHouse();
  await house.start();
});
afterAll(async () => {
  await house.close();
  await rm(project, { recursive: true, force: true });
});

describe('the archive of the client', () => {
  it('runs its example: a consent, signed by the customer, then accounts and transactions', async () => {
    const { tpp, browser } = await house.visit();
    const token = await obtainToken(browser, tpp, PROCESS_CUSTOMER);
    const example = spawn(process.execPath, [join(client, 'examples/read-accounts.mjs')], {
      cwd: project,
      env: { PATH: process.env.PATH, BANK: house.origin, TOKEN: token, BACK: `${SITE}/back` },
    });
    const lines: string[] = [];
    let errors = '';
    example.stderr.on('data', (text) => {
      errors += text;
    });
    for await (const line of createInterface({ input: example.stdout })) {
      lines.push(line);
      if (line.includes('/bank/sca/')) await (await enterSigning(browser, line, PROCESS_CUSTOMER, 'consent')).submit({});
    }
    expect(errors).toBe('');
    expect(lines).toContainEqual(expect.stringMatching(/^Everyday account EE\d{18}$/));
    expect(lines.filter((line) => /^ {2}\d{4}-\d\d-\d\d -?\d+\.\d\d EUR /.test(line)).length).toBeGreaterThan(5);
  });

  it('says what was wrong, and ends with 1, for a token that the bank does not know', async () => {
    const failed: unknown = await run(process.execPath, [join(client, 'examples/read-accounts.mjs')], {
      cwd: project,
      env: { PATH: process.env.PATH, BANK: house.origin, TOKEN: 'unknown' },
    }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^401 TOKEN_UNKNOWN, header:Authorization, /) });
  });

  it('has types that accept right calls and refuse wrong ones, by tsc --strict', async () => {
    const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const check = async (code: string): Promise<string> => {
      const file = join(project, 'calls.ts');
      await writeFile(
        file,
        `import { createClient, orThrow } from '@portico/client';\nconst client = createClient({ bank: 'https://b.example', token: 't' });\n${code}`,
      );
      const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
      return run(process.execPath, [compiler, ...options, file], { cwd: project }).then(
        () => '',
        (error: unknown) => String(Object(error).stdout),
      );
    };
    expect(await check(`const iban: string = (await orThrow(client.GET('/v1/account-list'))).accounts[0]!.iban;\nconsole.log(iban);`)).toBe('');
    expect(await check(`await client.GET('/v1/acount-list', {});`)).toContain('TS2345');
    expect(await check(`await client.GET('/v1/accounts');`)).toContain('TS2554');
    expect(await check(`console.log((await orThrow(client.GET('/v1/account-list'))).balance);`)).toContain('TS2339');
  });
});
