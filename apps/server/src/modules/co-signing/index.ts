export { forgetSandboxCoSigning } from './asked-store.ts';
export { registerCoSigningRoutes } from './routes.ts';
