export { createSandbox } from './create-sandbox.ts';
export { rememberPayloads } from './developer/client-payload.ts';
export { registerApplicationRoutes, registerSandboxRoutes } from './routes.ts';
export type { Sandbox } from './sandbox.ts';
