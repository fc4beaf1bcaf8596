/**
 * Message catalogues are keyed ICU messages in `messages.{locale}.json`. The build compiles them (`build/compile-messages.ts`), so that the
 * browser carries no ICU parser and a broken message stops the build with its file and key.
 */
import { type CompiledIcuChoices, type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Message } from './format-message.ts';

/** Compiles the JSON text of one catalogue; throws with `file: key` for anything that is not a valid ICU message, or none that pages can read. */
export function compileCatalogue(source: string, file: string): Record<string, Message> {
  const catalogue: unknown = JSON.parse(source);
  if (typeof catalogue !== 'object' || catalogue === null) throw new Error(`${file}: a catalogue is an object of key and message`);
  const compiled: Record<string, Message> = {};
  for (const [key, message] of Object.entries(catalogue)) {
    if (typeof message !== 'string') throw new Error(`${file}: ${key} is not a text`);
    try {
      compiled[key] = compileMessage(message);
    } catch (cause) {
      throw new Error(`${file}: ${key} is not a valid ICU message`, { cause });
    }
  }
  return compiled;
}

/** Throws for what is no ICU message, and for kinds of arguments that `format-message.ts` does not read. */
export function compileMessage(message: string): Message {
  return readable(compileMessageOrThrow(message));
}

function readable(tokens: CompiledMessage): Message {
  const texts = tokens.filter((token) => typeof token === 'string');
  if (texts.length === tokens.length && !texts.includes('#')) return texts.join('');
  return tokens.map((token) => {
    if (typeof token === 'string') return token;
    const [name, type, format] = token;
    if (type === undefined) return [name];
    if (type === 'number' && format === undefined) return [name, type];
    if ((type !== 'plural' && type !== 'select') || !isChoices(format)) throw new Error(`{${name}, ${type}} is not read by pages`);
    const { offset, ...cases } = format;
    if (offset !== undefined) throw new Error(`{${name}, ${type}, offset} is not read by pages`);
    return [name, type, Object.fromEntries(Object.entries(cases).map(([key, tokens]) => [key, readable(tokens)]))];
  });
}

function isChoices(format: unknown): format is CompiledIcuChoices {
  return typeof format === 'object' && format !== null;
}
