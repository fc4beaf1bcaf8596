export { ApiExplorerPage } from './catalogue/explorer-page.tsx';
export { OperationPage } from './operation/operation-page.tsx';
