export { createSigning, type Signing } from './create-signing.ts';
export { defineSignable } from './define-signable.ts';
export { forgetOldSignInUse } from './entry/sign-in-use-store.ts';
export { registerSigningRoutes } from './routes/session-routes.ts';
export { approachOf, refuseUpdate, toExplicitStart, toFirstStep } from './sca-approach.ts';
export { countConversion } from './session/conversion-store.ts';
export { challengeNeededBySigning } from './session/needed-challenges-store.ts';
export { listSessionIds, listSigned, type SignedSession } from './session/session-store.ts';
export type * from './signing.ts';
