/** The steps of a developer: signing up, reading mail, logging in. */
import { expect, type Page } from '@playwright/test';
import { becomeDeveloper as callAsDeveloper, type DeveloperLogin as Developer, openBrowser, overHttp } from '@portico/testkit';

export { newDeveloper } from '@portico/testkit';

export const dialog = (page: Page) => page.getByRole('dialog');

/** Through the register modal, until it says where the mail went. */
export async function register(page: Page, portalUrl: string, { email, password }: Developer): Promise<void> {
  await page.goto(`${portalUrl}/?m=register`);
  await dialog(page).getByLabel('EMAIL').fill(email);
  await dialog(page).getByLabel('PASSWORD', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Register Now' }).click();
  await expect(page.getByText('Please verify your mail address.')).toBeVisible();
  await expect(dialog(page).getByText(`A mail is on its way to ${email}.`)).toBeVisible();
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

/** Registered, verified and logged in by the calls that the pages make, for journeys that are about what comes after. */
export async function becomeDeveloper(page: Page, portalUrl: string): Promise<Developer> {
  const browser = openBrowser(overHttp(portalUrl), portalUrl);
  const developer = await callAsDeveloper(browser);
  const cookies = browser.cookieHeader('/').split('; ');
  await page.context().addCookies(
    cookies.map((cookie) => {
      const [name = '', value = ''] = cookie.split('=');
      return { name, value, url: portalUrl, httpOnly: true, sameSite: 'Lax' as const };
    }),
  );
  return developer;
}
