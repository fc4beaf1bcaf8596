export type { Content } from './content.ts';
export { type ContentDeps, createContent } from './create-content.ts';
export { registerContentRoutes } from './routes.ts';
