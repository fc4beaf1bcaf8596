export { createOAuth, type OAuth, type OAuthDeps } from './create-oauth.ts';
export type { RequireToken, TokenHolder } from './oauth.ts';
