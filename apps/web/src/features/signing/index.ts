/** Face of the signing pages, small enough for the first script: the pages and the flow they show load side by side when one opens. */
export { signingFlows } from './flows/index.ts';
export const loadSigningPages = () => import('./signing-pages.ts');
