export { OperationEntryPage } from './operation/operation-entry-page.tsx';
export { OperationPage } from './operation/operation-page.tsx';
export { preloadOperation } from './use-catalogue.ts';
export const loadExplorerPage = () => import('./catalogue/explorer-page.tsx');
