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

/** The newest mail to this address with that subject, as its page's HTML; mails are sent behind the answer. */
export async function readMail(page: Page, portalUrl: string, { email }: Developer, subject: string): Promise<string> {
  let path = '';
  await expect(async () => {
    const list = await (await page.request.get(`${portalUrl}/mailbox`)).text();
    const entry = list.split('<li>').find((item) => item.includes(email) && item.includes(subject)) ?? '';
    path = /href="([^"]+)"/.exec(entry)?.[1] ?? '';
    expect(path).not.toBe('');
  }).toPass();
  return (await page.request.get(`${portalUrl}${path}`)).text();
}

/** Opens the link of the verification mail; it ends at the login. */
export async function verify(page: Page, portalUrl: string, developer: Developer): Promise<void> {
  const mail = await readMail(page, portalUrl, developer, 'Verify your mail address');
  const [link = ''] = /https?:[^"<\s]+verification=[^"<\s]+/.exec(mail) ?? [];
  await page.goto(link);
  await expect(page.getByText('Your mail address is verified. You can log in now.')).toBeVisible();
}

/** Fills in the login modal that is open. */
export async function logIn(page: Page, { email, password }: Developer): Promise<void> {
  await dialog(page).getByLabel('EMAIL').fill(email);
  await dialog(page).getByLabel('PASSWORD', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Log in', exact: true }).click();
}

export const userMenuButton = (page: Page) => page.getByRole('button', { name: /, User menu, / });

/** Registered, verified and logged in. */
export async function becomeDeveloper(page: Page, portalUrl: string): Promise<Developer> {
  const developer = newDeveloper();
  await register(page, portalUrl, developer);
  await verify(page, portalUrl, developer);
  await logIn(page, developer);
  await expect(userMenuButton(page)).toBeVisible();
  return developer;
}
