export { keyedNumber, responseOf } from './calculator.ts';
export { forgetOldDevicePreferences } from './device-preference-store.ts';
export { registerTestDeviceRoutes } from './routes.ts';
export { createScenarioAuthenticator } from './scenario-authenticator.ts';
