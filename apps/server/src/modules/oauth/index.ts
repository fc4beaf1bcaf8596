export { createOAuth, type OAuth } from './create-oauth.ts';
export type { RequireToken, TokenHolder } from './oauth.ts';
