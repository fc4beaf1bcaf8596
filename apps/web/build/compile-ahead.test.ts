import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { hintChunks } from './compile-ahead.ts';

const HINT = '//# allFunctionsCalledOnLoad\n';

/** Of the chunks with these names; each holds its name. */
function bundleOf(...names: readonly string[]) {
  const files = names.map((name) => [`assets/${name}-1.js`, { type: 'chunk', name, code: `${name}()` }]);
  return Object.fromEntries([...files, ['assets/shared-1.css', { type: 'asset', source: 'x' }]]) as Rolldown.OutputBundle;
}
const codesOf = (bundle: Rolldown.OutputBundle) => Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file.code] : []));

it('stands first in what a page of the portal begins with, and in nothing that comes later', () => {
  const bundle = bundleOf('shared', 'portal', 'workbench', 'code-editor', 'index');
  hintChunks(bundle);
  expect(codesOf(bundle)).toEqual([`${HINT}shared()`, `${HINT}portal()`, `${HINT}workbench()`, 'code-editor()', 'index()']);
});

it.each(['shared', 'portal', 'workbench'])('stops the build where there is no %s', (missing) => {
  const bundle = bundleOf(...['shared', 'portal', 'workbench'].filter((name) => name !== missing));
  expect(() => hintChunks(bundle)).toThrow(`The build has no chunk ${missing}.`);
});
