/**
 * Message catalogues are keyed ICU messages in `messages.{locale}.json`. They are compiled here, at build, so that the
 * browser carries no ICU parser and a broken message stops the build with its file and key.
 */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const CATALOGUE = /[\\/]messages\.[a-z]{2}\.json$/;

/** Vite plugin: turns every catalogue into a module whose default export is Lingui's compiled form. */
export function compileMessages(): Plugin {
  return {
    name: 'portico-compile-messages',
    enforce: 'pre',
    transform(source, id) {
      if (!CATALOGUE.test(id)) return undefined;
      return { code: `export default ${JSON.stringify(compileCatalogue(source, id))};`, map: null, moduleType: 'js' };
    },
  };
}

/** Compiles the JSON text of one catalogue; throws with `file: key` for anything that is not a valid ICU message. */
export function compileCatalogue(source: string, file: string): Record<string, unknown> {
  const catalogue: unknown = JSON.parse(source);
  if (typeof catalogue !== 'object' || catalogue === null) throw new Error(`${file}: a catalogue is an object of key and message`);
  const compiled: Record<string, unknown> = {};
  for (const [key, message] of Object.entries(catalogue)) {
    if (typeof message !== 'string') throw new Error(`${file}: ${key} is not a text`);
    try {
      compiled[key] = compileMessageOrThrow(message);
    } catch (cause) {
      throw new Error(`${file}: ${key} is not a valid ICU message`, { cause });
    }
  }
  return compiled;
}
