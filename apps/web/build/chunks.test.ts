import { describe, expect, it } from 'vitest';
import { CHUNKS } from './chunks.ts';

function chunkOf(id: string): string | undefined {
  const chunk = CHUNKS.toSorted((left, right) => (right.priority ?? 0) - (left.priority ?? 0)).find(({ test }) => test.test(id));
  return typeof chunk?.name === 'function' ? chunk.name(id) : chunk?.name;
}

const LOCALES = ['en', 'et', 'lt', 'lv', 'ru'];

const PORTAL_ALONE = ['minisearch', '@cfworker/json-schema'];
const EDITOR = [
  '@codemirror/view',
  '@codemirror/state',
  '@lezer/common',
  '@lezer/lr',
  '@marijn/find-cluster-break',
  'crelt',
  'style-mod',
  'w3c-keyname',
];

describe('a library', () => {
  it.each(['react', 'react-dom', '@reduxjs/toolkit'])('used by customers’ pages is in the shared chunk: %s', (name) => {
    expect(chunkOf(`/x/node_modules/${name}/dist/index.mjs`)).toBe('shared');
  });
  it.each([...PORTAL_ALONE, ...EDITOR])('used only by the portal is not in the shared chunk: %s', (name) => {
    expect(chunkOf(`/x/node_modules/${name}/dist/index.mjs`)).toBeUndefined();
  });
});

it('the library of QR codes comes when a code is shown', () => {
  expect(chunkOf('/x/node_modules/uqr/dist/index.mjs')).toBeUndefined();
  expect(chunkOf('/x/apps/web/src/shared/sca/qr-code.tsx')).toBeUndefined();
});

describe('translations', () => {
  it.each(LOCALES)('for %s are in no chunk that another language loads', (locale) => {
    expect(chunkOf(`/x/apps/web/src/shared/i18n/messages.${locale}.json`)).toBe(`words.${locale}`);
    // A chunk of their own.
    for (const feature of ['signing', 'bank-sign-in', 'to-sign'])
      expect(chunkOf(`/x/apps/web/src/features/${feature}/messages.${locale}.json`)).toBeUndefined();
    expect(chunkOf(`/x/apps/web/src/shared/bank-pages/messages.${locale}.json`)).toBeUndefined();
  });
  it('of essential texts are in the chunk of their language; English ones are in the shared chunk', () => {
    expect(chunkOf('/x/apps/web/src/shared/essential-texts/messages.lt.json')).toBe('words.lt');
    expect(chunkOf('/x/apps/web/src/shared/essential-texts/messages.en.json')).toBe('shared');
  });
});

it('the portal’s entry is in the shared chunk, which saves a seventh request', () => {
  expect(chunkOf('/x/apps/web/src/app/main.tsx')).toBe('shared');
  expect(chunkOf('/x/apps/web/src/bank/main.tsx')).toBeUndefined();
});
