export { forgetOldChallenges } from './challenge/forget-challenges-store.ts';
export { createSca } from './create-sca.ts';
export { noResponseAwaited } from './device/answer-response.ts';
export { createDeviceCookie, type DeviceCookie } from './device/device-cookie.ts';
export { forgetOldDevicePreferences } from './device/device-preference-store.ts';
export { forgetSandboxChallenges, liftBlocks } from './methods/forget-customer-store.ts';
export { PHONE_TEXT_LENGTH_MAX, type PhoneText, phoneText, sayOnPhone, shortenName } from './phone-text.ts';
export { registerScaRoutes } from './routes.ts';
export type { Challenge, Sca, ScaContent, StartChallenge } from './sca.ts';
