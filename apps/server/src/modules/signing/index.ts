export { createSigning, type Signing } from './create-signing.ts';
export { challengeNeededBySigning } from './needed-challenges-store.ts';
export { registerSigningRoutes } from './routes.ts';
export { forgetOldSignInUse } from './sign-in-use-store.ts';
export type * from './signing.ts';
export { listSessionIds } from './signing-store.ts';
