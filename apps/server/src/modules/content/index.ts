export { linkProblems } from './check-links.ts';
export { type Content, ContentError, type LoadedContent } from './content.ts';
export { contentPlaces } from './content-places.ts';
export { createContent } from './create-content.ts';
export { FIGURES } from './figures.ts';
export { loadContent } from './load-content.ts';
export { firstContent, isOwnContent, registerContentRoutes } from './routes.ts';
export { registerSiteRoutes } from './site-routes.ts';
export type { StoredText } from './stored-text.ts';
