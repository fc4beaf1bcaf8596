export { endFallbackSessions, forgetOldFallbackSessions, forgetSandboxFallback } from './forget-fallback-store.ts';
export { registerFallbackRoutes } from './routes.ts';
