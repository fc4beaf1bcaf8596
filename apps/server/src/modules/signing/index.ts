export { createSigning, type Signing } from './create-signing.ts';
export { challengeNeededBySigning } from './needed-challenges-store.ts';
export { registerSigningRoutes } from './routes.ts';
export type * from './signing.ts';
