/** A customer with a code calculator: reads the response off the test device, once it shows one, and types it on the page. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from './browser.ts';
import { jsonOf, member, textOf, type WireAnswer } from './transport.ts';

const POLL_MS = 50;
const POLLS_MAX = 400;

/** What the calculator of this browser's newest request shows. */
export async function readCalculator(browser: Browser): Promise<string> {
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    const newest = member(jsonOf(await browser.send('GET', '/bank/device/challenges')), 'challenges', '0');
    if (member(newest, 'state') === 'started' && member(newest, 'response') !== undefined) return textOf(newest, 'response');
    await delay(POLL_MS);
  }
  throw new Error('The calculator showed no response.');
}

/** @param path of the page's response call; `headers` as the page's other calls. */
export async function typeResponse(
  browser: Browser,
  path: string,
  response: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<WireAnswer> {
  return browser.send('POST', path, { headers, body: { response } });
}
