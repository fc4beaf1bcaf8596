export { forgetOldTestCertificates, forgetSandboxTestCertificates } from './authority-store.ts';
export { createTestAuthority } from './create-test-authority.ts';
export { registerTestAuthorityRoutes } from './routes.ts';
export { registerPkiRoutes } from './status/pki-routes.ts';
