export { createOnboarding } from './create-onboarding.ts';
export type { Onboarding } from './onboarding.ts';
export { registerOnboardingRoutes } from './routes.ts';
export type { Tenancy } from './tenancy.ts';
