/**
 * Message catalogues are keyed ICU messages in `messages.{locale}.json`. The build compiles them (`build/compile-messages.ts`), so that the
 * browser carries no ICU parser and a broken message stops the build with its file and key.
 */
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** Compiles the JSON text of one catalogue; throws with `file: key` for anything that is not a valid ICU message. */
export function compileCatalogue(source: string, file: string): Record<string, CompiledMessage> {
  const catalogue: unknown = JSON.parse(source);
  if (typeof catalogue !== 'object' || catalogue === null) throw new Error(`${file}: a catalogue is an object of key and message`);
  const compiled: Record<string, CompiledMessage> = {};
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

/** Plurals, ordinals, selects and whole numbers. Lingui would throw for an unknown kind in the browser, and show a date in the browser's zone. */
const KINDS: ReadonlySet<string | undefined> = new Set([undefined, 'number', 'plural', 'selectordinal', 'select']);

/** Throws for what is no ICU message, and for one that pages cannot show as its author means it. */
export function compileMessage(message: string): CompiledMessage {
  const compiled = compileMessageOrThrow(message);
  check(compiled);
  return compiled;
}

function check(tokens: CompiledMessage, isInSelect = false): void {
  for (const token of tokens) {
    // In ICU, `#` is the number of a plural in its cases, but not in those of a select within them.
    if (token === '#' && isInSelect) throw new Error('# in a select is no number');
    if (typeof token === 'string') continue;
    const [name, kind, format] = token;
    if (!KINDS.has(kind) || (kind === 'number' && format !== undefined)) throw new Error(`{${name}, ${kind}} is not known to pages`);
    if (typeof format !== 'object' || format === null) continue;
    for (const inner of Object.values(format)) if (Array.isArray(inner)) check(inner, kind === 'select');
  }
}
