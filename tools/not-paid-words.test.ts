/** The reason why a payment was not executed has the same text on the signing page, on the co-signer's page and on the receipt. */
import { readFile } from 'node:fs/promises';
import { LOCALES, NOT_PAID_REASONS } from '@portico/contract/values';
import { expect, it } from 'vitest';

async function textsOf(folder: string, language: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(new URL(`../apps/${folder}/messages.${language}.json`, import.meta.url), 'utf8'));
}

it.each(LOCALES)('the reasons are the same words everywhere, in %s', async (language) => {
  const signing = await textsOf('web/src/features/signing', language);
  const toSign = await textsOf('web/src/features/to-sign', language);
  const receipts = await textsOf('server/src/modules/receipts', language);
  for (const reason of NOT_PAID_REASONS) {
    const words = signing[`signing.result.${reason}`];
    expect(words).toMatch(/^[^:]+: [^:]+$/);
    expect([toSign[`toSign.result.${reason}`], receipts[`receipt.notPaid.${reason}`]]).toEqual([words, words]);
  }
  for (const result of ['cancelled', 'blocked', 'partly']) expect(toSign[`toSign.result.${result}`]).toBe(signing[`signing.result.${result}`]);
});
