/** Reads all catalogues of the customers' pages, and the parts of their messages. */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

export const TRANSLATIONS = ['et', 'lt', 'lv', 'ru'] as const;
export type Translation = (typeof TRANSLATIONS)[number];

/** Text by key. */
export type Texts = Readonly<Record<string, string>>;

const FILES: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>('/src/**/messages.??.json', { query: '?raw', import: 'default', eager: true }),
  // The server draws the receipt with the same texts as the pages.
  ...import.meta.glob<string>('../../../../../server/src/**/messages.??.json', { query: '?raw', import: 'default', eager: true }),
};
const ENGLISH = 'messages.en.json';

/** The folders with catalogues, `/src/features/signing/`. */
export const CATALOGUES: readonly string[] = Object.keys(FILES)
  .filter((path) => path.endsWith(ENGLISH))
  .map((path) => path.slice(0, -ENGLISH.length));

/** Undefined where the catalogue lacks that language. */
export function textsOf(catalogue: string, locale: string): Texts | undefined {
  const file = FILES[`${catalogue}messages.${locale}.json`];
  return file === undefined ? undefined : JSON.parse(file);
}

/** All catalogues of one language, merged. */
export function allTexts(locale: string): Texts {
  return Object.assign({}, ...CATALOGUES.map((catalogue) => textsOf(catalogue, locale)));
}

export interface MessageParts {
  /** Names of its placeholders, each once, sorted. */
  readonly placeholders: readonly string[];
  /** All tags in the message with repetitions, sorted. */
  readonly tags: readonly string[];
  /** The cases of each plural except exact ones (`=1`), sorted. */
  readonly plurals: readonly (readonly string[])[];
  /** The cases of each select, sorted. */
  readonly selects: readonly (readonly string[])[];
  /** Its words alone, one text for each case of a plural or select. */
  readonly words: readonly string[];
}

export function partsOf(message: string): MessageParts {
  const placeholders = new Set<string>();
  const plurals: string[][] = [];
  const selects: string[][] = [];
  const words: string[] = [];
  const read = (tokens: unknown): void => {
    if (typeof tokens === 'string') return void words.push(tokens);
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      if (typeof token === 'string') words.push(token);
      else if (Array.isArray(token)) readPlaceholder(token);
    }
  };
  const readPlaceholder = ([name, type, cases]: readonly unknown[]): void => {
    placeholders.add(String(name));
    if (typeof cases !== 'object' || cases === null) return;
    const names = Object.keys(cases).filter((each) => each !== 'offset' && !/^\d+$/.test(each));
    (type === 'plural' ? plurals : selects).push(names.toSorted());
    for (const each of Object.values(cases)) read(each);
  };
  read(compileMessageOrThrow(message));
  const tags = message.match(/<\/?\w+>/g) ?? [];
  return { placeholders: [...placeholders].toSorted(), tags: tags.toSorted(), plurals, selects, words: words.map(withoutTags) };
}

function withoutTags(text: string): string {
  return text.replaceAll(/<\/?\w+>/g, '');
}

/** The words of a text in lower case; marks stay with their letters. */
export function wordsOf(message: string): string[] {
  return partsOf(message).words.flatMap((text) => text.toLowerCase().match(/\p{Letter}[\p{Letter}\p{Mark}]*/gu) ?? []);
}
