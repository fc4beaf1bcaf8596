export { ApiExplorerPage } from './catalogue/explorer-page.tsx';
export { OperationPage } from './operation/operation-page.tsx';
export { warmUpOperation } from './warm-operation.ts';
