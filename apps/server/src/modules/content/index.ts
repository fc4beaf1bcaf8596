export { linkProblems } from './check-links.ts';
export { type Content, ContentError } from './content.ts';
export { createContent } from './create-content.ts';
export { FIGURES } from './figures.ts';
export { type LoadedContent, loadContent } from './load-content.ts';
export { firstContent, isOwnContent, registerContentRoutes } from './routes.ts';
export type { StoredText } from './stored-text.ts';
