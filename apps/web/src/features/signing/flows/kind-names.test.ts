/** A signing page calls its kind as the receipt and the list of receipts do. */
import { LOCALES, SIGNING_KIND_NAMES } from '@portico/contract/values';
import { expect, test } from 'vitest';
import { textsOf } from '../../../shared/i18n/testing/translated-texts.ts';
import { signingFlows } from './index.ts';

test.each([...signingFlows])('%s is called the same on the page and on the receipt, in every language', async (_modalId, load) => {
  const { kind, labels } = await load();
  const names = LOCALES.map((locale) => [locale, textsOf('/src/features/signing/', locale)?.[labels.kind]]);
  expect(Object.fromEntries(names)).toEqual(SIGNING_KIND_NAMES[kind]);
});
