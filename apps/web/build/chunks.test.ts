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
  it.each(['react', 'react-dom', '@reduxjs/toolkit'])('that customers’ pages need is in what all pages share: %s', (name) => {
    expect(chunkOf(`/x/node_modules/${name}/dist/index.mjs`)).toBe('shared');
  });
  it.each([...PORTAL_ALONE, ...EDITOR])('that the portal alone needs is not: %s', (name) => {
    expect(chunkOf(`/x/node_modules/${name}/dist/index.mjs`)).toBeUndefined();
  });
});

describe('the texts of', () => {
  it.each(LOCALES)('%s are in no chunk that readers of another language load', (locale) => {
    expect(chunkOf(`/x/apps/web/src/shared/i18n/messages.${locale}.json`)).toBe(`words.${locale}`);
    // A chunk of their own.
    for (const feature of ['signing', 'bank-sign-in', 'to-sign'])
      expect(chunkOf(`/x/apps/web/src/features/${feature}/messages.${locale}.json`)).toBeUndefined();
    expect(chunkOf(`/x/apps/web/src/shared/bank-pages/messages.${locale}.json`)).toBeUndefined();
  });
  it('last words come with those of their language, and in English with every page', () => {
    expect(chunkOf('/x/apps/web/src/shared/essential-texts/messages.lt.json')).toBe('words.lt');
    expect(chunkOf('/x/apps/web/src/shared/essential-texts/messages.en.json')).toBe('shared');
  });
});

it('the portal’s entry comes with what all pages share: a file of its own would be the seventh that is asked for', () => {
  expect(chunkOf('/x/apps/web/src/app/main.tsx')).toBe('shared');
  expect(chunkOf('/x/apps/web/src/bank/main.tsx')).toBeUndefined();
});
