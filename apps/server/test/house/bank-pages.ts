/** A customer on the pages of the small core: its page, and its app. */
import { type Browser, jsonOf, member, type WireAnswer } from '@portico/testkit';

type Answer = 'approve' | 'refuse';

/** Decides on the page of the bank's OpenID provider. @returns where the bank sends the browser, as a path of Portico. */
export async function decideOnPage(address: string, customerId: string, answer: Answer = 'approve'): Promise<string> {
  const bank = new URL(address).origin;
  const cookies = new Map<string, string>();
  const visit = async (url: URL, form?: URLSearchParams): Promise<URL | undefined> => {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const response = await fetch(url, { redirect: 'manual', headers, ...(form === undefined ? {} : { method: 'POST', body: form }) });
    for (const [name = '', value = ''] of response.headers.getSetCookie().map((cookie) => cookie.split(/[=;]/))) cookies.set(name, value);
    const location = response.headers.get('location');
    return location === null ? undefined : new URL(location, url);
  };
  let url = new URL(address);
  while (url.origin === bank) {
    const isQuestion = url.pathname.startsWith('/openid/sign-in/');
    const next = await visit(url, isQuestion ? new URLSearchParams({ customer: customerId, answer }) : undefined);
    if (next === undefined) throw new Error(`The bank sends the browser nowhere from ${url.pathname}.`);
    url = next;
  }
  return `${url.pathname}${url.search}`;
}

export const readApp = async (coreUrl: string): Promise<string> => (await fetch(`${coreUrl}/app`)).text();

/** Decides about everything that the bank's app shows. */
export async function decideInApp(coreUrl: string, customerId: string, answer: Answer = 'approve'): Promise<void> {
  const body = new URLSearchParams({ customer: customerId, answer });
  for (const [, action = ''] of (await readApp(coreUrl)).matchAll(/action="([^"]+)"/g))
    await fetch(`${coreUrl}${action}`, { method: 'POST', body, redirect: 'manual' });
}

export const bankPageOf = (answer: WireAnswer): string => String(member(member(jsonOf(answer), 'bankPage'), 'href'));
export const stateOf = (answer: WireAnswer): unknown => member(jsonOf(answer), 'state');

/** Begins a sign-in on the bank's page. @returns `page`: the path of the sign-in */
export async function beginVisit(browser: Browser, page: string, method = 'BANK_PAGE'): Promise<string> {
  const begun = await browser.send('POST', `${page}/authentication`, { body: { method } });
  if (begun.status !== 200) throw new Error(`The visit did not begin: ${begun.status} ${begun.text}`);
  return bankPageOf(begun);
}
