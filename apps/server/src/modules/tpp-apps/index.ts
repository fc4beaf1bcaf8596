export { AdmissionMistake, fingerprintOf, readAdmission } from './admission.ts';
export { type AppOwner, asOwner } from './app-owner.ts';
export { clientNameFlaw } from './client-name.ts';
export { applicationUnknown, createTppApps } from './create-tpp-apps.ts';
export { type DeviceWish, isExplicitStartWanted } from './initiation-headers.ts';
export { keptReturnUrl } from './return-url.ts';
export { registerTppAppRoutes } from './routes.ts';
export { type SentCustomer, sentBy } from './sent-customer.ts';
export { redirectUrisOf, SEALED_CLIENT } from './tpp-app-store.ts';
export type {
  AppNames,
  JwkSet,
  NewRegistration,
  OpenedClient,
  PendingChange,
  RegisteredApp,
  RegisteredValues,
  SealedClient,
  TppApp,
  TppApps,
} from './tpp-apps.ts';
export {
  callersIdempotency,
  guardCallers,
  type RequireXs2aCaller,
  requireRequester,
  requireRole,
  requireSender,
  type Xs2aCaller,
  type Xs2aRequester,
  type Xs2aSender,
} from './xs2a-caller.ts';
