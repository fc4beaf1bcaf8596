export { createOAuth, type OAuth } from './create-oauth.ts';
export { deleteCompletedInteractions, deleteTokens, lapseTokensOfApp } from './end-tokens-store.ts';
export { forgetOldArtifacts } from './forget-artifacts-store.ts';
export { issueToken, revokeTokens } from './issue-token.ts';
export type { RequireToken, TokenHolder, TokenRequest } from './oauth.ts';
export { REGISTRATION_PATH } from './paths.ts';
export { forgetOldProofs } from './security/proof-store.ts';
