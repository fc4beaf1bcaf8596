/** Every view in five languages on the narrowest phones: no text is missing, cut, or beside the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { LOCALES } from '@portico/contract/values';
import { expect } from '../support/fixtures.ts';
import { FLOWS } from '../support/flows.ts';
import { findLayoutFaults } from '../support/layout.ts';
import { test } from '../support/sandbox-fixture.ts';
import { walkStates } from '../support/states/walk-states.ts';
import { signing, WALKS } from '../support/states/walks.ts';

const WIDTHS = [320, 360] as const;
const HEIGHT = 740;
const CATALOGUE = join(import.meta.dirname, '..', '..', 'apps/web/src/features/signing/messages.en.json');
const KEYS = Object.keys(JSON.parse(readFileSync(CATALOGUE, 'utf8')));
/** Refused requests, and what the walks put in the place of an answer. */
const EXPECTED = /status of (4\d\d|5\d\d)|^answer: 50\d /;

for (const flow of FLOWS) {
  // The other walks end in views that the kinds share.
  for (const walk of flow === 'payment' ? WALKS : [signing]) {
    test(`${flow}, ${walk.name}: every view is translated into five languages and fits at ${WIDTHS.join(' and ')} px`, { tag: '@desktop' }, async ({
      context,
      sandbox,
      watch,
    }) => {
      watch.expectConsole(EXPECTED);
      for await (const { page, state } of walkStates(context, { flow, sandbox, walk })) {
        expect(await findFaults(page), state.name).toEqual([]);
      }
    });
  }
}

async function findFaults(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const locale of [...LOCALES.filter((each) => each !== 'en'), 'en'] as const) {
    await page.locator('header select').selectOption(locale);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    const words = await page.locator('body').innerText();
    faults.push(...KEYS.filter((key) => words.includes(key)).map((key) => `${locale}: ${key} is missing`));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      faults.push(...(await findLayoutFaults(page)).map((fault) => `${locale}, ${width} px: ${fault}`));
    }
  }
  return faults;
}
