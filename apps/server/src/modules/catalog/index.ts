export { createCatalog } from './catalog.ts';
export { collectRoutes } from './route-table.ts';
export { registerCatalogRoutes } from './routes.ts';
