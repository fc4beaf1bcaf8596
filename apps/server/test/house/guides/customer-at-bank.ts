/** The customer whom a guide sends to the bank: opens the address, signs in where asked, and approves what is shown. */
import { SIGNING_KINDS, SIGNING_MODALS, type SigningKind } from '@portico/contract/values';
import { type Browser, type Customer, jsonOf, member, signInAtBank, textOf, type WireAnswer } from '@portico/testkit';

const HOPS_MAX = 6;

/** Where the browser is at the end: at the application's address. @throws Error when the customer cannot get on */
export async function visitBank(browser: Browser, address: string, publicUrl: string, customer: Customer): Promise<string> {
  let location = address;
  for (let hops = 0; hops < HOPS_MAX; hops += 1) {
    if (location.includes('/bank/sign-in/')) location = await signInAtBank(browser, location, customer);
    const { searchParams } = new URL(location, publicUrl);
    const kind = SIGNING_KINDS.find((each) => SIGNING_MODALS[each] === searchParams.get('m'));
    if (kind !== undefined) return approve(browser, kind, searchParams.get('entry') ?? '');
    if (searchParams.has('code') || searchParams.has('error')) return location;
    location = (await browser.send('GET', location)).headers.location ?? '';
  }
  throw new Error(`The bank leads nowhere: ${location}`);
}

async function approve(browser: Browser, kind: SigningKind, entry: string): Promise<string> {
  const details = kind.replace('-cancellation', '');
  const shown = jsonOf(good(await browser.send('GET', `/api/ui/${details}/details`, { headers: { 'signing-entry': entry } })));
  const headers = { 'signing-id': textOf(shown, 'signingId') };
  const body = await bodyOf(browser, kind, shown, headers);
  good(await browser.send('PUT', `/api/ui/${kind}`, { headers, body }));
  return textOf(shown, 'tppSuccessUrl');
}

async function bodyOf(browser: Browser, kind: SigningKind, shown: unknown, headers: Readonly<Record<string, string>>): Promise<object> {
  if (kind !== 'consent' && !kind.includes('payment')) return {};
  const accounts = jsonOf(good(await browser.send('GET', '/api/ui/account/list', { headers })));
  const ibans = Array.isArray(accounts) ? accounts.map((account) => textOf(account, 'iban')) : [];
  if (kind === 'consent') return member(shown, 'details', 'access', 'form') === 'bankOffered' ? { accounts: ibans.map((iban) => ({ iban })) } : {};
  return { debtorAccountIban: member(shown, 'details', 'debtorAccount', 'iban') ?? ibans[0] };
}

function good(answer: WireAnswer): WireAnswer {
  if (answer.status !== 200) throw new Error(`The bank refused its customer: ${answer.status} ${answer.text.slice(0, 500)}`);
  return answer;
}
