export { OperationEntryPage } from './operation/operation-entry-page.tsx';
export { OperationPage } from './operation/operation-page.tsx';
export const loadExplorerPage = () => import('./catalogue/explorer-page.tsx');
