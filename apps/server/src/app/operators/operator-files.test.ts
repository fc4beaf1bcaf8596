/** Attack of 29 November 2026, S12: files that operators name. For every error of the system the message names the file, the cause and what to do. */
import fs, { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EXIT } from '../exit-codes.ts';
import { exists, readGivenFile, writeNewFile } from './operator-files.ts';
import { FILE_BYTES_MAX } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';

type Call = 'openSync' | 'statSync' | 'readFileSync' | 'writeFileSync';
/** From now on the system refuses a call. */
function fail(call: Call, code: string): void {
  vi.spyOn(fs, call).mockImplementation(() => {
    throw Object.assign(new Error('raw'), { code, syscall: 'open' });
  });
}

let folder: string;
let names = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-operator-files-'));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true }));

const free = () => join(folder, `file-${names++}`);
const made = (text: string) => {
  const path = free();
  writeFileSync(path, text);
  return path;
};
const circle = () => {
  const path = free();
  symlinkSync(path, path);
  return path;
};

/** The refusal of an act; undefined where it succeeds. */
async function refusalOf(act: () => unknown): Promise<OperatorRefusal | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof OperatorRefusal) return error;
    throw error;
  }
}
function write(path: string): Promise<number> {
  return writeNewFile(path, async (print) => {
    print('a line');
    return EXIT.ok;
  });
}

/** Paths that no system opens as a file, with the code of its error. */
const PATHS: readonly (readonly [what: string, path: () => string, code: string])[] = [
  ['a name of 300 letters', () => join(folder, 'x'.repeat(300)), 'ENAMETOOLONG'],
  ['a name of 200 letters of two bytes', () => join(folder, 'š'.repeat(200)), 'ENAMETOOLONG'],
  ['a path of 5,000 letters', () => join(folder, 'x/'.repeat(2_500)), 'ENAMETOOLONG'],
  ['a folder with a name of 300 letters', () => join(folder, 'x'.repeat(300), 'file'), 'ENAMETOOLONG'],
  ['a file in place of a folder', () => join(made('text'), 'file'), 'ENOTDIR'],
  ['a folder that is missing', () => join(free(), 'file'), 'ENOENT'],
  ['links in a circle in place of a folder', () => join(circle(), 'file'), 'ELOOP'],
];

describe('a file that a command reads', () => {
  it.each<[string, () => string, string]>([
    ...PATHS.map(([what, path, code]): [string, () => string, string] => [what, path, code]),
    ['a file that is missing', free, 'ENOENT'],
    ['links in a circle', circle, 'ELOOP'],
    ['a folder', () => folder, 'EISDIR'],
  ])('is refused for %s, with the cause', async (_what, path, code) => {
    const given = path();
    const refusal = await refusalOf(() => readGivenFile(given));
    expect(refusal).toMatchObject({ exitCode: EXIT.noInput });
    expect(refusal?.message).toMatch(/: .+\. .+\. Nothing was done\.$/);
    expect(refusal?.message).toContain(`${given} cannot be read (${code}): `);
  });

  it.each(
    ['EACCES', 'EPERM', 'EIO', 'EMFILE', 'ESTALE'].flatMap((code) => (['statSync', 'readFileSync'] as const).map((call) => [code, call] as const)),
  )('is refused for %s of %s, with the cause', async (code, call) => {
    const path = made('text');
    fail(call, code);
    const refusal = await refusalOf(() => readGivenFile(path));
    expect(refusal).toMatchObject({ exitCode: EXIT.noInput, message: expect.stringContaining(`${path} cannot be read (${code}): `) });
  });

  it('is refused for a device', async () => {
    expect(await refusalOf(() => readGivenFile('/dev/null'))).toMatchObject({ message: '/dev/null is no file. Nothing was done.' });
  });

  it('is refused for its size, one byte above the limit', async () => {
    const path = made('x'.repeat(FILE_BYTES_MAX + 1));
    expect(await refusalOf(() => readGivenFile(path))).toMatchObject({ exitCode: EXIT.failure, message: expect.stringContaining('is larger than') });
  });

  it.each(['text', '', 'x'.repeat(FILE_BYTES_MAX)])('is read as it is, also behind a link', (text) => {
    const path = made(text);
    const link = free();
    symlinkSync(path, link);
    expect([readGivenFile(path).toString(), readGivenFile(link).toString()]).toEqual([text, text]);
  });
});

