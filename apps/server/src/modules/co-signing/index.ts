export { forgetSandboxCoSigning } from './asked-store.ts';
export { coSigningPage, registerCoSigningRoutes } from './routes.ts';
