export { createDevelopers } from './create-developers.ts';
export type { Developer, Developers } from './developers.ts';
export { forgetOldIdentity } from './forget-identity-store.ts';
