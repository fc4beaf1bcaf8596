/** What a page says, against the catalogues of all features: a sentence that was left in English, and room for longer ones. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Locale } from '@portico/contract';

const WEB = join(import.meta.dirname, '..', '..', 'apps/web/src');

const english = new Map<Locale, ReadonlySet<string>>();

/** English sentences on a page that speaks another language; what the catalogues themselves say alike in both is none. */
export async function findEnglish(page: Page, locale: Locale): Promise<readonly string[]> {
  const sentences = englishBeside(locale);
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [document.title];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement } = node;
      if (parentElement?.closest('[lang]:not(html), script, style, noscript') === null)
        found.push(node.nodeValue ?? '', parentElement.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label]')) found.push(element.getAttribute('aria-label') ?? '');
    return found.map((text) => text.trim());
  });
  return Array.from(new Set(texts.filter((text) => sentences.has(text))));
}

/** Every text a good third longer, as a translation may be: each is followed by its own beginning. Figures and codes stay. */
export async function stretchTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Node[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node);
    for (const node of nodes) {
      const text = (node.nodeValue ?? '').trim();
      const { parentElement } = node;
      if (!/\p{Lowercase_Letter}{3}/u.test(text) || parentElement?.closest('option, script, style, noscript, code') !== null) continue;
      node.nodeValue = `${node.nodeValue} ${text.slice(0, Math.ceil(text.length * 0.4))}`;
    }
  });
}

function englishBeside(locale: Locale): ReadonlySet<string> {
  const known = english.get(locale);
  if (known !== undefined) return known;
  const sentences = new Set<string>();
  const alike = new Set<string>();
  for (const path of globSync('**/messages.en.json', { cwd: WEB })) {
    const ours = read(path.replace('.en.json', `.${locale}.json`));
    for (const [key, text] of Object.entries(read(path))) (ours[key] === text ? alike : sentences).add(text);
  }
  // A word may be the same in one place and another one elsewhere.
  for (const text of alike) sentences.delete(text);
  english.set(locale, sentences);
  return sentences;
}

function read(path: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(WEB, path), 'utf8'));
}
