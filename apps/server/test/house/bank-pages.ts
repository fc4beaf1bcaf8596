/** A customer on the pages of the small core: its page, and its app. */
import { type Browser, jsonOf, member, type WireAnswer } from '@portico/testkit';

type Answer = 'approve' | 'refuse';

/** Decides on the bank's page. @returns where the bank sends the browser, as a path of Portico. */
export async function decideOnPage(address: string, customerId: string, answer: Answer = 'approve'): Promise<string> {
  const body = new URLSearchParams({ customer: customerId, answer });
  const response = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  const { pathname, search } = new URL(response.headers.get('location') ?? '');
  return `${pathname}${search}`;
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
