/** Texts in components: `const text = useText<keyof typeof english>()`, then `text('signing.back')`. */
import { useLingui } from '@lingui/react';
import { useCallback } from 'react';

export type Text<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** @typeParam Key the keys of the feature's English catalogue, so that a misspelt key is a type error */
export function useText<Key extends string>(): Text<Key> {
  const { _ } = useLingui();
  return useCallback((key, values) => _(key, values), [_]);
}

/** The language of the page, for `format/*`. */
export function usePageLocale(): string {
  return useLingui().i18n.locale;
}
