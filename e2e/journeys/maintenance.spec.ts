/** The bank maintains its service: the page in five languages, and what it means for whoever is in the middle of something. */
import { expect, expectGoodInBothWindows } from '../support/fixtures.ts';
import { answerOnDevice, openDevice, signButton, startPayment } from '../support/journey.ts';
import { test } from '../support/own-bank.ts';

test.describe.configure({ mode: 'serial' });

test.afterEach(async ({ bank, context }) => {
  // A page that still asks would go to the next journey's maintenance.
  await Promise.all(context.pages().map((page) => page.close()));
  // Refused where the journey has ended it.
  await bank.operate('maintenance', 'off').catch(() => undefined);
});

const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000).toISOString();

const LANGUAGES = [
  ['en', 'We are maintaining our service', 'Planned end'],
  ['et', 'Teeme hooldustöid', 'Kavandatud lõpp'],
  ['lt', 'Vyksta techninės priežiūros darbai', 'Numatoma pabaiga'],
  ['lv', 'Notiek apkopes darbi', 'Plānotās beigas'],
  ['ru', 'Идут технические работы', 'Планируемое окончание'],
] as const;

test('the maintenance page follows ?lang in the query and in the hash, and passes the page checks in five languages', { tag: '@desktop' }, async ({
  page,
  bank,
  brand,
}) => {
  await bank.operate('maintenance', 'on', '--until', inTwoHours(), '--message-lt', 'Keičiame mokėjimų sistemą.');
  for (const [lang, title, ends] of LANGUAGES) {
    await page.goto(`${bank.portalUrl}/maintenance?lang=${lang.toUpperCase()}`);
    await expect(page).toHaveURL(`${bank.portalUrl}/#/maintenance?lang=${lang.toUpperCase()}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(ends)).toBeVisible();
    await expect(page.getByText(/\d\d:\d\d EES?T/)).toHaveCount(2);
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page).toHaveTitle(`${title} · ${brand.productName}`);
    await expect(page.locator('main img')).toBeVisible();
    await expectGoodInBothWindows(page);
  }
  await page.goto(`${bank.portalUrl}/#/maintenance?lang=Lt`);
  await expect(page.getByText('Keičiame mokėjimų sistemą.')).toBeVisible();
  for (const address of ['/maintenance', '/#/maintenance?lang=fi', '/?lang=xx#/maintenance']) {
    await page.goto(`${bank.portalUrl}${address}`);
    await expect(page.getByRole('heading', { level: 1, name: LANGUAGES[0][1] })).toBeVisible();
  }
  await page.getByRole('combobox').selectOption('ru');
  await expect(page.getByRole('heading', { level: 1, name: LANGUAGES[4][1] })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: LANGUAGES[4][1] })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectGoodInBothWindows(page);
});

test('when the content service fails, the page shows a toast for six seconds and its built-in text', { tag: '@desktop' }, async ({
  page,
  portalUrl,
  watch,
}) => {
  watch.expectConsole(/status of 500|answer: 500 .*ob-maintenance/);
  const running = { maintenanceId: 'mnt_1', state: 'running', startsAt: '2026-11-20T10:00:00Z', texts: {} };
  await page.route('**/api/maintenance', (route) => route.fulfill({ json: { running, planned: [] } }));
  await page.route('**/content/ob-maintenance**', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto(`${portalUrl}/maintenance`);
  const toast = page.getByText('Error calling Api. The content service is not available.').first();
  await expect(toast).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: LANGUAGES[0][1] })).toBeVisible();
  await expectGoodInBothWindows(page);
  await expect(toast).toBeHidden();
});

test('the portal opens the maintenance page and returns to the visitor’s page when the maintenance ends', { tag: '@desktop' }, async ({
  page,
  bank,
  watch,
}) => {
  watch.expectConsole(/status of 503|answer: 503/);
  await page.goto(`${bank.portalUrl}/#/api-explorer?find=payments`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await bank.operate('maintenance', 'on', '--until', inTwoHours());
  // Whatever the visitor does next asks the API.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: LANGUAGES[0][1] })).toBeVisible();
  await expect(page).toHaveURL(/#\/maintenance\?from=/);
  await bank.operate('maintenance', 'off');
  await expect(page).toHaveURL(`${bank.portalUrl}/#/api-explorer?find=payments`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a signing under way completes during maintenance; a new payment is refused until it ends', { tag: '@desktop' }, async ({
  page,
  bank,
  watch,
}) => {
  watch.expectConsole(/status of 503|answer: 503/);
  const device = await openDevice(page, bank.portalUrl);
  await startPayment(page, { shopUrl: bank.shopUrl });
  // The device waits for a person at the sign-in too.
  await page.getByLabel('Personal identification code').fill('60001019906');
  await page.getByRole('button', { name: 'Continue with Smart-ID' }).click();
  await answerOnDevice(device, 'Approve');
  await expect(signButton(page)).toBeEnabled();
  await signButton(page).click();
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();
  await bank.operate('maintenance', 'on', '--until', inTwoHours());
  await answerOnDevice(device, 'Approve');
  await expect(page.getByText('Payment signed')).toBeVisible();
  await expect(page.locator('#outcome')).toHaveText('Paid');

  await page.goto(bank.shopUrl);
  await page.getByRole('radio', { name: /Estonia/ }).check();
  await page.getByRole('button', { name: /^Pay .* at / }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The bank asks to come back later');
  await expect(page.getByText('Nothing was paid')).toBeVisible();

  await bank.operate('maintenance', 'off');
  await startPayment(page, { shopUrl: bank.shopUrl });
  await answerSignIn();

  async function answerSignIn() {
    await page.getByLabel('Personal identification code').fill('60001019906');
    await page.getByRole('button', { name: 'Continue with Smart-ID' }).click();
    await answerOnDevice(device, 'Approve');
    await expect(signButton(page)).toBeEnabled();
  }
});
