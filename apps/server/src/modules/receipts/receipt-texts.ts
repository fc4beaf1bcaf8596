/** The words of a receipt in five languages: for the page and for the PDF, which are made of the same. */
import type { Locale } from '@portico/contract';
import english from './messages.en.json' with { type: 'json' };
import estonian from './messages.et.json' with { type: 'json' };
import lithuanian from './messages.lt.json' with { type: 'json' };
import latvian from './messages.lv.json' with { type: 'json' };
import russian from './messages.ru.json' with { type: 'json' };

export type ReceiptKey = keyof typeof english;
export type ReceiptText = (key: ReceiptKey, values?: Readonly<Record<string, string | number>>) => string;

const CATALOGUES: Readonly<Record<Locale, Readonly<Record<ReceiptKey, string>>>> = {
  en: english,
  et: estonian,
  lt: lithuanian,
  lv: latvian,
  ru: russian,
};

/** `{name}` in a text is the value of that name. */
export function textsIn(locale: Locale): ReceiptText {
  const catalogue = CATALOGUES[locale];
  return (key, values = {}) => catalogue[key].replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => String(values[name] ?? ''));
}
