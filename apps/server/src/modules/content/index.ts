export { type Content, ContentError } from './content.ts';
export { createContent } from './create-content.ts';
export { registerContentRoutes } from './routes.ts';
