/** The steps of a developer: signing up, reading mail, logging in. Each goes through the real pages only. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export interface Developer {
  readonly email: string;
  readonly password: string;
}

/** Somebody who is not registered yet (fictitious). */
export function newDeveloper(): Developer {
  return { email: `mari.${randomUUID().slice(0, 8)}@lumenbooks.example`, password: 'Lighthouse-Keeper-42' };
}

export const dialog = (page: Page) => page.getByRole('dialog');

/** Through the register modal, to the toast. */
export async function register(page: Page, portalUrl: string, { email, password }: Developer): Promise<void> {
  await page.goto(`${portalUrl}/?m=register`);
  await dialog(page).getByLabel('EMAIL').fill(email);
  await dialog(page).getByLabel('PASSWORD', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Register Now' }).click();
  await expect(page.getByText('Please verify your mail address.')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
}

/** Opens the newest mail to this address with that subject, in a tab of its own; mails are sent behind the answer. */
export async function openMail(page: Page, portalUrl: string, { email }: Developer, subject: string): Promise<Page> {
  const mailbox = await page.context().newPage();
  const mail = mailbox.getByRole('listitem').filter({ hasText: email }).getByRole('link', { name: subject });
  await expect(async () => {
    await mailbox.goto(`${portalUrl}/mailbox`);
    await expect(mail.first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await mail.first().click();
  return mailbox;
}

/** Opens the link of the verification mail; it ends at the login. */
export async function verify(page: Page, portalUrl: string, developer: Developer): Promise<void> {
  const mail = await openMail(page, portalUrl, developer, 'Verify your mail address');
  const link = await mail.getByRole('link', { name: /verification=/ }).getAttribute('href');
  await mail.close();
  await page.goto(link ?? '');
  await expect(page.getByText('Your mail address is verified. You can log in now.')).toBeVisible();
}

/** Fills in the login modal that is open. */
export async function logIn(page: Page, { email, password }: Developer): Promise<void> {
  await dialog(page).getByLabel('EMAIL').fill(email);
  await dialog(page).getByLabel('PASSWORD', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Log in', exact: true }).click();
}

export const userMenuButton = (page: Page) => page.getByRole('button', { name: /^User menu/ });

/** Registered, verified and logged in. */
export async function becomeDeveloper(page: Page, portalUrl: string): Promise<Developer> {
  const developer = newDeveloper();
  await register(page, portalUrl, developer);
  await verify(page, portalUrl, developer);
  await logIn(page, developer);
  await expect(userMenuButton(page)).toBeVisible();
  return developer;
}
