export { type Caller, requireMail } from './allowances.ts';
export { createDevelopers } from './create-developers.ts';
export type { Developers } from './developers.ts';
export { forgetOldIdentity } from './forget-identity-store.ts';
export { requireEmail } from './read-email.ts';
export { createOpenIdConnect, type OpenIdConnect, SocialRefusal } from './social/open-id-connect.ts';
