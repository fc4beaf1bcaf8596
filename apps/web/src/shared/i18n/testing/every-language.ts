/** Checks the texts of a page in each of the five languages: no text is missing or left in English, and no call was sent for the change. */
import { LOCALES } from '@portico/contract/values';
import { act } from '@testing-library/react';
import { expect } from 'vitest';
import type { PageLanguage } from '../page-language.ts';
import { allTexts } from './translated-texts.ts';

/** A missing text is shown as its key. */
const KEYS = allTexts('en');

/** Attributes that are read aloud or shown. */
const SPOKEN_ATTRIBUTES = ['aria-label', 'alt', 'title', 'placeholder'] as const;
/** Traces of a message whose values were not filled in. */
const RAW = /\{\w*\}|\{\w+,|<\/?b>|undefined|NaN|\[object/;
/** Words; figures, codes and single letters are the same in all languages. */
const WORDS = /\p{Letter}{3}/u;
/** Names of methods and codes, which no language translates, and request ids. */
const NAMES = /localhost|^([0-9a-f]{8}-[0-9a-f-]{27}|Smart-ID|Mobile-ID|eParaksts( mobile)?|mobile|IBAN|CSV|SEPA|EUR|EET|EEST|PIN[12]?)[.,]?$/;

/**
 * Leaves the page in English. `sameEverywhere`: texts that may be equal in all languages, which is data of the test (names of people,
 * products and accounts), never a text of a catalogue.
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

/** All texts for readers: text nodes, spoken attributes and the window's title. Elements with their own `lang` are left out. */
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
