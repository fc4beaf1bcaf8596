/** The statistics page on a server of its own: empty at first, then with days that the operator replayed. */
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CLI_ENTRY, commandEnv, createBankFolder, freePort, startPortico } from '@portico/testkit';
import { expect, expectGoodInBothWindows, test } from '../support/fixtures.ts';

test('the statistics page says that there is no data, then shows each figure as a chart, a table and a file', { tag: '@desktop' }, async ({
  page,
  watch,
}) => {
  // Of what the page is handed on purpose below.
  watch.expectConsole(/Failed to load resource: .*404/);
  const folder = await createBankFolder('statistics');
  const dataDir = join(folder, 'data');
  // The demo shop is whose requests are replayed.
  const [port, demoTppPort] = [await freePort(), await freePort()];
  const portico = await startPortico({ port, demoTppPort, dataDir, isBrief: true, env: { PORTICO_DEVICE_ANSWER_SECONDS: '0' } });
  const operator = (...words: readonly string[]) =>
    promisify(execFile)(process.execPath, [CLI_ENTRY, ...words], { env: { ...commandEnv(), PORTICO_DATA_DIR: dataDir, PORT: String(port) } });
  try {
    await page.goto(`${portico.origin}/#/statistics`);
    await expect(page.getByText('No data yet.')).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await expectGoodInBothWindows(page);

    expect((await operator('replay', '--days', '2')).stdout).toContain('(day 2 of 2)');
    await page.reload();
    await expect(page.getByText(/days? (is|are) replayed: real requests/)).toBeVisible();
    const availability = page.getByRole('table', { name: 'Uptime in percent' });
    await expect(availability.getByRole('row').filter({ hasText: 'replayed' }).first()).toContainText('100.000');
    await expect(page.getByRole('img', { name: /^Uptime in percent/ }).filter({ visible: true })).toHaveCount(1);
    await page.getByRole('tab', { name: 'Account information' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('table', { name: /of payment initiation/ })).toBeVisible();
    await expectGoodInBothWindows(page);

    // The same figures as files.
    for (const [format, begin] of [
      ['CSV', '\uFEFF'],
      ['PDF', '%PDF-'],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: new RegExp(`^Download: .*${format}$`) }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toMatch(new RegExp(`^PSD2_KPI_\\d{4}Q[1-4]\\.${format.toLowerCase()}$`));
      expect((await readFile(await saved.path(), 'utf8')).startsWith(begin)).toBe(true);
    }

    // A link leads to its quarter, the back button to the one before.
    await page.goto(`${portico.origin}/#/statistics?quarter=1999Q1`);
    await expect(page.getByText('There are no statistics of that quarter.')).toBeVisible();
    await expectGoodInBothWindows(page);

    // An answer that leads elsewhere is not followed.
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.route('**/api/api/statistics/report/*', (route) =>
      route.fulfill({ json: { fileName: 'PSD2_KPI_2026Q3.csv', url: 'http://127.0.0.1:9/evil.csv' } }),
    );
    await page.getByRole('button', { name: /^Download: .*CSV$/ }).click();
    await expect(page.getByRole('alert')).toContainText('Nothing was fetched.');
    expect(asked.filter((url) => !url.startsWith(portico.origin))).toEqual([]);
  } finally {
    await portico.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
