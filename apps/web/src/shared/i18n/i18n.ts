/** The texts of a page in the language in use. */
import { setupI18n } from '@lingui/core';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

/** Messages by their keys, as the build has compiled them (`compile-catalogue.ts`). */
export type Messages = Readonly<Record<string, string | CompiledMessage>>;
export type Values = Readonly<Record<string, string | number>>;

/** What is shown until the language changes or more texts come. */
export interface Spoken {
  readonly locale: string;
  /** The key itself where the language has no such text. */
  readonly text: (key: string, values?: Values) => string;
}

export interface I18n {
  readonly read: () => Spoken;
  /** Makes it the language in use; earlier texts of it stay. */
  speak(locale: string, messages: Messages): void;
  readonly subscribe: (onChange: () => void) => () => void;
}

export function createI18nOf(locale: string, messages: Messages): I18n {
  const lingui = setupI18n({ missing: (_locale, key) => key });
  const speakOf = (locale: string, messages: Messages): Spoken => {
    lingui.load(locale, { ...messages });
    lingui.activate(locale);
    return { locale, text: (key, values = {}) => lingui._(key, protectedValues(values)) };
  };
  const listeners = new Set<() => void>();
  let spoken = speakOf(locale, messages);
  return {
    read: () => spoken,
    speak(locale, messages) {
      spoken = speakOf(locale, messages);
      for (const tell of listeners) tell();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

/**
 * Lingui inserts the values first, and then decodes `\u0041` and `\x41` and replaces its mark for `#`. Without a backslash and a percent sign of its
 * own, a payee's name is shown as it was sent.
 */
function protectedValues(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.replace(/[\\%]/g, codeOf) : value]),
  );
}

const codeOf = (mark: string) => `\\x${mark.charCodeAt(0).toString(16)}`;
