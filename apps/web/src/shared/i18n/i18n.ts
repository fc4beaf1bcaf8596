/** The texts of a page in the language in use. */
import { formatMessage, type Messages, type Values } from './format-message.ts';

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
  const known = new Map<string, Messages>();
  const listeners = new Set<() => void>();
  const speakOf = (locale: string, messages: Messages): Spoken => {
    const all = { ...known.get(locale), ...messages };
    known.set(locale, all);
    return {
      locale,
      text: (key, values = {}) => {
        const message = Object.hasOwn(all, key) ? all[key] : undefined;
        return message === undefined ? key : formatMessage(message, locale, values);
      },
    };
  };
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
