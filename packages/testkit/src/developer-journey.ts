/**
 * The steps of a developer at the portal: sign up, read the mail, verify the address, sign in. A development server shows its mails at `/mailbox`.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from './browser.ts';

const POLL_MS = 50;
const POLLS_MAX = 200;

export interface DeveloperLogin {
  readonly email: string;
  readonly password: string;
}

/** A fictitious developer who is not registered yet. */
export function newDeveloper(): DeveloperLogin {
  return { email: `mari.${randomUUID().slice(0, 8)}@lumenbooks.example`, password: 'Lighthouse-Keeper-42' };
}

/** Signs up without following the mail's link. Returns the token of that link. */
export async function signUp(browser: Browser, developer: DeveloperLogin): Promise<string> {
  await expectDone(browser, '/identity/sign-up', developer);
  const [token = ''] = /(?<=verification=)[\w-]+/.exec(await readMail(browser, developer, 'Verify your mail address')) ?? [];
  return token;
}

/** Signs up, verifies the address, signs in and creates an application. */
export async function becomeDeveloper(browser: Browser, developer: DeveloperLogin = newDeveloper()): Promise<DeveloperLogin> {
  await expectDone(browser, '/identity/verify-email', { token: await signUp(browser, developer) });
  await expectDone(browser, '/identity/sign-in', developer);
  await expectDone(browser, '/api/tpp');
  return developer;
}

/** Returns the code from the mail to a developer who forgot their password. */
export async function askForResetCode(browser: Browser, developer: DeveloperLogin): Promise<string> {
  await expectDone(browser, '/identity/forgot-password', { email: developer.email });
  const [code = ''] = /\b\d{8}\b/.exec(await readMail(browser, developer, 'Your code to reset')) ?? [];
  return code;
}

/** Text of the newest mail to this address with that subject. Mails are sent after the response. */
async function readMail(browser: Browser, { email }: DeveloperLogin, subject: string): Promise<string> {
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    const list = (await browser.send('GET', '/mailbox')).text;
    const entry = list.split('<li>').find((item) => item.includes(email) && item.includes(subject));
    const [path] = /(?<=href=")[^"]+/.exec(entry ?? '') ?? [];
    if (path !== undefined) return (await browser.send('GET', path)).text;
    await delay(POLL_MS);
  }
  throw new Error(`No mail "${subject}" came to ${email}.`);
}

async function expectDone(browser: Browser, path: string, body?: object): Promise<void> {
  const answer = await browser.send('POST', path, body === undefined ? {} : { body });
  if (answer.status !== 200 && answer.status !== 204) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
}
