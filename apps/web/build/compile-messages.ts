/** The build compiles message catalogues: the browser loads no parser of ICU messages. */
import type { Plugin } from 'vite';
import { compileCatalogue } from '../src/shared/i18n/compile-catalogue.ts';

const CATALOGUE = /[\\/]messages\.[a-z]{2}\.json$/;

/** Vite plugin: turns every catalogue into a module whose default export is its compiled messages. */
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
