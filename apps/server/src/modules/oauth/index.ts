export { createOAuth, type OAuth } from './create-oauth.ts';
