export { registerPayeeVerificationRoutes } from './routes.ts';
export { forgetOldNameChecks, forgetOldVerifications, forgetSandboxVerifications } from './verification-limit-store.ts';
