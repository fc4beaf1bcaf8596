/** The customer whom a guide sends to the bank: opens the address, signs in where asked, and approves what is shown. */
import { type Browser, type Customer, jsonOf, member, signInAtBank, textOf, type WireAnswer } from '@portico/testkit';

/** Of each signing page: its calls' path segment, and what its details are read as. */
const PAGES: Readonly<Record<string, { readonly kind: string; readonly details: string }>> = {
  signingPayment: { kind: 'payment', details: 'payment' },
  signingPeriodicPayment: { kind: 'periodic-payment', details: 'periodic-payment' },
  signingBulkPayment: { kind: 'bulk-payment', details: 'bulk-payment' },
  signingConsent: { kind: 'consent', details: 'consent' },
  signingTransactionsStatement: { kind: 'transactions-statement', details: 'transactions-statement' },
  cancellingFuturePayment: { kind: 'payment-cancellation', details: 'payment' },
  cancellingPeriodicPayment: { kind: 'periodic-payment-cancellation', details: 'periodic-payment' },
  cancellingFutureBulkPayment: { kind: 'bulk-payment-cancellation', details: 'bulk-payment' },
};
const HOPS_MAX = 6;

/** Where the browser is at the end: at the application's address. @throws Error when the customer cannot get on */
export async function visitBank(browser: Browser, address: string, publicUrl: string, customer: Customer): Promise<string> {
  let location = address;
  for (let hops = 0; hops < HOPS_MAX; hops += 1) {
    if (location.includes('/bank/sign-in/')) location = await signInAtBank(browser, location, customer);
    const { searchParams } = new URL(location, publicUrl);
    const page = PAGES[searchParams.get('m') ?? ''];
    if (page !== undefined) return approve(browser, page, searchParams.get('entry') ?? '');
    if (searchParams.has('code') || searchParams.has('error')) return location;
    location = (await browser.send('GET', location)).headers.location ?? '';
  }
  throw new Error(`The bank leads nowhere: ${location}`);
}

async function approve(browser: Browser, { kind, details }: { kind: string; details: string }, entry: string): Promise<string> {
  const shown = jsonOf(good(await browser.send('GET', `/api/ui/${details}/details`, { headers: { 'signing-entry': entry } })));
  const headers = { 'signing-id': textOf(shown, 'signingId') };
  const body = await bodyOf(browser, kind, shown, headers);
  good(await browser.send('PUT', `/api/ui/${kind}`, { headers, body }));
  return textOf(shown, 'tppSuccessUrl');
}

async function bodyOf(browser: Browser, kind: string, shown: unknown, headers: Readonly<Record<string, string>>): Promise<object> {
  if (kind === 'transactions-statement') return {};
  const accounts = jsonOf(good(await browser.send('GET', '/api/ui/account/list', { headers })));
  const ibans = Array.isArray(accounts) ? accounts.map((account) => textOf(account, 'iban')) : [];
  if (kind === 'consent') return member(shown, 'details', 'access', 'form') === 'bankOffered' ? { accounts: ibans.map((iban) => ({ iban })) } : {};
  return { debtorAccountIban: member(shown, 'details', 'debtorAccount', 'iban') ?? ibans[0] };
}

function good(answer: WireAnswer): WireAnswer {
  if (answer.status !== 200) throw new Error(`The bank refused its customer: ${answer.status} ${answer.text.slice(0, 500)}`);
  return answer;
}
