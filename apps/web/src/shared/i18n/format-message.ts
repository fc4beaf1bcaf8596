/**
 * Messages as the build has compiled them (`compile-catalogue.ts`): of ICU MessageFormat the arguments, whole numbers in the language's
 * writing, plurals with their exact cases, and selects. The build refuses every other kind.
 */

/** A text, `#` in a case of a plural for its number, or an argument. */
type Token = string | readonly [name: string, type?: string, cases?: Readonly<Record<string, Message>>];
export type Message = string | readonly Token[];
/** Messages by their keys. */
export type Messages = Readonly<Record<string, Message>>;
export type Values = Readonly<Record<string, string | number>>;

const numbers = new Map<string, Intl.NumberFormat>();
const plurals = new Map<string, Intl.PluralRules>();

/** @param counted the number of the plural around this part, which `#` stands for */
export function formatMessage(message: Message, locale: string, values: Values, counted?: string): string {
  if (typeof message === 'string') return message;
  const parts = message.map((token) => {
    if (typeof token === 'string') return token === '#' ? (counted ?? token) : token;
    const [name, type, cases] = token;
    const value = own(values, name) ?? '';
    const written = type === 'number' || type === 'plural' ? numberFormat(locale).format(Number(value)) : String(value);
    if (cases === undefined) return written;
    const kind = type === 'plural' ? pluralRules(locale).select(Number(value)) : 'other';
    const chosen = own(cases, String(value)) ?? own(cases, kind) ?? own(cases, 'other') ?? [];
    return formatMessage(chosen, locale, values, type === 'plural' ? written : counted);
  });
  return parts.join('');
}

/** What was typed or sent may be called `constructor`. */
function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function numberFormat(locale: string): Intl.NumberFormat {
  const format = numbers.get(locale) ?? new Intl.NumberFormat(locale);
  numbers.set(locale, format);
  return format;
}

function pluralRules(locale: string): Intl.PluralRules {
  const rules = plurals.get(locale) ?? new Intl.PluralRules(locale);
  plurals.set(locale, rules);
  return rules;
}
