/** Texts in components: `const text = useText<keyof typeof english>()`, then `text('signing.back')`. */
import type { Values } from './i18n.ts';
import { useSpoken } from './i18n-provider.tsx';

export type Text<Key extends string> = (key: Key, values?: Values) => string;

/** @typeParam Key the keys of the feature's English catalogue, so that a misspelt key is a type error */
export function useText<Key extends string>(): Text<Key> {
  return useSpoken().text;
}

/** The language of the page, for `format/*`. */
export function usePageLocale(): string {
  return useSpoken().locale;
}
