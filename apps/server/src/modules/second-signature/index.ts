export { forgetSandboxSecondSignatures } from './asked-store.ts';
export { registerSecondSignatureRoutes, secondSignaturePage } from './routes.ts';
