import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const LOCALES = ['en', 'et', 'lt', 'lv', 'ru'];
/** The words that limit the claim to the page itself. */
const THIS_PAGE = { en: 'It has signed nothing', et: 'Sellel lehel', lt: 'Šiame puslapyje', lv: 'Šajā lapā', ru: 'На этой странице' };

describe.each(['index.html', 'bank.html'])('%s without JavaScript', (page) => {
  const html = readFileSync(join(import.meta.dirname, '..', page), 'utf8');
  const without = /<noscript>([\s\S]*)<\/noscript>/.exec(html)?.[1] ?? '';
  const sentences = new Map(Array.from(without.matchAll(/<p lang="(\w+)">([\s\S]*?)<\/p>/g), ([, lang = '', text = '']) => [lang, text.trim()]));

  it('says in every language what happened, what did not, and the way back', () => {
    expect(Array.from(sentences.keys()).toSorted()).toEqual(LOCALES.toSorted());
    for (const text of sentences.values()) expect(text.split(/[.] /)).toHaveLength(3);
    expect(new Set(sentences.values()).size).toBe(LOCALES.length);
  });
  // These texts are in no catalogue, so the catalogues' rules are repeated here.
  it('claims nothing beyond this page and writes as the catalogues do', () => {
    expect(without).not.toMatch(/Nothing was signed|„JavaScript|pārlūka| nācāt|veebisai|которого пришли/);
    for (const [lang, page] of Object.entries(THIS_PAGE)) expect(sentences.get(lang)).toContain(page);
  });
  it('needs no script, style or picture for it', () => {
    expect(without).not.toMatch(/<(script|style|img|link)|style=|on\w+=/);
  });
});
