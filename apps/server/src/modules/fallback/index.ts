export { endFallbackSessions, forgetOldFallbackSessions, forgetSandboxFallback } from './forget-fallback-store.ts';
export { registerFallbackRoutes } from './routes.ts';
export { signOutFallbackCustomer } from './sign-out-customer.ts';
