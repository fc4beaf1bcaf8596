export { type Content, ContentError } from './content.ts';
export { createContent } from './create-content.ts';
export { FIGURES } from './figures.ts';
export { registerContentRoutes } from './routes.ts';
