/** A customer with a code calculator: waits for the response code on the test device and enters it on the page. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from './browser.ts';
import { jsonOf, member, textOf, type WireAnswer } from './transport.ts';

const POLL_MS = 50;
const POLLS_MAX = 400;

/** Returns the code on the calculator for this browser's newest request. */
export async function readCalculator(browser: Browser): Promise<string> {
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    const newest = member(jsonOf(await browser.send('GET', '/bank/device/challenges')), 'challenges', '0');
    if (member(newest, 'state') === 'started' && member(newest, 'response') !== undefined) return textOf(newest, 'response');
    await delay(POLL_MS);
  }
  throw new Error('The calculator showed no response.');
}

/** @param path of the page's response call; `headers` as in the page's other calls. */
export async function typeResponse(
  browser: Browser,
  path: string,
  response: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<WireAnswer> {
  return browser.send('POST', path, { headers, body: { response } });
}
