/** Updates by mail: from the status page to the mail of an incident, and to the end of the subscription. */
import type { Page } from '@playwright/test';
import { newDeveloper } from '../support/developer.ts';
import { expect, expectGoodInBothWindows } from '../support/fixtures.ts';
import { findLayoutFaults } from '../support/layout.ts';
import { test } from '../support/own-bank.ts';

const TITLE = 'Payments are slow at the harbour';

test('a visitor subscribes, confirms by mail, gets the mail of an incident and unsubscribes', { tag: '@desktop' }, async ({ page, bank, watch }) => {
  watch.expectConsole(/status of 404/);
  const { email } = newDeveloper();
  await page.goto(`${bank.portalUrl}/#/api-status`);
  await page.getByRole('link', { name: 'Get updates by mail' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Updates by mail' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'API Status' })).toBeVisible();
  await page.goForward();
  const address = page.getByLabel('E-mail address');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expectGoodInBothThemes(page);
  await address.fill(email);
  await page.getByRole('checkbox', { name: 'Planned maintenance' }).uncheck();
  await address.press('Enter');
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible();
  await expectGoodInBothThemes(page);

  const confirmation = await readMailWith(page, bank.portalUrl, email, 'confirm=');
  await page.goto(linkOf(confirmation, 'confirm'));
  const confirm = page.getByRole('button', { name: 'Confirm subscription' });
  await expect(confirm).toBeVisible();
  await expect(page).toHaveURL(`${bank.portalUrl}/#/api-status/subscription`);
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await expectGoodInBothThemes(page);
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'Your subscription is confirmed' })).toBeFocused();
  await expectGoodInBothThemes(page);

  await bank.operate('incident', 'open', TITLE, '--services', 'payments', '--fallback', 'yes', '--next', '30m', '--text', 'A queue is too long.');
  const incident = await readMailWith(page, bank.portalUrl, email, TITLE);
  expect(incident).toContain('A queue is too long.');
  const manage = linkOf(incident, 'manage');
  await page.goto(manage);
  await page.getByRole('checkbox', { name: 'Planned maintenance' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your topics are saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Planned maintenance' })).toBeChecked();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeFocused();
  await expectGoodInBothThemes(page);

  await page.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(address).toHaveValue(email);
  await page.goto(manage);
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await expectGoodInBothThemes(page);

  // The address for mail programs asks, too, and can be used more than once.
  await page.goto(await headerLinkOf(page, bank.portalUrl, incident));
  await expect(page).toHaveURL(`${bank.portalUrl}/#/api-status/subscription`);
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeFocused();
});

/** The newest mail to this address that contains the text, as its page's HTML; mails are sent behind the answer. */
async function readMailWith(page: Page, portalUrl: string, email: string, text: string): Promise<string> {
  let found = '';
  await expect(async () => {
    const list = await (await page.request.get(`${portalUrl}/mailbox`)).text();
    const entries = list.split('<li>').filter((item) => item.includes(email));
    for (const entry of entries) {
      const path = /href="([^"]+)"/.exec(entry)?.[1] ?? '';
      const mail = await (await page.request.get(`${portalUrl}${path}`)).text();
      if (found === '' && mail.includes(text)) found = mail;
    }
    expect(found).not.toBe('');
  }).toPass();
  return found;
}

function linkOf(mail: string, purpose: 'confirm' | 'manage'): string {
  const [link = ''] = new RegExp(`https?:[^"<\\s]+[?]${purpose}=[^"<\\s]+`).exec(mail) ?? [];
  expect(link).not.toBe('');
  return link;
}

/** The address in the header `List-Unsubscribe` of a mail. @param mail its page's HTML */
async function headerLinkOf(page: Page, portalUrl: string, mail: string): Promise<string> {
  const path = /href="(\/mailbox\/\d+\/source)"/.exec(mail)?.[1] ?? '';
  const source = await (await page.request.get(`${portalUrl}${path}`)).text();
  // A long header may begin on the line after its name.
  const [, link = ''] = /^List-Unsubscribe:\s+<(\S+)>/m.exec(source) ?? [];
  expect(link).not.toBe('');
  return link;
}

async function expectGoodInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectGoodInBothWindows(page);
  }
  expect(await findLayoutFaults(page)).toEqual([]);
}
