export type { Consents } from './consents.ts';
export type { ConsentUse } from './count-use.ts';
export { createConsents } from './create-consents.ts';
export { forgetOldConsents, forgetOldConsentUse } from './forget-consents-store.ts';
export type { GivenConsent } from './given-store.ts';
export type { OpenConsentSigning } from './request-consent.ts';
export type { AccountRights, GrantedConsent } from './require-consent.ts';
export { registerConsentRoutes } from './routes.ts';
