/** A page as a screen reader reads it: roles, names and states in reading order. */
import { expect, type Page } from '@playwright/test';

const MONTHS = /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g;
const DAYS = /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g;

/** Order matters: what consists of digits and letters is replaced before numbers are. */
const DIFFERING: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z]{3}_\w+/g, 'ID'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'ID'],
  [/\b[0-9a-f]{8}(?: ?[0-9a-f]{8}){7}\b/g, 'HASH'],
  [/\b[A-Z]{2}\d{2}(?:[ \u00a0]?\d{1,4}){3,7}\b/g, 'IBAN'],
  [/\bEES?T\b/g, 'ZONE'],
  [DAYS, 'DAY'],
  [MONTHS, 'MONTH'],
  [/(?<!level=)\d(?:[\d.,:\u00a0 ]*\d)?/g, 'N'],
];

/** Without addresses, and with one word for every number, date and id, which differ from visit to visit. */
export async function readTree(page: Page): Promise<string> {
  // A button that signs or refuses is disabled for half a second after it appeared.
  const waiting = page.locator('[aria-disabled=true]');
  let tree = '';
  await expect(async () => {
    await expect(waiting).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
    tree = await page.locator('body').ariaSnapshot();
    expect(await waiting.count()).toBe(0);
  }).toPass();
  const lines = tree.split('\n').filter((line) => !line.trimStart().startsWith('- /url:'));
  return DIFFERING.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), `${lines.join('\n')}\n`);
}
