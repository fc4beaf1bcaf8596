import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const LOCALES = ['en', 'et', 'lt', 'lv', 'ru'];

describe.each(['index.html', 'bank.html'])('%s without JavaScript', (page) => {
  const html = readFileSync(join(import.meta.dirname, '..', page), 'utf8');
  const without = /<noscript>([\s\S]*)<\/noscript>/.exec(html)?.[1] ?? '';
  const sentences = new Map(Array.from(without.matchAll(/<p lang="(\w+)">([\s\S]*?)<\/p>/g), ([, lang = '', text = '']) => [lang, text.trim()]));

  it('says in every language what happened, what did not, and the way back', () => {
    expect(Array.from(sentences.keys()).toSorted()).toEqual(LOCALES.toSorted());
    for (const text of sentences.values()) expect(text.split(/[.] /)).toHaveLength(3);
    expect(new Set(sentences.values()).size).toBe(LOCALES.length);
  });
  it('needs no script, style or picture for it', () => {
    expect(without).not.toMatch(/<(script|style|img|link)|style=|on\w+=/);
  });
});
