/** Texts of the customers' pages in all languages. Which words are right a native reader says; that none is missing, broken or of another language, this does. */
import { describe, expect, it } from 'vitest';
import { compileMessage } from './compile-catalogue.ts';
import { createI18nOf } from './i18n.ts';
import { ENDS_OTHERWISE, LATIN_IN_RUSSIAN, SAID_IN_SEVERAL_WAYS, SAME_AS_ENGLISH, TERMS, TWINS } from './testing/reviewed-texts.ts';
import { allTexts, CATALOGUES, partsOf, type Texts, TRANSLATIONS, type Translation, textsOf, wordsOf } from './testing/translated-texts.ts';

const NO_BREAK_SPACE = '\u00a0';

/** Letters beyond a–z that the language writes. */
const LETTERS: Readonly<Record<Translation, string>> = { et: 'äõöüšž', lt: 'ąčęėįšųūž', lv: 'āčēģīķļņšūž', ru: '' };

const QUOTES: Readonly<Record<Translation, readonly [string, string]>> = { et: ['„', '“'], lt: ['„', '“'], lv: ['„', '”'], ru: ['«', '»'] };

/** Whole and broken numbers that between them need every plural case. */
const COUNTS = [0, 1, 2, 3, 5, 9, 10, 11, 12, 19, 20, 21, 22, 25, 31, 100, 101, 111, 1_000_000, 1.5];

const english = allTexts('en');
const texts: Readonly<Record<Translation, Texts>> = { et: allTexts('et'), lt: allTexts('lt'), lv: allTexts('lv'), ru: allTexts('ru') };

/** Every text that the rule finds fault with, as `key: text`. */
function faulty(locale: Translation, isFaulty: (text: string, key: string, inEnglish: string) => boolean): string[] {
  return Object.entries(texts[locale])
    .filter(([key, text]) => isFaulty(text, key, english[key] ?? ''))
    .map(([key, text]) => `${key}: ${text}`);
}

/** Without placeholders, whose names are English. */
function said(message: string): string {
  return partsOf(message).words.join(' ');
}

function isReviewedAsSame(locale: Translation, key: string): boolean {
  return SAME_AS_ENGLISH.some(({ keys, only }) => keys.test(key) && (only === undefined || only.includes(locale)));
}

