/** Review of 25 November 2026, B7: a file of texts that is not valid must not keep a bank from its start. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMaintenancePages } from './maintenance-pages.ts';

const deliveredDir = join(import.meta.dirname, '../../../../../content');
const placeholders = { bankName: 'Bank of Tests', supportContact: 'help@bank.example', productName: 'Portal' };
const logged: string[] = [];
const log = { error: (detail: { err: Error }) => void logged.push(detail.err.message) };
let contentDir = '';

beforeEach(async () => {
  logged.splice(0);
  contentDir = await mkdtemp(join(tmpdir(), 'portico-maintenance-'));
  await cp(join(deliveredDir, 'maintenance'), join(contentDir, 'maintenance'), { recursive: true });
});
afterEach(() => rm(contentDir, { recursive: true }));

const open = (delivered?: string) =>
  createMaintenancePages({
    contentDir,
    ...(delivered === undefined ? {} : { deliveredDir: delivered }),
    placeholders,
    sanitise: (html) => html,
    log,
  });
const write = (text: string) => writeFile(join(contentDir, 'maintenance/et.html'), text);

describe('maintenance pages at the start', () => {
  it('are those of the folder', async () => {
    await write('<h1>Hooldus</h1>\n<p>Kohe.</p>\n');
    expect(await (await open(deliveredDir)).page('et', {})).toEqual({ lang: 'et', title: 'Hooldus', body: '<p>Kohe.</p>' });
    expect(logged).toEqual([]);
  });

  it.each([
    ['without a title', '<p>Kohe.</p>\n'],
    ['with an unknown placeholder', '<h1>{{bank}}</h1>\n'],
  ])('are the delivered ones for a page %s, and the log names its file', async (_what, text) => {
    await write(text);
    const pages = await open(deliveredDir);
    const delivered = await createMaintenancePages({ contentDir: deliveredDir, placeholders, sanitise: (html) => html, log });
    expect(await pages.page('et', {})).toEqual(await delivered.page('et', {}));
    expect(logged).toEqual([expect.stringContaining('maintenance/et.html')]);
  });

  it('are the delivered ones for a language without a file', async () => {
    await rm(join(contentDir, 'maintenance/et.html'));
    expect((await (await open(deliveredDir)).page('et', {})).title).not.toBe('');
    expect(logged).toHaveLength(1);
  });

  it('cannot be read without delivered ones', async () => {
    await write('none');
    await expect(open()).rejects.toThrow(/maintenance\/et\.html/);
  });
});
