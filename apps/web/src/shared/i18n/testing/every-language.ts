/** What is on screen, said in each of the five languages: no text is missing, none is left in English, and nothing was sent for it. */
import { LOCALES } from '@portico/contract/values';
import { act } from '@testing-library/react';
import { expect } from 'vitest';
import type { PageLanguage } from '../page-language.ts';
import { allTexts } from './translated-texts.ts';

/** What stands in the place of a text that is missing. */
const KEYS = allTexts('en');

/** Attributes that are read aloud or shown. */
const SPOKEN_ATTRIBUTES = ['aria-label', 'alt', 'title', 'placeholder'] as const;
/** Marks of a message that was not filled in. */
const RAW = /\{\w*\}|\{\w+,|<\/?b>|undefined|NaN|\[object/;
/** Words; figures, codes and single letters are the same everywhere. */
const WORDS = /\p{Letter}{3}/u;
/** Names of methods and of codes, which no language translates, and ids of requests. */
const NAMES = /^([0-9a-f]{8}-[0-9a-f-]{27}|Smart-ID|Mobile-ID|eParaksts( mobile)?|mobile|IBAN|SEPA|EUR|EET|EEST|PIN[12]?)[.,]?$/;

/**
 * Leaves the page in English. `sameEverywhere`: what may read alike, which is data of the test (names of people, products and accounts)
 * and nothing that a catalogue holds.
 */
export async function expectEveryLanguage(language: PageLanguage, sameEverywhere: RegExp): Promise<void> {
  await speak(language, 'en');
  const inEnglish = new Set(textsOnPage());
  const faults: string[] = [];
  for (const locale of LOCALES) {
    await speak(language, locale);
    expect(document.documentElement.lang).toBe(locale);
    const texts = textsOnPage();
    faults.push(...texts.filter((text) => RAW.test(text)).map((text) => `${locale}, not filled in: ${text}`));
    faults.push(
      ...texts.filter((text) => text.split(/\s+/).some((word) => Object.hasOwn(KEYS, word))).map((text) => `${locale}, not there: ${text}`),
    );
    if (locale === 'en') continue;
    const left = texts.filter((text) => inEnglish.has(text) && WORDS.test(text) && !NAMES.test(text) && !sameEverywhere.test(text));
    faults.push(...left.map((text) => `${locale}, still English: ${text}`));
  }
  await speak(language, 'en');
  expect(faults).toEqual([]);
}

async function speak(language: PageLanguage, locale: (typeof LOCALES)[number]): Promise<void> {
  await act(async () => language.choose(locale));
}

/** Everything that is read: texts, spoken attributes and the title of the window. What is marked as being in a language of its own is left out. */
function textsOnPage(): string[] {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (element === null || element.closest('[lang]:not(html), script, style') !== null) continue;
    if (node instanceof Element) texts.push(...SPOKEN_ATTRIBUTES.map((name) => node.getAttribute(name) ?? ''));
    else texts.push(node.nodeValue ?? '');
  }
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
