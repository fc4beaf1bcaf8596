export { createOAuth, type OAuth } from './create-oauth.ts';
export { forgetOldArtifacts } from './forget-artifacts-store.ts';