it('there are catalogues to look at', () => {
  expect(CATALOGUES.map((path) => path.replace(/^.*\/src\//, ''))).toEqual(expect.arrayContaining(['features/signing/', 'shared/i18n/']));
});

describe.each(CATALOGUES)('%s', (catalogue) => {
  it.each(TRANSLATIONS)('has every key in %s, in the same order, and no other', (locale) => {
    expect(Object.keys(textsOf(catalogue, locale) ?? {})).toEqual(Object.keys(textsOf(catalogue, 'en') ?? {}));
  });
});

describe.each(TRANSLATIONS)('texts in %s', (locale) => {
  it('have the placeholders, tags and cases of the English ones', () => {
    const shape = (message: string) => {
      const { placeholders, tags, selects } = partsOf(message);
      return JSON.stringify([placeholders, [...new Set(tags)], selects]);
    };
    expect(faulty(locale, (text, _key, inEnglish) => shape(text) !== shape(inEnglish))).toEqual([]);
  });

  it('have every plural case of the language', () => {
    const needed = JSON.stringify(new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted());
    expect(faulty(locale, (text) => partsOf(text).plurals.some((cases) => JSON.stringify(cases) !== needed))).toEqual([]);
    const isPlural = (message: string | undefined) => message !== undefined && partsOf(message).plurals.length > 0;
    expect(faulty(locale, (text, key) => isPlural(english[key]) && !isPlural(text))).toEqual([]);
  });

  it('are said for every number and choice without an error', () => {
    const said = Object.entries(texts[locale]).flatMap(([key, text]) => {
      const i18n = createI18nOf(locale, { [key]: compileMessage(text) });
      const { placeholders, selects } = partsOf(text);
      const choices = selects.length === 0 ? [''] : selects.flat();
      return choices.flatMap((choice) =>
        COUNTS.map((count) => i18n.read().text(key, Object.fromEntries(placeholders.map((name) => [name, choice || count])))),
      );
    });
    expect(said.filter((text) => /[{}#]|undefined|null|NaN/.test(text) || text.trim() === '')).toEqual([]);
  });

  it('differ from the English ones, but for reviewed texts', () => {
    expect(faulty(locale, (text, key, inEnglish) => text === inEnglish && !isReviewedAsSame(locale, key))).toEqual([]);
    expect(faulty(locale, (text, key, inEnglish) => text !== inEnglish && isReviewedAsSame(locale, key))).toEqual([]);
  });

  it('carry no stray space', () => {
    expect(faulty(locale, (text) => text === '' || text !== text.trim() || /\s{2}|\s[.,;:!?)]|\(\s|[\t\n]/.test(text))).toEqual([]);
  });

  it('are written in the letters of the language', () => {
    if (locale === 'ru') {
      const latin = (text: string) =>
        partsOf(text)
          .words.join(' ')
          .match(/\p{Script=Latin}+\d*(-\p{Script=Latin}+)*( (ID|mobile)\b)?/gu) ?? [];
      expect(faulty(locale, (text) => latin(text).some((word) => !LATIN_IN_RUSSIAN.includes(word)))).toEqual([]);
      const speaks = (text: string) => /\p{Script=Cyrillic}/u.test(text) || !/\p{Letter}/u.test(said(text));
      expect(faulty(locale, (text, key) => !speaks(text) && !isReviewedAsSame(locale, key))).toEqual([]);
    } else {
      const foreign = new RegExp(`[^a-z${LETTERS[locale]}]`);
      expect(faulty(locale, (text) => wordsOf(text).some((word) => foreign.test(word)))).toEqual([]);
    }
  });

  // Endings are left out: there a mark tells one case from another. In Russian none does.
  it('forget no mark: no stem is written with it here and without it there, but for reviewed twins', () => {
    const bare = (word: string) => (locale === 'ru' ? word.replaceAll('ё', 'е') : word.normalize('NFD').replaceAll(/\p{Mark}/gu, ''));
    const stem = (word: string) => (locale === 'ru' ? word : word.slice(0, -2));
    const words = new Set(Object.values(texts[locale]).flatMap(wordsOf));
    const twins = [...words].filter((word) => bare(stem(word)) !== stem(word) && words.has(bare(word)));
    expect(twins.filter((word) => !TWINS[locale].includes(word))).toEqual([]);
  });

  it('have the quotation marks, dashes and spaces of the language', () => {
    const [open, close] = QUOTES[locale];
    const marks = (text: string) => text.match(/["'“”„«»‘]/g) ?? [];
    expect(faulty(locale, (text) => marks(text).some((mark, at) => mark !== (at % 2 === 0 ? open : close)))).toEqual([]);
    const dash = locale === 'ru' ? '—' : '–';
    const others = dash === '—' ? '–' : '—';
    expect(faulty(locale, (text) => text.includes(others) || text.includes(' - ') || text.includes(` ${dash}`))).toEqual([]);
    expect(faulty(locale, (text) => /(?<![{#,=])\b\d+ \p{Letter}/u.test(text))).toEqual([]);
    expect(faulty(locale, (text) => /(#|\{(days|minutes|seconds|count)\}) \p{Letter}/u.test(text))).toEqual([]);
    expect(faulty(locale, (text) => text.includes('...') || text.includes(`${NO_BREAK_SPACE}${NO_BREAK_SPACE}`))).toEqual([]);
  });

  it('begin and end as the English ones do: a sentence is a sentence, a label a label', () => {
    const end = (text: string) => /[.!?]\}*$/.test(text);
    const isAboutDate = (text: string) => /\{date\}\.?$/.test(text);
    expect(
      faulty(
        locale,
        (text, key, inEnglish) => end(text) !== end(inEnglish) && ENDS_OTHERWISE[key] === undefined && !isAboutDate(text) && !isAboutDate(inEnglish),
      ),
    ).toEqual([]);
    const begin = (text: string) => text.match(/^\p{Letter}/u)?.[0];
    const isSmall = (letter: string) => letter === letter.toLowerCase();
    expect(
      faulty(locale, (text, key, inEnglish) => {
        const [ours, theirs] = [begin(text), begin(inEnglish)];
        return ours !== undefined && theirs !== undefined && isSmall(ours) !== isSmall(theirs) && !/\.method\.|userNumber$/.test(key);
      }),
    ).toEqual([]);
  });

  // A long date ends in “d.” and “г.”, so that a full stop behind it would be doubled.
  it('put no full stop behind a date', () => {
    expect(faulty(locale, (text) => text.includes('{date}.'))).toEqual([]);
  });

  it.each(TERMS)('say $english with the bank’s word', ({ english: term, except, stems }) => {
    expect(faulty(locale, (text, _key, inEnglish) => term.test(said(inEnglish)) && !except?.test(inEnglish) && !stems[locale].test(text))).toEqual(
      [],
    );
  });

  it('say the same English text in one way', () => {
    const ways = new Map<string, Set<string>>();
    for (const [key, inEnglish] of Object.entries(english)) {
      const said = ways.get(inEnglish) ?? new Set<string>();
      const text = texts[locale][key];
      if (text !== undefined) ways.set(inEnglish, said.add(text));
    }
    const several = [...ways].filter(([inEnglish, said]) => said.size > 1 && SAID_IN_SEVERAL_WAYS[inEnglish] === undefined);
    expect(several.map(([inEnglish, said]) => `${inEnglish} → ${[...said].join(' | ')}`)).toEqual([]);
  });
});