describe('standard input', () => {
  const CHUNK = 64 * 1024;
  /** From now on standard input has these bytes, in pieces. */
  function feed(text: string, ends: readonly (string | undefined)[] = []): void {
    const pieces = [...ends];
    let rest = Buffer.from(text);
    vi.spyOn(fs, 'readSync').mockImplementation((_file, into) => {
      const code = pieces.shift();
      if (code !== undefined) throw Object.assign(new Error('raw'), { code, syscall: 'read' });
      const taken = rest.subarray(0, CHUNK - 1);
      rest = rest.subarray(taken.length);
      return into instanceof Uint8Array ? taken.copy(into) : 0;
    });
  }

  it.each(['', 'text', 'x'.repeat(200_000), 'x'.repeat(FILE_BYTES_MAX)])('is read to its end', (text) => {
    feed(text);
    expect(readGivenFile('-').toString()).toBe(text);
  });

  it('is read again where it is empty for the moment', () => {
    feed('text', ['EAGAIN', 'EAGAIN']);
    expect(readGivenFile('-').toString()).toBe('text');
  });

  it('is refused for its size, one byte above the limit', async () => {
    feed('x'.repeat(FILE_BYTES_MAX + 1));
    expect(await refusalOf(() => readGivenFile('-'))).toMatchObject({ exitCode: EXIT.failure, message: expect.stringContaining('is larger than') });
  });

  it.each(['EISDIR', 'EIO'])('is refused for %s, with the cause', async (code) => {
    feed('', [code]);
    expect(await refusalOf(() => readGivenFile('-'))).toMatchObject({
      exitCode: EXIT.noInput,
      message: expect.stringContaining(`The standard input cannot be read (${code}): `),
    });
  });
});

describe('the folder of an installation', () => {
  it('exists, or does not', () => {
    expect([exists(folder), ...PATHS.map(([, path]) => exists(path()))]).toEqual([true, ...PATHS.map(() => false)]);
  });

  it.each(['EACCES', 'EPERM'])('of another user is no missing one: %s', async (code) => {
    fail('statSync', code);
    expect(await refusalOf(() => exists(folder))).toMatchObject({
      exitCode: EXIT.notAllowed,
      message: `${folder} belongs to another user. Run the command as the user who runs the server.`,
    });
  });
});

describe('a new file that a command writes', () => {
  it.each<[string, () => string, string]>([
    ...PATHS.map(([what, path, code]): [string, () => string, string] => [what, path, code]),
    ['a file that exists', () => made('mine'), 'EEXIST'],
    ['a folder', () => folder, 'EEXIST'],
    ['links in a circle', circle, 'EEXIST'],
    ['a device', () => '/dev/null', 'EEXIST'],
    [
      'a link to a file that is missing',
      () => {
        const link = free();
        symlinkSync(free(), link);
        return link;
      },
      'EEXIST',
    ],
  ])('is refused for %s before anything is done, with the cause', async (_what, path, code) => {
    const given = path();
    const work = vi.fn(async () => EXIT.ok);
    const refusal = await refusalOf(() => writeNewFile(given, work));
    expect(refusal?.exitCode).toBe(EXIT.cannotWrite);
    expect(work).not.toHaveBeenCalled();
    expect(refusal?.message).toMatch(/: .+\. .+\. Nothing was exported\.$/);
    expect(refusal?.message).toContain(`${given} cannot be written (${code}): `);
    expect(refusal?.message).not.toContain('PORTICO_DATA_DIR');
  });

  it.each(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EMFILE', 'EIO'])('is refused for %s, with the cause', async (code) => {
    const path = free();
    fail('openSync', code);
    expect(await refusalOf(() => write(path))).toMatchObject({
      exitCode: EXIT.cannotWrite,
      message: expect.stringMatching(new RegExp(`^${path} cannot be written \\(${code}\\): .+ Nothing was exported\\.$`)),
    });
  });

  it.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'])('is removed when a line ends in %s', async (code) => {
    const path = free();
    const refusal = await refusalOf(() =>
      writeNewFile(path, async (print) => {
        print('the first line');
        fail('writeFileSync', code);
        print('the second');
        return EXIT.ok;
      }),
    );
    expect(refusal?.message).toContain(`${path} cannot be written (${code}): `);
    expect(existsSync(path)).toBe(false);
  });

  it.each<[string, () => Promise<number>]>([
    ['the command is refused', async () => EXIT.usage],
    [
      'the command fails',
      async () => {
        throw new Error('failed');
      },
    ],
  ])('is removed when %s, also where another process removed it first', async (_when, end) => {
    for (const isGone of [false, true]) {
      const path = free();
      await writeNewFile(path, async (print) => {
        print('a line');
        if (isGone) rmSync(path);
        return end();
      }).catch(() => {});
      expect(existsSync(path)).toBe(false);
    }
  });

  it.each(['plain', `${'š'.repeat(127)}`, 'a\nb', '-', 'ą č'])('has every line, for its owner alone: %j', async (name) => {
    mkdirSync(join(folder, 'kept'), { recursive: true });
    const path = join(folder, 'kept', name);
    expect(await write(path)).toBe(EXIT.ok);
    expect([readFileSync(path, 'utf8'), (statSync(path).mode & 0o777).toString(8)]).toEqual(['a line\n', '600']);
  });
});
