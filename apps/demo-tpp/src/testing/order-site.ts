/** The shop before a scripted bank, and a browser that orders ahead. */

import { type MoneySite, openMoneySite } from './money-site.ts';
import { ORIGIN } from './scripted-bank.ts';

/** The bank's day on it is the same everywhere. */
const TODAY = '2026-11-20';
export const SIGNING_PAGE = `${ORIGIN}/bank/sca/canary-reference`;

export const SUBSCRIBE = { amount: '12.50', frequency: 'Monthly', startDate: '2026-12-01', endDate: '', day: '', bank: 'ee', speed: 'ordinary' };
export const LATER = { amount: '46.80', date: '2026-12-04', bank: 'ee', speed: 'ordinary' };

export async function openOrderSite(): Promise<MoneySite> {
  const shop = await openMoneySite();
  shop.now = Date.parse(`${TODAY}T12:00:00Z`);
  return shop;
}

/** Answers the path of the instruction, once the customer stands before the bank's signing page. */
export async function orderAhead(shop: MoneySite, path: string, form: Readonly<Record<string, string>>): Promise<string> {
  const { location, page } = await shop.send('POST', path, form);
  if (!location.startsWith('http')) throw new Error(`the customer was not sent to the bank: ${page}`);
  const back = await shop.signIn(location);
  if (back.location !== SIGNING_PAGE) throw new Error(`the customer was not sent to sign: ${back.page}`);
  const created = shop.bank.requests.findLast(({ method, url }) => method === 'POST' && url.includes('/v1/'));
  return new URL(created?.headers.get('tpp-redirect-uri') ?? '').pathname.replace('/signed', '');
}

/** What a form with a file sends. */
export async function uploadOf(
  fields: Readonly<Record<string, string>>,
  file?: Uint8Array<ArrayBuffer>,
): Promise<{ body: Buffer<ArrayBuffer>; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob(file === undefined ? [] : [file]), file === undefined ? '' : 'salaries.csv');
  const request = new Request(ORIGIN, { method: 'POST', body: form });
  return { body: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': request.headers.get('content-type') ?? '' } };
}
