export { API_SECTIONS } from './api-sections.ts';
export { type BankDocuments, createBankDocuments } from './bank-documents/bank-documents.ts';
export { type Catalog, createCatalog } from './catalog.ts';
export { API_CHANGES } from './changes.ts';
export { registerDeprecationHeaders } from './deprecation-headers.ts';
export type { Operation } from './operation.ts';
export { collectRoutes } from './route-table.ts';
export { registerCatalogRoutes } from './routes.ts';
export { XS2A_SECTIONS } from './xs2a-operations.ts';
